import { ifMatch } from '../http/etag';
import { toIso } from '../http/fields';
import { orNotFound } from '../http/http-error';
import { assertSameBody, idempotencyRecord, storedResponse, withStoredResponse } from '../http/idempotency';
import { type Call, Response } from '../http/route';
import { insert, type ListPage, list, update } from '../tables/tables';
import { archiveVehicle, changesBetween } from './activities';
import { NEW_VEHICLES, VEHICLES, type Vehicle } from './tables';
import {
  type NewVehicle,
  VEHICLE_FIELDS,
  VehicleAnswer,
  type VehiclePatch,
  type VehicleQuery,
} from './vehicle-schemas';

/** What each character counts for, and what its place does: 49 CFR 565.15. I, O and Q are not used. */
const VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  [...'0123456789'].map((digit) => [digit, Number(digit)]).concat(letterValues()),
);

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

const CHECK_DIGIT_AT = 8;

const SHOWN = Object.keys(VehicleAnswer.entries) as (keyof VehicleAnswer)[];

export function listVehicles({ query }: Call<undefined, VehicleQuery>): ListPage<VehicleAnswer> {
  const { page, pageSize, sort, q, ...where } = query;
  const searchIn = ['make', 'model', 'vin'] as const;
  const listed = list(VEHICLES, { page, pageSize, sort, q, searchIn, where, columns: SHOWN });
  return { ...listed, data: listed.data.map(toView) };
}

export function createVehicle({ body, caller, request }: Call<NewVehicle, undefined>): Response {
  const mark = idempotencyRecord(caller, request, body);
  const at = new Date();
  const { row, isNew } = insert(
    NEW_VEHICLES,
    (id): Vehicle => ({
      ...firstState(body, at),
      ...mark,
      requestHash: withStoredResponse(mark.requestHash, at.toISOString()),
      id,
      activities: [{ at: at.toISOString(), by: caller?.id ?? '', what: 'created' }],
    }),
    mark,
  );
  if (!isNew) assertSameBody(row, mark);
  const [firstAt = at] = storedResponse(row.requestHash);
  return new Response(toView({ ...firstState(body, new Date(firstAt)), id: row.id }), { status: 201 });
}

/** What a body makes: the same again for a request that comes again, whatever became of the vehicle. */
function firstState(body: NewVehicle, at: Date) {
  return { ...UNKNOWN, ...body, ...vinOf(body), createdAt: at, updatedAt: at, version: 1 };
}

export function changeVehicle({
  params: { id = '' },
  body,
  caller,
  request,
}: Call<VehiclePatch, undefined>): VehicleAnswer {
  const [at, by] = [new Date(), caller?.id ?? ''];
  const patch = { ...body, ...vinOf(body) };
  const changed = update(
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
  return toView(archiveVehicle(orNotFound(changed, `vehicle ${id}`)));
}

const UNKNOWN = {
  vin: '',
  year: null,
  miles: null,
  status: 'available',
  location: '',
  isVinFlagged: false,
} as const;

/** A wrong check digit is told, not refused: it is the seller's to know. */
function vinOf({ vin }: { vin?: string }): Partial<Pick<Vehicle, 'vin' | 'isVinFlagged'>> {
  if (vin === undefined) return {};
  const stamped = toVin(vin);
  return { vin: stamped, isVinFlagged: stamped !== '' && !hasCheckDigit(stamped) };
}

function toView(row: Pick<Vehicle, (typeof SHOWN)[number]>): VehicleAnswer {
  const shown = Object.fromEntries(SHOWN.map((name) => [name, row[name]])) as Pick<
    Vehicle,
    (typeof SHOWN)[number]
  >;
  return { ...shown, createdAt: toIso(row.createdAt), updatedAt: toIso(row.updatedAt) };
}

/** As it is stamped: capitals, nothing between them. */
export function toVin(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether the ninth character is the check digit of the others. Cars made for Europe mostly have none. */
export function hasCheckDigit(vin: string): boolean {
  if (!/^[0-9A-HJ-NPR-Z]{17}$/.test(vin)) return false;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * (VALUES[vin.charAt(at)] ?? 0), 0);
  return vin.charAt(CHECK_DIGIT_AT) === '0123456789X'.charAt(sum % 11);
}

/** A to H are 1 to 8, J to R 1 to 9, S to Z 2 to 9. */
function letterValues(): [string, number][] {
  const rows: [string, number][] = [
    ['ABCDEFGH', 1],
    ['JKLMNOPQR', 1],
    ['STUVWXYZ', 2],
  ];
  return rows.flatMap(([letters, first]) =>
    [...letters].map((letter, index): [string, number] => [letter, first + index]),
  );
}
