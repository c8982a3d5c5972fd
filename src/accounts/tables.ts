import { DAY_MS } from '../platform/platform';
import { textOf } from '../tables/sheet';
import { column, prefixedId, type Row, table } from '../tables/tables';
import { USER_ROLES, type UserRole } from './roles';

/** An empty or invalid cell gives no role. */
const role: column.Column<UserRole | ''> = {
  ...(column.choice(USER_ROLES) as column.Column<UserRole | ''>),
  empty: '',
};

/** A number typed with its plus is a formula to the sheet, which shows it without. */
const phone: column.Column<string> = {
  ...column.text(),
  note: "Gets texts about the user's hot leads: an international number such as +15551234567. If it contains spaces, type an apostrophe first.",
  fromCell: (cell) => (typeof cell === 'number' ? `+${cell}` : textOf(cell)),
};

/** Time at which something ended. Any text in the cell ends it. */
const ended: column.Column<Date> = {
  ...column.timestamp(),
  fromCell: (cell) => column.timestamp().fromCell(cell) ?? new Date(0),
};

export const USERS = table({
  name: 'Users',
  key: 'id',
  columns: {
    id: column.text(),
    email: column.text(),
    passwordHash: column.text(),
    role,
    cafeId: column.text(),
    createdAt: column.timestamp(),
    disabledAt: ended,
    version: column.integer(),
    /** Counts up whenever all sessions of the user end: only those that have the same number are valid. */
    sessionVersion: column.integer(),
    /** Gets a text when one of the user's leads is hot. */
    phone,
    /** Gets no new leads meanwhile. */
    away: { ...column.boolean(), note: 'TRUE while this user gets no new leads.' },
  },
  edited: ['role', 'cafeId', 'disabledAt', 'phone', 'away'],
  ids: prefixedId('U'),
});

/** API keys, by their hash. */
export const KEYS = table({
  name: 'Keys',
  key: 'id',
  columns: {
    id: column.text(),
    userId: column.text(),
    hash: column.text(),
    name: column.text(),
    allowsPlain: column.boolean(),
    createdAt: column.timestamp(),
    revokedAt: ended,
    version: column.integer(),
  },
  edited: ['name', 'revokedAt'],
  ids: prefixedId('K'),
});

/** The end of a session counts as its token says it: the cell depends on the sheet's time zone. */
export const SESSIONS = table({
  name: 'Sessions',
  key: 'id',
  columns: {
    id: column.text(),
    userId: column.text(),
    hash: column.text(),
    createdAt: column.timestamp(),
    expiresAt: column.timestamp(),
    revokedAt: ended,
    version: column.integer(),
    /** The user's when the password was checked. */
    sessionVersion: column.integer(),
  },
  edited: ['revokedAt'],
  ids: prefixedId('S'),
  lookups: { indexes: [['userId'], ['expiresAt']] },
});

/** Devices of a cafe that stay logged in. Their end counts as their tokens say it, as for sessions. */
export const DEVICES = table({
  name: 'Devices',
  key: 'id',
  columns: {
    id: column.text(),
    cafeId: column.text(),
    name: column.text(),
    hash: column.text(),
    /** The ID of the user, or `sheet`. */
    createdBy: column.text(),
    createdAt: column.timestamp(),
    expiresAt: column.timestamp(),
    revokedAt: ended,
    version: column.integer(),
    requestKey: column.text(),
    requestHash: column.text(),
  },
  edited: ['cafeId', 'name', 'revokedAt'],
  ids: prefixedId('D'),
});

export type User = Row<typeof USERS>;
export type Device = Row<typeof DEVICES>;

/** A cell may show a time that is off by as much, after the owner has changed the sheet's time zone. */
export const END_LEEWAY_MS = 2 * DAY_MS;

export function hasEnded(time: Date): boolean {
  return !Number.isNaN(time.getTime());
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
