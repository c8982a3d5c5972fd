import { exception } from '../realm/host';
import { toBase64 } from '../utilities/base64.realm';
import { bytesOf, isBlobSource } from '../utilities/blob.realm';
import { toUtf8 } from '../utilities/utf8.realm';
import type { FetchRequest } from './calls';

/** The official types do not have timeoutSeconds yet. */
export type Options = GoogleAppsScript.URL_Fetch.URLFetchRequestOptions & { timeoutSeconds?: number };

const METHODS = ['get', 'delete', 'patch', 'post', 'put'];
const FORM = 'application/x-www-form-urlencoded';
const LONGEST_WAIT_SECONDS = 360;

interface Body {
  bytes: Uint8Array;
  contentType: string;
}

export function toRequest(url: string, options: Options = {}): FetchRequest {
  const method = String(options.method ?? 'get').toLowerCase();
  if (!METHODS.includes(method)) throw exception(`Attribute provided with invalid value: method`);
  const body = toBody(options.payload);
  const contentType = options.contentType ?? body?.contentType;
  return {
    url: options.escaping === false ? url : url.replace(/[\s"<>\\^`{|}]/g, encodeURIComponent),
    // A payload turns the default method into a POST.
    method: body && options.method === undefined ? 'post' : method,
    headers: { ...(body ? { 'Content-Type': contentType ?? FORM } : {}), ...toTexts(options.headers) },
    body: body && toBase64(body.bytes),
    followRedirects: options.followRedirects ?? true,
    timeoutSeconds: options.timeoutSeconds ?? LONGEST_WAIT_SECONDS,
  };
}

function toBody(payload: Options['payload'] | number[]): Body | undefined {
  if (payload === undefined || payload === null) return undefined;
  if (isBlobSource(payload)) {
    const contentType = payload.getBlob().getContentType() ?? 'application/octet-stream';
    return { bytes: bytesOf(payload), contentType };
  }
  if (Array.isArray(payload)) return { bytes: new Uint8Array(payload), contentType: FORM };
  return {
    bytes: toUtf8(typeof payload === 'object' ? toForm(payload) : String(payload)),
    contentType: FORM,
  };
}

function toForm(fields: Record<string, unknown>): string {
  if (Object.values(fields).some(isBlobSource))
    throw new Error('UrlFetchApp: a form with files is not emulated by the local runtime.');
  const encode = (text: unknown) => encodeURIComponent(String(text)).replace(/%20/g, '+');
  return Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

function toTexts(headers: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
