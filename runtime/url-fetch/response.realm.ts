import { emulated } from '../realm/emulated';
import { exception } from '../realm/host';
import { blobOf, extensionOf, hasExtensionOf } from '../utilities/blob.realm';
import { decode, received, toSigned } from '../utilities/bytes.realm';
import type { FetchResponse } from './calls';

type HTTPResponse = GoogleAppsScript.URL_Fetch.HTTPResponse;

const SHOWN_CHARACTERS = 200;

export function responseOf({ url, status, rawHeaders, body }: FetchResponse): HTTPResponse {
  const bytes = received(body);
  const all = groupHeaders(rawHeaders);
  const header = (wanted: string) =>
    String(Object.entries(all).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '');
  const type = header('content-type');
  const mediaType = type.split(';')[0] ?? '';
  const name = nameOf({ url, disposition: header('content-disposition'), type: mediaType });
  const toBlob = () => blobOf({ bytes, contentType: mediaType || null, name });
  const toText = (charset?: string) => decode(bytes, charset ?? charsetOf(type));
  return emulated('URL_Fetch.HTTPResponse', {
    getResponseCode: () => status,
    getContentText: toText,
    // Scripts everywhere parse a response itself: `JSON.parse(UrlFetchApp.fetch(url))`.
    toString: () => toText(),
    getContent: () => toSigned(bytes),
    getBlob: toBlob,
    getAs: (contentType: string) => toBlob().getAs(contentType),
    getAllHeaders: () => all,
    getHeaders: () =>
      Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value].flat().slice(-1)[0]])),
  } satisfies HTTPResponse & { toString(): string });
}

/**
 * The name that the server gives, or the last part of the path with the extension of the content type: `/base64/Y2Fmw6k=`
 * of the type text/plain has been measured to be `Y2Fmw6k=.txt` (facts 7.3). Of other addresses the name is not known.
 */
function nameOf({ url, disposition, type }: { url: string; disposition: string; type: string }) {
  const given = /filename="?([^";]+)/i.exec(disposition)?.[1];
  if (given) return given;
  const last = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#%]+)(?:[?#]|$)/i.exec(url)?.[1];
  if (last && hasExtensionOf(type, last)) return last;
  const extension = extensionOf(type);
  if (last && extension && !last.includes('.')) return `${last}.${extension}`;
  return () => {
    throw exception(
      `The name of the blob from ${url} of the type ${type || 'that is not given'} is not emulated here; name it with setName.`,
    );
  };
}

/** Throws for a status of 400 or more, unless `muteHttpExceptions` is set. */
export function assertSuccess(url: string, { status, body }: FetchResponse): void {
  if (status < 400) return;
  const host = /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? url;
  const shown = decode(received(body)).slice(0, SHOWN_CHARACTERS);
  throw exception(
    `Request failed for ${host} returned code ${status}. Truncated server response: ${shown} (use muteHttpExceptions option to examine full response)`,
  );
}

/** Names in the server's casing; a repeated header has a list (facts 7). */
function groupHeaders(rawHeaders: string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    const value = rawHeaders[at + 1] as string;
    const known = headers[name];
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  return headers;
}

function charsetOf(contentType: string): string | undefined {
  return /charset="?([^\s;"]+)/i.exec(contentType)?.[1];
}
