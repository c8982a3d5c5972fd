const { rmSync } = require('node:fs');

module.exports = async () => {
  await globalThis.postgres.stop();
  for (const folder of [process.env.SHEETDESK_PREPARED, process.env.SHEETDESK_COUNTS])
    rmSync(folder, { recursive: true, force: true });
};
