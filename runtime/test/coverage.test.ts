import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Realm, startRealm } from './harness/realm';
import { readFile } from './harness/serve';

interface TypeList {
  interfaces: Record<string, Record<string, string | string[][]>>;
}

const TYPES = JSON.parse(readFile('type-list.json')) as TypeList;

/** Types whose objects only an event, a person at a dialog or another server makes. */
const OTHERS = ['Base.Menu', 'Base.PromptResponse', 'Base.Ui', 'URL_Fetch.HTTPResponse'];

const SCOPES = ['https://mail.google.com/', 'drive', 'spreadsheets', 'script.scriptapp', 'userinfo.email'];

describe('What is emulated', () => {
  let realm: Realm;
  let emulated: Record<string, string[]>;

  beforeAll(async () => {
    realm = startRealm({ scopes: SCOPES });
    emulated = await realm.run(collect);
  });

  afterAll(() => realm.close());

  test('every type that a file of the runtime names can be had', () => {
    expect(new Set([...Object.keys(emulated), ...OTHERS])).toEqual(new Set(namedInSources()));
  });

  test('the README says how much of each service there is', () => {
    const readme = readFileSync(path.resolve(__dirname, '../README.md'), 'utf8');
    expect(readme.replaceAll('\n', ' ')).toContain(coverage(emulated));
  });

  test('what each type lacks is listed', () => {
    const lacking = Object.keys(emulated).map((id) => [id, lackedBy(id, emulated).join(', ')]);
    expect(Object.fromEntries(lacking.filter(([, names]) => names !== ''))).toMatchSnapshot();
  });
});

/**
 * How a script comes to an object of each type, and the names that each has by itself, without those that only throw.
 */
function collect(): Record<string, string[]> {
  const book = SpreadsheetApp.getActive();
  const sheet = book.getActiveSheet();
  const range = sheet.getRange('A1');
  const link = SpreadsheetApp.newRichTextValue().setText('a').setLinkUrl('https://example.com');
  const rule = () => SpreadsheetApp.newConditionalFormatRule().whenCellEmpty().setRanges([range]).build();
  const color = () => SpreadsheetApp.newColor().setRgbColor('#ff0000').build();
  const html = () => HtmlService.createHtmlOutput('<p>a</p>');
  const mail = () => GmailApp.createDraft('a@example.com', 'a', 'a', { attachments: [file().getBlob()] });
  const file = () => DriveApp.createFile('a.txt', 'a');
  const folder = () => DriveApp.createFolder('a');
  const clock = () => ScriptApp.newTrigger('main').timeBased().everyMinutes(5);
  const makers: Record<string, () => unknown> = {
    'Base.Blob': () => Utilities.newBlob('a'),
    'Base.Browser': () => Browser,
    'Base.Logger': () => Logger,
    'Base.MimeType': () => MimeType,
    'Base.RgbColor': () => color().asRgbColor(),
    'Base.Session': () => Session,
    'Base.User': () => Session.getEffectiveUser(),
    'Cache.Cache': () => CacheService.getScriptCache(),
    'Cache.CacheService': () => CacheService,
    Console: () => console,
    'Content.ContentService': () => ContentService,
    'Content.TextOutput': () => ContentService.createTextOutput('a'),
    'Drive.DriveApp': () => DriveApp,
    'Drive.File': file,
    'Drive.FileIterator': () => DriveApp.getFiles(),
    'Drive.Folder': folder,
    'Drive.FolderIterator': () => DriveApp.getFolders(),
    'Drive.User': () => file().getOwner(),
    'Gmail.GmailApp': () => GmailApp,
    'Gmail.GmailAttachment': () => mail().getMessage().getAttachments()[0],
    'Gmail.GmailDraft': mail,
    'Gmail.GmailLabel': () => GmailApp.createLabel('a'),
    'Gmail.GmailMessage': () => mail().getMessage(),
    'Gmail.GmailThread': () => mail().getMessage().getThread(),
    'HTML.HtmlOutput': html,
    'HTML.HtmlOutputMetaTag': () => html().addMetaTag('viewport', 'a').getMetaTags()[0],
    'HTML.HtmlService': () => HtmlService,
    'HTML.HtmlTemplate': () => HtmlService.createTemplate('a'),
    'Lock.Lock': () => LockService.getScriptLock(),
    'Lock.LockService': () => LockService,
    'Mail.MailApp': () => MailApp,
    'Properties.Properties': () => PropertiesService.getScriptProperties(),
    'Properties.PropertiesService': () => PropertiesService,
    'Script.AuthorizationInfo': () => ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL),
    'Script.ClockTriggerBuilder': clock,
    'Script.ScriptApp': () => ScriptApp,
    'Script.Service': () => ScriptApp.getService(),
    'Script.SpreadsheetTriggerBuilder': () => ScriptApp.newTrigger('main').forSpreadsheet(book),
    'Script.Trigger': () => clock().create(),
    'Script.TriggerBuilder': () => ScriptApp.newTrigger('main'),
    'Spreadsheet.BooleanCondition': () => rule().getBooleanCondition(),
    'Spreadsheet.Color': color,
    'Spreadsheet.ColorBuilder': () => SpreadsheetApp.newColor(),
    'Charts.ChartOptions': () => sheet.newChart().build().getOptions(),
    'Spreadsheet.ConditionalFormatRule': rule,
    'Spreadsheet.ConditionalFormatRuleBuilder': () => SpreadsheetApp.newConditionalFormatRule(),
    'Spreadsheet.ContainerInfo': () => sheet.newChart().build().getContainerInfo(),
    'Spreadsheet.DataValidation': () => SpreadsheetApp.newDataValidation().requireCheckbox().build(),
    'Spreadsheet.DataValidationBuilder': () => SpreadsheetApp.newDataValidation(),
    'Spreadsheet.EmbeddedChart': () => sheet.newChart().build(),
    'Spreadsheet.EmbeddedChartBuilder': () => sheet.newChart(),
    'Spreadsheet.Filter': () => sheet.getRange('A1:B2').createFilter(),
    'Spreadsheet.FilterCriteria': () => SpreadsheetApp.newFilterCriteria().whenCellEmpty().build(),
    'Spreadsheet.FilterCriteriaBuilder': () => SpreadsheetApp.newFilterCriteria(),
    'Spreadsheet.NamedRange': () => {
      book.setNamedRange('a', range);
      return book.getNamedRanges()[0];
    },
    'Spreadsheet.Protection': () => sheet.protect(),
    'Spreadsheet.Range': () => range,
    'Spreadsheet.RangeList': () => sheet.getRangeList(['A1']),
    'Spreadsheet.RichTextValue': () => link.build(),
    'Spreadsheet.RichTextValueBuilder': () => link,
    'Spreadsheet.Selection': () => sheet.getSelection(),
    'Spreadsheet.Sheet': () => sheet,
    'Spreadsheet.Spreadsheet': () => book,
    'Spreadsheet.SpreadsheetApp': () => SpreadsheetApp,
    'Spreadsheet.TextFinder': () => sheet.createTextFinder('a'),
    'Spreadsheet.TextRotation': () => range.getTextRotation(),
    'Spreadsheet.TextStyle': () => SpreadsheetApp.newTextStyle().build(),
    'Spreadsheet.TextStyleBuilder': () => SpreadsheetApp.newTextStyle(),
    'Spreadsheet.ThemeColor': () =>
      SpreadsheetApp.newColor().setThemeColor(SpreadsheetApp.ThemeColorType.TEXT).asThemeColor(),
    'URL_Fetch.UrlFetchApp': () => UrlFetchApp,
    'Utilities.Utilities': () => Utilities,
  };
  const namesOf = (object: object): string[] => {
    const parent = Object.getPrototypeOf(object) as object;
    const isLast = String(Object.getOwnPropertyNames(parent)) === 'toString' || parent === Object.prototype;
    return [...Object.getOwnPropertyNames(object), ...(isLast ? [] : namesOf(parent))];
  };
  return Object.fromEntries(Object.entries(makers).map(([id, make]) => [id, namesOf(make() as object)]));
}

