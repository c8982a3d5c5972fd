/**
 * Causes for which a command fails on somebody's computer or network, whatever it was doing.
 *
 * @typedef {object} Cause
 * @property {RegExp} said What Node, npm and the system print.
 * @property {readonly string[]} lines The cause, then what to do about it.
 */

/** The first one that was said counts. */
export const CAUSES = {
  certificate: {
    said: /self[- ]signed certificate|unable to (get (local )?issuer|verify the first) certificate|certificate (has expired|is not yet valid)|CERT_(HAS_EXPIRED|NOT_YET_VALID)|_CERT_|CERT_IN_CHAIN|altnames/i,
    lines: [
      'Something between this computer and the server, such as a proxy or a virus scanner, puts its own certificate in front; or the clock is wrong.',
      'Check the date and the time of this computer.',
      'Ask whoever runs the network for its root certificate as a .pem file, and set NODE_EXTRA_CA_CERTS to the path of that file.',
      'Do not turn the check off: NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone on the way read your login.',
    ],
  },
  proxy: {
    said: /proxy authentication|statusCode=40[37]|by the proxy|proxy (connection|response)|(code|status|HTTP\/1\.[01]|Bad response:) 407|\bE407\b|wrong version number/i,
    lines: [
      "Your network's proxy refuses the connection.",
      'Set HTTPS_PROXY to its address with your name and password, such as http://name:password@proxy.example.com:8080. It begins with http:// on most networks.',
    ],
  },
  network: {
    said: /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EPIPE|EIDLETIMEOUT|socket hang up|socket disconnected|network timeout|fetch failed|premature close|other side closed/i,
    lines: [
      'The network is down, or cut the connection. Check that you are online. Behind a proxy, set HTTPS_PROXY to its address.',
    ],
  },
  disk: {
    said: /ENOSPC|EDQUOT|no space left|disk quota exceeded/i,
    lines: ['The disk of this computer is full. Free some space.'],
  },
  memory: {
    said: /ENOMEM|out of memory|cannot allocate memory/i,
    lines: ['This computer has too little free memory. Close other programs.'],
  },
  inUse: {
    said: /EBUSY|ENOTEMPTY|ETXTBSY|EMFILE|ENFILE|EADDRINUSE|already in use/,
    lines: [
      'Another program uses this file or port. Close editors, terminals and servers that use this folder.',
    ],
  },
  forbidden: {
    said: /EACCES|EPERM|EROFS|operation not permitted|read-only file system/i,
    lines: [
      'You may not write that file or folder. Make it yours: clear "Read-only" in its properties on Windows, or run chown and chmod elsewhere.',
      'Do not use sudo: you could not change the files that it makes.',
    ],
  },
  missing: {
    said: /ENOENT/,
    lines: [
      'A file is missing. Where it belongs to this project, "git status" names it: git restore brings it back.',
    ],
  },
  node: {
    said: /EBADENGINE|Unsupported engine/i,
    lines: ['Node is too old for this. Get the LTS release from https://nodejs.org.'],
  },
  registry: {
    said: /\bE(40[0134]|429|5\d\d)\b|ETARGET|ENEEDAUTH|ENOVERSIONS/,
    lines: [
      "npm is set to a registry that does not hand out a package: your organization's, or one that you are not logged in to.",
      'Look at it with "npm config get registry". "npm config delete registry" goes back to the public one.',
    ],
  },
  packages: {
    said: /cannot find (module|package)|ERR_MODULE_NOT_FOUND|EINTEGRITY|EUSAGE|EJSONPARSE|EBADPLATFORM|TAR_BAD_ARCHIVE|TAR_ENTRY_ERROR|zlib|ELSPROBLEMS/i,
    lines: ['The packages in node_modules are incomplete or damaged. Delete that folder.'],
  },
};

/**
 * @param {string} printed
 * @returns {keyof typeof CAUSES | undefined}
 */
export function findCause(printed) {
  const names = /** @type {(keyof typeof CAUSES)[]} */ (Object.keys(CAUSES));
  return names.find((name) => CAUSES[name].said.test(printed));
}

/**
 * The cause and what to do about it, for who reads it; nothing where the cause is not known.
 *
 * @param {string} printed
 * @returns {readonly string[]}
 */
export function explain(printed) {
  const cause = findCause(printed);
  return cause ? [...CAUSES[cause].lines, 'Then run the same command again.'] : [];
}
