import type { LeadView } from '../../../src/leads/lead/lead-view';
import { useLeadChange } from './lead-change';
import * as TEXTS from './texts';

interface ChoiceProps {
  id: string;
  lead: LeadView;
  field: 'status' | 'agentId' | 'lostReason';
  label: string;
  /** Values with their names. The value that is set may not be among them. */
  options: readonly (readonly [string, string])[];
}

/** A field that is saved as soon as another value is chosen. */
export function ChoiceField({ id, lead, field, label, options }: ChoiceProps) {
  const nameOf = (value: string) => options.find(([option]) => option === value)?.[1] ?? value;
  const { value, notice, change } = useLeadChange({ lead, field, label, nameOf });
  const isKnown = options.some(([option]) => option === value);
  return (
    <div class="field">
      <label class="field" for={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {!isKnown && <option value={value}>{nameOf(value) || TEXTS.lead.nothing}</option>}
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
      {notice}
    </div>
  );
}
