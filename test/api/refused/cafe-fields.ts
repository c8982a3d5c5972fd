import { inTurn, type Rules } from './refusal';
import {
  ITEM,
  ITEMS,
  LONG,
  MENU,
  ORDER,
  ORDER_ID,
  ORDERS,
  PUSH,
  PUSH_ENDPOINTS,
  PUSHES,
  patch,
  post,
  REPEATS,
} from './requests';
import { refuseEach, type Wrong, withField } from './wrong';

/** What no field is called, whoever asks. */
const UNKNOWN: Wrong = [
  ['id', 'X-9'],
  ['version', 9],
  ['requestKey', 'x'],
  ['__proto__', { isAdmin: true }],
  ['constructor', { prototype: {} }],
];

const ITEM_VALUES: Wrong = [
  ...UNKNOWN,
  ['name', 5],
  ['name', ''],
  ['name', null],
  ['name', 'x'.repeat(201)],
  ['name', LONG],
  ['price', '380'],
  ['price', null],
  ['price', -1],
  ['price', 0.1],
  ['price', 1e9],
  ['availability', 'soon'],
  ['availability', true],
  ['stock', -1],
  ['stock', '5'],
  ['stock', 1e12],
  ['image', 'javascript:alert(1)'],
  ['image', 'data:text/html,x'],
  ['image', 'http://img.example/a.jpg'],
  ['image', 'https://192.168.0.1/a.jpg'],
  ['image', 'https://x.example/"onerror="x'],
  ['image', `https://x.example/${'x'.repeat(2_000)}`],
  ['image', null],
  ['category', 'x'.repeat(81)],
  ['category', []],
  ['description', 'x'.repeat(2_001)],
  ['description', {}],
  ['options', {}],
  ['options', 'Milk'],
  ['options', Array(21).fill({ name: 'Milk', choices: [{ name: 'Oat' }] })],
  ['cafeId', 'C-2'],
  ['held', {}],
  ['currency', 'USD'],
];

const ORDER_VALUES: Wrong = [
  ...UNKNOWN,
  ['cafeId', 1],
  ['cafeId', LONG],
  ['items', {}],
  ['items', null],
  ['items', 'I-1'],
  ['tip', '5'],
  ['tip', 1e12],
  ['note', 'x'.repeat(1_001)],
  ['note', []],
  ['customer', 'Ann'],
  ['customer', []],
  ['pickupAt', 5],
  ['pickupAt', 'soon'],
  ['pickupAt', '2026-13-45T99:99:99Z'],
  ['status', 'placed'],
  ['total', 1],
  ['paid', 1],
  ['payment', { paid: 1 }],
  ['intentId', 'pi_x'],
];

const MOVES: Wrong = [
  ...UNKNOWN,
  ['status', 'gone'],
  ['status', ''],
  ['status', null],
  ['status', ['cancelled']],
  ['status', 'constructor'],
  ['reason', ''],
  ['reason', ' '],
  ['reason', 5],
  ['reason', 'x'.repeat(501)],
  ['paid', 100],
  ['history', []],
  ['items', []],
];

const PUSH_VALUES: Wrong = [
  ...UNKNOWN,
  ['url', 5],
  ['url', ''],
  ['url', LONG],
  ['url', 'http://pos.example.com/orders'],
  ['url', 'https://user:pass@pos.example.com/'],
  ['url', 'https://127.0.0.1/'],
  ['url', 'https://[::1]/'],
  ['url', 'https://2130706433/'],
  ['url', 'https://0x7f.1/'],
  ['url', 'https://localhost/'],
  ['url', 'https://pos.internal/'],
  ['url', 'https://metadata.google.internal/'],
  ['url', 'https://pos.example.com:22/'],
  ['url', 'https://pos.example.com/\\@evil.example'],
  ['url', 'https://pos.example.com\n.evil.example/'],
  ['url', 'javascript:alert(1)'],
  ['url', 'file:///etc/passwd'],
  ['url', '=IMPORTXML("https://evil.example","//a")'],
  ['secret', 'whsec_mine'],
  ['events', []],
  ['events', 'order.updated'],
  ['state', 'enabled'],
  ['cafeId', 'C-2'],
];

const PUSH_STATES: Wrong = [
  ...UNKNOWN,
  ['state', 'broken'],
  ['state', ''],
  ['state', false],
  ['url', 'https://127.0.0.1/'],
  ['url', null],
  ['events', 'order.updated'],
  ['events', []],
  ['events', {}],
  ['failingSince', null],
];

const REPEAT_VALUES: Wrong = [
  ...UNKNOWN,
  ['orderId', 1],
  ['orderId', ''],
  ['orderId', [ORDER_ID]],
  ['orderId', LONG],
  ['status', 'completed'],
];

const SESSION: Wrong = [
  ['email', 5],
  ['email', LONG],
  ['password', ['x']],
  ['password', LONG],
  ['role', 'admin'],
  ['cafeId', 'C-2'],
  ['__proto__', { role: 'admin' }],
];

const item = withField(ITEM);
const order = withField(ORDER);
const move = withField({ status: 'cancelled' });
const push = withField(PUSH);
const state = withField({ state: 'disabled' });
const repeat = withField({ orderId: ORDER_ID });
const login = withField({ email: 'a@example.com', password: 'x' });

export const CAFE_FIELDS: Rules = {
  'a field of an item that is not valid': inTurn([
    ...refuseEach((field) => post(MENU, item(field)), ITEM_VALUES),
    ...refuseEach((field) => patch(`${ITEMS}/I-1`, field), ITEM_VALUES),
  ]),
  'a field of an order that is not valid': inTurn([
    ...refuseEach((field) => post(ORDERS, order(field)), ORDER_VALUES),
    ...refuseEach((field) => patch(`${ORDERS}/${ORDER_ID}`, move(field)), MOVES),
    ...refuseEach((field) => post(REPEATS, repeat(field)), REPEAT_VALUES),
  ]),
  'a field of an endpoint for pushes that is not valid': inTurn([
    ...refuseEach((field) => post(PUSHES, push(field)), PUSH_VALUES),
    ...refuseEach((field) => patch(`${PUSH_ENDPOINTS}/P-1`, state(field)), PUSH_STATES),
  ]),
  "a field of a cafe's login that is not valid": inTurn(
    refuseEach((field) => post('/v1/auth/session', login(field)), SESSION),
  ),
};
