import type { ExecutionView } from '../execution/execution-history';
import type { Script } from '../execution/script';
import type { FileSummary, MessageSummary } from '../google/google';
import type { SentMail } from '../mail/sent-mail';
import type { Labels, Runtime } from '../runtime';
import type { TriggerStatus } from '../script-app/triggers';
import type { MenuTree } from '../spreadsheet/menu';
import { listExecutions } from './run-routes';

export interface ScriptView {
  name: string;
  id: string;
  tabs: { name: string; rows: number }[];
  menus: MenuTree[];
}

/** The overview of the inspector; sheets and messages are read when they are opened. */
export interface State {
  now: string;
  urls: Runtime['urls'];
  labels: Labels;
  address: string;
  scripts: ScriptView[];
  mail: MessageSummary[];
  sent: SentMail[];
  files: FileSummary[];
  triggers: TriggerStatus[];
  executions: ExecutionView[];
}

const SHOWN = 50;

export function toState(runtime: Runtime): State {
  const { google, labels, scheduler, scripts, services, urls } = runtime;
  return {
    now: new Date(scheduler.now()).toISOString(),
    urls,
    labels,
    address: services.google.address,
    scripts: Object.values(scripts).map((script) => toScriptView(runtime, script)),
    mail: google.messages(SHOWN),
    sent: services.sentMail.slice(-SHOWN).reverse(),
    files: google.files(SHOWN),
    triggers: services.triggers.list(),
    executions: listExecutions(runtime, SHOWN),
  };
}

function toScriptView({ services }: Runtime, { name, id, spreadsheetId }: Script): ScriptView {
  const { sheets } = services.spreadsheets.books.get(spreadsheetId);
  const tabs = sheets.map((sheet) => ({ name: sheet.record.name, rows: sheet.grid.lastRow }));
  return { name, id, tabs, menus: services.spreadsheets.menus(name) };
}
