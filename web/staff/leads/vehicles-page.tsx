import './leads.css';
import type { VehicleView } from '../../../src/leads/inventory/vehicles';
import { ShortcutHelp } from '../../shared/shortcut-help';
import { useStore } from '../../shared/store';
import { Header } from '../header';
import { formatRoute, navigate, route } from '../router';
import * as FRAME from '../texts';
import { EndOfList } from './end-of-list';
import { SearchForm } from './search-form';
import { Split } from './split';
import * as TEXTS from './texts';
import { usePages } from './use-pages';
import { describeVehicle, vehicleName } from './vehicle-name';
import { VehiclePane } from './vehicle-pane';

const FILTER_NAMES = ['q', 'status', 'priceMin', 'priceMax'] as const;
type VehicleSearch = Partial<Record<(typeof FILTER_NAMES)[number], string>>;

/** The vehicles of all locations, and the one that is open beside them. */
export function VehiclesPage() {
  const { id, query } = useStore(route);
  const given = FILTER_NAMES.map((name) => [name, query.get(name)?.trim()] as const);
  const search: VehicleSearch = Object.fromEntries(given.filter(([, value]) => value));
  return (
    <>
      <Header title={FRAME.pages.vehicles}>
        <ShortcutHelp />
      </Header>
      <Split
        openId={id}
        texts={TEXTS.vehicles}
        list={
          <>
            <VehicleSearchForm search={search} />
            <VehicleList search={search} chosen={id} />
          </>
        }
      >
        {id !== undefined && (
          <VehiclePane key={id} id={id} backHref={formatRoute('vehicles', undefined, search)} />
        )}
      </Split>
    </>
  );
}

function VehicleSearchForm({ search }: { search: VehicleSearch }) {
  return (
    <search>
      <SearchForm
        search={search}
        label={TEXTS.vehicles.search}
        hint={TEXTS.vehicles.searchHint}
        onSearch={(found) => navigate(formatRoute('vehicles', undefined, found))}
      >
        <select name="status" aria-label={TEXTS.vehicles.fields.status} defaultValue={search.status ?? ''}>
          <option value="">{TEXTS.search.any}</option>
          {Object.entries(TEXTS.vehicles.statuses).map(([status, label]) => (
            <option key={status} value={status} selected={status === search.status}>
              {label}
            </option>
          ))}
        </select>
        {(['priceMin', 'priceMax'] as const).map((name) => (
          <input
            key={name}
            class="amount"
            type="number"
            inputMode="decimal"
            name={name}
            min={0}
            aria-label={TEXTS.vehicles[name]}
            placeholder={TEXTS.vehicles[name]}
            defaultValue={search[name] ?? ''}
          />
        ))}
      </SearchForm>
    </search>
  );
}

function VehicleList({ search, chosen }: { search: VehicleSearch; chosen: string | undefined }) {
  const pages = usePages<VehicleView>('/v1/vehicles', search);
  return (
    <>
      <ul class="lead-list" aria-label={TEXTS.vehicles.list}>
        {pages.rows.map((vehicle) => (
          <li key={vehicle.id} class={`lead-row ${vehicle.id === chosen ? 'chosen' : ''}`}>
            <a
              class="plain name"
              href={formatRoute('vehicles', vehicle.id, search)}
              dir="auto"
              aria-current={vehicle.id === chosen ? 'true' : undefined}
            >
              {vehicleName(vehicle)}
            </a>
            <p class="soft" dir="auto">
              {describeVehicle(vehicle)}
            </p>
          </li>
        ))}
      </ul>
      <EndOfList pages={pages} search={search} texts={TEXTS.vehicles} />
    </>
  );
}
