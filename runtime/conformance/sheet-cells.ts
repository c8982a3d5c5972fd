import { GAS_FAKES, INFERRED, type Json, PUBLIC_SCRIPTS, REFERENCE, tabCasesOf, tableOf } from './case';

const COLORS: [given: string, color: string][] = [
  ['red', '#ff0000'],
  ['LightCoral', '#f08080'],
  ['#FFF', '#ffffff'],
  ['#AbCdEf', '#abcdef'],
];

/** The rest of a checked box with a background and a note: of a range's cell, and of one of a list if that differs. */
const CLEARED: [options: string, left: Json[], leftOfList?: Json[]][] = [
  ['contentsOnly', ['', '#ff0000', 'note', 'CHECKBOX']],
  ['formatOnly', [true, '#ffffff', 'note', 'CHECKBOX']],
  ['commentsOnly', [true, '#ff0000', '', 'CHECKBOX']],
  ['validationsOnly', [true, '#ff0000', 'note', '']],
  ['skipFilteredRows', ['', '#ffffff', 'note', 'CHECKBOX'], ['', '#ffffff', 'note', '']],
  ['contentsOnly skipFilteredRows', ['', '#ff0000', 'note', 'CHECKBOX']],
];

const documented = tabCasesOf('sheet-cells', `${REFERENCE}/spreadsheet/range`);
const measured = tabCasesOf('sheet-cells', GAS_FAKES);
const inferred = tabCasesOf('sheet-cells', INFERRED);

