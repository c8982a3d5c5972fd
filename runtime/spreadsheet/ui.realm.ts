import type { Answer, Dialog } from '../execution/dialogs';
import { emulated } from '../realm/emulated';
import { call } from './call.realm';
import { Button, ButtonSet } from './enums.realm';
import type { MenuItem, MenuTree } from './menu';

type Menu = GoogleAppsScript.Base.Menu;

const TREE = Symbol('menu');

type Ui = GoogleAppsScript.Base.Ui;
type Buttons = GoogleAppsScript.Base.ButtonSet;

/** The editor's user interface; the answers to its dialogs come with the execution. */
export function ui(): Ui {
  const script = call('spreadsheet.getUi', 'SpreadsheetApp.getUi');
  return emulated('Base.Ui', {
    Button,
    ButtonSet,
    // The effect in an add-on is not documented; here it makes a menu of its own too.
    createMenu: menu,
    /** Below Extensions, under the name of the add-on or of the bound script. */
    createAddonMenu: () => menu(`Extensions > ${script}`),
    alert: (...parts: (string | Buttons)[]) => buttonOf(ask('alert', parts)),
    prompt(...parts: (string | Buttons)[]) {
      const answer = ask('prompt', parts);
      return emulated<GoogleAppsScript.Base.PromptResponse>('Base.PromptResponse', {
        getResponseText: () => answer.text ?? '',
        getSelectedButton: () => buttonOf(answer),
      } satisfies GoogleAppsScript.Base.PromptResponse);
    },
    showModalDialog: (page: GoogleAppsScript.HTML.HtmlOutput, title: string) => show('dialog', page, title),
    showModelessDialog: (page: GoogleAppsScript.HTML.HtmlOutput, title: string) =>
      show('dialog', page, title),
    showSidebar: (page: GoogleAppsScript.HTML.HtmlOutput) => show('sidebar', page, page.getTitle()),
  } satisfies Partial<Ui>);
}

/** The older dialogs, which answer with a text: developers.google.com/apps-script/reference/base/browser */
export const browser = emulated<GoogleAppsScript.Base.Browser>('Base.Browser', {
  Buttons: ButtonSet,
  inputBox(...parts: (string | Buttons)[]) {
    call('spreadsheet.getUi', 'Browser.inputBox');
    const { button = 'OK', text = '' } = ask('prompt', parts);
    return button === 'CANCEL' || button === 'CLOSE' ? 'cancel' : text;
  },
  msgBox(...parts: (string | Buttons)[]) {
    call('spreadsheet.getUi', 'Browser.msgBox');
    const { button = 'OK' } = ask('alert', parts);
    return button === 'CLOSE' ? 'cancel' : button.toLowerCase();
  },
} satisfies GoogleAppsScript.Base.Browser);

/** Parts are a text; text and buttons; or title, text and buttons. */
function ask(kind: Dialog['kind'], parts: (string | Buttons)[]): Answer {
  const texts = parts.filter((part): part is string => typeof part === 'string');
  const buttons = parts.find((part) => typeof part !== 'string') ?? ButtonSet.OK;
  const [title = '', text = ''] = texts.length > 1 ? texts : ['', ...texts];
  return call('spreadsheet.show', { kind, title, text, buttons: String(buttons) });
}

function buttonOf({ button = 'OK' }: Answer): GoogleAppsScript.Base.Button {
  return Button[button as keyof typeof Button];
}

function show(kind: Dialog['kind'], page: GoogleAppsScript.HTML.HtmlOutput, title: string): void {
  call('spreadsheet.show', { kind, title, text: page.getContent(), buttons: '' });
}

function menu(caption: string): Menu {
  const tree: MenuTree = { caption, items: [] };
  const add = (item: MenuItem) => {
    tree.items.push(item);
    return self;
  };
  const self: Menu = emulated('Base.Menu', {
    [TREE]: tree,
    addItem: (item: string, functionName: string) => add({ caption: item, function: functionName }),
    addSeparator: () => add({ separator: true }),
    addSubMenu: (sub: Menu) => add((sub as unknown as { [TREE]: MenuTree })[TREE]),
    addToUi: () => call('spreadsheet.addMenu', tree),
  } satisfies Menu & { [TREE]: MenuTree });
  return self;
}

/** A menu in the older form; null is a separator. */
export function menuOf(caption: string, items: ({ name: string; functionName: string } | null)[]): MenuTree {
  return {
    caption,
    items: items.map((item) =>
      item ? { caption: item.name, function: item.functionName } : { separator: true },
    ),
  };
}
