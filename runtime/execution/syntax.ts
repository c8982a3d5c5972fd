import type { AnyNode, Node } from 'acorn';

interface Refused {
  /** The parser's message, without the place. */
  message: string;
  source: string;
  matches(node: AnyNode): boolean;
}

const CLASSES = 'https://developers.google.com/apps-script/guides/v8-runtime#class-limitations';
const MODULES = 'https://developers.google.com/apps-script/guides/v8-runtime#module-limitations';

/**
 * Syntax that this V8 knows and Apps Script refuses. What every V8 refuses in a script is not here: import and export
 * statements, import.meta, top-level await, decorators. The messages are V8's own from when it did not know the syntax;
 * `Unexpected token =` of a static field has been reported.
 */
const REFUSED: readonly Refused[] = [
  {
    message: 'Invalid or unexpected token',
    source: CLASSES,
    matches: ({ type }) => type === 'PrivateIdentifier',
  },
  {
    message: 'Unexpected token =',
    source: CLASSES,
    matches: (node) => node.type === 'PropertyDefinition' && node.static && node.value != null,
  },
  {
    message: 'Unexpected identifier',
    source: CLASSES,
    matches: (node) => node.type === 'PropertyDefinition' && node.static,
  },
  {
    // Newer than static fields, so no parser without them knows it.
    message: 'Unexpected token {',
    source: CLASSES,
    matches: ({ type }) => type === 'StaticBlock',
  },
  {
    // There is nothing that it could load.
    message: 'Unexpected token import',
    source: MODULES,
    matches: ({ type }) => type === 'ImportExpression',
  },
];

/**
 * One of these words is in every file that has refused syntax: a private name is declared in its class, after what may end the
 * member before it. A file without them need not be parsed, which takes most of a second for a large one.
 */
const SIGNS = /(?:[\s{};*/]|\b[gs]et|\basync)#(?!\$\{)[\p{ID_Start}$_\\]|\bstatic\b|\bimport\s*[(/]/u;

/** Tells if a file with this text may have refused syntax. */
export function isSuspicious(text: string): boolean {
  return SIGNS.test(text);
}

/** The first refused syntax in a program parsed with locations. */
export function findRefused(node: AnyNode): { message: string; line: number } | undefined {
  const refused = REFUSED.find((one) => one.matches(node));
  if (refused) return { message: refused.message, line: node.loc?.start.line ?? 1 };
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      const found = isNode(child) ? findRefused(child) : undefined;
      if (found) return found;
    }
  }
  return undefined;
}

function isNode(value: unknown): value is AnyNode {
  return typeof (value as Node | null | undefined)?.type === 'string';
}
