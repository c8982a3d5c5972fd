import { type Claim, listClaims, refusal } from './case';

const WINTERCG = 'measured: https://justin.poehnelt.com/posts/apps-script-runtime-limitations-wintercg/';
const ZONES =
  'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/99-time-zone-day.md';

/** What browsers and Node have and Apps Script does not. */
const ABSENT = [
  'setTimeout',
  'setInterval',
  'fetch',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'FormData',
  'atob',
  'btoa',
  'crypto',
  'process',
  'window',
  'structuredClone',
  'queueMicrotask',
  'AbortController',
] as const;

const PRESENT = ['console', 'Intl', 'Promise', 'BigInt', 'WeakMap', 'Proxy', 'Uint8Array'] as const;

/** What came after ES2020, in code that is compiled only when it is tried. */
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
] as const;

/** The language and its globals. */
export const JAVASCRIPT: Claim[] = listClaims('https://developers.google.com/apps-script/guides/v8-runtime', [
  {
    id: 'javascript.globals.that-are-absent',
    source: WINTERCG,
    expected: [],
    run: () => ABSENT.filter((name) => name in globalThis),
  },
  {
    id: 'javascript.globals.that-are-present',
    source: WINTERCG,
    expected: [],
    run: () => PRESENT.filter((name) => !(name in globalThis)),
  },
  {
    id: 'javascript.object-has-own',
    isInferred: true,
    expected: 'function',
    run: () => typeof (Object as { hasOwn?: unknown }).hasOwn,
  },
  {
    id: 'javascript.globals.shared-memory-and-assembly',
    isInferred: true,
    expected: ['function', 'object', 'object'],
    run: () =>
      ['SharedArrayBuffer', 'Atomics', 'WebAssembly'].map((name) => typeof Reflect.get(globalThis, name)),
  },
  {
    // Google documents that private and static fields do not parse; whether that is V8 or the editor, this tells.
    id: 'javascript.syntax.newer-is-known-to-code-made-at-run-time',
    isInferred: true,
    expected: [],
    run: () =>
      NEWER.filter((code) => {
        try {
          new Function(code)();
          return false;
        } catch {
          return true;
        }
      }),
  },
  {
    id: 'javascript.dates.without-a-zone-are-local',
    isInferred: true,
    expected: [10, 10, 0],
    run: () => [
      new Date('2026-11-21T10:00').getHours(),
      new Date('Nov 21, 2026 10:00').getHours(),
      new Date('2026-11-21').getUTCHours(),
    ],
  },
  {
    id: 'javascript.dates.name-their-zone',
    isInferred: true,
    expected: true,
    run: () =>
      /^Sat Nov 21 2026 10:00:00 GMT[+-]\d{4} \([\w :+-]+\)$/.test(String(new Date(2026, 10, 21, 10))),
  },
  {
    id: 'javascript.intl.is-american-english',
    isInferred: true,
    expected: ['en-US', '1,234.5', '11/21/2026'],
    run: () => [
      new Intl.NumberFormat().resolvedOptions().locale,
      (1234.5).toLocaleString(),
      new Date(2026, 10, 21, 10).toLocaleDateString(),
    ],
  },
  {
    id: 'javascript.promises.run-after-the-caller',
    source: WINTERCG,
    expected: ['first', 'second'],
    run: () => {
      const order: string[] = [];
      void Promise.resolve().then(() => order.push('too late'));
      order.push('first', 'second');
      return order;
    },
  },
  {
    id: 'javascript.unicode.normalizes-and-matches-by-property',
    isInferred: true,
    expected: ['e\u0301', true],
    run: () => ['\u00e9'.normalize('NFD'), /^\p{L}$/u.test('\u00e9')],
  },
  {
    id: 'javascript.intl.knows-zones-and-refuses-others',
    source: ZONES,
    expected: ['14:30', 'RangeError'],
    run: () => {
      const clock = (timeZone: string) =>
        new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
      const noon = new Date(Date.UTC(2026, 6, 1, 9));
      return [clock('Asia/Kolkata').format(noon), refusal(() => clock('Nowhere/Land')).replace(/:.*/, '')];
    },
  },
  {
    id: 'javascript.errors.of-services-are-named-exception',
    source: 'measured: https://github.com/kellystuard/jev-gmail-classifier/blob/main/spikes/README.md',
    expected: ['Exception', true],
    run: () => {
      try {
        return Utilities.base64Decode('a*b=');
      } catch (error) {
        return [(error as Error).name, error instanceof Error];
      }
    },
  },
]);
