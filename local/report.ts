import type { Execution } from '../runtime/execution/execution';
import { countServices } from '../runtime/execution/execution-history';
import type { Local, Urls } from './local';
import { listRunning } from './providers/providers';

/** The addresses of everything, printed after the start. */
export function welcome({ urls }: Local, folder: string): string {
  return `Sheetdesk is running, on this machine only:

  Inspector  ${urls.home}/
  Case desk  ${urls.desk}
  Staff      ${urls.home}/staff
  API        ${urls.api}
  REST       ${urls.home}/v1 (docs: ${urls.home}/docs)
  Gmail API  ${urls.gmail}/gmail/v1${toLines(urls)}
  State      ${folder} (addresses, keys and users: credentials.json)

Press Ctrl-C to stop. Executions are logged below.
`;
}

/** `09:30:02  desk checkMail (trigger)  completed  1.2 s on Google, 40 ms here  4 calls: gmail 3, drive 1` */
export function toLine(execution: Execution, realMs = 0): string {
  const { script, kind, status, startedAt, elapsed, log, error } = execution;
  const time = new Date(startedAt).toTimeString().slice(0, 8);
  const times = `${(elapsed / 1000).toFixed(1)} s on Google, ${Math.round(realMs)} ms here`;
  const words = [
    `${time}  ${script.name} ${execution.function} (${kind})  ${status}  ${times}`,
    toCalls(execution),
    ...(error ? [`${error.name}: ${error.message}`] : []),
    ...log.map(({ level, text }) => `[${level}] ${text}`),
  ];
  return words.join('  ').replace(/\s*\n\s*/g, ' | ');
}

function toLines(urls: Urls): string {
  return listRunning(urls)
    .map(({ title, url, usage }) => `\n  ${title.padEnd(9)}  ${url}/${usage ? ` (${usage})` : ''}`)
    .join('');
}

function toCalls(execution: Execution): string {
  const counts = Object.entries(countServices(execution)).map(([service, count]) => `${service} ${count}`);
  return `${execution.count()} calls${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`;
}
