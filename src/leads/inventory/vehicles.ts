import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described, withExample } from '../../http/described';
import { Amount, Count, CreatedAt, listPageOf, maxText, toIso, UpdatedAt, Version } from '../../http/fields';
import { orNotFound } from '../../http/http-error';
import {
  assertSameBody,
  idempotencyRecord,
  storedResponse,
  withStoredResponse,
} from '../../http/idempotency';
import { listQueryOf, whereOf } from '../../http/list';
import { ifMatch } from '../../http/reply';
import { type Call, Response, type Routes, route } from '../../http/route';
import { find, insert, type ListPage, list, update } from '../../tables/tables';
import { archiveVehicle, changesBetween } from '../lead/activities';
import { VEHICLE_STATUSES, VEHICLES, type Vehicle } from '../tables';
import { hasCheckDigit, normalizeVin } from './vin';

const Required = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80));
const Year = v.pipe(v.number(), v.integer(), v.minValue(1886), v.maxValue(2100));

const OPTIONAL = {
  vin: described(v.exactOptional(maxText(40)), 'The vehicle identification number.', '1HGCM82633A004352'),
  year: described(v.exactOptional(v.nullable(Year)), 'The model year. Null if unknown.', 2023),
  miles: described(v.exactOptional(v.nullable(Amount)), 'The mileage. Null if unknown.', 21_400),
  status: described(v.exactOptional(v.picklist(VEHICLE_STATUSES)), 'Whether it is for sale.', 'available'),
  location: described(v.exactOptional(maxText(80)), 'Where the vehicle is.', 'Austin'),
};

const NewVehicle = v.strictObject({
  make: described(Required, 'The manufacturer.', 'Toyota'),
  model: described(Required, 'The model.', 'Corolla'),
  price: described(Amount, 'In main units of the currency.', 18_900),
  ...OPTIONAL,
});
type NewVehicle = v.InferOutput<typeof NewVehicle>;

const VehiclePatch = v.strictObject({
  make: v.exactOptional(Required),
  model: v.exactOptional(Required),
  price: v.exactOptional(Amount),
  ...OPTIONAL,
});
type VehiclePatch = v.InferOutput<typeof VehiclePatch>;

const VEHICLE_FIELDS = Object.keys(VehiclePatch.entries) as (keyof VehiclePatch)[];

const VehicleView = v.strictObject({
  id: described(v.string(), 'The ID of the vehicle.', 'V-3'),
  vin: v.string(),
  make: v.string(),
  model: v.string(),
  year: v.nullable(Count),
  miles: v.nullable(v.number()),
  price: v.nullable(v.number()),
  status: v.picklist(VEHICLE_STATUSES),
  location: v.string(),
  isVinFlagged: described(v.boolean(), 'Whether the check digit of the VIN is wrong.'),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  version: Version,
});
export type VehicleView = v.InferOutput<typeof VehicleView>;

const VehicleQuery = v.strictObject(listQueryOf(VEHICLES));
type VehicleQuery = v.InferOutput<typeof VehicleQuery>;

const VehiclePage = listPageOf(VehicleView);

const SHOWN = Object.keys(VehicleView.entries) as (keyof VehicleView)[];

const DEFAULTS = {
  vin: '',
  year: null,
  miles: null,
  status: 'available',
  location: '',
  isVinFlagged: false,
} as const;

const access = rolesWith('leads');

export const VEHICLE_ROUTES: Routes = {
  'GET /v1/vehicles': route({
    summary: 'Lists vehicles of all locations, newest first by default',
    access,
    query: withExample(VehicleQuery, { status: 'available', location: 'Austin', count: 'capped' }),
    response: VehiclePage,
    handle: listVehicles,
  }),
  'POST /v1/vehicles': route({
    summary: 'Adds a vehicle. A VIN with an invalid check digit is flagged',
    access,
    body: NewVehicle,
    response: VehicleView,
    status: 201,
    idempotent: true,
    handle: createVehicle,
  }),
  'GET /v1/vehicles/:id': route({
    summary: 'Returns a vehicle',
    access,
    response: VehicleView,
    handle: getVehicle,
  }),
  'PATCH /v1/vehicles/:id': route({
    summary: 'Updates a vehicle',
    access,
    body: withExample(VehiclePatch, { price: 17_500, status: 'pending' }),
    response: VehicleView,
    handle: updateVehicle,
  }),
};

function listVehicles({ query }: Call<undefined, VehicleQuery>): ListPage<VehicleView> {
  const listed = list(VEHICLES, { ...query, where: whereOf(VEHICLES, query), columns: SHOWN });
  return { ...listed, data: listed.data.map(toView) };
}

function getVehicle({ params: { id = '' } }: Call): VehicleView {
  return toView(orNotFound(find(VEHICLES, id), `vehicle ${id}`));
}

/** A repeated request gets the vehicle as it was created, even if it has changed since. */
function createVehicle({ body, caller, request }: Call<NewVehicle>): Response {
  const record = idempotencyRecord(caller, request, body);
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
      ...record,
      requestHash: withStoredResponse(record.requestHash, at.toISOString()),
      id,
      activities: [{ at: at.toISOString(), by: caller?.id ?? '', what: 'created' }],
    }),
    record,
  );
  if (!isNew) assertSameBody(row, record);
  const [firstAt = at] = storedResponse(row.requestHash);
  const view = toView({ ...initial(new Date(firstAt)), id: row.id });
  return new Response(view, { status: 201, headers: { location: `/v1/vehicles/${row.id}` } });
}

function updateVehicle({ params: { id = '' }, body, caller, request }: Call<VehiclePatch>): VehicleView {
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
