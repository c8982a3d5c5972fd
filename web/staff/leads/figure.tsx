import type { ComponentChildren } from 'preact';
import { Loading } from '../loading';
import type { Resource } from '../resource';
import * as TEXTS from './texts';

interface FigureProps<T> {
  id: string;
  title: string;
  report: Resource<T>;
  /** Tells whether it has nothing to show. */
  isEmpty: (value: T) => boolean;
  children: (value: T) => ComponentChildren;
}

/** A figure with its title, once it has been read. */
export function Figure<T>({ id, title, report, isEmpty, children }: FigureProps<T>) {
  const { value } = report;
  return (
    <section class="figure card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Loading of={report} failed={TEXTS.reports.failed} />
      {value && isEmpty(value) && <p class="soft">{TEXTS.reports.none}</p>}
      {value && !isEmpty(value) && children(value)}
    </section>
  );
}

/** The same in numbers, for whoever cannot or does not want to see it drawn. */
export function AsTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <details>
      <summary>{TEXTS.reports.table}</summary>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...values]) => (
            <tr key={name}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {values.map((value, at) => (
                <td key={head[at]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** `12.5%`. */
export function formatShare(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (100 * part) / whole;
  return `${Number(share.toFixed(1))}%`;
}
