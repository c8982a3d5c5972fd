import type { Doubt } from '../../runtime/doubts';
import type { Execution } from '../../runtime/execution/execution';
import { openStore } from '../../runtime/store';
import { ApiSheet } from '../api-sheet/api-sheet';
import { ENVELOPE } from '../harness/api';
import { type Desk, resultOf, START, startDesk } from '../harness/local';
import { ANNA, compose } from '../harness/mail';
import { withoutTimers } from '../harness/without-timers';

const KEY = /API key: (\S+)/;
const EMAIL = 'boss@example.com';
/** How Google behaves there, and whether the scripts were deployed with the wide scope. */
export interface Google {
  doubts: readonly Doubt[];
  wideSheets?: boolean;
}

/** In order: id, name, currency, timeZone, taxPercent. */
const CAFE = ['C-1', 'Corner Cafe', 'EUR', 'Europe/Berlin', '7'];

interface Told {
  status: number;
  body: Record<string, unknown>;
}

/** Both scripts in an account whose Google behaves so; people and callers do what they would do there. */
export class Account {
  readonly desk: Desk;
  readonly sheet: ApiSheet;
  private key = '';

  /** Over what an account of another behaviour may have left behind. */
  static async open({ doubts, wideSheets = false }: Google, store = openStore(':memory:')): Promise<Account> {
    return new Account(await startDesk(store, START, { doubts: new Set(doubts), wideSheets }));
  }

  constructor(desk: Desk) {
    this.desk = desk;
    this.sheet = new ApiSheet(desk);
  }

  /** From the menus of both sheets: all that was shown. */
  async setUp(): Promise<string[]> {
    const { dialogs } = await this.choose('setUp');
    return [...dialogs.shown.map(({ text }) => text), ...(await this.sheet.click('setUp'))];
  }

  /** An item of the case desk's menu. */
  async choose(name: string): Promise<Execution> {
    const execution = await this.desk.execute(name, [], { kind: 'menu' });
    resultOf(execution);
    return execution;
  }

  /** What the owner's page asks. */
  async page(name: string, ...args: unknown[]): Promise<unknown> {
    return resultOf(await this.desk.execute(name, args, { kind: 'page function' }));
  }

  /** The owner opens the page. */
  openPage(): Promise<Execution> {
    return this.desk.execute('doGet', [{ parameter: {}, parameters: {} }], { kind: 'web app' });
  }

  /** After these minutes each timer runs once. */
  async later(minutes: number): Promise<void> {
    const { local } = this.desk;
    await withoutTimers(local, () => this.desk.advance(minutes * 60_000));
    const { triggers } = local.services;
    for (const { id, clock } of triggers.list()) if (clock) await triggers.runNow(id);
  }

  /** Mail comes in by the timer, is answered for on the page and told of by mail. */
  async takeMail(subject: string): Promise<{ listed: unknown; edited: unknown; alerts: string[] }> {
    await this.page('saveSettings', { senders: [ANNA], emailAlerts: true });
    await this.later(6);
    await this.desk.deliver(await compose({ subject, text: subject }));
    await this.later(6);
    return {
      listed: await this.page('listCases'),
      edited: await this.page('updateCase', 'CASE-0001', { status: 'In Progress', notes: '+1 for Anna' }),
      alerts: this.desk.sent().map(({ htmlBody }) => htmlBody ?? ''),
    };
  }

  async call(method: string, path: string, body?: object): Promise<Told> {
    const headers = this.key === '' ? {} : { authorization: `Bearer ${this.key}` };
    const sent = { method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const { status = 0, text } = await ENVELOPE.ask(this.desk.local, sent);
    return { status, body: JSON.parse(text) };
  }

  /** The owner types a user, who needs no password, and makes a key from the menu; from now on calls carry it. */
  async logIn(): Promise<void> {
    for (const [a1, text] of [
      ['A2', 'U-1'],
      ['B2', EMAIL],
      ['D2', 'admin'],
    ] as const)
      this.sheet.edit('Users', a1, text);
    const shown = await this.sheet.click('newKey', { text: EMAIL }, { text: 'the test' }, {});
    this.key = KEY.exec(shown.at(-1) ?? '')?.[1] ?? '';
  }

  /** A lead is made, changed and read. */
  async makeLead(phone = '+1 555 010 2030'): Promise<Told[]> {
    const lead = { name: '=Ada', phone, creditScore: '640-680' };
    const made = await this.call('POST', '/v1/leads', lead);
    const path = `/v1/leads/${made.body.id}`;
    return [made, await this.call('PATCH', path, { status: 'contacted' }), await this.call('GET', path)];
  }

  /** What somebody's browser shows at a link to the page, which is here and not on Google. */
  async visit(link: string): Promise<string> {
    const [page] = this.desk.local.urls.desk.split('?');
    return (await fetch(`${page}${new URL(link).search}`)).text();
  }

  /** A cafe opens, somebody orders, the timer places the order, and it is cancelled; payments and texts are simulated. */
  async takeOrder(): Promise<Told[]> {
    const { spreadsheets, local } = this.desk;
    await this.sheet.click('switchTestMode', {});
    for (const [index, text] of CAFE.entries()) {
      const a1 = `${String.fromCharCode(65 + index)}2`;
      spreadsheets.editAs(local.scripts.api.spreadsheetId, 'Cafes', { a1, text, now: this.desk.now() });
    }
    const item = await this.call('POST', '/v1/cafes/C-1/menu', { name: '+Espresso', price: 250, stock: 3 });
    const items = [{ menuItemId: item.body.id }];
    const made = await this.call('POST', '/v1/orders', { cafeId: 'C-1', items });
    for (const minutes of [3, 2]) await this.later(minutes);
    const path = `/v1/orders/${made.body.id}`;
    const told = [item, made, await this.call('GET', path)];
    told.push(await this.call('PATCH', path, { status: 'cancelled', reason: 'closed' }));
    told.push(await this.call('POST', '/v1/messaging/messages', { leadId: 'L-1', body: 'Sorry.' }));
    for (const minutes of [3, 2]) await this.later(minutes);
    return [...told, await this.call('GET', path), await this.call('GET', '/v1/messaging/threads/L-1')];
  }

  close(): Promise<void> {
    return this.desk.close();
  }
}
