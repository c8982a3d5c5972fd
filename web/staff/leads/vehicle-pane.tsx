import type { VehicleView } from '../../../src/leads/inventory/vehicles';
import { ExactTime } from '../../shared/time';
import { pathOf } from '../api';
import { Fact } from '../fact';
import { Loading } from '../loading';
import { useReading } from '../resource';
import { toHash } from './lead-address';
import * as TEXTS from './texts';
import { formatMiles, formatPrice, vehicleName } from './vehicle-name';

/** Pane with what is known of a vehicle, and who asks for it. */
export function VehiclePane({ id, backHref }: { id: string; backHref: string }) {
  const reading = useReading<VehicleView>(pathOf('vehicles', id));
  const vehicle = reading.value;
  return (
    <article class="lead" aria-labelledby="vehicle-name">
      <a class="tap back" href={backHref}>
        {TEXTS.vehicles.back}
      </a>
      <h2 id="vehicle-name" dir="auto">
        {vehicle ? vehicleName(vehicle) : id}
      </h2>
      <Loading of={reading} failed={TEXTS.vehicles.oneFailed(id)} missing={TEXTS.vehicles.missing(id)} />
      {vehicle && <VehicleFacts vehicle={vehicle} />}
      <a class="tap" href={toHash({ view: 'all', search: { vehicleId: id } })}>
        {TEXTS.vehicles.leads}
      </a>
    </article>
  );
}

function VehicleFacts({ vehicle }: { vehicle: VehicleView }) {
  const { fields } = TEXTS.vehicles;
  const { price, miles, status, year, location, vin, isVinFlagged, createdAt, updatedAt } = vehicle;
  const texts: [string, string][] = [
    [fields.status, TEXTS.vehicles.statuses[status]],
    [fields.price, formatPrice(price)],
    [fields.miles, formatMiles(miles)],
    [fields.year, String(year ?? '')],
    [fields.location, location],
    [fields.vin, vin],
  ];
  return (
    <>
      <dl class="facts">
        {texts.map(([label, text]) => (
          <Fact key={label} label={label}>
            {text || TEXTS.lead.unknown}
          </Fact>
        ))}
        <Fact label={fields.createdAt}>
          <ExactTime iso={createdAt} />
        </Fact>
        <Fact label={fields.updatedAt}>
          <ExactTime iso={updatedAt} />
        </Fact>
      </dl>
      {isVinFlagged && <p class="problem">{TEXTS.vehicles.flagged}</p>}
    </>
  );
}
