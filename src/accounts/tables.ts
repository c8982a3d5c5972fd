import { column, prefixedId, type Row, table } from '../tables/tables';
import { ROLES, type Role } from './roles';

/** Nobody gets a role from a cell that is empty or spoilt. */
const role: column.Column<Role | ''> = { ...(column.choice(ROLES) as column.Column<Role | ''>), empty: '' };

/** When something ended. Whatever a person types there ends it too. */
function ended(): column.Column<Date> {
  const time = column.timestamp();
  return { ...time, fromCell: (cell) => time.fromCell(cell) ?? new Date(0) };
}

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
    disabledAt: ended(),
    version: column.integer(),
  },
  edited: ['role', 'cafeId', 'disabledAt'],
  ids: prefixedId('U'),
});

/** API keys: what is kept is their hash. */
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
    revokedAt: ended(),
    version: column.integer(),
  },
  edited: ['name', 'revokedAt'],
  ids: prefixedId('K'),
});

/** The time at which a session ends is in its token too, and counts there: a cell depends on the sheet's time zone. */
export const SESSIONS = table({
  name: 'Sessions',
  key: 'id',
  columns: {
    id: column.text(),
    userId: column.text(),
    hash: column.text(),
    createdAt: column.timestamp(),
    expiresAt: column.timestamp(),
    revokedAt: ended(),
    version: column.integer(),
  },
  edited: ['revokedAt'],
  ids: prefixedId('S'),
});

export type User = Row<typeof USERS>;
export type Key = Row<typeof KEYS>;
export type Session = Row<typeof SESSIONS>;

/** The value of a date cell that is empty. */
export const NEVER = new Date(Number.NaN);

export function hasEnded(time: Date): boolean {
  return !Number.isNaN(time.getTime());
}

/** An email address as it is compared and stored. */
export function toAddress(email: string): string {
  return email.trim().toLowerCase();
}
