import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  BLOCK_ROWS,
  type EditedAnswer,
  type ShownRows,
  type WindowAnswer,
  type WindowRequest,
  type WireCell,
} from '../../../../src/window/protocol';
import { LoopbackServer } from '../../../harness/loopback-server';

type Line = readonly WireCell[];

/** Stands for a host: it has rows to show, and says whatever a test wants of what is edited in the sheet. */
export class StandIn extends LoopbackServer {
  readonly requests: WindowRequest[] = [];
  readonly tokens: string[] = [];
  /** By tab. */
  readonly rows = new Map<string, Line[]>();
  total = 0;
  readonly versions: Record<string, string> = {};
  /** What is answered about a tab that was sent; nothing has changed without. */
  onEdited: (tab: string) => Partial<EditedAnswer> = () => ({});
  /** Why every filter is refused. */
  refuses: string | undefined;
  /** A status in place of an answer. */
  failsWith: number | undefined;
  /** A text in place of an answer. */
  says: string | undefined;

  constructor() {
    super(({ headers }, body, response) => {
      this.tokens.push(headers.authorization ?? '');
      if (this.failsWith !== undefined) return void response.writeHead(this.failsWith).end('{}');
      if (this.says !== undefined) return void response.writeHead(200).end(this.says);
      const request = JSON.parse(body) as WindowRequest;
      this.requests.push(request);
      answer(response, this.answerTo(request));
    });
  }

  private answerTo({ shown, versions, edited }: WindowRequest): WindowAnswer {
    const rows = Object.entries(shown).map(
      ([tab, known]) =>
        [tab, known.query && this.refuses ? this.refuses : this.changesOf(tab, known)] as const,
    );
    const taken = Object.keys(edited).map((tab): [string, EditedAnswer] => {
      const plain = { version: this.versions[tab] ?? '', refusals: [], changed: {}, added: [], removed: [] };
      return [tab, { ...plain, ...this.onEdited(tab) }];
    });
    const stale = Object.keys(this.versions).filter(
      (tab) => versions[tab] !== this.versions[tab] && !(tab in edited),
    );
    return {
      shown: Object.fromEntries(rows.flatMap(([tab, one]) => (one ? [[tab, one]] : []))),
      edited: Object.fromEntries(taken),
      wanted: stale,
    };
  }

  private changesOf(
    tab: string,
    { total, blocks: known }: { total: number; blocks: readonly string[] },
  ): ShownRows | undefined {
    const rows = this.rows.get(tab) ?? [];
    const blocks: string[] = [];
    const changed: { from: number; rows: Line[] }[] = [];
    for (let from = 0; from < rows.length; from += BLOCK_ROWS) {
      const part = rows.slice(from, from + BLOCK_ROWS);
      blocks.push(createHash('sha256').update(JSON.stringify(part)).digest('base64url').slice(0, 8));
      if (blocks.at(-1) === known[blocks.length - 1]) continue;
      const last = changed.at(-1);
      if (last && last.from + last.rows.length === from) last.rows.push(...part);
      else changed.push({ from, rows: [...part] });
    }
    const all = Math.max(this.total, rows.length);
    if (changed.length === 0 && all === total && blocks.length === known.length) return undefined;
    const top = String(rows[0]?.[0] ?? '');
    return { total: all, isAtLeast: false, count: rows.length, top, blocks, shift: 0, changed };
  }
}

function answer(response: ServerResponse, body: WindowAnswer): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
