import { isFormula } from '../attributes';
import type { Book } from '../book';
import type { Area } from '../cells';
import type { Sheet } from '../sheet';
import {
  followsRows,
  parseReference,
  quoteSheet,
  type Reference,
  relocated,
  spanOf,
  withSpan,
  writeAddress,
} from './reference';
import { type Token, tokenize } from './tokens';

/** The formula in a copy of its cell so many rows and columns away: what has no `$` in front moves along. */
export function copiedFormula(
  formula: string,
  offset: { rows: number; columns: number; maxRows: number; maxColumns: number },
): string {
  return rewritten(formula, (reference) => relocated(reference, offset));
}

/** Tells if a formula refers to other cells once its row is another one. */
export function dependsOnRow(formula: string): boolean {
  return references(formula).some(followsRows);
}

/** Adjusts all formulas to cells of a sheet that have gone elsewhere; null is a reference to deleted cells. */
export function moveReferences(book: Book, moved: Sheet, move: (area: Area) => Area | null): void {
  const ref = { book: book.record.id, sheet: moved.record.id };
  rewriteAll(book, (own, formula) =>
    rewritten(formula, (reference) => {
      if (sheetOf(book, own, reference) !== moved) return reference;
      const area = { ...ref, ...spanOf(reference) };
      const to = move(area);
      if (!to) return undefined;
      const stays = to.row === area.row && to.column === area.column;
      return stays && to.rows === area.rows && to.columns === area.columns
        ? reference
        : withSpan(reference, to);
    }),
  );
}

/** Formulas name a sheet by its name, and follow when it gets another. */
export function renameInFormulas(book: Book, sheet: Sheet, name: string): void {
  rewriteAll(book, (own, formula) =>
    rewritten(formula, (reference) =>
      reference.sheet !== undefined && sheetOf(book, own, reference) === sheet
        ? { ...reference, sheet: name }
        : reference,
    ),
  );
}

/** The same for named ranges. */
export function renameRangeInFormulas(book: Book, from: string, to: string): void {
  rewriteAll(book, (_, formula) => {
    let result = '';
    let copied = 0;
    for (const { start, end } of namesIn(formula, from)) {
      result += formula.slice(copied, start) + to;
      copied = end;
    }
    return result + formula.slice(copied);
  });
}

/** Tells if a formula of the spreadsheet names a range so. */
export function isNamedInFormulas(book: Book, name: string): boolean {
  for (const { formula } of formulasOf(book)) if (namesIn(formula, name).length > 0) return true;
  return false;
}

/** References to a sheet that is going to be deleted become errors. */
export function dropFromFormulas(book: Book, sheet: Sheet): void {
  rewriteAll(book, (own, formula) =>
    own === sheet
      ? formula
      : rewritten(formula, (reference) => (sheetOf(book, own, reference) === sheet ? undefined : reference)),
  );
}

/** The areas that formulas of a spreadsheet refer to, by the cells that hold these. */
export function* referredAreas(book: Book): Generator<{ from: Area; to: Area }> {
  for (const { sheet, row, column, formula } of formulasOf(book)) {
    const from = { book: book.record.id, sheet: sheet.record.id, row, column, rows: 1, columns: 1 };
    for (const reference of references(formula)) {
      const target = sheetOf(book, sheet, reference);
      if (target) yield { from, to: { ...from, sheet: target.record.id, ...spanOf(reference) } };
    }
  }
}

/** Finds the places of a name that is no function's. */
function namesIn(formula: string, name: string): Token[] {
  return tokenize(formula, '.').filter(
    ({ kind, text }, at, tokens) =>
      kind === 'name' && text.toLowerCase() === name.toLowerCase() && tokens[at + 1]?.text !== '(',
  );
}

function references(formula: string): Reference[] {
  return tokenize(formula, '.')
    .filter(({ kind }) => kind === 'reference')
    .map(({ text }) => parseReference(text))
    .filter((reference): reference is Reference => reference !== undefined);
}

/** The formula with other references; undefined is a reference to nothing. Everything else stays as it is written. */
function rewritten(formula: string, change: (reference: Reference) => Reference | undefined): string {
  let result = '';
  let copied = 0;
  for (const { kind, text, start, end } of tokenize(formula, '.')) {
    const reference = kind === 'reference' ? parseReference(text) : undefined;
    if (!reference) continue;
    const changed = change(reference);
    if (changed === reference) continue;
    result +=
      formula.slice(copied, start) +
      (changed ? prefixOf(changed, reference, text) + writeAddress(changed) : '#REF!');
    copied = end;
  }
  return result + formula.slice(copied);
}

/** The sheet in front of an address, as it was written unless it is another one. */
function prefixOf(changed: Reference, was: Reference, text: string): string {
  if (changed.sheet === was.sheet) return text.slice(0, text.lastIndexOf('!') + 1);
  return changed.sheet === undefined ? '' : `${quoteSheet(changed.sheet)}!`;
}

function rewriteAll(book: Book, change: (own: Sheet, formula: string) => string): void {
  for (const { sheet, row, column, formula } of [...formulasOf(book)]) {
    const changed = change(sheet, formula);
    if (changed !== formula) sheet.grid.setValue(row, column, { formula: changed });
  }
  // A formula of a rule is that of the first cell of its ranges, which moves as a cell does.
  for (const sheet of book.sheets)
    for (const rule of sheet.record.conditionalRules)
      rule.values = rule.values.map((value) =>
        typeof value === 'string' && value.startsWith('=') ? change(sheet, value) : value,
      );
}

function* formulasOf(book: Book): Generator<{ sheet: Sheet; row: number; column: number; formula: string }> {
  for (const sheet of book.sheets) {
    if (!sheet.grid.hasFormulas) continue;
    for (const [index, row] of sheet.grid.rows.entries())
      for (const [at, value] of (row?.values ?? []).entries())
        if (isFormula(value)) yield { sheet, row: index + 1, column: at + 1, formula: value.formula };
  }
}

function sheetOf(book: Book, own: Sheet, { sheet }: Reference): Sheet | undefined {
  if (sheet === undefined) return own;
  return book.sheets.find(({ record }) => record.name.toLowerCase() === sheet.toLowerCase());
}
