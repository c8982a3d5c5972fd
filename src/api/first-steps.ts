import { createKey } from '../accounts/keys';
import { KEYS, USERS } from '../accounts/tables';
import { createUser } from '../accounts/users';
import { createCafe, listCafes } from '../cafe/cafes';
import { parseAmount } from '../cafe/money';
import { payments } from '../cafe/payments/payments';
import { CAFE_ROUTES } from '../cafe/routes';
import { MENU, ORDERS } from '../cafe/tables';
import { requestPermissions, toPermissionsStep } from '../health/permissions';
import { findConnected } from '../http/connectable';
import { HttpError } from '../http/http-error';
import { parse } from '../http/parse';
import { findPublicUrl } from '../http/public-address';
import type { Endpoint } from '../http/route';
import { unlessMoved } from '../move/move';
import { wakeWorker } from '../outbox/worker';
import { type FirstSteps, showFirstSteps, TO_SHOW_STEPS, takeFirstStep } from '../platform/first-steps';
import { hasPermission } from '../platform/scopes';
import { setTestMode } from '../platform/test-mode';
import { UserError } from '../platform/user-error';
import { scan } from '../tables/tables';
import { PERMISSIONS } from './health';
import { noteTestMode } from './test-mode';

/** Menu item. */
export function firstSteps(): void {
  if (!hasPermission(TO_SHOW_STEPS)) requestPermissions([TO_SHOW_STEPS]);
  showFirstSteps(listSteps());
}

/** Answers the sidebar, which Google opens for editors of the sheet alone: they may choose every item of the menu. */
export function takeStep(name: unknown, typed: unknown): unknown {
  let taken: unknown;
  unlessMoved(() => {
    taken = takeFirstStep(listSteps, name, typed);
  })();
  return taken;
}

const EMAIL = { email: { label: 'Email address' } };
const ONCE = 'You will not see it again.';

export function listSteps(): readonly FirstSteps[] {
  const users = scan(USERS, ['email', 'role']);
  const admin = users.find(({ role }) => role === 'admin');
  const [cafe] = listCafes();
  const [item] = cafe ? scan(MENU, ['id', 'cafeId']).filter(({ cafeId }) => cafeId === cafe.id) : [];
  const docs = findPublicUrl();
  const leads = {
    user: {
      title: 'Yourself',
      isDone: admin !== undefined,
      text: 'The user who runs everything. The API key acts for this user.',
      fields: EMAIL,
      button: 'Add user',
      run({ email = '' }) {
        return toPassword(createUser({ email, role: 'admin' }));
      },
    },
    key: {
      title: 'API key',
      isDone: scan(KEYS, ['id']).length > 0,
      text: admin ? 'For your website or CRM.' : 'First add yourself.',
      fields: { name: { label: 'What is the key for?', value: 'Website' } },
      button: 'Create key',
      run({ name = '' }) {
        if (!admin) throw new UserError('First add yourself.');
        return `API key: ${createKey({ email: admin.email, name, allowsPlain: false }).token}\n${ONCE} Store it like a password.`;
      },
    },
    docs: {
      title: 'First lead',
      isDone: false,
      text: docs
        ? 'How programs send leads:'
        : 'How programs send leads is in docs/api.md. With the gateway it is at /docs.',
      link: docs && `${docs}/docs`,
    },
  } satisfies FirstSteps['steps'];
  const cafes = {
    cafe: {
      title: 'Cafe',
      isDone: cafe !== undefined,
      text: cafe
        ? `${cafe.name} is ${cafe.id} in the Cafes tab.`
        : 'Opening hours and tax follow in the Cafes tab.',
      fields: {
        name: { label: 'Name' },
        currency: { label: 'Currency, such as EUR' },
        timeZone: { label: 'Time zone, such as Europe/Berlin' },
      },
      button: 'Add cafe',
      run: ({ name = '', currency = '', timeZone = '' }) =>
        `${createCafe({ name, currency, timeZone })} is in the Cafes tab.`,
    },
    item: {
      title: 'First menu item',
      isDone: item !== undefined,
      text: cafe ? 'More in the Menu tab.' : 'First add the cafe.',
      fields: { name: { label: 'Item' }, price: { label: 'Price with tax, such as 3.80' } },
      button: 'Add item',
      run({ name = '', price: typed = '' }) {
        if (!cafe) throw new UserError('First add the cafe.');
        const price = parseAmount(typed, cafe.currency);
        if (price === undefined)
          throw new UserError(`price must be an amount such as 3.80 (got "${typed}").`);
        call('POST /v1/cafes/:cafeId/menu', { cafeId: cafe.id }, { name, price });
        return `${name} is in the Menu tab.`;
      },
    },
    manager: {
      title: 'Manager',
      isDone: users.some(({ role }) => role === 'manager'),
      text: cafe ? 'Logs in to the board of orders.' : 'First add the cafe.',
      fields: EMAIL,
      button: 'Add manager',
      run({ email = '' }) {
        if (!cafe) throw new UserError('First add the cafe.');
        return toPassword(createUser({ email, role: 'manager', cafeId: cafe.id }));
      },
    },
    order: {
      title: 'First order',
      isDone: scan(ORDERS, ['id']).length > 0,
      text: 'Turns test mode on, in which orders count as paid though no money moves, and orders one piece.',
      button: 'Place a test order',
      run() {
        if (!cafe || !item) throw new UserError('First add the cafe and an item.');
        if (findConnected(payments))
          throw new UserError(`${payments.names} is connected: place an order from your website.`);
        setTestMode(true);
        noteTestMode();
        call(
          'POST /v1/orders',
          {},
          { cafeId: cafe.id, items: [{ menuItemId: item.id, quantity: 1 }], note: 'Test' },
        );
        wakeWorker();
        return 'The order is in the Orders tab, and paid within two minutes. Test mode stays on until you choose API > Test mode.';
      },
    },
  } satisfies FirstSteps['steps'];
  return [
    { title: 'API', steps: { permissions: toPermissionsStep(PERMISSIONS) } },
    { title: 'For leads', steps: leads },
    { title: 'For a cafe', steps: cafes },
  ];
}

function toPassword({ id, password }: { id: string; password: string }): string {
  return `${id} has been added. Password: ${password}\n${ONCE} Pass it on over a secure channel.`;
}

/** Calls an endpoint as the owner of the sheet, with its checks. @throws UserError for what it refuses */
function call(endpoint: Endpoint, params: Record<string, string>, given: unknown): void {
  const route = CAFE_ROUTES[endpoint];
  if (!route?.body) throw new Error(`${endpoint} takes no body.`);
  const caller = { id: 'owner', role: 'admin', countedBy: 'owner', credential: '' };
  const request = {
    method: 'POST',
    path: '',
    query: '',
    headers: {},
    body: '',
    transport: 'envelope',
  } as const;
  try {
    route.handle({ params, query: undefined, body: parse(route.body, given), caller, request });
  } catch (error) {
    throw error instanceof HttpError ? new UserError(error.message) : error;
  }
}
