import { ifMatch } from '../http/etag';
import { toIso } from '../http/fields';
import { orNotFound } from '../http/http-error';
import { assertSameBody, idempotencyRecord, storedResponse, withStoredResponse } from '../http/idempotency';
import { type Call, Response } from '../http/route';
import { insert, type ListPage, list, update } from '../tables/tables';
import { archiveVehicle, changesBetween } from './activities';
import { VEHICLES, type Vehicle } from './tables';
import {
  type NewVehicle,
  VEHICLE_FIELDS,
  type VehiclePatch,
  type VehicleQuery,
  VehicleView,
} from './vehicle-schemas';

const SHOWN = Object.keys(VehicleView.entries) as (keyof VehicleView)[];

const DEFAULTS = {
  vin: '',
  year: null,
  miles: null,
  status: 'available',
  location: '',
  isVinFlagged: false,
} as const;

export function listVehicles({ query }: Call<undefined, VehicleQuery>): ListPage<VehicleView> {
  const { page, pageSize, sort, q, ...where } = query;
  const searchIn = ['make', 'model', 'vin'] as const;
  const listed = list(VEHICLES, { page, pageSize, sort, q, searchIn, where, columns: SHOWN });
  return { ...listed, data: listed.data.map(toView) };
}

/** A request that is repeated gets the vehicle as it was created, whatever has become of it. */
export function createVehicle({ body, caller, request }: Call<NewVehicle, undefined>): Response {
  const mark = idempotencyRecord(caller, request, body);
  const at = new Date();
  const initial = (createdAt: Date) => ({
    ...DEFAULTS,
    ...body,
    ...toVinColumns(body.vin),
    createdAt,
    updatedAt: createdAt,
    version: 1,
  });
  const { row, isNew } = insert(
    VEHICLES,
    (id): Vehicle => ({
      ...initial(at),
      ...mark,
      requestHash: withStoredResponse(mark.requestHash, at.toISOString()),
      id,
      activities: [{ at: at.toISOString(), by: caller?.id ?? '', what: 'created' }],
    }),
    mark,
  );
  if (!isNew) assertSameBody(row, mark);
  const [firstAt = at] = storedResponse(row.requestHash);
  return new Response(toView({ ...initial(new Date(firstAt)), id: row.id }), { status: 201 });
}

export function updateVehicle({
  params: { id = '' },
  body,
  caller,
  request,
}: Call<VehiclePatch, undefined>): VehicleView {
  const [at, by] = [new Date(), caller?.id ?? ''];
  const patch = { ...body, ...toVinColumns(body.vin) };
  const updated = update(
    VEHICLES,
    id,
    (vehicle) => {
      const changes = changesBetween(vehicle, { ...vehicle, ...patch }, VEHICLE_FIELDS);
      if (!changes) return {};
      const activity = { at: at.toISOString(), by, what: 'changed', changes } as const;
      return { ...patch, updatedAt: at, activities: [...vehicle.activities, activity] };
    },
    ifMatch(request),
  );
  return toView(archiveVehicle(orNotFound(updated, `vehicle ${id}`)));
}

/** A wrong check digit is only flagged: the seller knows whether it is a mistake. */
function toVinColumns(text: string | undefined): Partial<Pick<Vehicle, 'vin' | 'isVinFlagged'>> {
  if (text === undefined) return {};
  const vin = normalizeVin(text);
  return { vin, isVinFlagged: vin !== '' && !hasCheckDigit(vin) };
}

function toView(row: Pick<Vehicle, (typeof SHOWN)[number]>): VehicleView {
  const shown = Object.fromEntries(SHOWN.map((name) => [name, row[name]])) as typeof row;
  return { ...shown, createdAt: toIso(row.createdAt), updatedAt: toIso(row.updatedAt) };
}

/** 49 CFR 565.15: the value of each character (A to H 1 to 8, J to R 1 to 9, S to Z 2 to 9), and the weight of each position. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const VALUES = '012345678912345678123457923456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECK_DIGIT_AT = 8;

/** In capitals, without blanks and hyphens. */
export function normalizeVin(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether the ninth character is the check digit of the others. Cars made for Europe mostly have none. */
export function hasCheckDigit(vin: string): boolean {
  if (!/^[0-9A-HJ-NPR-Z]{17}$/.test(vin)) return false;
  const toNumber = (character: string) => Number(VALUES.charAt(CHARACTERS.indexOf(character)));
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * toNumber(vin.charAt(index)), 0);
  return vin.charAt(CHECK_DIGIT_AT) === '0123456789X'.charAt(sum % 11);
}
