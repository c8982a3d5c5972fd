const { readFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const os = require('node:os');
const tls = require('node:tls');

/** A thread reads neither NODE_EXTRA_CA_CERTS nor HOME of its own environment. */
const { createSecureContext } = tls;
tls.createSecureContext = (options) => {
  const made = createSecureContext(options);
  made.context.addCACert(readFileSync(process.env.NODE_EXTRA_CA_CERTS));
  return made;
};
os.homedir = () => process.env.HOME;
syncBuiltinESMExports();
