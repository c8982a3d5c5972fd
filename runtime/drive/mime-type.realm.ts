import { emulated } from '../realm/emulated';

type Official = GoogleAppsScript.Base.MimeType;

const GOOGLE = 'application/vnd.google-apps.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** An enum whose values are texts: developers.google.com/apps-script/reference/base/mime-type */
export const mimeType = emulated<Official>('Base.MimeType', {
  GOOGLE_APPS_SCRIPT: `${GOOGLE}script`,
  GOOGLE_DRAWINGS: `${GOOGLE}drawing`,
  GOOGLE_DOCS: `${GOOGLE}document`,
  GOOGLE_FORMS: `${GOOGLE}form`,
  GOOGLE_SHEETS: `${GOOGLE}spreadsheet`,
  GOOGLE_SITES: `${GOOGLE}site`,
  GOOGLE_SLIDES: `${GOOGLE}presentation`,
  FOLDER: `${GOOGLE}folder`,
  SHORTCUT: `${GOOGLE}shortcut`,
  BMP: 'image/bmp',
  GIF: 'image/gif',
  JPEG: 'image/jpeg',
  PNG: 'image/png',
  SVG: 'image/svg+xml',
  PDF: 'application/pdf',
  CSS: 'text/css',
  CSV: 'text/csv',
  HTML: 'text/html',
  JAVASCRIPT: 'application/javascript',
  PLAIN_TEXT: 'text/plain',
  RTF: 'application/rtf',
  OPENDOCUMENT_GRAPHICS: `${OPEN_DOCUMENT}graphics`,
  OPENDOCUMENT_PRESENTATION: `${OPEN_DOCUMENT}presentation`,
  OPENDOCUMENT_SPREADSHEET: `${OPEN_DOCUMENT}spreadsheet`,
  OPENDOCUMENT_TEXT: `${OPEN_DOCUMENT}text`,
  MICROSOFT_EXCEL: `${OFFICE}spreadsheetml.sheet`,
  MICROSOFT_EXCEL_LEGACY: 'application/vnd.ms-excel',
  MICROSOFT_POWERPOINT: `${OFFICE}presentationml.presentation`,
  MICROSOFT_POWERPOINT_LEGACY: 'application/vnd.ms-powerpoint',
  MICROSOFT_WORD: `${OFFICE}wordprocessingml.document`,
  MICROSOFT_WORD_LEGACY: 'application/msword',
  ZIP: 'application/zip',
} satisfies Official);
