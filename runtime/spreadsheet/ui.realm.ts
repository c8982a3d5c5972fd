import { emulated } from '../realm/emulated';
import { call } from '../realm/host';
import type { Answer, Dialog } from './dialogs';
import { Button, ButtonSet } from './enums.realm';
import { menu } from './menu.realm';

type Ui = GoogleAppsScript.Base.Ui;
type Buttons = GoogleAppsScript.Base.ButtonSet;

/** The editor's user interface; whoever ran the execution answers its dialogs. */
export function ui(): Ui {
  const script = call('spreadsheet.getUi');
  return emulated('Ui', {
    Button,
    ButtonSet,
    // What it does in an add-on is told of nowhere; here it makes its own menu there too.
    createMenu: menu,
    /** Below Extensions it has the name of the add-on, or of a script that is bound to its spreadsheet. */
    createAddonMenu: () => menu(`Extensions > ${script}`),
    alert: (...parts: (string | Buttons)[]) => buttonOf(ask('alert', parts)),
    prompt(...parts: (string | Buttons)[]) {
      const answer = ask('prompt', parts);
      return emulated<GoogleAppsScript.Base.PromptResponse>('PromptResponse', {
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

/** Text; text and buttons; or title, text and buttons. */
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
