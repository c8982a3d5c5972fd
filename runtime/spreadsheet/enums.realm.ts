import { officialEnum } from '../realm/enum-values';

type Spreadsheet = typeof GoogleAppsScript.Spreadsheet;

export const WrapStrategy = officialEnum<Spreadsheet['WrapStrategy']>('Spreadsheet.WrapStrategy');
export const ProtectionType = officialEnum<Spreadsheet['ProtectionType']>('Spreadsheet.ProtectionType');
export const SheetType = officialEnum<Spreadsheet['SheetType']>('Spreadsheet.SheetType');
export const Dimension = officialEnum<Spreadsheet['Dimension']>('Spreadsheet.Dimension');
export const Direction = officialEnum<Spreadsheet['Direction']>('Spreadsheet.Direction');
export const DataValidationCriteria = officialEnum<Spreadsheet['DataValidationCriteria']>(
  'Spreadsheet.DataValidationCriteria',
);
export const RelativeDate = officialEnum<Spreadsheet['RelativeDate']>('Spreadsheet.RelativeDate');
export const TextDirection = officialEnum<Spreadsheet['TextDirection']>('Spreadsheet.TextDirection');
export const BooleanCriteria = officialEnum<Spreadsheet['BooleanCriteria']>('Spreadsheet.BooleanCriteria');
export const Button = officialEnum<typeof GoogleAppsScript.Base.Button>('Base.Button');
export const ButtonSet = officialEnum<typeof GoogleAppsScript.Base.ButtonSet>('Base.ButtonSet');
