import { hasPermission } from './scopes';
import { assertBoundSpreadsheet, readSpreadsheetId } from './spreadsheet';
import { UserError } from './user-error';

/** Put in by the build from web/first-steps, so that a release has no further file to paste. */
declare const SHEETDESK_FIRST_STEPS: string;

/** The permission to show the sidebar. Everything else works without it. */
export const TO_SHOW_STEPS = 'script.container.ui';

/** Texts that a person types, by the names of the fields. */
export type Typed = Readonly<Record<string, string>>;

/** One of the first steps, which the sidebar shows until it is done, and after. */
export interface FirstStep {
  title: string;
  isDone: boolean;
  text: string;
  link?: string | undefined;
  fields?: Readonly<Record<string, { label: string; value?: string }>>;
  button?: string;
  /** Returns what the person is told. Messages of errors begin with the field's name, where one is wrong. @throws UserError */
  run?(typed: Typed): string;
}

/** Steps under a heading, by their names. */
export interface FirstSteps {
  title: string;
  steps: Readonly<Record<string, FirstStep>>;
}

/** Tells the sidebar how a step went. */
export type Taken =
  | { ok: true; message: string; html: string }
  | { ok: false; field: string | undefined; error: string };

/** Takes a step for the sidebar, and returns all steps as they are then. */
export function takeFirstStep(list: () => readonly FirstSteps[], name: unknown, given: unknown): Taken {
  assertBoundSpreadsheet(readSpreadsheetId());
  const steps = list().flatMap((part) => Object.entries(part.steps));
  const [, step] = steps.find(([one]) => one === name) ?? [];
  const fields = Object.keys(step?.fields ?? {});
  const typed = fields.map((field) => [field, String(Object(given)[field] ?? '').trim()] as const);
  try {
    const empty = typed.find(([, text]) => text === '');
    if (!step?.run) throw new UserError('There is no such step. Close the sidebar and open it again.');
    if (empty) throw new UserError(`${empty[0]} is required.`);
    const message = step.run(Object.fromEntries(typed));
    return { ok: true, message, html: toHtml(list()) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { message } = error;
    return {
      ok: false,
      field: fields.find((one) => message.startsWith(`${one} `)) ?? fields[0],
      error: message,
    };
  }
}

/**
 * Opens the sidebar after Set up, unless one of the desks has been through its steps. Without the permission the messages of the
 * menu say what is next.
 */
export function offerFirstSteps(list: () => readonly FirstSteps[]): void {
  if (!hasPermission(TO_SHOW_STEPS)) return;
  const parts = list();
  const tasks = parts.map(({ steps }) => Object.values(steps).filter(({ run }) => run));
  if (!tasks.some((part) => part.length > 0 && part.every(({ isDone }) => isDone))) showFirstSteps(parts);
}

/** Opens the sidebar. Needs the permission. */
export function showFirstSteps(steps: readonly FirstSteps[]): void {
  const page = SHEETDESK_FIRST_STEPS.replace('<!--STEPS-->', () => toHtml(steps));
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput(page).setTitle('First steps'));
}

function toHtml(parts: readonly FirstSteps[]): string {
  return parts
    .map(({ title, steps }) => {
      const items = Object.entries(steps).map(([name, step]) => toItem(name, step));
      return `<h1>${escapeHtml(title)}</h1><ol>${items.join('')}</ol>`;
    })
    .join('');
}

function toItem(
  name: string,
  { title, isDone, text, link = '', fields = {}, button = 'Save', run }: FirstStep,
): string {
  const error = (id: string) => `<p class="error" id="${id}-error" role="alert"></p>`;
  const inputs = Object.entries(fields).map(([field, { label, value = '' }]) => {
    const id = `${name}-${field}`;
    return `<label for="${id}">${escapeHtml(label)}</label>
      <input id="${id}" name="${field}" value="${escapeHtml(value)}" aria-describedby="${id}-error">${error(id)}`;
  });
  return `<li>
    <h2>${isDone ? '✓ ' : ''}${escapeHtml(title)}${isDone ? ' <small>done</small>' : ''}</h2>
    <p>${escapeHtml(text)}</p>
    ${link && `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`}
    ${run ? `<form data-step="${name}" novalidate>${inputs.join('') || error(name)}<button>${escapeHtml(button)}</button></form>` : ''}
  </li>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
