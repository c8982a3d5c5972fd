import { hasPermission, isInManifest } from './scopes';
import { assertBoundSpreadsheet, readSpreadsheetId } from './spreadsheet';
import { UserError } from './user-error';

/** Put in by the build: colours and sizes of all pages. */
declare const SHEETDESK_TOKENS: string;

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

type Taken =
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

/** Shows which permissions Google has asked for, and what does not work without each. */
export function toPermissionsStep(permissions: Readonly<Record<string, string>>): FirstStep {
  const all = { ...permissions, [TO_SHOW_STEPS]: 'these steps are not shown' };
  const lines = Object.entries(all)
    .filter(([permission]) => isInManifest(permission))
    .map(([permission, consequence]) => `${permission}: without it ${consequence}.`);
  return {
    title: 'Set up',
    isDone: true,
    text: ['Google has asked for these permissions.', ...lines].join('\n'),
  };
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
  const page = HtmlService.createHtmlOutput(
    `<!doctype html><html lang="en"><head><title>First steps</title><base target="_blank"><style>${SHEETDESK_TOKENS}${STYLE}</style></head><body><div role="status"></div><main>${toHtml(steps)}</main><script>${SCRIPT}</script></body></html>`,
  ).setTitle('First steps');
  SpreadsheetApp.getUi().showSidebar(page);
}

function toHtml(parts: readonly FirstSteps[]): string {
  return parts
    .map(({ title, steps }) => {
      const items = Object.entries(steps).map(([name, step]) => toItem(name, step));
      return `<h1>${escapeHtml(title)}</h1><ol>${items.join('')}</ol>`;
    })
    .join('');
}

function toItem(name: string, { title, isDone, text, link, fields = {}, button, run }: FirstStep): string {
  const inputs = Object.entries(fields).map(([field, { label, value = '' }]) => {
    const id = `${name}-${field}`;
    return `<label for="${id}">${escapeHtml(label)}</label><input id="${id}" name="${field}" value="${escapeHtml(value)}" aria-describedby="${id}-error"><p class="error" id="${id}-error" role="alert"></p>`;
  });
  const error = inputs.length > 0 ? '' : '<p class="error" role="alert"></p>';
  const form = run
    ? `<form data-step="${name}" novalidate>${inputs.join('')}${error}<button>${escapeHtml(button ?? 'Save')}</button></form>`
    : '';
  const anchor = link ? `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>` : '';
  return `<li><h2>${isDone ? '✓ ' : ''}${escapeHtml(title)}${isDone ? ' <small>done</small>' : ''}</h2><p>${escapeHtml(text)}</p>${anchor}${form}</li>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE =
  '*{box-sizing:border-box}body{margin:0;padding:var(--space-16);background:var(--ground);color:var(--text);font:var(--body)/1.5 system-ui,sans-serif}h1{font-size:var(--large)}h2{font-size:var(--body);margin:0}p{margin:var(--space-4) 0;overflow-wrap:anywhere;white-space:pre-line}ol{padding-left:var(--space-24)}li{margin-bottom:var(--space-16)}label{display:block}input,button{font:inherit;width:100%;min-height:32px}small{color:var(--open)}a{color:var(--accent)}.error{color:var(--overdue)}[role=status]:not(:empty){padding:var(--space-12);background:var(--chosen);white-space:pre-line;overflow-wrap:anywhere}';

/** Runs in the sidebar. Texts are set as text; the steps come escaped from `toHtml`. */
const SCRIPT = `
var main = document.querySelector('main'), told = document.querySelector('[role=status]');
main.addEventListener('submit', function (event) {
  event.preventDefault();
  var form = event.target, button = form.querySelector('button'), typed = {};
  if (button.getAttribute('aria-disabled')) return;
  form.querySelectorAll('input').forEach(function (input) {
    typed[input.name] = input.value;
    input.removeAttribute('aria-invalid');
  });
  form.querySelectorAll('.error').forEach(function (one) { one.textContent = ''; });
  button.setAttribute('aria-disabled', 'true');
  told.textContent = 'Please wait.';
  function fail(field, message) {
    var input = field && form.querySelector('[name="' + field + '"]');
    button.removeAttribute('aria-disabled');
    told.textContent = '';
    (input ? input.nextElementSibling : form.querySelector('.error')).textContent = message;
    if (input) { input.setAttribute('aria-invalid', 'true'); input.focus(); }
  }
  google.script.run.withFailureHandler(function (error) { fail('', error.message); }).withSuccessHandler(function (taken) {
    if (!taken.ok) return fail(taken.field, taken.error);
    main.innerHTML = taken.html;
    told.textContent = taken.message;
    told.tabIndex = -1;
    told.focus();
  }).takeFirstStep(form.dataset.step, typed);
});`;
