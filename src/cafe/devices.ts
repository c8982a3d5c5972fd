import * as v from 'valibot';
import { endDevice, findDevice, insertDevice, listDevices } from '../accounts/devices';
import { rolesWith } from '../accounts/roles';
import type { Device } from '../accounts/tables';
import { described } from '../http/described';
import { CreatedAt, Deleted, Time, toIso, wholeListOf } from '../http/fields';
import { orNotFound } from '../http/http-error';
import { assertSameBody, idempotencyRecord, NO_RECORD } from '../http/idempotency';
import { ifMatch } from '../http/reply';
import { type Call, Response, type Routes, route } from '../http/route';
import { prompt, showMessage } from '../platform/dialog';
import { UserError } from '../platform/user-error';
import { askForCafe, assertMayActFor, getCafe } from './cafes';
import { CafeId } from './fields';

const MAX_NAME = 80;

const NewDevice = v.strictObject({
  name: described(
    v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_NAME)),
    'What people call it, such as Counter.',
    'Counter',
  ),
});
type NewDevice = v.InferOutput<typeof NewDevice>;

const DeviceView = v.strictObject({
  id: described(v.string(), 'The ID of the device.', 'D-1'),
  cafeId: CafeId,
  name: v.string(),
  createdBy: described(v.string(), 'The ID of the user who added it, or sheet.', 'U-3'),
  createdAt: CreatedAt,
  expiresAt: described(Time, 'When its token stops being valid: after 90 days.', '2027-02-19T09:12:03.000Z'),
});
export type DeviceView = v.InferOutput<typeof DeviceView>;

const CreatedDevice = v.strictObject({
  ...DeviceView.entries,
  token: described(
    v.nullable(v.string()),
    'For the header Authorization. Shown only in this response; null for a repeated request.',
    'dt_1_t8nqkc0_k3x9w7m2q5v8b4n6r1t0y5u8i2o7p4a9s3d6',
  ),
});
export type CreatedDevice = v.InferOutput<typeof CreatedDevice>;

const access = rolesWith('devices');

export const DEVICE_ROUTES: Routes = {
  'GET /v1/cafes/:cafeId/devices': route({
    summary: 'Lists the devices that are logged in at a cafe',
    access,
    response: wholeListOf(DeviceView),
    handle: listCafeDevices,
  }),
  'POST /v1/cafes/:cafeId/devices': route({
    summary: 'Adds a device to a cafe. Its token is returned only here, and is valid for 90 days',
    access,
    body: NewDevice,
    response: CreatedDevice,
    status: 201,
    idempotent: true,
    handle: createDevice,
  }),
  'DELETE /v1/devices/:id': route({
    summary: 'Revokes a device. Its token is refused from then on',
    access,
    response: Deleted,
    handle: deleteDevice,
  }),
};

function listCafeDevices({ params: { cafeId = '' }, caller }: Call): { data: DeviceView[] } {
  assertMayActFor(caller, cafeId);
  const devices = listDevices().filter((device) => device.cafeId === cafeId);
  return { data: devices.map(toView) };
}

/** A request that is repeated gets the device without its token. */
function createDevice({ params: { cafeId = '' }, body, caller, request }: Call<NewDevice>): Response {
  assertMayActFor(caller, cafeId);
  getCafe(cafeId);
  const record = idempotencyRecord(caller, request, body);
  const given = { cafeId, name: body.name, createdBy: caller?.id ?? '' };
  const { row, isNew } = insertDevice(given, record);
  if (!isNew) assertSameBody(row, record);
  return new Response({ ...toView(row), token: row.token }, { status: 201 });
}

function deleteDevice({ params: { id = '' }, caller, request }: Call): Deleted {
  const { cafeId } = orNotFound(findDevice(id), `device ${id}`);
  assertMayActFor(caller, cafeId);
  endDevice(id, ifMatch(request));
  return { id, deleted: true };
}

function toView({ id, cafeId, name, createdBy, createdAt, expiresAt }: Device): DeviceView {
  return { id, cafeId, name, createdBy, createdAt: toIso(createdAt), expiresAt: toIso(expiresAt) };
}

const TITLE = 'New device';

/** Runs from the menu. The token is shown once, in a dialog, and written into no cell. */
export function newDevice(): void {
  const cafeId = askForCafe(TITLE);
  const name = cafeId && prompt(TITLE, 'Name of the device, such as Counter:');
  if (!cafeId || !name) return;
  if (name.length > MAX_NAME)
    throw new UserError(`name must be 1 to ${MAX_NAME} characters (got ${name.length}).`);
  const { id, token } = insertDevice({ cafeId, name, createdBy: 'sheet' }, NO_RECORD).row;
  showMessage(
    `${id} has been added`,
    `Token: ${token}\n\nYou will not see it again. It is valid for 90 days, for the orders, sold-out items, pause and takings of ${cafeId}.`,
  );
}

/** Runs from the menu. */
export function revokeDevice(): void {
  const id = prompt('Revoke a device', 'Device ID, as in the Devices tab (D-1):')?.toUpperCase();
  if (!id) return;
  if (!findDevice(id))
    throw new UserError(`There is no device "${id}". The Devices tab lists the IDs, such as D-1.`);
  endDevice(id);
  showMessage(`${id} is revoked`, 'Requests with its token are refused from now on.');
}
