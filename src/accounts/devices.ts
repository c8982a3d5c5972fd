import type { IdempotencyRecord } from '../http/idempotency';
import { DAY_MS } from '../platform/platform';
import {
  find,
  type Insertion,
  insert,
  type MaintenanceTask,
  maintain,
  NEVER,
  scan,
  update,
} from '../tables/tables';
import { cacheRevocation } from './credential-cache';
import { invalidateNames } from './names';
import { DEVICES, type Device, END_LEEWAY_MS, hasEnded } from './tables';
import { deviceTokenFactory, getSigningSecret } from './tokens';

const DEVICE_MS = 90 * DAY_MS;

/** The token is null where a repeated request finds its device: only a hash of it is stored. */
type DeviceWithToken = Device & { token: string | null };

/** The cafe has to exist. */
export function insertDevice(
  given: Pick<Device, 'cafeId' | 'name' | 'createdBy'>,
  record: IdempotencyRecord,
): Insertion<DeviceWithToken> {
  const createdAt = new Date();
  // A token ends at a whole second.
  const expiresAt = new Date(Math.floor((createdAt.getTime() + DEVICE_MS) / 1_000) * 1_000);
  const tokenOf = deviceTokenFactory(expiresAt.getTime(), getSigningSecret());
  const times = { createdAt, expiresAt, revokedAt: NEVER };
  const { row, isNew } = insert(
    DEVICES,
    (id): Device => ({ ...given, ...record, ...times, id, hash: tokenOf(id).hash, version: 1 }),
    record,
  );
  if (isNew) invalidateNames();
  return { row: { ...row, token: isNew ? tokenOf(row.id).text : null }, isNew };
}

/** Lists the devices whose tokens are still valid. */
export function listDevices(): Device[] {
  return scan(DEVICES).filter(isValid);
}

/** Undefined also for a device that has been revoked or has expired. */
export function findDevice(id: string): Device | undefined {
  const device = find(DEVICES, id);
  return device && isValid(device) ? device : undefined;
}

/** Refuses a device's token before its row says so, wherever the execution ends. Does nothing where there is no such row. */
export function endDevice(id: string, options: { ifVersion?: readonly number[] } = {}): void {
  const first = ({ hash }: Device) => {
    cacheRevocation(hash);
    return [];
  };
  update(DEVICES, id, () => ({ revokedAt: new Date() }), { ...options, first });
}

/** Removes devices that have expired. One with an invalid end stays. */
export const OLD_DEVICES: MaintenanceTask = {
  name: 'old devices',
  everyMinutes: 360,
  run() {
    maintain(DEVICES, { expiresAt: { lt: new Date(Date.now() - END_LEEWAY_MS) } });
  },
};

/** An end that is no date is that of the token, which nobody here knows. */
function isValid({ expiresAt, revokedAt }: Device): boolean {
  return !hasEnded(revokedAt) && !(expiresAt.getTime() <= Date.now());
}
