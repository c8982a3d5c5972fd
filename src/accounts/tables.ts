import {
  type AutoId,
  boolean,
  type Column,
  choice,
  integer,
  prefixedId,
  type Row,
  table,
  text,
  timestamp,
} from '../tables/tables';
import { ROLES, type Role } from './roles';

/** Nobody gets a role from a cell that is empty or spoilt. */
const role: Column<Role | ''> = { ...(choice(ROLES) as Column<Role | ''>), empty: '' };

/** When something ended. Whatever a person types there ends it too. */
function ended(): Column<Date> {
  const time = timestamp();
  return { ...time, fromCell: (cell) => time.fromCell(cell) ?? new Date(0) };
}

const USER_IDS = prefixedId('U');
const KEY_IDS = prefixedId('K');
const SESSION_IDS = prefixedId('S');

export const USERS = table({
  name: 'Users',
  key: 'id',
  columns: {
    id: text(),
    email: text(),
    passwordHash: text(),
    role,
    cafeId: text(),
    createdAt: timestamp(),
    disabledAt: ended(),
    version: integer(),
  },
  edited: ['role', 'cafeId', 'disabledAt'],
  numberOf: USER_IDS.numberOf,
});

/** API keys: what is kept is their hash. */
export const KEYS = table({
  name: 'Keys',
  key: 'id',
  columns: {
    id: text(),
    userId: text(),
    hash: text(),
    name: text(),
    allowsPlain: boolean(),
    createdAt: timestamp(),
    revokedAt: ended(),
    version: integer(),
  },
  edited: ['name', 'revokedAt'],
  numberOf: KEY_IDS.numberOf,
});

/** The time at which a session ends is in its token too, and counts there: a cell depends on the sheet's time zone. */
export const SESSIONS = table({
  name: 'Sessions',
  key: 'id',
  columns: {
    id: text(),
    userId: text(),
    hash: text(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    revokedAt: ended(),
    version: integer(),
  },
  edited: ['revokedAt'],
  numberOf: SESSION_IDS.numberOf,
});

export type User = Row<typeof USERS>;
export type Key = Row<typeof KEYS>;
export type Session = Row<typeof SESSIONS>;

export const NEW_USERS: AutoId<typeof USERS> = { table: USERS, toId: USER_IDS.toId };
export const NEW_KEYS: AutoId<typeof KEYS> = { table: KEYS, toId: KEY_IDS.toId };
export const NEW_SESSIONS: AutoId<typeof SESSIONS> = {
  table: SESSIONS,
  toId: SESSION_IDS.toId,
};

/** The value of a date cell that is empty. */
export const NEVER = new Date(Number.NaN);

export function hasEnded(time: Date): boolean {
  return !Number.isNaN(time.getTime());
}

/** An email address as it is compared and stored. */
export function toAddress(email: string): string {
  return email.trim().toLowerCase();
}
