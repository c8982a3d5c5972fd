import { connect, createServer, type Server, type Socket } from 'node:net';

/** A database as hosts reach it, and every statement that they have sent there. */
export interface Wire {
  /** In place of the database's own. */
  url: string;
  statements: ReadonlySet<string>;
  /** Counts how often hosts have waited for it: whatever they send ends with a Sync. */
  exchanges(): number;
  /** What the database has noticed about them, since the last time this was read. */
  readNotices(): string[];
  close(): Promise<void>;
}

/**
 * Stands between hosts and their database and reads along what PostgreSQL's protocol calls Parse and Query:
 * postgresql.org/docs/current/protocol-message-formats.html
 */
export async function listenOn(
  database: string,
  { unknown = [] }: { /** Settings that this database does not know. */ unknown?: readonly string[] } = {},
): Promise<Wire> {
  const { hostname, port } = new URL(database);
  const statements = new Set<string>();
  const notices: string[] = [];
  let exchanges = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const read = readMessages((kind, body) => {
      const [first = '', second = ''] = body.toString('utf8').split('\0');
      if (kind === 'Q') statements.add(first);
      if (kind === 'S') exchanges++;
      // Its first text is the name of the statement.
      if (kind === 'P') statements.add(second);
    });
    client.on('data', (chunk) => {
      read(chunk);
      upstream.write(misspell(chunk, unknown));
    });
    const readBack = readMessages(
      (kind, body) => {
        if (kind === 'N') notices.push(toMessage(body));
      },
      { hasStarted: true },
    );
    upstream.on('data', (chunk) => {
      readBack(chunk);
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const own = await listen(server);
  return {
    url: Object.assign(new URL(database), { hostname: '127.0.0.1', port: String(own) }).href,
    statements,
    exchanges: () => exchanges,
    readNotices: () => notices.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Of the same length, so that the rest of the message stays where it is. */
function misspell(chunk: Buffer, names: readonly string[]): Buffer {
  const text = names.reduce(
    (all, name) => all.replaceAll(name, 'x'.repeat(name.length)),
    chunk.toString('latin1'),
  );
  return Buffer.from(text, 'latin1');
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** A notice has several texts, each after a letter that says what it is. */
function toMessage(body: Buffer): string {
  const texts = body.toString('utf8').split('\0');
  return texts.find((text) => text.startsWith('M'))?.slice(1) ?? '';
}

/** Only the first message of a client has no letter in front of its length. */
function readMessages(
  onMessage: (kind: string, body: Buffer) => void,
  { hasStarted = false } = {},
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const at = hasStarted ? 1 : 0;
      if (rest.length < at + 4) return;
      const end = at + rest.readInt32BE(at);
      if (rest.length < end) return;
      if (hasStarted) onMessage(rest.toString('latin1', 0, 1), rest.subarray(5, end));
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
}
