import { type AnyNode, type Node, type Program, parse } from 'acorn';
import { addBounded } from './bounded';
import type { ExecutionError } from './execution';
import type { SourceFile } from './run';
import { findRefused, isSuspicious } from './syntax';

/** Facts that Apps Script knows of a file before it runs it. */
interface Parsed {
  /** Functions that it finds at the top level. */
  functions: readonly string[];
  /** The reason why the file cannot be saved, if it has syntax that V8 knows and Apps Script does not. */
  refusal?: { message: string; line: number };
}

/** Parsed files by the digest of their text: a script of half a megabyte takes long to parse. */
const parsed = new Map<string, Parsed>();
const MAX_PARSED = 500;
/** Files that have to be parsed to know that nothing in them is refused, by the digest of their text. */
const suspicious = new Map<string, boolean>();

/** The functions at the top level of a file, as Apps Script detects them. */
export function functionsIn(file: SourceFile): readonly string[] {
  return parseFile(file).functions;
}

/** The error of the first file that Apps Script would not save: google/clasp#907 has its form. */
export function syntaxErrorIn(files: readonly SourceFile[]): ExecutionError | undefined {
  for (const file of files.filter(mayBeRefused)) {
    const { refusal } = parseFile(file);
    if (refusal) {
      const message = `${refusal.message} line: ${refusal.line} file: ${file.name.replace(/\.js$/, '.gs')}`;
      return { name: 'SyntaxError', message };
    }
  }
  return undefined;
}

function mayBeRefused({ text, digest }: SourceFile): boolean {
  const known = suspicious.get(digest) ?? isSuspicious(text);
  addBounded(suspicious, digest, known, MAX_PARSED);
  return known;
}

function parseFile({ text, digest }: SourceFile): Parsed {
  const known = parsed.get(digest);
  if (known) return known;
  const file = parseText(text);
  addBounded(parsed, digest, file, MAX_PARSED);
  return file;
}

/** A file that does not parse has no functions; what is wrong with it says V8 when it is loaded. */
function parseText(text: string): Parsed {
  const program = tryParse(text);
  if (!program) return { functions: [] };
  const refusal = findRefused(program);
  return { functions: program.body.flatMap(namesOf), ...(refusal && { refusal }) };
}

function tryParse(text: string): Program | undefined {
  try {
    return parse(text, { ecmaVersion: 'latest', sourceType: 'script', locations: true });
  } catch {
    return undefined;
  }
}

/**
 * The forms that are recognized: developers.google.com/apps-script/guides/v8-runtime#improved_function_detection. What is
 * only assigned, such as `globalThis.f = ...`, is not among them.
 */
function namesOf(statement: AnyNode): string[] {
  if (statement.type === 'FunctionDeclaration') return [statement.id?.name ?? ''];
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && isFunction(init) ? [id.name] : [],
  );
}

function isFunction(value: Node | null | undefined): boolean {
  return value?.type === 'FunctionExpression' || value?.type === 'ArrowFunctionExpression';
}
