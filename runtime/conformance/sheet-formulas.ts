import { GAS_FAKES, INFERRED, type Json, REFERENCE, tabCasesOf, tableOf } from './case';

const TODAY = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;

/** The cells of the sheet from A1 on. */
const CELLS = [
  [1, 'apple', '', '2026-01-02', 0.1],
  [2, 'Banana', true, '2026-01-09', 0.2],
  [3.5, '', "'5", '2026-03-31 18:30', -7],
];

/** Function by function as the list and the page of each describe it. */
const COMPUTED: [formula: string, value: Json][] = [
  ['=1+2*3', 7],
  ['=(1+2)*3', 9],
  ['=7/2', 3.5],
  ['=2^3', 8],
  ['=50%', 0.5],
  ['=-A1', -1],
  ['="a"&"b"&1.5&TRUE', 'ab1.5TRUE'],
  ['="say ""hi"""', 'say "hi"'],
  ['=A1', 1],
  ['=$A$1+A2', 3],
  ['=C1', ''],
  ['=C1+1', 1],
  ['=C1=""', true],
  ['=C1=0', true],
  ['=1=1', true],
  ['="a"="A"', true],
  ['=1="1"', false],
  ['=2>1', true],
  ['="b">"a"', true],
  ['=1<>1', false],
  ['="5"+1', 6],
  ['=TRUE+1', 2],
  ['=E1+E2', 0.1 + 0.2],
  ['=SUM(A1:A3)', 6.5],
  ['=SUM(A:A)', 6.5],
  ['=SUM(A2:A)', 5.5],
  ['=COUNT(3:3)', 4],
  ['=sum(A1:C3)', 6.5],
  ['=SUM(A1,"2",TRUE)', 4],
  ['=AVERAGE(A1:A2)', 1.5],
  ['=MIN(A1:B3)', 1],
  ['=MAX(A1:A3,10)', 10],
  ['=MAX(B1:B3)', 0],
  ['=COUNT(A1:C3)', 3],
  ['=COUNTA(A1:C3)', 7],
  ['=COUNTBLANK(A1:C3)', 2],
  ['=COUNTIF(A1:A3,">1")', 2],
  ['=COUNTIF(A1:A3,2)', 1],
  ['=COUNTIF(B1:B2,"banana")', 1],
  ['=COUNTIF(B1:B2,"*an*")', 1],
  ['=COUNTIF(B1:B2,"<>apple")', 1],
  ['=SUMIF(B1:B2,"apple",A1:A2)', 1],
  ['=SUMIF(A1:A3,">=2")', 5.5],
  ['=ROUND(2.5)', 3],
  ['=ROUND(-2.5)', -3],
  ['=ROUND(1.005,2)', 1.01],
  ['=ROUND(1234,-2)', 1200],
  ['=ROUNDUP(1.21,1)', 1.3],
  ['=ROUNDDOWN(-1.29,1)', -1.2],
  ['=ABS(-3)', 3],
  ['=INT(-1.5)', -2],
  ['=MOD(-7,3)', 2],
  ['=SIGN(-2)', -1],
  ['=SQRT(16)', 4],
  ['=POWER(2,10)', 1024],
  ['=IF(A1=1,"one","other")', 'one'],
  ['=IF(FALSE,1)', false],
  ['=IF(TRUE,,1)', ''],
  ['=IFS(A1>5,"a",A1>0,"b")', 'b'],
  ['=IFERROR(1/0,"none")', 'none'],
  ['=IFERROR(2,"none")', 2],
  ['=AND(TRUE,A1=1)', true],
  ['=OR(FALSE,A1=2)', false],
  ['=NOT(FALSE)', true],
  ['=ISBLANK(C1)', true],
  ['=ISBLANK(A1)', false],
  ['=ISNUMBER(A1)', true],
  ['=ISNUMBER(1/0)', false],
  ['=ISTEXT(B1)', true],
  ['=CONCATENATE("a",1,"b")', 'a1b'],
  ['=CONCAT("a","b")', 'ab'],
  ['=JOIN("-",B1:B2,"c")', 'apple-Banana-c'],
  ['=LEFT("abc",2)', 'ab'],
  ['=RIGHT("abc")', 'c'],
  ['=MID("abcd",2,2)', 'bc'],
  ['=LEN("abc")', 3],
  ['=UPPER("aB")', 'AB'],
  ['=LOWER("aB")', 'ab'],
  ['=PROPER("the big SHORT")', 'The Big Short'],
  ['=TRIM("  a   b ")', 'a b'],
  ['=SUBSTITUTE("aXbX","X","-")', 'a-b-'],
  ['=SUBSTITUTE("aXbX","X","-",2)', 'aXb-'],
  ['=FIND("b","abc")', 2],
  ['=SEARCH("B","abc")', 2],
  ['=VALUE("1,234.5")', 1234.5],
  ['=TEXT(1234.5,"#,##0.00")', '1,234.50'],
  ['=TEXT(D1,"yyyy-mm-dd")', '2026-01-02'],
  ['=EXACT("a","A")', false],
  ['=REPT("ab",3)', 'ababab'],
  ['=D2-D1', 7],
  ['=YEAR(D1)', 2026],
  ['=MONTH(D3)', 3],
  ['=DAY(D3)', 31],
  ['=HOUR(D3)', 18],
  ['=MINUTE(D3)', 30],
  ['=SECOND(D3)', 0],
  ['=WEEKDAY(D1)', 6],
  ['=WEEKDAY(D1,2)', 5],
  ['=DATE(2026,14,1)', '2027-02-01T00:00:00.000Z'],
  ['=D1', '2026-01-02T00:00:00.000Z'],
  ['=D1+1', '2026-01-03T00:00:00.000Z'],
  ['=MAX(D1:D2)', '2026-01-09T00:00:00.000Z'],
  ['=TODAY()', TODAY],
  ['=INDEX(A1:B3,2,2)', 'Banana'],
  ['=INDEX(A1:A3,3)', 3.5],
  ['=MATCH("BANANA",B1:B3,0)', 2],
  ['=VLOOKUP(2,A1:B3,2,FALSE)', 'Banana'],
  ['=HYPERLINK("https://example.com","label")', 'label'],
  ['=HYPERLINK("https://example.com")', 'https://example.com'],
  ['=TRUE', true],
  ['=false()', false],
  ['=SUM(1;2)', 3],
  [' =1', ' =1'],
  ['+1+2', 3],
  ['=NOSUCH(1)', '#NAME?'],
  ['=nothing', '#NAME?'],
  ['=1+', '#ERROR!'],
  ['=SUM(1', '#ERROR!'],
  ['=1 2', '#ERROR!'],
  ['= ) (', '#ERROR!'],
  ['=1/0', '#DIV/0!'],
  ['=AVERAGE(B1:B2)', '#DIV/0!'],
  ['="a"+1', '#VALUE!'],
  ['=FIND("x","abc")', '#VALUE!'],
  ['=Nowhere!A1', '#REF!'],
  ['=Z2000', '#REF!'],
  ['=#REF!+1', '#REF!'],
  ['=MATCH("x",B1:B3,0)', '#N/A'],
  ['=VLOOKUP("x",A1:B3,2,FALSE)', '#N/A'],
  ['=ABS()', '#N/A'],
  ['=SQRT(-1)', '#NUM!'],
  ['=MOD(1,0)', '#DIV/0!'],
  ['+49 30 1234', '#ERROR!'],
  ['- milk', '#NAME?'],
  ['@home', '#NAME?'],
  ['=0^0', '#NUM!'],
  ['=IFERROR(NOSUCH(),"caught")', 'caught'],
];

