const { rmSync } = require('node:fs');

module.exports = async () => {
  await globalThis.postgres.stop();
  rmSync(process.env.SHEETDESK_PREPARED, { recursive: true, force: true });
};
