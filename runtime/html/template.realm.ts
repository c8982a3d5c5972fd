import { emulated } from '../realm/emulated';
import { ContextualEscaping } from './contextual-escaping.realm';
import { htmlOutputOf } from './html-output.realm';

type HtmlTemplate = GoogleAppsScript.HTML.HtmlTemplate;
type HtmlOutput = GoogleAppsScript.HTML.HtmlOutput;

const SCRIPTLET = /<\?(!?=)?([\s\S]*?)\?>(\r?\n)?/g;

/**
 * `<? code ?>`, `<?= escaped ?>`, `<?!= raw ?>`; properties that the script sets on the template are variables of the
 * code.
 */
export function templateOf(read: () => string): HtmlTemplate {
  const values: Record<string, unknown> = Object.create(null);
  const template = {
    // A parameter would hide the script's variable of the same name.
    evaluate: () => new Function(`with (this) { return ${toCode(read())} }`).call(values) as HtmlOutput,
    getCode: () => toCode(read(), '  '),
    getCodeWithComments: () => toCommentedCode(read()),
    getRawContent: read,
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

/** Makes the output that the code of a template prints to: `_` as it is, `_$` escaped. */
export function initTemplate() {
  const $out = htmlOutputOf('', templateOf);
  const escaping = new ContextualEscaping();
  const print = (text: string) => {
    escaping.feed(text);
    $out.append(text);
  };
  return {
    $out,
    set _(value: unknown) {
      print(String(value));
    },
    set _$(value: unknown) {
      print(escaping.escape(String(value)));
    },
  };
}

/**
 * The code as developers.google.com/apps-script/guides/html/templates shows it: a printing scriptlet becomes an assignment,
 * so that only its first statement prints, and a line break right behind a scriptlet is not printed.
 */
function toCode(html: string, indent = ''): string {
  return wrapped(statementsOf(html, indent));
}

/** A line of a template; one with a scriptlet goes on to where the scriptlet ends. */
const LINE = /(?:<\?[\s\S]*?\?>|[^\n])+\n?|\n/g;

/** The code with each line of the template as a comment; how Google lays it out is not published. */
function toCommentedCode(html: string): string {
  const lines = html.match(LINE) ?? [];
  const commented = lines.map((line) => {
    const comments = line
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => `\n  // ${text}`);
    return `${comments.join('')}\n  ${statementsOf(line, '  ')}`;
  });
  return wrapped(commented.join(''));
}

function wrapped(statements: string): string {
  const code = statements.trimEnd();
  return `(function() { var output = HtmlService.initTemplate(); ${code}\n  /* End of user code */\n  return output.$out.append('');\n})();`;
}

function statementsOf(html: string, indent: string): string {
  let code = '';
  let from = 0;
  for (const { 0: whole, 1: kind, 2: inner = '', 3: lineBreak, index } of html.matchAll(SCRIPTLET)) {
    code += printed(html.slice(from, index));
    code += `${assignment(kind)}${inner.replace(/\n/g, `\n${indent}`)}${isComment(inner) ? '\n' : ''};`;
    code += lineBreak ? '\n  ' : ' ';
    from = index + whole.length;
  }
  return `${code}${printed(html.slice(from))}`;
}

function assignment(kind: string | undefined): string {
  if (kind === '=') return 'output._$ = ';
  return kind === '!=' ? 'output._ = ' : '';
}

/** Tells if the code ends in a comment, which would swallow what follows. */
function isComment(inner: string): boolean {
  return inner.slice(inner.lastIndexOf('\n') + 1).includes('//');
}

/** The first line alone, the others together. */
function printed(text: string): string {
  const [first, ...others] = (text.match(/[^\n]*\n|[^\n]+/g) ?? []).map(quoted);
  if (first === undefined) return '';
  const rest = others.length > 0 ? `\n  output._ =  ${others.join(' +\n    ')};` : '';
  return `output._ =  ${first};${rest} `;
}

function quoted(line: string): string {
  const escaped = line
    .replace(/[\\'"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
  return `'${escaped}'`;
}