/** Each in the cell that it is relative to. */
const R1C1: [r1c1: string, cell: string, formula: string, canonical: string][] = [
  ['=R[1]C[1]', 'A1', '=B2', '=R[1]C[1]'],
  ['=R1C1', 'C3', '=$A$1', '=R1C1'],
  ['=R[1]C1', 'D4', '=$A5', '=R[1]C1'],
  ['=R[-2]C[-1]', 'E5', '=D3', '=R[-2]C[-1]'],
  ['=R[-1]C[-1]+R1C1*R[1]C[1]', 'G7', '=F6+$A$1*H8', '=R[-1]C[-1]+R1C1*R[1]C[1]'],
  ['=R[-1]C & " some R1C1"', 'H15', '=H14 & " some R1C1"', '=R[-1]C[0] & " some R1C1"'],
  ['=SUM(R[-1]C:R[-1]C[2])', 'A2', '=SUM(A1:C1)', '=SUM(R[-1]C[0]:R[-1]C[2])'],
  ['=SUM(R1C1:R2C[0])', 'B3', '=SUM($A$1:B$2)', '=SUM(R1C1:R2C[0])'],
  ["='R1C1'!R1C1", 'B3', "='R1C1'!$A$1", "='R1C1'!R1C1"],
  ['=LOG10(R[0]C[1])', 'B3', '=LOG10(C3)', '=LOG10(R[0]C[1])'],
  ['=R[-1]C', 'A1', '=#REF!', '=#REF!'],
];

const listed = tabCasesOf('sheet-formulas', 'https://support.google.com/docs/table/25273');
const documented = tabCasesOf('sheet-formulas', `${REFERENCE}/spreadsheet/range`);
const inferred = tabCasesOf('sheet-formulas', INFERRED);

