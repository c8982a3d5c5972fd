import { createHash, createHmac, createPrivateKey, getHashes, type KeyObject, sign } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { unzipSync, zipSync } from 'fflate';
import { type Costs, FREE } from '../execution/costs';
import type { Scheduler } from '../execution/scheduler';
import { type Service, ServiceError } from '../execution/service';
import { decodeText } from '../mime/charset';
import type { UtilitiesCalls, ZippedFile } from './calls';

/** Parts that Utilities works on. */
interface UtilitiesParts {
  scheduler: Scheduler;
}

const COSTS: Costs<UtilitiesCalls> = {
  'utilities.digest': FREE,
  'utilities.hmac': FREE,
  'utilities.sign': FREE,
  'utilities.decode': FREE,
  'utilities.gzip': FREE,
  'utilities.ungzip': FREE,
  'utilities.zip': FREE,
  'utilities.unzip': FREE,
  'utilities.sleep': FREE,
};

const toBytes = (base64: string) => Buffer.from(base64, 'base64');

export function utilitiesService({ scheduler }: UtilitiesParts): Service<UtilitiesCalls> {
  return {
    costs: COSTS,
    handlers: {
      'utilities.digest': (_, algorithm, data) =>
        createHash(toNodeName(algorithm)).update(toBytes(data)).digest('base64'),
      'utilities.hmac': (_, algorithm, data, key) =>
        createHmac(toNodeName(algorithm), toBytes(key)).update(toBytes(data)).digest('base64'),
      'utilities.sign': (_, algorithm, data, pem) => {
        const key = parseKey(pem);
        return key && sign(toNodeName(algorithm), toBytes(data), key).toString('base64');
      },
      'utilities.decode': (_, charset, data) => decode(charset, toBytes(data)),
      'utilities.gzip': (_, data) => gzipSync(toBytes(data)).toString('base64'),
      'utilities.ungzip': (_, data) => ungzip(toBytes(data)),
      'utilities.zip': ({ clock }, files) => zip(files, clock),
      'utilities.unzip': (_, data) => unzip(toBytes(data)),
      'utilities.sleep': (execution, milliseconds) => {
        execution.clock += milliseconds;
        return new Promise((resolve) => {
          execution.work.pause(scheduler.now() + milliseconds, resolve);
        });
      },
    },
  };
}

/** Algorithm names of the enums, as Node calls them: `HMAC_SHA_256`, `RSA_SHA_256` and `SHA_256` are all sha256. */
function toNodeName(algorithm: string): string {
  // No library here has it.
  if (algorithm === 'MD2')
    throw new ServiceError('Utilities.DigestAlgorithm.MD2 exists on Google, and is not emulated here.');
  const name = algorithm
    .replace(/^(HMAC|RSA)_/, '')
    .replace(/_/g, '')
    .toLowerCase();
  if (!getHashes().includes(name)) throw new ServiceError(`Invalid argument: ${algorithm}`);
  return name;
}

/**
 * Charsets by their Java names. Unlike in the Encoding Standard ISO-8859-1 and US-ASCII are exactly that, and UTF-16
 * follows the byte order mark.
 */
function decode(charset: string, bytes: Buffer): string | null {
  const name = charset.toLowerCase();
  if (name === 'iso-8859-1' || name === 'latin1') return bytes.toString('latin1');
  if (name === 'us-ascii' || name === 'ascii')
    return bytes.toString('latin1').replace(/[\u0080-\u00ff]/g, '\ufffd');
  try {
    const label = name === 'utf-16' ? utf16Of(bytes) : name;
    const decoder = new TextDecoder(label, { ignoreBOM: name !== 'utf-16' });
    // Node's own decoder of windows-1252 is wrong in some versions.
    return decoder.encoding === 'windows-1252' ? decodeText(bytes, label) : decoder.decode(bytes);
  } catch {
    return null;
  }
}

function utf16Of(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be';
}

function ungzip(bytes: Buffer): string | null {
  try {
    return gunzipSync(bytes).toString('base64');
  } catch {
    return null;
  }
}

function parseKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

function zip(files: ZippedFile[], mtime: number): string {
  const entries = files.map(({ name, data }) => [name, new Uint8Array(toBytes(data))]);
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime })).toString('base64');
}

function unzip(bytes: Buffer): ZippedFile[] | null {
  try {
    // The keys of an object would bring names that are numbers to the front.
    const names: string[] = [];
    const filter = ({ name }: { name: string }) => names.push(name) > 0;
    const files = unzipSync(new Uint8Array(bytes), { filter });
    return names
      .filter((name) => !name.endsWith('/'))
      .map((name) => ({ name, data: Buffer.from(files[name] ?? []).toString('base64') }));
  } catch {
    return null;
  }
}
