import { existing } from '../http/existing';
import { expectedVersion } from '../http/if-match';
import { answerIn, assertSameBody, markOf, withAnswer } from '../http/request-key';
import { Answer, type Call } from '../http/route';
import { toTime } from '../http/time';
import { insert, type ListPage, list, update, whereOf } from '../tables/tables';
import { changesBetween } from './activities';
import { archiveVehicle } from './archive';
import { NEW_VEHICLES, VEHICLES, type Vehicle } from './tables';
import {
  type NewVehicle,
  VEHICLE_FIELDS,
  VehicleAnswer,
  type VehiclePatch,
  type VehicleQuery,
} from './vehicle-schemas';
import { hasCheckDigit, toVin } from './vin';

const SHOWN = Object.keys(VehicleAnswer.entries) as (keyof VehicleAnswer)[];

export function listVehicles({ query }: Call<undefined, VehicleQuery>): ListPage<VehicleAnswer> {
  const { page, pageSize, sort, q, ...filters } = query;
  const where = whereOf<typeof VEHICLES>(filters);
  const listed = list(VEHICLES, query, { columns: SHOWN, searched: ['make', 'model', 'vin'], where });
  return { ...listed, data: listed.data.map(toView) };
}

export function createVehicle({ body, caller, request }: Call<NewVehicle, undefined>): Answer {
  const mark = markOf(caller, request, body);
  const at = new Date();
  const { row, isNew } = insert(
    NEW_VEHICLES,
    (id): Vehicle => ({
      ...firstState(body, at),
      ...mark,
      requestHash: withAnswer(mark.requestHash, at.toISOString()),
      id,
      activities: [{ at: at.toISOString(), by: caller?.id ?? '', what: 'created' }],
    }),
    mark,
  );
  if (!isNew) assertSameBody(row, mark);
  const [firstAt = at] = answerIn(row.requestHash);
  return new Answer(toView({ ...firstState(body, new Date(firstAt)), id: row.id }), { status: 201 });
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
    expectedVersion(request),
  );
  return toView(archiveVehicle(existing(changed, `vehicle ${id}`)));
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
  return { ...shown, createdAt: toTime(row.createdAt), updatedAt: toTime(row.updatedAt) };
}