/** Cases of the results of formulas, and of what they follow. */
export const SHEET_FORMULAS = [
  listed(
    'values',
    tableOf(COMPUTED, ([, value]) => value),
    (sheet) => {
      sheet.getRange(1, 1, 3, 5).setValues(CELLS);
      const column = sheet
        .getRange(1, 8, COMPUTED.length, 1)
        .setValues(COMPUTED.map(([formula]) => [formula]));
      const values = column.getValues().flat();
      return Object.fromEntries(COMPUTED.map(([formula], row) => [formula, values[row]]));
    },
  ),
  inferred('circle.is-no-reference', ['#REF!', '#REF!', '#REF!', '#REF!'], (sheet) => {
    const formulas = ['=A2', '=A3+1', '=IFERROR(A1,5)', '=A4'].map((formula) => [formula]);
    return sheet.getRange('A1:A4').setValues(formulas).getValues().flat();
  }),
  inferred(
    'format.is-that-of-the-cell-or-of-what-it-refers-to',
    [
      ['2026-01-02', '0.3333333333', '3.50', '25%'],
      ['yyyy-mm-dd', '0.###############', '0.00', '0%'],
    ],
    (sheet) => {
      sheet.getRange('D1').setValue('2026-01-02');
      const range = sheet.getRange('H1:H4').setValues([['=D1'], ['=1/3'], ['=3.5'], ['=1/4']]);
      sheet.getRange('H3').setNumberFormat('0.00');
      sheet.getRange('H4').setNumberFormat('0%');
      return [range.getDisplayValues().flat(), range.getNumberFormats().flat()];
    },
  ),
  documented(
    'of-a-range-is-copied-into-its-cells',
    [
      [
        ['=A1+$A$1', '=B1+$A$1'],
        ['=A2+$A$1', '=B2+$A$1'],
      ],
      [['=A1'], ['=A2']],
    ],
    (sheet) => [
      sheet.getRange('C1:D2').setFormula('=A1+$A$1').getFormulas(),
      sheet.getRange('E1:E2').setValue('=A1').getFormulas(),
    ],
  ),
  documented(
    'copied.has-references-that-moved-but-for-those-with-$',
    ['=C4+$A4+C$1+$A$1+SUM(C:C)&"A1"', '=#REF!+#REF!+A$1+$A$1+SUM(A:A)&"A1"'],
    (sheet) => {
      const from = sheet.getRange('H2').setFormula('=A1+$A1+A$1+$A$1+SUM(A:A)&"A1"');
      return ['J5', 'H1'].map((a1) => {
        from.copyTo(sheet.getRange(a1));
        return sheet.getRange(a1).getFormula();
      });
    },
  ),
  inferred('follows-its-cells', ['=A2+SUM(A2:A4)', '=B1+#REF!', '=A9'], (sheet) => {
    sheet.getRange('E5').setFormula('=A1+SUM(A1:A3)');
    sheet.insertRowBefore(1);
    const inserted = sheet.getRange('E6').getFormula();
    const deleted = sheet.getRange('E7').setFormula('=C1+B1');
    sheet.deleteColumn(2);
    const moved = sheet.getRange('E8').setFormula('=A1');
    sheet.getRange('A1').moveTo(sheet.getRange('A9'));
    return [inserted, deleted.offset(0, -1).getFormula(), moved.getFormula()];
  }),
  inferred(
    'follows-a-named-range-that-is-renamed',
    ['=cased_extent+SUM(cased_extent,A1)&"cased_size"', '21cased_size'],
    (sheet, spreadsheet) => {
      spreadsheet.setNamedRange('cased_size', sheet.getRange('A1').setValue(7));
      const formula = sheet.getRange('B1').setFormula('=CASED_SIZE+SUM(cased_size,A1)&"cased_size"');
      const own = (named: GoogleAppsScript.Spreadsheet.NamedRange) => /^cased_/.test(named.getName());
      try {
        spreadsheet.getNamedRanges().find(own)?.setName('cased_extent');
        return [formula.getFormula(), formula.getValue()];
      } finally {
        formula.clear();
        for (const named of spreadsheet.getNamedRanges().filter(own)) named.remove();
      }
    },
  ),
  tabCasesOf('sheet-formulas', GAS_FAKES)(
    'r1c1',
    tableOf(R1C1, ([, , ...both]) => both),
    (sheet) =>
      tableOf(R1C1, ([r1c1, a1]) => {
        const cell = sheet.getRange(a1).setFormulaR1C1(r1c1);
        return [cell.getFormula(), cell.getFormulaR1C1()];
      }),
  ),
  documented('r1c1-of-none-is-null', null, (sheet) => sheet.getRange('A1').getFormulaR1C1()),
];
