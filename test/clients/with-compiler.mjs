import { register } from 'node:module';

/** The generators print through functions of TypeScript's compiler, which its newest version no longer has. */
const HOOKS = `export const resolve = (name, context, next) =>
  next(name === 'typescript' ? '@tsd/typescript' : name, context);`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
