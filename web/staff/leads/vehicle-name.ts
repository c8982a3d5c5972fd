import type { VehicleView } from '../../../src/leads/inventory/vehicles';
import { LOCALE } from '../../shared/format';
import * as TEXTS from './texts';

/** `2021 Toyota Corolla`. */
export function vehicleName({ year, make, model }: VehicleView): string {
  return [year, make, model].filter(Boolean).join(' ');
}

/** `18,900 · 42,000 miles · Available · Austin`. */
export function describeVehicle({ price, miles, status, location }: VehicleView): string {
  const parts = [formatPrice(price), formatMiles(miles), TEXTS.vehicles.statuses[status], location];
  return parts.filter(Boolean).join(' · ');
}

/** The lead desk knows no currency. */
export function formatPrice(price: number | null): string {
  return price === null ? TEXTS.vehicles.noPrice : price.toLocaleString(LOCALE);
}

export function formatMiles(miles: number | null): string {
  return miles === null ? '' : TEXTS.vehicles.distance(miles.toLocaleString(LOCALE));
}
