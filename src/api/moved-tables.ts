import { DEVICES, KEYS, USERS } from '../accounts/tables';
import { CAFES, MENU, ORDERS } from '../cafe/tables';
import { DELETED_LEADS, LEADS, LISTS, SCORING, VEHICLES } from '../leads/tables';
import { OUTBOX } from '../outbox/jobs';
import { DELIVERIES, PUSH_ENDPOINTS } from '../pushes/tables';
import { ARCHIVE } from '../tables/archive';
import type { Table } from '../tables/tables';

/** What moves from a sheet to a database. Sessions end with the move. */
export const MOVED_TABLES: readonly Table[] = [
  SCORING,
  LISTS,
  CAFES,
  MENU,
  VEHICLES,
  LEADS,
  ORDERS,
  ARCHIVE,
  DELETED_LEADS,
  PUSH_ENDPOINTS,
  DELIVERIES,
  OUTBOX,
];

/** Who may call the API, and with what: these travel sealed, in one piece. */
export const SEALED_TABLES: readonly Table[] = [USERS, KEYS, DEVICES];
