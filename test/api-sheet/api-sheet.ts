import type { Local } from '../../local/local';
import type { Execution } from '../../runtime/execution/execution';
import type { RunOptions } from '../../runtime/execution/executor';
import type { Book } from '../../runtime/spreadsheet/book';
import { toSerial } from '../../runtime/spreadsheet/serial';
import { type Desk, executeAll, resultOf, type Step, startDesk, startPreparedDesk } from '../harness/local';

export type Answers = NonNullable<RunOptions['answers']>;
/** An item of the menu, with the answers to all that it asks. */
export type Chosen = readonly [name: string, ...answers: Answers];

/** The built script of the api with its own spreadsheet, in which nothing has happened yet. */
export async function startApiSheet(): Promise<ApiSheet> {
  return new ApiSheet(await startDesk());
}

/** The same after its owner's first step. */
export async function startSetUpSheet(): Promise<ApiSheet> {
  return new ApiSheet(await startPreparedDesk('api sheet', (desk) => new ApiSheet(desk).click('setUp')));
}

export class ApiSheet {
  private readonly desk: Desk;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  execute(name: string, options: RunOptions = {}): Promise<Execution> {
    return this.desk.local.run(this.script, name, [], options);
  }

  async run(name: string): Promise<void> {
    resultOf(await this.execute(name));
  }

  /** What the web app answers to an envelope. */
  async call(
    method: string,
    path: string,
    body = '',
  ): Promise<{ status: number; body: string; headers: object }> {
    const event = { postData: { contents: JSON.stringify({ method, path, body }) }, parameter: {} };
    const { returned } = await this.desk.local.run(this.script, 'doPost', [event], { kind: 'web app' });
    return JSON.parse(returned?.kind === 'text' ? returned.content : '');
  }

  /** Chooses an item of the menu: all that the person was shown. */
  async click(name: string, ...answers: Answers): Promise<string[]> {
    const execution = await this.execute(name, { kind: 'menu', answers });
    resultOf(execution);
    return textsOf(execution);
  }

  /** Chooses several items in one execution, as if each were the first: all that the person was shown. */
  async clickAll(...chosen: readonly Chosen[]): Promise<string[]> {
    const steps = chosen.map(([name]): Step => [name]);
    const answers = chosen.flatMap(([, ...own]) => own);
    const execution = await executeAll(this.local, this.script, steps, { kind: 'menu', answers });
    resultOf(execution);
    return textsOf(execution);
  }

  /** What the script has put into the sheet's menu bar. */
  menus() {
    return this.desk.spreadsheets.menus(this.script.name);
  }

  /** What every tab shows. */
  sheets() {
    return this.desk.spreadsheets.grid(this.script.spreadsheetId);
  }

  /** What colours a tab's rows: formulas, in their order. */
  colours(tab: string): string[] {
    const rules = this.book.findByName(tab)?.record.conditionalRules ?? [];
    return rules.flatMap(({ values }) => values.map(String));
  }

  /** The cells of a tab as they are shown, the header first. */
  rowsOf(tab: string): string[][] {
    return this.sheets().find(({ name }) => name === tab)?.cells ?? [];
  }

  /** The tab that was shown last. */
  activeTab(): string {
    return this.book.active.record.name;
  }

  rename(tab: string, name: string): void {
    const own = this.book.findByName(tab);
    if (!own) throw new Error(`There is no tab ${tab}.`);
    own.record.name = name;
  }

  deleteTab(tab: string): void {
    const [own, book] = [this.book.findByName(tab), this.book];
    book.sheets = book.sheets.filter((sheet) => sheet !== own);
  }

  deleteColumn(tab: string, at: number): void {
    const lines = { dimension: 'columns', at, count: 1 } as const;
    this.desk.spreadsheets.deleteLines(this.script.spreadsheetId, tab, lines);
  }

  /** Somebody types a row, cell by cell. */
  fill(tab: string, row: number, texts: readonly string[]): void {
    texts.forEach((text, at) => {
      if (text !== '') this.edit(tab, `${String.fromCharCode(65 + at)}${row}`, text);
    });
  }

  /** Rows of which the script has written an id and a time, in no time. */
  fillTimes(tab: string, column: string, times: readonly Date[]): void {
    const sheet = this.book.findByName(tab);
    const at = (sheet?.grid.row(1)?.values.indexOf(column) ?? -1) + 1;
    if (!sheet || at === 0) throw new Error(`There is no column ${tab} ${column}.`);
    sheet.grid.maxRows = Math.max(sheet.grid.maxRows, times.length + 2);
    for (const [index, time] of times.entries()) {
      sheet.grid.setValue(index + 2, 1, `X-${index + 1}`);
      sheet.grid.setValue(index + 2, at, toSerial(time.getTime(), this.book.record.timeZone));
      sheet.grid.setAttributes(index + 2, at, { format: 'yyyy-MM-dd HH:mm:ss' });
    }
  }

  edit(tab: string, a1: string, text: string): void {
    this.desk.spreadsheets.editAs(this.script.spreadsheetId, tab, { a1, text, now: this.desk.now() });
  }

  /** From now on time goes by without any run. */
  stopTimers(): void {
    this.desk.stopTimers();
  }

  timers() {
    return this.desk.local.services.triggers.list();
  }

  /** The functions that timers have run meanwhile. */
  async timersWithin(ms: number): Promise<string[]> {
    await this.desk.advance(ms);
    const started = this.desk.local.executions.filter(({ kind }) => kind === 'trigger');
    return started.map((execution) => execution.function);
  }

  properties(): Record<string, string> {
    const rows = this.desk.store
      .prepare('select key, value from properties where owner = ?')
      .all(`script ${this.script.id}`) as { key: string; value: string }[];
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }

  setProperty(key: string, value: string): void {
    const put = 'insert or replace into properties (owner, key, value) values (?, ?, ?)';
    this.desk.store.prepare(put).run(`script ${this.script.id}`, key, value);
  }

  /** The owner consents to these alone. */
  grant(scopes: readonly string[]): void {
    this.local.services.grants.limit(this.script, scopes);
  }

  get local(): Local {
    return this.desk.local;
  }

  close(): Promise<void> {
    return this.desk.close();
  }

  private get book(): Book {
    return this.desk.spreadsheets.books.get(this.script.spreadsheetId);
  }

  private get script() {
    return this.desk.local.scripts.api;
  }
}

/** What interrupted the person, so without the sidebar. */
function textsOf({ dialogs }: Execution): string[] {
  return dialogs.shown.filter(({ kind }) => kind !== 'sidebar').map(({ text }) => text);
}
