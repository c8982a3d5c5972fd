import { inTurn, type Rules } from './refusal';
import { CAR, LEAD, LEADS, LONG, MESSAGES, patch, post, VEHICLES } from './requests';
import { refuseEach, type Wrong, withField } from './wrong';

const LEAD_VALUES: Wrong = [
  ['name', 5],
  ['name', ''],
  ['name', '   '],
  ['name', null],
  ['name', ['Ann']],
  ['name', 'x'.repeat(201)],
  ['name', LONG],
  ['name', 'Ann\u0000'],
  ['name', '\ud83d Ann'],
  ['phone', 15551230001],
  ['phone', '5551230001'],
  ['phone', '+1 555 CALL ME'],
  ['phone', '+0123456789'],
  ['phone', `+${'1'.repeat(16)}`],
  ['phone', LONG],
  ['phone', '=+15551230001'],
  ['creditScore', 700],
  ['creditScore', 'x'.repeat(81)],
  ['downPayment', 'a lot'],
  ['downPayment', '500'],
  ['downPayment', -1],
  ['downPayment', 1e10],
  ['downPayment', 0.1234567890123456],
  ['hasBank', 'yes'],
  ['hasBank', 1],
  ['idType', {}],
  ['idType', LONG],
  ['tradeIn', []],
  ['location', false],
  ['location', LONG],
  ['source', 'x'.repeat(81)],
  ['notes', 5],
  ['notes', 'x'.repeat(5_001)],
  ['id', 'L-7'],
  ['score', 100],
  ['filter', 'hot'],
  ['version', 9],
  ['thread', []],
  ['requestKey', 'x'],
  ['__proto__', { isAdmin: true }],
  ['constructor', { prototype: {} }],
  ['toString', 'x'],
];

const NOT_YET: Wrong = [['status', 'sold']];

const LATER: Wrong = [
  ['status', 'no such'],
  ['status', ''],
  ['status', null],
  ['messages', []],
  ['isOptedOut', false],
];

const NEW_VEHICLE: Wrong = [
  ['make', ''],
  ['make', LONG],
  ['model', 1],
  ['price', '12000'],
  ['price', -1],
  ['price', null],
  ['miles', 'few'],
  ['year', 1.5],
  ['year', 1],
  ['vin', LONG],
  ['status', 'stolen'],
  ['isVinFlagged', true],
  ['id', 'V-9'],
  ['__proto__', {}],
];

const VEHICLE: Wrong = [
  ['price', '1'],
  ['status', 'gone'],
  ['miles', -1],
  ['version', 7],
  ['createdAt', '2020-01-01'],
];

const MESSAGE: Wrong = [
  ['leadId', 1],
  ['leadId', ''],
  ['leadId', LONG],
  ['body', ''],
  ['body', ' \n'],
  ['body', 'x'.repeat(1_601)],
  ['body', null],
  ['to', '+15550000000'],
  ['__proto__', { status: 'sent' }],
];

const LOGIN: Wrong = [
  ['email', 5],
  ['email', LONG],
  ['password', ['x']],
  ['password', LONG],
  ['role', 'admin'],
  ['__proto__', { role: 'admin' }],
];

const lead = withField(LEAD);
const car = withField(CAR);
const message = withField({ leadId: 'L-1', body: 'x' });
const login = withField({ email: 'a@example.com', password: 'x' });

export const LEAD_FIELDS: Rules = {
  'a field of a lead that is not valid': inTurn([
    ...refuseEach((field) => post(LEADS, lead(field)), [...LEAD_VALUES, ...NOT_YET]),
    ...refuseEach((field) => patch(`${LEADS}/L-1`, field), [...LEAD_VALUES, ...LATER]),
  ]),
  'a field of a vehicle that is not valid': inTurn([
    ...refuseEach((field) => post(VEHICLES, car(field)), NEW_VEHICLE),
    ...refuseEach((field) => patch(`${VEHICLES}/V-1`, field), VEHICLE),
  ]),
  'a field of a message that is not valid': inTurn(
    refuseEach((field) => post(MESSAGES, message(field)), MESSAGE),
  ),
  'a field of a login that is not valid': inTurn(
    refuseEach((field) => post('/v1/auth/login', login(field)), LOGIN),
  ),
};
