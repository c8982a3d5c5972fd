import { splitAtBoundary } from '../mime/boundary';
import { findHeader, readHeaders } from '../mime/headers';
import { parseParameters } from '../mime/parameters';
import { decodeTransfer } from '../mime/transfer';
import { invalid } from './google-error';

export type Media = { type: string; bytes: Uint8Array };

/** Metadata is JSON that nobody has looked at yet. */
export type Upload = { metadata: unknown; media?: Media | undefined };

/** Reads a body of `uploadType=media`, which is the content alone, or `multipart`, which is JSON and then the content. */
export async function readUpload(request: Request, uploadType: string): Promise<Upload> {
  const type = request.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (uploadType === 'media') return { metadata: {}, media: { type, bytes } };
  if (uploadType !== 'multipart') throw invalid(`Unsupported uploadType: ${uploadType}`);
  return splitRelated(bytes, parseParameters(type).parameters.get('boundary') ?? '');
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(invalid('Invalid JSON payload received.'), { cause });
  }
}

function splitRelated(bytes: Uint8Array, boundary: string): Upload {
  const [json, content] = splitAtBoundary(bytes, boundary);
  if (!json || !content) throw invalid('Missing end boundary in multipart body.');
  const metadata = parseJson(Buffer.from(readPart(json).bytes).toString());
  return { metadata, media: readPart(content) };
}

function readPart(part: Uint8Array): Media {
  const { headers, bodyStart } = readHeaders(part);
  const encoding = findHeader(headers, 'content-transfer-encoding') ?? '';
  const bytes = decodeTransfer(part.subarray(bodyStart), encoding);
  return { type: findHeader(headers, 'content-type') ?? '', bytes };
}
