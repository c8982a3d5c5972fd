import { type Claim, listClaims, refusal } from './claim';

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