/** For each service: its types with the number of methods that are emulated, of those that Google has. */
/** Of all types that a script can come to: which services are whole, and how much there is of the others. */
function coverage(emulated: Record<string, string[]>): string {
  const ids = Object.keys(emulated);
  const services = [...new Set(ids.map((id) => id.split('.')[0] ?? ''))];
  const whole: string[] = [];
  const parts: string[] = [];
  for (const service of services) {
    const own = ids.filter((id) => id.split('.')[0] === service);
    const all = own.flatMap(namesOf).length;
    const lacking = own.flatMap((id) => lackedBy(id, emulated)).length;
    if (lacking === 0) whole.push(service);
    else parts.push(`${all - lacking} of ${all} of ${service}`);
  }
  return `all of ${whole.join(', ')}; ${parts.join(', ')}.`;
}

function lackedBy(id: string, emulated: Record<string, string[]>): string[] {
  return namesOf(id).filter((name) => !emulated[id]?.includes(name));
}

/** Without enums, which are always there. */
function namesOf(id: string): string[] {
  return Object.entries(TYPES.interfaces[id] ?? {})
    .filter(([, member]) => Array.isArray(member) || member === 'text')
    .map(([name]) => name);
}

/** The ids that sources pass to `emulated`, without advanced services. */
function namedInSources(): string[] {
  const root = path.resolve(__dirname, '..');
  const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.realm.ts'))
    .map((name) => readFileSync(path.join(root, name), 'utf8'));
  const ids = texts.flatMap((text) => text.match(/'(?:Console|[A-Z]\w+\.[A-Z]\w+)'/g) ?? []);
  return [...new Set(ids.map((id) => id.slice(1, -1)))].filter((id) => id in TYPES.interfaces);
}
