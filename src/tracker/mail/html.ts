import { convert, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';

type Walk = Parameters<FormatCallback>[1];
type Builder = Parameters<FormatCallback>[2];

const SECTIONS = ['thead', 'tbody', 'tfoot'];
/** Characters: a longer word or link would push the columns behind it out of sight. */
const MAX_WIDTH = 60;
/** Limit of what all cells say they span, in places of rows and columns: the time that columns take grows with it. */
const MAX_PLACES = 10_000;

/** Names for one kind each: a table or a link is renamed once it is known which it is. */
const DATA_TABLE = 'data-table';
const LAYOUT_TABLE = 'layout-table';
const TEXT_LINK = 'text-link';

/** Addresses that lead somewhere from here. The library has taken `mailto:` away. */
const REACHABLE = /^(https?:|mailto:|[^:/]+@)/i;

const BREAKS = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  // A mail may go on behind its body, or have several: a list has added its footer, a person has forwarded one.
  baseElements: { selectors: [] },
  formatters: { table: formatTable, link: formatLink, alt: formatAlt },
  selectors: [
    { selector: 'title', format: 'skip' },
    { selector: 'img', format: 'alt' },
    { selector: 'a', format: 'link' },
    {
      selector: TEXT_LINK,
      format: 'anchor',
      options: {
        linkBrackets: ['[', ']'],
        hideLinkHrefIfSameAsText: true,
        pathRewrite: (href: string) => (REACHABLE.test(href) ? href : ''),
      },
    },
    { selector: 'table', format: 'table' },
    {
      selector: DATA_TABLE,
      format: 'dataTable',
      options: {
        uppercaseHeaderCells: false,
        maxColumnWidth: MAX_WIDTH,
        leadingLineBreaks: 2,
        trailingLineBreaks: 2,
      },
    },
    ...[LAYOUT_TABLE, 'caption', 'tr', 'td', 'th'].map((selector) => ({
      selector,
      format: 'block',
      options: BREAKS,
    })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/** Links, lists and tables stay readable, pictures leave their alternative text; scripts and styles go. */
export function htmlToText(html: string): string {
  try {
    return tidyLines(convert(html, OPTIONS));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The markup is nested too deeply for any parser's stack.
    return html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/[ \t]+/g, ' ')
      .trim();
  }
}

/** Lines of what cannot be seen are blank, and several blank lines are one. */
function tidyLines(text: string): string {
  return text
    .replace(/^[\u034f\s\u00ad\u200b-\u200f\u2060\ufeff]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function formatAlt({ attribs }: DomNode, _walk: Walk, builder: Builder): void {
  if (attribs.alt) builder.addInline(` ${attribs.alt} `);
}

/** The address after the text, or alone where a picture says nothing: two of those in a row stay apart. */
function formatLink(link: DomNode, walk: Walk, builder: Builder): void {
  const { href = '' } = link.attribs;
  link.name = TEXT_LINK;
  if (link.children.some((child) => textIn(child).trim())) walk([link], builder);
  else if (REACHABLE.test(href)) builder.addInline(` [${href}] `);
}

/** Data in columns; a table that only arranges the page block by block. */
function formatTable(table: DomNode, walk: Walk, builder: Builder): void {
  table.name = isDataTable(table) ? DATA_TABLE : LAYOUT_TABLE;
  if (table.name === DATA_TABLE) unpad(table);
  // The library's columns leave the caption out.
  if (table.name === DATA_TABLE)
    walk(
      elementsIn(table).filter(({ name }) => name === 'caption'),
      builder,
    );
  walk([table], builder);
}

/**
 * One of at least two columns, without another inside, that says what it is by its headings or its border, or has
 * several rows of several short cells.
 */
function isDataTable(table: DomNode): boolean {
  const { role, border } = table.attribs;
  if (role === 'presentation' || role === 'none' || hasInside(table, ['table'])) return false;
  const rows = cellsOf(table)?.map((row) => row.map((cell) => textIn(cell).split(/\s+/).filter(Boolean)));
  if (!rows || rows.flat(2).some(({ length }) => length > MAX_WIDTH)) return false;
  const wide = rows.filter((row) => row.filter((words) => words.length > 0).length > 1);
  if (Number(border) > 0 || hasInside(table, ['caption', 'thead', 'th'])) return wide.length > 0;
  return wide.length > 1 && rows.flat().every((words) => words.join(' ').length <= MAX_WIDTH);
}

/** Row by row. Undefined where columns would lose text in odd places, or take too long. */
function cellsOf(table: DomNode): DomNode[][] | undefined {
  const sections = elementsIn(table).filter(({ name = '' }) => SECTIONS.includes(name));
  const rows = [table, ...sections].flatMap(elementsIn).filter(({ name }) => name === 'tr');
  const isWellFormed =
    holdsOnly(table, ['tr', 'caption', 'colgroup', 'col', ...SECTIONS]) &&
    sections.every((section) => holdsOnly(section, ['tr'])) &&
    rows.every((row) => holdsOnly(row, ['td', 'th']));
  const cells = rows.map(elementsIn);
  const places = cells
    .flat()
    .reduce((sum, { attribs }) => sum + span(attribs.colspan) * span(attribs.rowspan), 0);
  return isWellFormed && places <= MAX_PLACES ? cells : undefined;
}

/** Infinite where it is written in an odd way. */
function span(written = '1'): number {
  return /^\d{1,5}$/.test(written) ? Number(written) : Infinity;
}

function elementsIn({ children }: DomNode): DomNode[] {
  return children.filter(({ type }) => type === 'tag');
}

function holdsOnly({ children }: DomNode, names: readonly string[]): boolean {
  return children.every(({ type, name = '', data = '' }) =>
    type === 'tag' ? names.includes(name) : type !== 'text' || data.trim() === '',
  );
}

function hasInside(node: DomNode, names: readonly string[]): boolean {
  return elementsIn(node).some((element) => names.includes(element.name ?? '') || hasInside(element, names));
}

/** Takes away the spaces that do not break, by which a table keeps its columns apart in a browser. */
function unpad(node: DomNode): void {
  if (node.type === 'text') node.data = node.data?.replace(/\u00a0/g, ' ');
  else node.children?.forEach(unpad);
}

/** Text with the alternative texts of pictures and the addresses of links. */
function textIn({ type, data = '', attribs: { alt = '', href = '' } = {}, children = [] }: DomNode): string {
  return type === 'text' ? data : `${children.map(textIn).join('')} ${alt} ${href}`;
}
