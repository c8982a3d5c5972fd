import { splitAtBoundary } from './boundary';
import { findHeader, type RawHeader, readHeaders } from './headers';
import { type ParameterHeader, parseParameters } from './parameters';
import { decodeTransfer } from './transfer';

export type MimePart = {
  headers: RawHeader[];
  mimeType: string;
  filename: string;
  charset: string;
  /** Content with the transfer encoding undone; empty for a multipart. */
  content: Uint8Array;
  parts: MimePart[];
};

/** Deeper than real mail, and shallow enough for the stack. */
const MAX_DEPTH = 60;

/** Parses any bytes; malformed mail gives the nearest sensible tree and never throws. */
export function parseMime(bytes: Uint8Array, parentType = '', depth = 0): MimePart {
  const { headers, bodyStart } = readHeaders(bytes);
  const body = bytes.subarray(bodyStart);
  const type = parseParameters(findHeader(headers, 'content-type') ?? '');
  const disposition = parseParameters(findHeader(headers, 'content-disposition') ?? '');
  const part = {
    headers,
    mimeType: toMimeType(type.value, parentType),
    filename: toFilename(disposition, type),
    charset: type.parameters.get('charset') ?? '',
  };
  const encoding = findHeader(headers, 'content-transfer-encoding') ?? '';
  if (depth >= MAX_DEPTH) return { ...part, content: decodeTransfer(body, encoding), parts: [] };
  if (part.mimeType.startsWith('multipart/'))
    return { ...part, ...readMultipart(body, type, part.mimeType, depth) };
  const content = decodeTransfer(body, encoding);
  if (part.mimeType !== 'message/rfc822') return { ...part, content, parts: [] };
  return { ...part, content, parts: [parseMime(content, '', depth + 1)] };
}

type Multipart = Pick<MimePart, 'content' | 'parts'> & Partial<Pick<MimePart, 'mimeType'>>;

function readMultipart(body: Uint8Array, type: ParameterHeader, mimeType: string, depth: number): Multipart {
  const segments = splitAtBoundary(body, type.parameters.get('boundary') ?? '');
  const parts = segments.map((segment) => parseMime(segment, mimeType, depth + 1));
  // A boundary that never appears would hide the whole text: show it as text instead.
  if (parts.length === 0 && /\S/.test(Buffer.from(body).toString('latin1')))
    return { mimeType: 'text/plain', content: body, parts };
  return { content: new Uint8Array(), parts };
}

function toMimeType(value: string, parentType: string): string {
  if (/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(value)) return value;
  return parentType === 'multipart/digest' ? 'message/rfc822' : 'text/plain';
}

/** Folded or hostile file names may contain control characters, which are removed. */
function toFilename(disposition: ParameterHeader, type: ParameterHeader): string {
  const name = disposition.parameters.get('filename') ?? type.parameters.get('name') ?? '';
  return [...name]
    .filter((character) => character >= ' ')
    .join('')
    .trim();
}
