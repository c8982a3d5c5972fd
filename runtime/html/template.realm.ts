import { emulated } from '../realm/emulated';
import { escapeHtml, htmlOutputOf } from './html-output.realm';

type HtmlTemplate = GoogleAppsScript.HTML.HtmlTemplate;

const SCRIPTLET = /<\?(!?=)?([\s\S]*?)\?>/g;

/**
 * `<? code ?>`, `<?= escaped ?>`, `<?!= raw ?>`; properties that the script sets on the template are variables of the
 * code.
 */
export function templateOf(html: string): HtmlTemplate {
  const values: Record<string, unknown> = {};
  const template = {
    evaluate: () => htmlOutputOf(evaluate(html, values)),
    getCode: () => toCode(html),
    getRawContent: () => html,
  };
  return new Proxy(emulated<HtmlTemplate>('HTML.HtmlTemplate', template), {
    get: (target, key) =>
      typeof key === 'string' && key in values ? values[key] : Reflect.get(target, key, target),
    set(_, key, value) {
      values[key as string] = value;
      return true;
    },
  });
}

function evaluate(html: string, values: object): string {
  const print = {
    text: '',
    set raw(value: unknown) {
      print.text += String(value);
    },
    set escaped(value: unknown) {
      assertPlainHtml(print.text);
      print.text += escapeHtml(String(value));
    },
  };
  new Function('print_', 'values_', `with (values_) {${toCode(html)}}`)(print, values);
  return print.text;
}

/** A printing scriptlet becomes an assignment, so that only its first statement prints, as on Google. */
function toCode(html: string): string {
  let code = '';
  let from = 0;
  for (const { 0: whole, 1: kind, 2: inner, index } of html.matchAll(SCRIPTLET)) {
    code += printed(html.slice(from, index)) + scriptlet(kind, inner ?? '');
    from = index + whole.length;
  }
  return code + printed(html.slice(from));
}

function printed(text: string): string {
  return text && `print_.raw = ${JSON.stringify(text)};\n`;
}

function scriptlet(kind: string | undefined, inner: string): string {
  if (kind === '=') return `print_.escaped = ${inner}\n;`;
  return kind === '!=' ? `print_.raw = ${inner}\n;` : `${inner}\n`;
}

/** Google escapes by context. Here only the text context is emulated, not scripts and styles. */
function assertPlainHtml(before: string): void {
  const lower = before.toLowerCase();
  for (const tag of ['script', 'style']) {
    if (lower.lastIndexOf(`<${tag}`) > lower.lastIndexOf(`</${tag}`))
      throw new Error(`HtmlTemplate: <?= ?> inside <${tag}> is not emulated by the local runtime.`);
  }
}
