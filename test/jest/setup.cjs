const { mkdtempSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { unpackBrowser } = require('./browser.cjs');
const { offerPostgres } = require('./postgres.cjs');

/** Tests run the built bundles, so they are built first where they have changed; the browser is unpacked once, and one database server starts when somebody needs it. */
module.exports = async () => {
  const { build } = await import('../../tools/build.mjs');
  const [folder] = await Promise.all([unpackBrowser(), build()]);
  process.env.SHEETDESK_BROWSER = folder;
  process.env.SHEETDESK_PREPARED = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-prepared-'));
  process.env.SHEETDESK_COUNTS = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-counts-'));
  globalThis.postgres = await offerPostgres(process.env.SHEETDESK_PREPARED);
  process.env.SHEETDESK_POSTGRES = globalThis.postgres.address;
};
