import vm from 'node:vm';
import { parse } from 'acorn';
import { advancedServicesOf, codeOf, namesUsed, SCRIPTS, SERVICES } from './built';

/** The language's own names: a fresh context has no others. */
const LANGUAGE: string[] = vm.runInNewContext('Object.getOwnPropertyNames(globalThis)');

function missing(code: string, services: readonly string[] = SERVICES): string[] {
  const known = new Set([...LANGUAGE, ...services]);
  return [...namesUsed(code)].filter((name) => !name.includes('.') && !known.has(name));
}

/** What ECMAScript has had since 2021: functions of its objects, and methods by whatever they are called on. */
const NEWER = {
  names: [
    ...['AggregateError', 'FinalizationRegistry', 'Iterator', 'WeakRef', 'Array.fromAsync', 'Error.isError'],
    ...['Map.groupBy', 'Object.groupBy', 'Object.hasOwn', 'Promise.any', 'Promise.try'],
    ...['Promise.withResolvers', 'RegExp.escape'],
  ],
  methods: [
    ...['at', 'difference', 'findLast', 'findLastIndex', 'intersection', 'isDisjointFrom', 'isSubsetOf'],
    ...['isSupersetOf', 'isWellFormed', 'replaceAll', 'symmetricDifference', 'toReversed', 'toSorted'],
    ...['toSpliced', 'toWellFormed', 'transfer', 'union', 'with'],
  ],
};

/** Each with the line in which it stands, for a library's code is not ours to search. */
function newerThanES2020(code: string): string[] {
  const patterns = [
    ...NEWER.names.map((name) => `\\b${name.replace('.', '\\.')}\\b`),
    ...NEWER.methods.map((name) => `\\.${name}\\(`),
  ];
  const newer = new RegExp(patterns.join('|'));
  return code.split('\n').filter((line) => newer.test(line));
}

const toES2020 = (code: string) => parse(code, { ecmaVersion: 2020, sourceType: 'script' });

describe.each(SCRIPTS)('the built %s script', (script) => {
  test('is ES2020', () => {
    expect(() => toES2020(codeOf(script))).not.toThrow();
  });

  test('uses no name that Apps Script lacks', () => {
    expect(missing(codeOf(script), [...SERVICES, ...advancedServicesOf(script)])).toEqual([]);
  });

  test('asks the language for nothing that came after ES2020', () => {
    expect(newerThanES2020(codeOf(script))).toEqual([]);
  });
});

describe('what is looked for in a script', () => {
  test.each([
    'Object.hasOwn(a, "b")',
    'list.at(-1)',
    'throw new AggregateError([])',
    'text.replaceAll("a", "")',
  ])('is what came after ES2020: %s', (code) => expect(newerThanES2020(`first();\n${code}`)).toEqual([code]));

  test.each(['class A { #x = 1 }', 'class A { static x = 1 }', 'class A { x = 1 }', 'a ||= 1', 'import "a"'])(
    'is syntax that is too new: %s',
    (code) => expect(() => toES2020(code)).toThrow(expect.objectContaining({ name: 'SyntaxError' })),
  );

  test.each([
    ...['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'crypto', 'setTimeout', 'setInterval'],
    ...['fetch', 'Buffer', 'process', 'window', 'document', 'structuredClone', 'atob', 'require', 'Gmail'],
  ])('is %s, which no execution has', (name) => {
    expect(missing(`(() => ${name}.at(1))()`)).toEqual([name]);
    expect(missing(`globalThis.${name}(1)`)).toEqual([name]);
  });

  test('is neither a name that is asked for with typeof, nor one that the script declares', () => {
    expect(missing('typeof crypto === "object"; function go(URL) { return URL; }')).toEqual([]);
    expect(
      missing('const fetch = UrlFetchApp.fetch; globalThis.go = () => fetch({ URL: 1 }).process'),
    ).toEqual([]);
  });
});
