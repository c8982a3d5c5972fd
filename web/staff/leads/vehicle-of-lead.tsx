import { useState } from 'preact/hooks';
import type { VehicleView } from '../../../src/leads/inventory/vehicles';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { Button } from '../../shared/button';
import { pathOf } from '../api';
import { Failure } from '../failure';
import { useReading } from '../resource';
import { formatRoute } from '../router';
import { EndOfList } from './end-of-list';
import { useLeadChange } from './lead-change';
import * as TEXTS from './texts';
import { usePages } from './use-pages';
import { describeVehicle, vehicleName } from './vehicle-name';

/** The vehicle that somebody asks for, and a search for another. */
export function VehicleOfLead({ lead }: { lead: LeadView }) {
  const { notice, change } = useLeadChange({
    lead,
    field: 'vehicleId',
    label: TEXTS.vehicles.ofLead,
    nameOf: (id) => id,
  });
  return (
    <section aria-labelledby="vehicle-title">
      <h3 id="vehicle-title">{TEXTS.vehicles.ofLead}</h3>
      {lead.vehicleId === '' ? (
        <p class="soft">{TEXTS.vehicles.noneOfLead}</p>
      ) : (
        <Chosen key={lead.vehicleId} id={lead.vehicleId} onRemove={() => change('')} />
      )}
      {notice}
      <VehicleSearch onChoose={change} />
    </section>
  );
}

function Chosen({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { value: vehicle, error, reload } = useReading<VehicleView>(pathOf('vehicles', id));
  const name = vehicle ? vehicleName(vehicle) : id;
  return (
    <>
      <div class="row vehicle">
        <a href={formatRoute('vehicles', id)} dir="auto">
          {name}
        </a>
        <Button class="quiet" aria-label={TEXTS.vehicles.removeWhich(name)} onClick={onRemove}>
          {TEXTS.vehicles.remove}
        </Button>
      </div>
      {vehicle && (
        <p class="soft" dir="auto">
          {describeVehicle(vehicle)}
        </p>
      )}
      <Failure what={TEXTS.vehicles.oneFailed(id)} error={error} onRetry={reload} />
    </>
  );
}

const OFFERED = { status: 'available,pending' };

/** Vehicles that can still be had, by make, model or VIN. */
function VehicleSearch({ onChoose }: { onChoose: (id: string) => void }) {
  const [q, setQ] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setQ(String(new FormData(event.currentTarget as HTMLFormElement).get('q')).trim());
  };
  return (
    <>
      <search>
        <form class="row" onSubmit={submit}>
          <input
            type="search"
            aria-label={TEXTS.vehicles.search}
            placeholder={TEXTS.vehicles.searchHint}
            maxLength={200}
            name="q"
          />
          <button type="submit" class="quiet">
            {TEXTS.vehicles.find}
          </button>
        </form>
      </search>
      {q !== undefined && (
        <Found
          q={q}
          onChoose={(id) => {
            setQ(undefined);
            onChoose(id);
          }}
        />
      )}
    </>
  );
}

function Found({ q, onChoose }: { q: string; onChoose: (id: string) => void }) {
  const pages = usePages<VehicleView>('/v1/vehicles', q === '' ? OFFERED : { ...OFFERED, q });
  return (
    <div class="found">
      <ul>
        {pages.rows.map((vehicle) => (
          <li key={vehicle.id} class="row apart">
            <div>
              <p dir="auto">{vehicleName(vehicle)}</p>
              <p class="soft" dir="auto">
                {describeVehicle(vehicle)}
              </p>
            </div>
            <Button
              class="quiet"
              aria-label={TEXTS.vehicles.takeWhich(vehicleName(vehicle))}
              onClick={() => onChoose(vehicle.id)}
            >
              {TEXTS.vehicles.take}
            </Button>
          </li>
        ))}
      </ul>
      <EndOfList pages={pages} texts={{ ...TEXTS.vehicles, none: TEXTS.vehicles.noneOffered }} />
    </div>
  );
}
