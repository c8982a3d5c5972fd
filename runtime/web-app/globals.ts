import { codeOf, type Script } from '../execution/script';

/** What the platform may call: the functions that stand at the top level of the built files. */
export function listFunctions(script: Script): string[] {
  return codeOf(script)
    .flatMap(({ text }) => [...text.matchAll(/^function ([\w$]+)\(/gm)])
    .map(([, name = '']) => name);
}

/** Those that a page or a person may call: a trailing underscore makes a function private. */
export function listCallable(script: Script): string[] {
  return listFunctions(script).filter((name) => !name.endsWith('_'));
}
