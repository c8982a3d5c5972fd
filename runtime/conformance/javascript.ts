import { casesOf, errorOf, INFERRED, MAIL_SPIKES } from './case';

/** Names that browsers and Node have and Apps Script does not. */
const ABSENT = [
  ...['setTimeout', 'setInterval', 'clearTimeout', 'setImmediate', 'queueMicrotask', 'structuredClone'],
  ...['fetch', 'Headers', 'Request', 'Response', 'FormData', 'File', 'Blob', 'URL', 'URLSearchParams'],
  ...['TextEncoder', 'TextDecoder', 'ReadableStream', 'WritableStream', 'DOMException', 'atob', 'btoa'],
  ...['crypto', 'SubtleCrypto', 'window', 'self', 'navigator', 'performance', 'process'],
  ...['AbortController', 'Event', 'EventTarget', 'Buffer', 'require', 'module', 'exports', '__filename'],
];

const PRESENT = ['console', 'Intl', 'Promise', 'BigInt', 'WeakMap', 'Proxy', 'Uint8Array'];

/** Syntax newer than ES2020, in code that is compiled only when it is tried. */
const NEWER = [
  'let a; a ||= 1; a &&= 2; a ??= 3',
  'return 1_000',
  'class A { own = 1 }',
  'class A { #own = 1; has(other) { return #own in other } }',
  'class A { static own = 1; static {} }',
  'return /(?<a>.)/d.exec("a").indices.groups.a',
  'return [1].at(-1) + [1].findLast((n) => n)',
  'return new RegExp("[a--b]", "v")',
  'return "a".replaceAll("a", "b") + new Error("a", { cause: 1 }).cause',
];

const measured = casesOf(
  'javascript',
  'measured: https://justin.poehnelt.com/posts/apps-script-runtime-limitations-wintercg/',
);
const inferred = casesOf('javascript', INFERRED);

/** The language and its globals. */
export const JAVASCRIPT = [
  measured('globals.that-are-absent', [], () => ABSENT.filter((name) => name in globalThis)),
  measured('globals.that-are-present', [], () => PRESENT.filter((name) => !(name in globalThis))),
  inferred('globals.shared-memory-and-assembly', ['function', 'object', 'object'], () =>
    ['SharedArrayBuffer', 'Atomics', 'WebAssembly'].map((name) => typeof Reflect.get(globalThis, name)),
  ),
  inferred('object-has-own', 'function', () => typeof (Object as { hasOwn?: unknown }).hasOwn),
  // Google documents that private and static fields do not parse; whether that is V8 or the editor, this tells.
  inferred('syntax.newer-is-known-to-code-made-at-run-time', [], () =>
    NEWER.filter((code) => errorOf(() => new Function(code)()) !== 'no error'),
  ),
  inferred('dates.without-a-zone-are-local', [10, 10, 0], () => [
    new Date('2026-11-21T10:00').getHours(),
    new Date('Nov 21, 2026 10:00').getHours(),
    new Date('2026-11-21').getUTCHours(),
  ]),
  inferred('dates.name-their-zone', true, () =>
    /^Sat Nov 21 2026 10:00:00 GMT[+-]\d{4} \([\w :+-]+\)$/.test(String(new Date(2026, 10, 21, 10))),
  ),
  inferred('intl.is-american-english', ['en-US', '1,234.5', '11/21/2026'], () => [
    new Intl.NumberFormat().resolvedOptions().locale,
    (1234.5).toLocaleString(),
    new Date(2026, 10, 21, 10).toLocaleDateString(),
  ]),
  measured('promises.run-after-the-caller', ['first', 'second'], () => {
    const order: string[] = [];
    void Promise.resolve().then(() => order.push('too late'));
    order.push('first', 'second');
    return order;
  }),
  inferred('unicode.normalizes-and-matches-by-property', ['e\u0301', true], () => [
    '\u00e9'.normalize('NFD'),
    /^\p{L}$/u.test('\u00e9'),
  ]),
  casesOf(
    'javascript',
    'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/99-time-zone-day.md',
  )('intl.knows-zones-and-refuses-others', ['14:30', 'RangeError'], () => {
    const clock = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
    const morning = new Date(Date.UTC(2026, 6, 1, 9));
    return [clock('Asia/Kolkata').format(morning), errorOf(() => clock('Nowhere/Land'))];
  }),
  casesOf('javascript', MAIL_SPIKES)('errors.of-services-are-errors', ['Exception', true], () => {
    try {
      return Utilities.base64Decode('a*b=');
    } catch (error) {
      return [(error as Error).name, error instanceof Error];
    }
  }),
];
