import type { Choices } from '../../../src/leads/lead/choices';
import { Button } from '../../shared/button';
import { Failure } from '../failure';
import { navigate } from '../router';
import { agentName, useChoices } from './choices';
import { FILTER_NAMES, type FilterName, type LeadSearch, toHash } from './lead-address';
import { SearchForm } from './search-form';
import * as TEXTS from './texts';

type PanelField = Exclude<FilterName, 'q' | 'vehicleId'>;
const IN_PANEL = FILTER_NAMES.filter((name): name is PanelField => name !== 'q' && name !== 'vehicleId');

/** A field for a text, a panel for the rest, and what is chosen now. */
export function LeadSearchForm({ search }: { search: LeadSearch }) {
  const { value: choices, error, reload } = useChoices();
  const { vehicleId } = search;
  const onSearch = (found: LeadSearch) => {
    document.getElementById('lead-filters')?.hidePopover();
    navigate(toHash({ view: 'all', search: { ...(vehicleId ? { vehicleId } : {}), ...found } }));
  };
  return (
    <search>
      <SearchForm search={search} label={TEXTS.search.label} hint={TEXTS.search.hint} onSearch={onSearch}>
        <Button class="quiet" popovertarget="lead-filters">
          {TEXTS.search.filters}
        </Button>
        <fieldset id="lead-filters" class="card float" popover="auto" aria-label={TEXTS.search.filters}>
          {IN_PANEL.map((name) => (
            <label key={name} class="field" for={`filter-${name}`}>
              {TEXTS.search.fields[name]}
              <FilterField name={name} value={search[name] ?? ''} choices={choices} />
            </label>
          ))}
          <Failure what={TEXTS.search.choicesFailed} error={error} onRetry={reload} />
          <button type="submit">{TEXTS.search.submit}</button>
        </fieldset>
      </SearchForm>
      <ChosenFilters search={search} choices={choices} />
    </search>
  );
}

interface FieldProps {
  name: PanelField;
  value: string;
  choices: Choices | undefined;
}

function FilterField({ name, value, choices }: FieldProps) {
  const named = { id: `filter-${name}`, name };
  if (name === 'scoreMin' || name === 'scoreMax')
    return <input {...named} type="number" inputMode="numeric" min={0} max={100} defaultValue={value} />;
  if (name === 'createdFrom' || name === 'createdTo')
    return <input {...named} type="date" defaultValue={value} />;
  if (name === 'source') return <input {...named} maxLength={80} defaultValue={value} />;
  const known = optionsOf(name, choices);
  const isUnknown = value !== '' && !known.some(([option]) => option === value);
  return (
    <select {...named} defaultValue={value}>
      <option value="">{TEXTS.search.any}</option>
      {[...known, ...(isUnknown ? [[value, value] as const] : [])].map(([option, label]) => (
        <option key={option} value={option} selected={option === value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Each with its label. */
function optionsOf(name: FilterName, choices: Choices | undefined): (readonly [string, string])[] {
  if (!choices) return [];
  if (name === 'agentId') return choices.agents.map(({ id }) => [id, agentName(choices, id)]);
  if (name === 'status') return choices.statuses.map((status) => [status, status]);
  return choices.filters.map((filter) => [filter, bandName(filter)]);
}

/** Each can be taken away by itself. */
function ChosenFilters({ search, choices }: { search: LeadSearch; choices: Choices | undefined }) {
  const names = FILTER_NAMES.filter((name) => search[name] !== undefined);
  if (names.length === 0) return null;
  return (
    <ul class="row chosen-filters">
      {names.map((name) => {
        const { [name]: value = '', ...others } = search;
        const label = TEXTS.search.fields[name];
        return (
          <li key={name}>
            <a class="tap pill" href={toHash({ view: 'all', search: others })}>
              <span class="visually-hidden">{TEXTS.search.remove}</span>
              <bdi>{TEXTS.search.chosen(label, shownValue(name, value, choices))}</bdi>
              <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function shownValue(name: FilterName, value: string, choices: Choices | undefined): string {
  if (name === 'agentId') return agentName(choices, value);
  return name === 'filter' ? bandName(value) : value;
}

function bandName(filter: string): string {
  const names: Record<string, string> = TEXTS.list.filters;
  return names[filter] ?? filter;
}
