import type { Execution } from '../execution/execution';
import { createScript, listCallable, listFunctions, type Script, toScriptFiles } from '../execution/script';
import { IS_LONG } from './harness/extent';
import { type Realm, startRealm } from './harness/realm';

/** All in the long tests, else the first and the last: each is an execution. */
function some<T>(all: readonly T[]): readonly T[] {
  return IS_LONG ? all : all.filter((_, at) => at === 0 || at === all.length - 1);
}

let realm: Realm;
beforeAll(() => {
  realm = startRealm();
});
afterAll(() => realm.close());

/** A project of one file, or of several by name. */
function project(code: string | Record<string, string>): Script {
  const files = typeof code === 'string' ? { 'Code.js': code } : code;
  return createScript('test', () =>
    toScriptFiles({ 'appsscript.json': '{"timeZone":"Etc/UTC","oauthScopes":[]}', ...files }),
  );
}

const run = (
  code: string | Record<string, string>,
  name = 'main',
  args: unknown[] = [],
): Promise<Execution> => realm.runtime.run(project(code), name, args);

const returned = async (code: string | Record<string, string>, name?: string): Promise<unknown> => {
  const execution = await run(code, name);
  if (execution.error) throw new Error(execution.error.message);
  return execution.returned?.kind === 'value' ? JSON.parse(execution.returned.json ?? 'null') : undefined;
};

// Source: developers.google.com/apps-script/guides/v8-runtime#improved_function_detection
describe('a function of the project', () => {
  const FORMS = [
    'function main() { return 1; }',
    'var main = function () { return 1; };',
    'let main = function () { return 1; };',
    'const main = function () { return 1; };',
    'const main = function other() { return 1; };',
    'var main = () => 1;',
    'let main = () => 1;',
    'const main = () => 1;',
  ];

  test('is found, whatever its form', () => {
    expect(FORMS.map((code) => [code, listFunctions(project(code))])).toEqual(
      FORMS.map((code) => [code, ['main']]),
    );
  });

  test.each(some(FORMS))('is called: %s', async (code) => {
    expect(await returned(code)).toBe(1);
  });

  test.each([
    'async function main() {}',
    'function* main() {}',
    'const main = async () => {};',
    'const main = async function () {};',
    'const main = function* () {};',
  ])('is found too: %s', (code) => {
    expect(listFunctions(project(code))).toEqual(['main']);
  });

  test.each([
    'globalThis.main = () => 1;',
    'const main = other();',
    'class main {}',
    '{ const main = () => 1; }',
  ])('is none: %s', (code) => {
    expect(listFunctions(project(code))).toEqual([]);
  });

  // Source: developers.google.com/apps-script/guides/html/communication
  test('is private if its name ends in an underscore', () => {
    expect(listCallable(project('function a() {} const b_ = () => {}; function c_() {}'))).toEqual(['a']);
  });

  test('is one that no file has: the execution says so', async () => {
    expect((await run('function other() {}')).error).toEqual({
      name: 'ReferenceError',
      message: 'Script function not found: main',
    });
  });
});

// Source: developers.google.com/apps-script/guides/v8-runtime#call_object_methods_from_triggers_and_callbacks
describe('a method by its path', () => {
  const CODE = `
    const menu = { own: 2, item: function () { return this.own; }, deep: { item: () => 3 } };
    class Jobs { static nightly() { return 4; } }`;

  const PATHS: [path: string, value: number][] = [
    ['menu.item', 2],
    ['menu.deep.item', 3],
    ['Jobs.nightly', 4],
  ];
  test.each(some(PATHS))('%s is called on its object', async (path, value) => {
    expect(await returned(CODE, path)).toBe(value);
  });

  test.each(some(['menu.missing', 'missing.item', 'menu.own', 'menu.missing.item']))(
    '%s is not found',
    async (path) => {
      expect((await run(CODE, path)).error?.message).toBe(`Script function not found: ${path}`);
    },
  );
});

// Source: developers.google.com/apps-script/guides/v8-runtime#asynchronous-limitations
describe('a promise', () => {
  test('runs to its end before the execution does', async () => {
    const { log, status } = await run(`async function main() {
      for (const n of [1, 2, 3]) { await null; console.log(n); }
      await Promise.all([1, 2].map(async (n) => { await n; console.log('all ' + n); }));
    }`);
    expect([status, log.map(({ text }) => text)]).toEqual(['completed', ['1', '2', '3', 'all 1', 'all 2']]);
  });

  test('of WebAssembly is waited for', async () => {
    const { log } = await run(`async function main() {
      const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
      const { module, instance } = await WebAssembly.instantiate(bytes);
      console.log(String(module) + instance + (await WebAssembly.instantiate(module)) + (await WebAssembly.compile(bytes)));
      await WebAssembly.compile(new Uint8Array(3)).catch((error) => console.log(error.name));
    }`);
    expect(log.map(({ text }) => text)).toEqual([
      '[object WebAssembly.Module][object WebAssembly.Instance][object WebAssembly.Instance][object WebAssembly.Module]',
      'CompileError',
    ]);
  });

  test('is no value that could be returned', async () => {
    expect((await run('async function main() { return 1; }')).returned).toMatchObject({
      kind: 'unsupported',
      what: 'A promise',
    });
  });

  // Source: justin.poehnelt.com/posts/apps-script-runtime-limitations-wintercg
  test('that is rejected is heard of by nobody', async () => {
    expect((await run('async function main() { throw new Error("lost"); }')).status).toBe('completed');
    expect((await run('function main() { return 1; }')).status).toBe('completed');
  });
});

