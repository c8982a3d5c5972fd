import { emulated } from '../realm/emulated';
import { exception } from '../realm/host';
import { decode, encode, toBytes, toSigned } from './bytes.realm';

type Blob = GoogleAppsScript.Base.Blob;

/** The bytes themselves, without a copy into an array that a script could hold. */
const BYTES = Symbol('bytes');

export interface BlobParts {
  bytes: Uint8Array;
  contentType?: string | null | undefined;
  name?: string | null | undefined;
}

export function bytesOf(source: GoogleAppsScript.Base.BlobSource): Uint8Array {
  const blob = source.getBlob() as Blob & { [BYTES]?: () => Uint8Array };
  return blob[BYTES]?.() ?? new Uint8Array(blob.getBytes());
}

export function isBlobSource(value: unknown): value is GoogleAppsScript.Base.BlobSource {
  return typeof value === 'object' && value !== null && 'getBlob' in value;
}

export function blobOf(parts: BlobParts): Blob {
  let { bytes, contentType = null, name = null } = parts;
  const blob: Omit<Blob, 'getAllBlobs'> & { [BYTES](): Uint8Array } = {
    [BYTES]: () => bytes,
    getBlob: () => proxy,
    copyBlob: () => blobOf({ bytes, contentType, name }),
    getAs: (wanted) => converted({ bytes, contentType, name }, wanted),
    getBytes: () => toSigned(bytes),
    getContentType: () => contentType,
    getDataAsString: (charset?: string) => decode(bytes, charset),
    getName: () => name,
    isGoogleType: () => contentType?.startsWith('application/vnd.google-apps') ?? false,
    setBytes(data) {
      bytes = toBytes(data);
      return proxy;
    },
    setContentType(type) {
      contentType = type;
      return proxy;
    },
    setContentTypeFromExtension() {
      contentType = typeByExtension(name);
      return proxy;
    },
    setDataFromString(text: string, charset?: string) {
      bytes = encode(text, charset);
      return proxy;
    },
    setName(given) {
      name = given;
      return proxy;
    },
  };
  const proxy = emulated<Blob>('Base.Blob', blob);
  return proxy;
}

/** Google converts pictures and documents; here only types that need no conversion work. */
function converted({ bytes, contentType, name }: BlobParts, wanted: string): Blob {
  if (wanted === contentType) return blobOf({ bytes, contentType, name });
  throw exception(`Converting from ${contentType} to ${wanted} is not emulated by the local runtime.`);
}

function typeByExtension(name: string | null): string {
  const extension = /\.(\w+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  return TYPES[extension] ?? 'application/octet-stream';
}

const TYPES: Record<string, string> = {
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  xml: 'text/xml',
  zip: 'application/zip',
};
