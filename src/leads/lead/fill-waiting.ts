import { declareSettings, readSettings, writeSettings } from '../../platform/settings';
import { type MaintenanceTask, mapRows, writeAll } from '../../tables/tables';
import * as write from '../../tables/writes';
import { LEADS, type Lead } from '../tables';
import { waitingOf } from './waiting';

/** A setting, since it moves to a database with them: set once the leads of an earlier release say who waits. */
const FILLED = 'waitingFilled';
declareSettings(/^waitingFilled$/);

const COLUMNS = ['id', 'status', 'filter', 'thread', 'activities', 'createdAt', 'isOptedOut'] as const;

/** Fills in who waits for leads that were made before there were columns for it; it may be repeated. */
export const FILL_WAITING: MaintenanceTask = {
  name: FILLED,
  everyMinutes: 60,
  run() {
    if (readSettings()[FILLED] !== undefined) return;
    const ids = mapRows(LEADS, { where: { lastText: '' }, columns: COLUMNS }, (lead) => {
      const { waiting, lastText } = waitingOf(lead);
      return waiting || lastText !== '' ? lead.id : '';
    });
    // No change of the lead: callers who keep a copy need not read it again.
    const fill = (lead: Lead) => ({ ...waitingOf(lead), version: lead.version });
    writeAll(write.update(LEADS, new Map(ids.filter(Boolean).map((id) => [id, fill]))));
    writeSettings({ [FILLED]: 'yes' });
  },
};
