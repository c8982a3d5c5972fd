import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

/** A connection to a database for tests that look into it without waiting. */
export interface SyncSql {
  query(text: string, values?: readonly unknown[]): Record<string, unknown>[];
  close(): Promise<void>;
}

type Answer = { rows: Record<string, unknown>[] } | { error: string };

export function openSyncSql(database: string): SyncSql {
  let thread: Thread | undefined;
  return {
    query(text, values = []) {
      // Many tests look at no row.
      thread ??= start(database);
      const answer = ask(thread, { text, values });
      if ('error' in answer) throw new Error(`${text}: ${answer.error}`);
      return answer.rows;
    },
    async close() {
      await thread?.worker.terminate();
    },
  };
}

interface Thread {
  worker: Worker;
  port: MessagePort;
  /** Counts answers. */
  answered: Int32Array;
}

function start(database: string): Thread {
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData = { database, port: port2, answered };
  const worker = new Worker(THREAD, { eval: true, workerData, transferList: [port2] });
  return { worker, port: port1, answered };
}

/** Blocks until the answer is here. The loop is needed: a late notify of the previous answer may wake it early. */
function ask({ port, answered }: Thread, question: object): Answer {
  const before = Atomics.load(answered, 0);
  port.postMessage(question);
  while (Atomics.load(answered, 0) === before) Atomics.wait(answered, 0, before);
  return receiveMessageOnPort(port)?.message as Answer;
}

/** Connects when it is first asked, and again after the server was gone. */
const THREAD = `
const pg = require('pg');
const { database, port, answered } = require('node:worker_threads').workerData;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
let open;
async function connect() {
  const client = new pg.Client({ connectionString: database });
  for (const event of ['error', 'end']) client.on(event, () => { open = undefined; });
  await client.connect();
  return client;
}
port.on('message', async ({ text, values }) => {
  try {
    open ??= await connect();
    port.postMessage({ rows: (await open.query(text, values)).rows });
  } catch (error) {
    port.postMessage({ error: error.message });
  }
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
});
`;
