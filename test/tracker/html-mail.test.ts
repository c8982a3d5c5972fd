import { testLong } from '../harness/extent';
import { type Desk, startTracking } from '../harness/local';
import { takeInAll, withContent } from './take-in';

describe('mail in HTML', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startTracking();
  });
  afterAll(() => desk.close());

  const textsOf = async (...pages: readonly string[]) => {
    const messages = pages.map((html) => withContent(`Content-Type: text/html; charset=utf-8\n\n${html}\n`));
    return (await takeInAll(desk, messages)).map(({ body }) => body);
  };
  const textOf = async (html: string) => String((await textsOf(html))[0]);

  const ROWS = '<tr><td>Item</td><td>Price</td></tr><tr><td>Lamp</td><td>12.50</td></tr>';
  const COLUMNS = 'Item   Price\nLamp   12.50';
  const BLOCKS = 'Item\nPrice\nLamp\n12.50';
  const LONG = 'a sentence that is much too long for a cell of a table that holds nothing but data';

  test('shows a table of data in columns', async () => {
    const tables = [
      ['several rows of several short cells', `<table>${ROWS}</table>`],
      ['sections', `<table><tbody>${ROWS}</tbody></table>`],
      [
        'headings in one row',
        '<table><thead><tr><th>Item</th><th>Price</th></tr></thead><tr><td>Lamp</td><td>12.50</td></tr></table>',
      ],
    ] as const;
    const texts = await textsOf(...tables.map(([, table]) => `<p>Hello</p>${table}<p>Bye</p>`));
    expect(texts.map((text, at) => [tables[at]?.[0], text])).toEqual(
      tables.map(([what]) => [what, `Hello\n\n${COLUMNS}\n\nBye`]),
    );
  });

  test('shows a table with a border in columns, however long its cells are', async () => {
    const text = await textOf(`<table border="1"><tr><td>Why</td><td>${LONG}</td></tr></table>`);
    expect(text).toMatch(/^Why {3}a sentence/);
  });

  test('shows the caption of a table above it', async () => {
    const text = await textOf(`<table><caption>Your order</caption>${ROWS}</table>`);
    expect(text).toMatch(/^Your order\n+Item {3}Price\nLamp {3}12\.50$/);
  });

  test('reads a table block by block that is none of data', async () => {
    const tables = [
      ['is said to be for presentation', `<table role="presentation" border="1">${ROWS}</table>`, BLOCKS],
      ['has one row', '<table><tr><td>Logo</td><td>Menu</td></tr></table>', 'Logo\nMenu'],
      ['has one column', '<table><tr><td>Logo</td></tr><tr><td>Text</td></tr></table>', 'Logo\nText'],
      [
        'has sentences in its cells',
        `<table><tr><td>Left</td><td>${LONG}</td></tr><tr><td>Below</td><td>Right</td></tr></table>`,
        `Left\n${LONG}\nBelow\nRight`,
      ],
      ['has text between its cells', `<table>Loose${ROWS}</table>`, `Loose\n${BLOCKS}`],
      [
        'says that a cell spans a million columns',
        `<table><tr><td colspan="1000000000">Item</td><td>Price</td></tr><tr><td>Lamp</td><td>12.50</td></tr></table>`,
        BLOCKS,
      ],
    ] as const;
    const texts = await textsOf(...tables.map(([, table]) => table));
    expect(texts.map((text, at) => [tables[at]?.[0], text])).toEqual(
      tables.map(([what, , expected]) => [what, expected]),
    );
  });

  test('reads a table around others block by block, and the data inside it in columns', async () => {
    const inner = `<table>${ROWS}</table>`;
    const text = await textOf(`<table><tr><th>Shop</th><th>News</th></tr><tr><td>${inner}</td></tr></table>`);
    expect(text).toBe(`Shop\nNews\n\n${COLUMNS}`);
  });

  test('reads a table of thousands of rows in a moment, and all of it', async () => {
    const rows = '<tr><td>a</td><td>b</td></tr>\n'.repeat(6_000);
    expect(await textOf(`<table>\n${rows}</table>`)).toBe('a\nb\n'.repeat(6_000).trim());
  });

  test('reads a table block by block whose words or links would push its columns out of sight', async () => {
    const contents = [
      ['words', LONG.replaceAll(' ', '-')],
      ['links', '<a href="https://shop.example/lamps?campaign=of-autumn&customer=12345678">Lamp</a>'],
    ] as const;
    const texts = await textsOf(
      ...contents.map(
        ([, content]) =>
          `<table><tr><th>Item</th><th>Price</th></tr><tr><td>${content}</td><td>12.50</td></tr></table>`,
      ),
    );
    expect(texts).toEqual(contents.map(() => expect.stringMatching(/^Item\nPrice\n\S.*\n12\.50$/)));
  });

  testLong('reads a table in a moment whose cells say that each spans hundreds of others', async () => {
    const row = `<tr>${'<td rowspan="900" colspan="900">a</td>'.repeat(30)}</tr>`;
    expect(await textOf(`<table border="1">${row.repeat(30)}</table>`)).toMatch(/^a\na\n/);
  });

  test('keeps the alternative text of pictures, and nothing of those without', async () => {
    const html =
      '<p>See <img src="https://x.example/a.png" alt="the broken lamp"><img src="https://x.example/t.gif"><img src="b.png" alt="and bulb"></p>';
    expect(await textOf(html)).toBe('See the broken lamp and bulb');
  });

  test('makes one blank line of several, whatever invisible they consist of', async () => {
    const html = '<p>One</p><p>&nbsp;</p><div>&zwnj;&nbsp;&#847;</div><br><br><br><h1>Two</h1><br><br>';
    expect(await textOf(html)).toBe('One\n\nTwo');
  });

  test('is read behind the end of its body as well', async () => {
    const html = '<html><head><title>Mail</title></head><body><p>Hello</p></body></html><p>-- the list</p>';
    expect(await textOf(html)).toBe('Hello\n\n-- the list');
  });
});
