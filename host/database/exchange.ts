import pg from 'pg';
import type { Result, SqlValue, Statement } from './statement';

/** A statement as one connection has prepared it. */
interface Prepared {
  name: string;
  /** Names of the columns, which the database describes the first time. */
  columns: string[];
  parsers: ((text: string) => unknown)[];
}

/** The statements that a connection has prepared, by their texts. They are constant, so there are a few hundred of them. */
export class PreparedStatements {
  private readonly byText = new Map<string, Prepared>();
  private count = 0;

  get(text: string): Prepared | undefined {
    return this.byText.get(text);
  }

  add(text: string): Prepared {
    const prepared = { name: `s${++this.count}`, columns: [], parsers: [] };
    this.byText.set(text, prepared);
    return prepared;
  }

  delete(text: string): void {
    this.byText.delete(text);
  }
}

interface Outcome {
  resolve(results: Answer[]): void;
  reject(error: Error): void;
}

/** The answer to a statement, and what the database calls what it did: `INSERT 0 1`, `COMMIT`. */
export interface Answer extends Result {
  command: string;
}

/**
 * Statements that go to the database in one packet, and come back in one. Outside of a unit they are one all the same: where one
 * fails, the others have done nothing.
 */
export class Exchange implements pg.Submittable {
  private readonly statements: readonly Statement[];
  private readonly prepared: PreparedStatements;
  private readonly outcome: Outcome;
  private readonly added = new Set<string>();
  private readonly answers: Answer[] = [];
  private current: Answer = newAnswer();

  constructor(statements: readonly Statement[], prepared: PreparedStatements, outcome: Outcome) {
    this.statements = statements;
    this.prepared = prepared;
    this.outcome = outcome;
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    for (const { text, values } of this.statements) {
      const known = this.prepared.get(text);
      const { name } = known ?? this.prepare(connection, text);
      connection.bind({ statement: name, values: values.map(toText) }, true);
      if (!known) connection.describe({ type: 'P' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  private prepare(connection: pg.Connection, text: string): Prepared {
    const prepared = this.prepared.add(text);
    connection.parse({ name: prepared.name, text, types: [] }, true);
    this.added.add(text);
    return prepared;
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const prepared = this.preparedNow();
    prepared.columns = fields.map(({ name }) => name);
    prepared.parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { parsers } = this.preparedNow();
    this.current.rows.push(fields.map((text, at) => (text === null ? null : parsers[at]?.(text))));
  }

  handleCommandComplete({ text: command }: { text: string }): void {
    const { columns } = this.preparedNow();
    const { rows } = this.current;
    this.answers.push({ columns, rows, count: Number(/\d+$/.exec(command)?.[0] ?? 0), command });
    this.current = newAnswer();
  }

  handleReadyForQuery(): void {
    this.outcome.resolve(this.answers);
  }

  /** The database passes over all behind the one that fails, so those are not prepared; of that one nobody knows. */
  handleError(error: Error): void {
    for (const { text } of this.statements.slice(this.answers.length))
      if (this.added.has(text)) this.prepared.delete(text);
    this.outcome.reject(error);
  }

  private preparedNow(): Prepared {
    const { text = '' } = this.statements[this.answers.length] ?? {};
    const prepared = this.prepared.get(text);
    if (!prepared) throw new Error('The database answers a statement that was not sent.');
    return prepared;
  }
}

function newAnswer(): Answer {
  return { columns: [], rows: [], count: 0, command: '' };
}

/** A value as the database reads it. */
function toText(value: SqlValue): string | null {
  if (value === null) return null;
  if (value instanceof Date) return toTimestamp(value);
  return Array.isArray(value) ? `{${value.map(toElement)}}` : String(value);
}

function toElement(value: SqlValue): string {
  const text = toText(value);
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The database knows neither a sign before a year nor the year 0. */
function toTimestamp(date: Date): string {
  const year = date.getUTCFullYear();
  const digits = String(year > 0 ? year : 1 - year).padStart(4, '0');
  return date.toISOString().replace(/^[+-]?\d+/, digits) + (year > 0 ? '' : ' BC');
}
