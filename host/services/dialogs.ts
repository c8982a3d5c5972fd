import { callMain } from '../bridge';

/** A question of a menu's item, on its way to the terminal. */
export interface Question {
  kind: 'text' | 'yes or no';
  title: string;
  text: string;
}

const Button = { CLOSE: 0, OK: 1, CANCEL: 2, YES: 3, NO: 4 };
const ButtonSet = { OK: 0, OK_CANCEL: 1, YES_NO: 2 };

/** The dialogs of the menu's items, on the terminal that a command was given in. */
const ui = {
  Button,
  ButtonSet,
  prompt(title: string, text: string, _buttons: number) {
    const answer = ask({ kind: 'text', title, text });
    return {
      getSelectedButton: () => (answer === undefined ? Button.CANCEL : Button.OK),
      getResponseText: () => answer ?? '',
    };
  },
  alert(title: string, text: string, buttons: number): number {
    if (buttons === ButtonSet.YES_NO)
      return ask({ kind: 'yes or no', title, text }) === 'yes' ? Button.YES : Button.NO;
    callMain('print', `${title}\n\n${text}`);
    return Button.OK;
  },
} satisfies Partial<Record<keyof GoogleAppsScript.Base.Ui, unknown>>;

export const SpreadsheetApp = { getUi: () => ui };

function ask(question: Question): string | undefined {
  return callMain('ask', question);
}
