import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import type { MenuItem, MenuTree } from './dialogs';

type Menu = GoogleAppsScript.Base.Menu;

const TREE = Symbol('menu');

export function menu(caption: string): Menu {
  const tree: MenuTree = { caption, items: [] };
  const add = (item: MenuItem) => {
    tree.items.push(item);
    return self;
  };
  const self: Menu = emulated('Menu', {
    [TREE]: tree,
    addItem: (item: string, functionName: string) => add({ caption: item, function: functionName }),
    addSeparator: () => add({ separator: true }),
    addSubMenu: (sub: Menu) => add((sub as unknown as { [TREE]: MenuTree })[TREE]),
    addToUi: () => call('spreadsheet.addMenu', tree),
  } satisfies Menu & { [TREE]: MenuTree });
  return self;
}

/** The older form of a menu; null is a separator. */
export function menuOf(caption: string, items: ({ name: string; functionName: string } | null)[]): MenuTree {
  return {
    caption,
    items: items.map((item) =>
      item ? { caption: item.name, function: item.functionName } : { separator: true },
    ),
  };
}
