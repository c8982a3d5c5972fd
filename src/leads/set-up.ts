import { OUTBOX } from '../outbox/jobs';
import { ARCHIVE } from '../tables/archive';
import { columnNames } from '../tables/sheet';
import { type Row, scan, writeAll } from '../tables/tables';
import * as write from '../tables/writes';
import { DEFAULT_RULES } from './scoring/default-rules';
import { RULE_COLUMNS } from './scoring/scoring-rules';
import { DELETED_LEADS, LEAD_STATUSES, LEADS, LISTS, SCORING, VEHICLES } from './tables';

export const LEAD_TABS = [LEADS, VEHICLES, SCORING, LISTS, OUTBOX, ARCHIVE, DELETED_LEADS];

/** Fills the tabs of the owner's rules and lists where they are empty. */
export function fillLeadTabs(): void {
  if (scan(SCORING, RULE_COLUMNS).length === 0) writeAll(write.insert(SCORING, DEFAULT_RULES));
  if (scan(LISTS, ['leadStatus']).length > 0) return;
  const settings = [
    { setting: 'textHours', value: '8-21' },
    { setting: 'hotMinutes', value: '10' },
    { setting: 'help', value: '' },
  ];
  const blank = Object.fromEntries(columnNames(LISTS).map((name) => [name, ''])) as Row<typeof LISTS>;
  const rows = LEAD_STATUSES.map((leadStatus, at) => ({ ...blank, leadStatus, ...settings[at] }));
  writeAll(write.insert(LISTS, rows));
}
