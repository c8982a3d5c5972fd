import type { Grants } from '../account/grants';
import type { Dialog } from '../execution/dialogs';
import type { Execution } from '../execution/execution';
import { type Handlers, ServiceError } from '../execution/service';
import type { SpreadsheetCalls } from './calls';
import type { MenuTree } from './menu';
import { MESSAGES } from './wording';

type UiMethods = Extract<keyof SpreadsheetCalls, `spreadsheet.${'getUi' | 'addMenu' | 'show'}`>;

const CALLS = { dialog: 'Ui.showModalDialog', sidebar: 'Ui.showSidebar' };

/** Handlers of menus and dialogs. */
export function uiHandlers(
  menus: Map<string, MenuTree[]>,
  grants: Grants,
): Handlers<Pick<SpreadsheetCalls, UiMethods>> {
  return {
    'spreadsheet.getUi': (execution, method) => {
      assertEditor(execution, method);
      return execution.script.name;
    },
    'spreadsheet.addMenu': ({ script }, menu) => {
      const others = (menus.get(script.name) ?? []).filter(({ caption }) => caption !== menu.caption);
      menus.set(script.name, [...others, menu]);
    },
    'spreadsheet.show': (execution, dialog) => {
      if (dialog.kind === 'dialog' || dialog.kind === 'sidebar')
        grants.assert(execution, CALLS[dialog.kind], 'script.container.ui');
      execution.dialogs.shown.push(dialog);
      if (dialog.kind !== 'alert' && dialog.kind !== 'prompt') return {};
      return { button: firstButton(dialog), text: '', ...execution.dialogs.answers.shift() };
    },
  };
}

/** Only an open editor has a user interface: a menu item, the editor's run button, onOpen (facts 4.2). */
function assertEditor({ kind }: Execution, method: string): void {
  if (kind === 'web app' || kind === 'page function' || kind === 'trigger')
    throw new ServiceError(MESSAGES.noUi(method));
}

/** The default answer: the first button. */
function firstButton({ buttons }: Dialog): string {
  return buttons.startsWith('YES') ? 'YES' : 'OK';
}
