import { column, prefixedId, table } from '../tables/tables';
import { ROLES, type Role } from './roles';

/** An empty or invalid cell gives no role. */
const role: column.Column<Role | ''> = { ...(column.choice(ROLES) as column.Column<Role | ''>), empty: '' };

/** When something ended. Any text in the cell ends it. */
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
  },
  edited: ['role', 'cafeId', 'disabledAt'],
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
  },
  edited: ['revokedAt'],
  ids: prefixedId('S'),
});

/** The value of an empty date cell. */
export const NEVER = new Date(Number.NaN);

export function hasEnded(time: Date): boolean {
  return !Number.isNaN(time.getTime());
}

export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
