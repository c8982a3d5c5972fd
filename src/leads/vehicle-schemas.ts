import * as v from 'valibot';
import {
  Amount,
  BooleanFilter,
  listPageOf,
  listQuery,
  maxText,
  NumberFilter,
  TextFilter,
  Time,
} from '../http/fields';
import { VEHICLE_STATUSES } from './tables';

const Required = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(80));
const Year = v.pipe(v.number(), v.integer(), v.minValue(1886), v.maxValue(2100));

const OPTIONAL = {
  vin: v.exactOptional(maxText(40)),
  year: v.exactOptional(v.nullable(Year)),
  miles: v.exactOptional(v.nullable(Amount)),
  status: v.exactOptional(v.picklist(VEHICLE_STATUSES)),
  location: v.exactOptional(maxText(80)),
};

export const NewVehicle = v.strictObject({ make: Required, model: Required, price: Amount, ...OPTIONAL });
export type NewVehicle = v.InferOutput<typeof NewVehicle>;

export const VehiclePatch = v.strictObject({
  make: v.exactOptional(Required),
  model: v.exactOptional(Required),
  price: v.exactOptional(Amount),
  ...OPTIONAL,
});
export type VehiclePatch = v.InferOutput<typeof VehiclePatch>;

export const VEHICLE_FIELDS = Object.keys(VehiclePatch.entries) as (keyof VehiclePatch)[];

export const VehicleView = v.strictObject({
  id: v.string(),
  vin: v.string(),
  make: v.string(),
  model: v.string(),
  year: v.nullable(v.number()),
  miles: v.nullable(v.number()),
  price: v.nullable(v.number()),
  status: v.picklist(VEHICLE_STATUSES),
  location: v.string(),
  isVinFlagged: v.boolean(),
  createdAt: Time,
  updatedAt: Time,
  version: v.number(),
});
export type VehicleView = v.InferOutput<typeof VehicleView>;

export const VehicleQuery = v.strictObject({
  ...listQuery([
    'id',
    'make',
    'model',
    'year',
    'miles',
    'price',
    'status',
    'location',
    'createdAt',
    'updatedAt',
  ]),
  vin: TextFilter,
  make: TextFilter,
  model: TextFilter,
  year: NumberFilter,
  miles: NumberFilter,
  price: NumberFilter,
  status: v.optional(v.picklist(VEHICLE_STATUSES)),
  location: TextFilter,
  isVinFlagged: BooleanFilter,
});
export type VehicleQuery = v.InferOutput<typeof VehicleQuery>;

export const VehiclePage = listPageOf(VehicleView);
