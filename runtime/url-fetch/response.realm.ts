import { emulated } from '../realm/emulated';
import { exception } from '../realm/host';
import { blobOf } from '../utilities/blob.realm';
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
  const name = fileName(header('content-disposition'), url);
  const toBlob = () => blobOf({ bytes, contentType: type.split(';')[0] || null, name });
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

/** The name that the server gives, or the last part of the path; what an address without a path gives is not known. */
function fileName(disposition: string, url: string): string | undefined {
  const given = /filename="?([^";]+)/i.exec(disposition)?.[1];
  return given ?? (/^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?([^/?#]+)/i.exec(url)?.[1] || undefined);
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
