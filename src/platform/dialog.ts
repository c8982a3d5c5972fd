/** Undefined where the user cancels. */
export function prompt(title: string, question: string): string | undefined {
  const ui = SpreadsheetApp.getUi();
  const answer = ui.prompt(title, question, ui.ButtonSet.OK_CANCEL);
  return answer.getSelectedButton() === ui.Button.OK ? answer.getResponseText().trim() : undefined;
}

export function confirm(title: string, question: string): boolean {
  const ui = SpreadsheetApp.getUi();
  return ui.alert(title, question, ui.ButtonSet.YES_NO) === ui.Button.YES;
}

export function showMessage(title: string, message: string): void {
  const ui = SpreadsheetApp.getUi();
  ui.alert(title, message, ui.ButtonSet.OK);
}
