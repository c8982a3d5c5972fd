import { emulated } from '../realm/emulated';
import { notEmulated } from '../realm/host';
import { decode, encode, toBytes, toSigned } from './bytes.realm';

type Blob = GoogleAppsScript.Base.Blob;

/** The bytes themselves, without a copy into an array that a script could hold. */
const BYTES = Symbol('bytes');

export interface BlobParts {
  bytes: Uint8Array;
  contentType?: string | null | undefined;
  /** A function throws where Google has a name that is not known here. */
  name?: string | null | undefined | (() => string);
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
  const nameOf = () => (typeof name === 'function' ? name() : name);
  const blob: Omit<Blob, 'getAllBlobs'> & { [BYTES](): Uint8Array } = {
    [BYTES]: () => bytes,
    getBlob: () => proxy,
    copyBlob: () => blobOf({ bytes, contentType, name }),
    getAs: (wanted) => converted({ bytes, contentType, name }, wanted),
    getBytes: () => toSigned(bytes),
    getContentType: () => contentType,
    getDataAsString: (charset?: string) => decode(bytes, charset),
    getName: nameOf,
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
      contentType = typeByExtension(nameOf());
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
  throw notEmulated(`Blob.getAs from ${contentType} to ${wanted}`);
}

/** Null if the extension tells nothing: developers.google.com/apps-script/reference/base/blob */
function typeByExtension(name: string | null): string | null {
  const extension = /\.(\w+)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? '';
  return TYPES.get(extension) ?? null;
}

/** The extension of a type, where it has only one. */
export function extensionOf(type: string): string | undefined {
  const extensions = [...TYPES.keys()].filter((extension) => TYPES.get(extension) === type);
  return extensions.length === 1 ? extensions[0] : undefined;
}

/** Tells if the extension of a name stands for this type. */
export function hasExtensionOf(type: string, name: string): boolean {
  return typeByExtension(name) === type;
}

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';
const OFFICE = 'application/vnd.openxmlformats-officedocument.';

const TYPES = new Map(
  Object.entries({
    bmp: 'image/bmp',
    css: 'text/css',
    csv: 'text/csv',
    doc: 'application/msword',
    docx: `${OFFICE}wordprocessingml.document`,
    gif: 'image/gif',
    htm: 'text/html',
    html: 'text/html',
    ics: 'text/calendar',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    js: 'text/javascript',
    json: 'application/json',
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    odg: `${OPEN_DOCUMENT}graphics`,
    odp: `${OPEN_DOCUMENT}presentation`,
    ods: `${OPEN_DOCUMENT}spreadsheet`,
    odt: `${OPEN_DOCUMENT}text`,
    pdf: 'application/pdf',
    png: 'image/png',
    ppt: 'application/vnd.ms-powerpoint',
    pptx: `${OFFICE}presentationml.presentation`,
    rtf: 'application/rtf',
    svg: 'image/svg+xml',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    txt: 'text/plain',
    xls: 'application/vnd.ms-excel',
    xlsx: `${OFFICE}spreadsheetml.sheet`,
    xml: 'text/xml',
    zip: 'application/zip',
  }),
);
