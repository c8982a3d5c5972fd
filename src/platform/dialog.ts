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

/** One of several things that a person is asked to choose from. */
interface Choice {
  value: string;
  /** Words that the person knows it by. */
  label: string;
}

/**
 * Asks for one of several, each with its number. Its words or its value may be typed as well; any other text is returned as it
 * was typed. Undefined where the user cancels.
 */
export function choose(title: string, question: string, choices: readonly Choice[]): string | undefined {
  const listed = choices.map(({ label }, at) => `${at + 1}  ${label}`).join('\n');
  const text = prompt(title, `${question}\n\n${listed}\n\nNumber:`);
  const isNamed = ({ value, label }: Choice) => [value, label].some((one) => isAlike(one, text));
  const chosen = choices[Number(text) - 1] ?? choices.find(isNamed);
  return chosen?.value ?? text;
}

function isAlike(one: string, other = ''): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}
