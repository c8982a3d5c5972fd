import { casesOf, errorOf, GAS_FAKES, INFERRED, REFERENCE, tabCasesOf } from './case';

const documented = tabCasesOf('sheet-looks', `${REFERENCE}/spreadsheet/range`);
const measured = tabCasesOf('sheet-looks', GAS_FAKES);
const builders = casesOf('sheet-looks', GAS_FAKES);

/** Text styles, colors, wrapping, filters. */
export const SHEET_LOOKS = [
  measured('alignment.normal-is-general-left', ['general-left', 'right', 'general'], (sheet) =>
    (['normal', 'right', null] as const).map((alignment) =>
      sheet.getRange('A1').setHorizontalAlignment(alignment).getHorizontalAlignment(),
    ),
  ),
  measured('wrap.unset-says-that-it-wraps', [true, 'OVERFLOW', false, true], (sheet) => {
    const cell = sheet.getRange('A1');
    const unset = [cell.getWrap(), String(cell.getWrapStrategy())];
    return [...unset, cell.setWrap(false).getWrap(), cell.setWrap(true).getWrap()];
  }),
  tabCasesOf('sheet-looks', INFERRED)(
    'text-style.keeps-what-it-does-not-say',
    [
      ['Arial', 10, '#000000', false, false, false, false],
      ['Arial', 10, '#00ff00', true, false, true, true],
      'bold',
    ],
    (sheet) => {
      const cell = sheet.getRange('A1');
      const read = () => {
        const style = cell.getTextStyle();
        const text = [style.getFontFamily(), style.getFontSize(), style.getForegroundColor()];
        return [...text, style.isBold(), style.isItalic(), style.isUnderline(), style.isStrikethrough()];
      };
      const before = read();
      const { newTextStyle } = SpreadsheetApp;
      cell.setTextStyle(newTextStyle().setUnderline(true).setForegroundColor('#00ff00').build());
      cell.setTextStyle(newTextStyle().setBold(true).setStrikethrough(true).build());
      return [before, read(), cell.getFontWeight()];
    },
  ),
  builders('text-style.says-only-what-was-set', [true, 12, null, null, null], () => {
    const built = SpreadsheetApp.newTextStyle().setBold(true).setFontSize(12).build();
    const unset = [built.isItalic(), built.getFontFamily(), built.getForegroundColor()];
    return [built.isBold(), built.getFontSize(), ...unset];
  }),
  documented(
    'colors.as-objects',
    [
      ['UNSUPPORTED', 'RGB', 'ACCENT1'],
      ['#ff8000', '#ffffff'],
      ['#ff8000', '#ff8000'],
      [255, 128, 0],
      ['Exception', 'Exception'],
    ],
    (sheet) => {
      const range = sheet.getRange('A1:B1');
      const rgb = SpreadsheetApp.newColor().setRgbColor('#FF8000').build();
      const theme = SpreadsheetApp.newColor().setThemeColor(SpreadsheetApp.ThemeColorType.ACCENT1).build();
      range.setBackgroundObjects([[rgb, null as never]]).setFontColorObject(rgb);
      const color = range.getBackgroundObject().asRgbColor();
      return [
        [
          SpreadsheetApp.newColor().getColorType(),
          rgb.getColorType(),
          theme.asThemeColor().getThemeColorType(),
        ].map(String),
        range.getBackgroundObjects()[0]?.map((one) => one.asRgbColor().asHexString()),
        range.getFontColors()[0],
        [color.getRed(), color.getGreen(), color.getBlue()],
        [errorOf(() => theme.asRgbColor(), 'RgbColor'), errorOf(() => rgb.asThemeColor(), 'ThemeColor')],
      ];
    },
  ),
  documented('rotation-and-direction', [[45, 45], true, 0, null, 'RIGHT_TO_LEFT'], (sheet) => {
    const range = sheet.getRange('A1:B1').setTextRotation(45);
    const turned = range.getTextRotations()[0]?.map((rotation) => rotation.getDegrees());
    const cell = range.getCell(1, 1).setVerticalText(true);
    const [vertical, direction] = [cell.getTextRotation(), cell.getTextDirection()];
    cell.setTextDirection(SpreadsheetApp.TextDirection.RIGHT_TO_LEFT);
    return [turned, vertical.isVertical(), vertical.getDegrees(), direction, String(cell.getTextDirection())];
  }),
  measured(
    'formula.null-is-none',
    [
      ['', '=3+3'],
      ['', ''],
    ],
    (sheet) => {
      const range = sheet.getRange('A1:B1').setFormulas([['=1+1', '=2+2']]);
      const first = range.setFormulas([[null as never, '=3+3']]).getFormulas()[0];
      return [first, range.setFormula(null as never).getFormulas()[0]];
    },
  ),
  measured('filter.only-one-in-a-sheet', 'Exception', (sheet) => {
    sheet.getRange('A1:B2').createFilter();
    return errorOf(() => sheet.getRange('A1:C3').createFilter());
  }),
  measured(
    'filter.is-that-of-the-sheet-and-sorts-below-its-header',
    ['A1:B4', ['Name', 'C', 'B', 'A'], ['NUMBER_GREATER_THAN', [15]], null],
    (sheet) => {
      const table = sheet.getRange('A1:B4').setValues([
        ['Name', 'Count'],
        ['A', 10],
        ['C', 30],
        ['B', 20],
      ]);
      table.createFilter();
      const filter = sheet.getRange('F9').getFilter() as GoogleAppsScript.Spreadsheet.Filter;
      filter.sort(2, false);
      const names = table.getValues().map(([name]) => name);
      const above = SpreadsheetApp.newFilterCriteria().whenNumberGreaterThan(15).build();
      const kept = filter.setColumnFilterCriteria(2, above).getColumnFilterCriteria(2);
      const criteria = [String(kept?.getCriteriaType()), kept?.getCriteriaValues()];
      filter.removeColumnFilterCriteria(2);
      return [filter.getRange().getA1Notation(), names, criteria, filter.getColumnFilterCriteria(2)];
    },
  ),
  builders('criteria.of-a-relative-date', ['DATE_AFTER_RELATIVE', 'TODAY'], () => {
    const { TODAY } = SpreadsheetApp.RelativeDate;
    const criteria = SpreadsheetApp.newFilterCriteria().whenDateAfter(TODAY).build();
    return [String(criteria.getCriteriaType()), String(criteria.getCriteriaValues()[0])];
  }),
  measured(
    'split.keeps-empty-parts',
    [
      ['a', '', 'c'],
      ['alone', '', ''],
      [7, '', ''],
      ['a', '', 'c'],
    ],
    (sheet) => {
      sheet.getRange('A1:A4').setValues([['a::c'], ['alone'], [7], ['a;;c']]);
      sheet.getRange('A1:A3').splitTextToColumns(':');
      sheet.getRange('A4').splitTextToColumns(SpreadsheetApp.TextToColumnsDelimiter.SEMICOLON);
      return sheet.getRange('A1:C4').getValues();
    },
  ),
];
