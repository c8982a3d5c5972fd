const { channel } = require('node:diagnostics_channel');
const { once } = require('node:events');
const { chmodSync } = require('node:fs');
const { createServer } = require('node:http');
const path = require('node:path');
const { createLoader } = require('./modules.cjs');

const EMBEDDED = path.resolve(__dirname, '../../host/database/embedded.ts');

/** Nothing here has to survive anything: a suite that kills its server starts one of its own. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];

/** It counts for no suite, also where the suites run in this process. */
const preparing = channel('sheetdesk.preparing');

/**
 * The PostgreSQL server of a run of the tests. It starts when the first suite asks for its URL at this address, and ends with
 * this process, however that ends.
 */
async function offerPostgres(folder) {
  let starting;
  const start = async () => {
    // As root the server runs as somebody else, who has to get to its folder.
    chmodSync(folder, 0o711);
    preparing.publish({ ended: false });
    const { startEmbedded } = createLoader('setup')(EMBEDDED);
    try {
      return await startEmbedded({ folder: path.join(folder, 'postgres'), settings: SETTINGS });
    } finally {
      preparing.publish({ ended: true });
    }
  };
  const server = createServer((_request, response) => {
    starting ??= start();
    starting.then(
      ({ url }) => response.end(url),
      ({ message }) => response.writeHead(500).end(message),
    );
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await (await starting)?.stop();
    },
  };
}

module.exports = { offerPostgres };