/** Cases of changes to cells. */
export const SHEET_CELLS = [
  measured(
    'color.is-returned-in-six-small-digits',
    tableOf(COLORS, ([, color]) => [color, color, color, '#ffffff']),
    (sheet) =>
      tableOf(COLORS, ([given]) => {
        const cell = sheet.getRange('A1').setBackground(given).setFontColor(given);
        const colors = [cell.getBackground(), cell.getFontColor(), sheet.setTabColor(given).getTabColor()];
        return [...colors, cell.setBackground(null).getBackground()];
      }),
  ),
  measured('color.of-a-tab-may-be-none', null, (sheet) =>
    sheet.setTabColor('red').setTabColor(null).getTabColor(),
  ),
  inferred(
    'clear.takes-what-its-options-name',
    tableOf(CLEARED, ([, left, leftOfList]) => [left, leftOfList ?? left]),
    (sheet) => {
      const make = () => {
        const cell = sheet.getRange('A1').clear().clearDataValidations().insertCheckboxes();
        return cell.check().setBackground('red').setNote('note');
      };
      const left = () => {
        const cell = sheet.getRange('A1');
        const rule = cell.getDataValidation();
        return [cell.getValue(), cell.getBackground(), cell.getNote(), String(rule?.getCriteriaType() ?? '')];
      };
      return tableOf(CLEARED, ([names]) => {
        const options = Object.fromEntries(names.split(' ').map((name) => [name, true]));
        make().clear(options);
        const one = left();
        make();
        sheet.getRangeList(['A1']).clear(options);
        return [one, left()];
      });
    },
  ),
  inferred('clear.of-a-list-takes-rules-and-of-a-range-does-not', [true, false], (sheet) => {
    const cell = sheet.getRange('A1').insertCheckboxes();
    const isKept = cell.clear().getDataValidation() !== null;
    sheet.getRangeList(['A1']).clear();
    return [isKept, cell.getDataValidation() !== null];
  }),
  measured(
    'checkboxes.others-are-neither-checked-nor-unchecked',
    [
      [false, 'NO', '', 'text'],
      [true, 'YES', 'DONE', 'text'],
      [false, 'NO', '', 'text'],
      [null, true, false, null],
    ],
    (sheet) => {
      const [range, boxes] = [sheet.getRange('A1:D1'), sheet.getRange('A1:C1')];
      sheet.getRange('A1').insertCheckboxes();
      sheet.getRange('B1').insertCheckboxes('YES', 'NO');
      sheet.getRange('C1').insertCheckboxes('DONE');
      sheet.getRange('D1').setValue('text');
      const inserted = range.getValues()[0];
      const checked = range.check().getValues()[0];
      const states = [range.isChecked(), boxes.isChecked()];
      const unchecked = range.uncheck().getValues()[0];
      states.push(boxes.isChecked(), sheet.getRange('A1').check() && sheet.getRange('A1:B1').isChecked());
      return [inserted, checked, unchecked, states];
    },
  ),
  documented(
    'checkboxes.are-removed-with-their-values',
    [
      ['', 'other', 'text'],
      [null, null, null],
    ],
    (sheet) => {
      const checkbox = SpreadsheetApp.newDataValidation().requireCheckbox().build();
      const range = sheet.getRange('A1:C1').setDataValidations([[checkbox, checkbox, null]]);
      range.setValues([[true, 'other', 'text']]).removeCheckboxes();
      return [range.getValues()[0], range.getDataValidations()[0]];
    },
  ),
  measured(
    'moved.onto-themselves',
    [
      [
        ['', 'A1', 'B1'],
        ['', 'A2', 'B2'],
      ],
      ['#ffffff', '#ff0000', '#ff0000'],
    ],
    (sheet) => {
      const source = sheet.getRange('A1:B2').setValues([
        ['A1', 'B1'],
        ['A2', 'B2'],
      ]);
      source.setBackground('#ff0000').moveTo(sheet.getRange('B1'));
      const range = sheet.getRange('A1:C2');
      return [range.getValues(), range.getBackgrounds()[0]];
    },
  ),
  inferred('moved.are-followed-by-formulas', ['=A5+SUM(A5:B5)+D1', '=A5+SUM(A5:B5)+D1', 4], (sheet) => {
    sheet.getRange('A1:C1').setValues([[1, 2, '=A1+SUM(A1:B1)+D1']]);
    sheet.getRange('A1:B1').moveTo(sheet.getRange('A5'));
    const moved = sheet.getRange('C1').getFormula();
    sheet.getRange('C1').moveTo(sheet.getRange('C7'));
    return [moved, sheet.getRange('C7').getFormula(), sheet.getRange('C7').getValue()];
  }),
  tabCasesOf('sheet-cells', PUBLIC_SCRIPTS)(
    'lists-and-objects.are-stored-as-java-prints-them',
    [true, '{a=1.0, b=x}', '#NUM!'],
    (sheet) => {
      const cells = sheet.getRange('A1:A3').setValues([[[1, 2]], [{ a: 1, b: 'x' }], [Number.NaN]]);
      const [list, ...others] = cells.getValues().flat();
      return [/^\[Ljava\.lang\.Object;@[0-9a-f]+$/.test(list), ...others];
    },
  ),
  inferred('a-date-that-is-none.is-a-number-that-is-none', ['#NUM!', '#NUM!'], (sheet) =>
    sheet
      .getRange('A1:B1')
      .setValues([[new Date('none'), Number.NaN]])
      .getValues()
      .flat(),
  ),
  inferred('white-space.is-trimmed-and-text-stays-text', ['a b', '7', 5, ' x '], (sheet) => {
    const range = sheet.getRange('A1:D1').setValues([['  a \n\t b ', "' 7 ", 5, '=" x "']]);
    return range.trimWhitespace().getValues()[0];
  }),
  documented('blank.is-without-content-and-a-formula-is-some', [false, true, false, false, true], (sheet) => {
    sheet.getRange('A1').setFormula('=""');
    sheet.getRange('A2').setBackground('red');
    sheet.getRange('A3').setValue(0).setNumberFormat(';;');
    return ['A1', 'A2', 'A3', 'A1:B2', 'B1:B9'].map((address) => sheet.getRange(address).isBlank());
  }),
];
