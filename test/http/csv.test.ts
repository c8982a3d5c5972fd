import fc from 'fast-check';
import { parseCsv, toCsv } from '../../src/http/csv';
import { randomCases } from '../harness/extent';

describe('CSV that is read', () => {
  test.each<[string, string, string[][]]>([
    [
      'lines ended by LF',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines ended by CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines ended by CR',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a last line without an end', 'a\n1', [['a'], ['1']]],
    [
      'a byte order mark',
      '\ufeffa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a quoted header after a byte order mark',
      '\ufeff"a",b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'blank lines',
      '\r\na,b\n\n1,2\n,\n""\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a last cell that is empty',
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['a line with one cell', 'a,b\n1', [['a', 'b'], ['1']]],
    [
      'separators, quotes and lines within quotes',
      'a,b\n"1,""2""","x\r\ny"',
      [
        ['a', 'b'],
        ['1,"2"', 'x\r\ny'],
      ],
    ],
    ['a quote within a bare cell', 'a\n5" pipe', [['a'], ['5" pipe']]],
    [
      'blanks',
      'a, b \n 1 ,2',
      [
        ['a', ' b '],
        [' 1 ', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a header in quotes with the other separator',
      '"a;x;y",b\n1,2',
      [
        ['a;x;y', 'b'],
        ['1', '2'],
      ],
    ],
    ['a defused formula', "a\n'=1+1", [['a'], ['=1+1']]],
    ['an apostrophe', "a\n'tis", [['a'], ["'tis"]]],
    ['nothing', '', []],
  ])('may have %s', (_, text, lines) => expect(parseCsv(text)).toEqual(lines));

  test.each([
    ['a,b\n1,"2', 'The CSV is not valid. A quote is never closed (line 2).'],
    [
      'a,b\n1,"2"x\n',
      'The CSV is not valid. A separator or a line end must follow a closing quote (line 2).',
    ],
    ['a;b\n"1",2\n', 'The CSV is not valid. A separator or a line end must follow a closing quote (line 2).'],
  ])('%j is refused with the line', (text, message) => {
    expect(() => parseCsv(text)).toThrow(
      expect.objectContaining({ status: 400, code: 'malformed_csv', message }),
    );
  });
});

describe('CSV that is written', () => {
  test.each<[unknown, string]>([
    ['plain', 'plain'],
    ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
    ['+15551234567', "'+15551234567"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\uff1d1', "'\uff1d1"],
    ["'=1", "''=1"],
    ["'tis", "'tis"],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [-5, '-5'],
    [1.5, '1.5'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [['a'], '"[""a""]"'],
  ])('has %j as %j', (value, cell) => expect(toCsv(['x'], [{ x: value }])).toBe(`x\r\n${cell}\r\n`));

  test('has the columns in their order, and nothing else of the rows', () => {
    expect(toCsv(['b', 'a'], [{ a: 1, b: 2, c: 3 } as { a: number; b: number }])).toBe('b,a\r\n2,1\r\n');
    expect(toCsv(['a', 'b'], [])).toBe('a,b\r\n');
  });

  const APT = [
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ',',
    ';',
    '\r',
    '\n',
    '\t',
    ' ',
    '\ufeff',
    'a',
    '\uff1d',
    '\ud83d',
  ];
  const Text = fc.string({ unit: fc.oneof(fc.constantFrom(...APT), fc.string({ maxLength: 1 })) });

  test('is read as it was, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(Text, Text)), (pairs) => {
        const rows = pairs.map(([a, b]) => ({ a, b }));
        const withText = pairs.filter((pair) => pair.join('') !== '');
        expect(parseCsv(toCsv(['a', 'b'], rows))).toEqual([['a', 'b'], ...withText]);
      }),
      randomCases(100, 2_000),
    );
  });

  test('no cell of it begins as a formula', () => {
    fc.assert(
      fc.property(Text, (text) => {
        const [, cell = ''] = /^x\r\n"?([\s\S]*)$/.exec(toCsv(['x'], [{ x: text }])) ?? [];
        expect(cell).not.toMatch(/^[=+\-@\t\r\n\uff1d]./);
      }),
      randomCases(100, 2_000),
    );
  });

  test('any text at all is read or refused, never a crash', () => {
    fc.assert(
      fc.property(Text, (text) => {
        try {
          parseCsv(text);
        } catch (error) {
          expect(error).toMatchObject({ code: 'malformed_csv' });
        }
      }),
      randomCases(100, 2_000),
    );
  });

  test('a million characters take no longer than their length', () => {
    const text = `a\n"${'""'.repeat(200_000)}"\n${'x,'.repeat(200_000)}`;
    expect(parseCsv(text).map((line) => line.length)).toEqual([1, 1, 200_001]);
  });
});