// Source: developers.google.com/apps-script/guides/v8-runtime#v8-runtime-limitations
describe('a file', () => {
  const BEYOND_V8: [code: string, message: string][] = [
    ['class A { #own = 1; }', 'Invalid or unexpected token'],
    ['class A { #own() {} }', 'Invalid or unexpected token'],
    ['class A { get#own() {} }', 'Invalid or unexpected token'],
    ['class A { own() {}#$() {} }', 'Invalid or unexpected token'],
    ['class A { static own = 1; }', 'Unexpected token ='],
    ['class A { static own; }', 'Unexpected identifier'],
    ['class A { static { } }', 'Unexpected token {'],
    ['function main() { return import("x"); }', 'Unexpected token import'],
  ];
  test.each(some(BEYOND_V8))('with %j is refused', async (code, message) => {
    const { error, status } = await run({ 'Folder/Code.js': `\n${code}\nfunction main() {}` });
    expect([status, error]).toEqual([
      'failed',
      { name: 'SyntaxError', message: `${message} line: 2 file: Folder/Code.gs` },
    ]);
  });

  const NO_SCRIPT: [code: string, message: string][] = [
    ['import x from "x";', 'Cannot use import statement outside a module'],
    ['export const x = 1;', "Unexpected token 'export'"],
    ['await 1;', 'await is only valid in async functions and the top level bodies of modules'],
    ['import.meta.url;', "Cannot use 'import.meta' outside a module"],
    ['using x = null;', 'Unexpected identifier'],
    ['@decorated class A {}', 'Invalid or unexpected token'],
    ['const x = ;', "Unexpected token ';'"],
  ];
  test.each(some(NO_SCRIPT))('with %j is refused, with its place', async (code, message) => {
    const { error } = await run({ 'Folder/Code.js': `\n${code}\nfunction main() {}` });
    expect(error).toMatchObject({
      name: 'SyntaxError',
      message: expect.stringContaining(message),
      stack: expect.stringMatching(/at Folder\/Code:2:1$/),
    });
  });

  test('may have instance fields, static methods and what ES2020 has', async () => {
    const code = `class A { own = 1; static make() { return new A(); } }
      function main() { return [A.make().own, null?.x ?? 2, 10n > 3n]; }`;
    expect(await returned(code)).toEqual([1, 2, true]);
  });
});

// Source: developers.google.com/apps-script/guides/v8-runtime#module-limitations
describe('the files of a project', () => {
  test('share one scope, in the order of their names', async () => {
    const files = { 'B.js': 'var b = a + 1; function main() { return b; }', 'A.js': 'const a = 1;' };
    expect(await returned(files)).toBe(2);
  });

  test('may not declare a constant twice', async () => {
    const { error } = await run({ 'A.js': 'const x = 1;', 'freedom.js': 'const x = 2; function main() {}' });
    expect(error).toMatchObject({
      name: 'SyntaxError',
      message: "Identifier 'x' has already been declared",
      stack: expect.stringMatching(/at freedom:1:1$/),
    });
  });

  test('keep their names in stacks, with the same text too', async () => {
    const code =
      'try { null.x; } catch (error) { globalThis.stacks = (globalThis.stacks || "") + error.stack; }';
    const files = { 'A.js': code, 'B.js': code, 'C.js': 'function main() { return stacks; }' };
    expect(await returned(files)).toMatch(/at A:1:12[\s\S]*at B:1:12/);
  });

  test('that fail while they are loaded fail the execution, with the place', async () => {
    const { error } = await run({ 'A.js': '\nnull.x;', 'B.js': 'function main() {}' });
    expect(error).toMatchObject({ name: 'TypeError', stack: expect.stringContaining('at A:2:6') });
    expect(error?.stack).not.toMatch(/node:|realm|worker/);
  });

  test('see the global object as this', async () => {
    expect(
      await returned(
        'var own = 1; const top = this; function main() { return [top === globalThis, this.own]; }',
      ),
    ).toEqual([true, 1]);
  });
});

test('a stack has the lines of the script alone', async () => {
  const { error } = await run('function main() {\n  Utilities.base64Decode("*");\n}');
  expect(error?.stack).toMatch(/\n {4}at main \(Code:2:\d+\)$/);
});

test('an execution says how long its script computed', async () => {
  const { computedMs } = await run('function main() { for (let n = 0; n < 1e6; n++); Utilities.sleep(1); }');
  expect(computedMs).toBeGreaterThanOrEqual(0);
});

// What a trigger's, a menu item's or the editor's function returns goes nowhere on Google.
test.each(
  some(['const a = {}; a.a = a; return a;', 'return 1n;', 'return { toJSON() { throw new Error("no"); } };']),
)('a value that is no JSON does not fail the execution: %s', async (body) => {
  const { status, returned: found } = await run(`function main() { ${body} }`);
  expect([status, found]).toEqual(['completed', { kind: 'unsupported', what: 'A value that is no JSON' }]);
});

test('an error that cannot be described ends the execution too', async () => {
  const { error, status } = await run('function main() { throw { toString() { throw 1; } }; }');
  expect([status, error?.name]).toEqual(['failed', 'LocalRuntimeError']);
});
