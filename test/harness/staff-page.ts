import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import type { OrderView } from '../../src/cafe/orders/order-view';
import { type Asked, GATEWAY, type SeededApi, startCafeApi, type Told } from './api';
import { addScript, closeWindow, openWindow } from './browser';
import { findFaults, findViolations } from './looks';
import { Patience } from './patience';
import { startStripe, type TestStripe } from './stripe';

/** The staff page, in a browser, on what `npm start` serves: in test mode, with the cafe C-1 and somebody in every role. */
export interface Staff {
  api: SeededApi;
  /** Where the orders are paid. */
  stripe: TestStripe;
  /** Opens the page at a fragment such as `#/leads`, logged in, in a window of its own. */
  open(role: Role, fragment?: string, options?: BrowserContextOptions): Promise<StaffPage>;
  /** The same before anybody has logged in. */
  openLoggedOut(fragment?: string, options?: BrowserContextOptions): Promise<StaffPage>;
  /** `PATCH /v1/orders/O-1-…` through the gateway, as somebody in this role. */
  call(endpoint: string, asked?: Asked & { role?: Role }): Promise<Told>;
  /** An order of the cafe that is paid for, by one of Stripe's test payment methods. */
  place(order?: object, method?: string): Promise<OrderView>;
  close(): Promise<void>;
}

export type Role = keyof SeededApi['people'];

export interface StaffPage {
  page: Page;
  /** What axe complains about as the page looks now. */
  violations(): Promise<string[]>;
  /** What axe complains about and what is cut off, in more than one look. */
  faults(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startStaff(): Promise<Staff> {
  const api = await startCafeApi();
  const stripe = await startStripe(`${api.urls.home}/webhooks/payments`);
  api.enter(stripe.properties);
  const call: Staff['call'] = (endpoint, { role, ...asked } = {}) => {
    const [method = '', path = ''] = endpoint.split(' ');
    return api.call(GATEWAY, method, path, { ...(role && { token: api.tokens[role] }), ...asked });
  };
  const address = (fragment: string) => `${api.urls.home}/staff${fragment}`;
  return {
    api,
    stripe,
    call,
    async open(role, fragment = '', options = {}) {
      const page = await openPage(options);
      const opened = toStaffPage(page);
      await addScript(page, keepSession, api.tokens[role]);
      await page.goto(address(fragment));
      await page.locator('#content').waitFor();
      return opened;
    },
    async openLoggedOut(fragment = '', options = {}) {
      const page = await openPage(options);
      await page.goto(address(fragment));
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      return toStaffPage(page);
    },
    async place(order = {}, method = 'pm_card_visa') {
      const body = { ...ESPRESSO, ...order };
      const draft = await call('POST /v1/orders', { body });
      if (draft.status !== 201) throw new Error(draft.text);
      const { id, payment } = draft.body as OrderView;
      await stripe.payWith(payment.intentId ?? '', method);
      await stripe.settled();
      return (await call(`GET /v1/orders/${id}`, { role: 'staff' })).body as OrderView;
    },
    async close() {
      await stripe.close();
      await api.close();
    },
  };
}

const ESPRESSO = { cafeId: 'C-1', items: [{ menuItemId: 'I-2' }], customer: { name: 'Ada' } };

function openPage(options: BrowserContextOptions): Promise<Page> {
  // The page's policy would keep axe out.
  return openWindow({ bypassCSP: true, serviceWorkers: 'block', ...options });
}

/** In the page, before its script: as if the session had been kept in this tab once. What becomes of it is the page's. */
function keepSession(token: string): void {
  if (sessionStorage.getItem('wasOpened') !== null) return;
  sessionStorage.setItem('wasOpened', 'yes');
  sessionStorage.setItem('session', token);
}

function toStaffPage(page: Page): StaffPage {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return {
    page,
    violations: () => findViolations(page.mainFrame()),
    faults: () => findFaults(page),
    async close() {
      // What the server still works on would fail when it is closed, so the last requests are waited for. The end of one that
      // a page has left behind may never be told.
      if (!page.isClosed()) await page.route('**/v1/**', (route) => route.abort());
      const patience = new Patience();
      while (underWay.size > 0 && !patience.end) await patience.pause();
      await closeWindow(page);
    },
  };
}
