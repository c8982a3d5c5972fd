import { enumOf } from '../realm/enum-values';

type Spreadsheet = typeof GoogleAppsScript.Spreadsheet;

export const BorderStyle = enumOf<Spreadsheet['BorderStyle']>(
  'DOTTED',
  'DASHED',
  'SOLID',
  'SOLID_MEDIUM',
  'SOLID_THICK',
  'DOUBLE',
);
export const WrapStrategy = enumOf<Spreadsheet['WrapStrategy']>('WRAP', 'OVERFLOW', 'CLIP');
export const ProtectionType = enumOf<Spreadsheet['ProtectionType']>('RANGE', 'SHEET');
export const Dimension = enumOf<Spreadsheet['Dimension']>('COLUMNS', 'ROWS');
export const Direction = enumOf<Spreadsheet['Direction']>('UP', 'DOWN', 'PREVIOUS', 'NEXT');
export const CopyPasteType = enumOf<Spreadsheet['CopyPasteType']>(
  'PASTE_NORMAL',
  'PASTE_NO_BORDERS',
  'PASTE_FORMAT',
  'PASTE_FORMULA',
  'PASTE_DATA_VALIDATION',
  'PASTE_VALUES',
  'PASTE_CONDITIONAL_FORMATTING',
  'PASTE_COLUMN_WIDTHS',
);
export const DataValidationCriteria = enumOf<Spreadsheet['DataValidationCriteria']>(
  'DATE_AFTER',
  'DATE_BEFORE',
  'DATE_BETWEEN',
  'DATE_EQUAL_TO',
  'DATE_IS_VALID_DATE',
  'DATE_NOT_BETWEEN',
  'DATE_ON_OR_AFTER',
  'DATE_ON_OR_BEFORE',
  'NUMBER_BETWEEN',
  'NUMBER_EQUAL_TO',
  'NUMBER_GREATER_THAN',
  'NUMBER_GREATER_THAN_OR_EQUAL_TO',
  'NUMBER_LESS_THAN',
  'NUMBER_LESS_THAN_OR_EQUAL_TO',
  'NUMBER_NOT_BETWEEN',
  'NUMBER_NOT_EQUAL_TO',
  'TEXT_CONTAINS',
  'TEXT_DOES_NOT_CONTAIN',
  'TEXT_EQUAL_TO',
  'TEXT_IS_VALID_EMAIL',
  'TEXT_IS_VALID_URL',
  'VALUE_IN_LIST',
  'VALUE_IN_RANGE',
  'CUSTOM_FORMULA',
  'CHECKBOX',
);
export const BooleanCriteria = enumOf<Spreadsheet['BooleanCriteria']>(
  'CELL_EMPTY',
  'CELL_NOT_EMPTY',
  'DATE_AFTER',
  'DATE_BEFORE',
  'DATE_EQUAL_TO',
  'NUMBER_BETWEEN',
  'NUMBER_EQUAL_TO',
  'NUMBER_GREATER_THAN',
  'NUMBER_GREATER_THAN_OR_EQUAL_TO',
  'NUMBER_LESS_THAN',
  'NUMBER_LESS_THAN_OR_EQUAL_TO',
  'NUMBER_NOT_BETWEEN',
  'NUMBER_NOT_EQUAL_TO',
  'TEXT_CONTAINS',
  'TEXT_DOES_NOT_CONTAIN',
  'TEXT_ENDS_WITH',
  'TEXT_EQUAL_TO',
  'TEXT_STARTS_WITH',
  'CUSTOM_FORMULA',
);
export const Button = enumOf<typeof GoogleAppsScript.Base.Button>('CLOSE', 'OK', 'CANCEL', 'YES', 'NO');
export const ButtonSet = enumOf<typeof GoogleAppsScript.Base.ButtonSet>(
  'OK',
  'OK_CANCEL',
  'YES_NO',
  'YES_NO_CANCEL',
);
