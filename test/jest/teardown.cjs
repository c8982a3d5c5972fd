const { rmSync } = require('node:fs');

module.exports = async () => rmSync(process.env.SHEETDESK_PREPARED, { recursive: true, force: true });
