import { exception } from '../realm/host';
import { toBase64 } from '../utilities/base64.realm';
import { bytesOf, isBlobSource } from '../utilities/blob.realm';
import { toBytes } from '../utilities/bytes.realm';
import { toUtf8 } from '../utilities/utf8.realm';
import type { FetchRequest } from './calls';
import { toMultipart } from './multipart.realm';

/** The official types do not have timeoutSeconds yet. */
export type Options = GoogleAppsScript.URL_Fetch.URLFetchRequestOptions & { timeoutSeconds?: number };

const METHODS = ['get', 'delete', 'patch', 'post', 'put'];
const FORM = 'application/x-www-form-urlencoded';
const LONGEST_WAIT_SECONDS = 360;

/** Scripts have met this refusal for Host, and for Content-Length. */
const OWN_HEADERS = ['host', 'content-length'];

const KINDS: Readonly<Record<string, string>> = {
  method: 'string',
  contentType: 'string',
  headers: 'object',
  followRedirects: 'boolean',
  muteHttpExceptions: 'boolean',
  validateHttpsCertificates: 'boolean',
  escaping: 'boolean',
  useIntranet: 'boolean',
  timeoutSeconds: 'number',
};

interface Body {
  bytes: Uint8Array;
  contentType: string;
}

export function toRequest(url: string, options: Options = {}): FetchRequest {
  if (!url) throw exception('Attribute provided with no value: url');
  assertKinds(options);
  const body = toBody(options.payload);
  const contentType = options.contentType ?? body?.contentType;
  return {
    url: options.escaping === false ? url : url.replace(/[\s"<>\\^`{|}]/g, encodeURIComponent),
    method: methodOf(options),
    headers: { ...(body ? { 'Content-Type': contentType ?? FORM } : {}), ...toTexts(options.headers) },
    body: body && toBase64(body.bytes),
    followRedirects: options.followRedirects ?? true,
    validateCertificates: options.validateHttpsCertificates ?? true,
    timeoutSeconds: options.timeoutSeconds ?? LONGEST_WAIT_SECONDS,
  };
}

/** What getRequest answers: a POST has a content type even without a payload (test/testfetch.js of gas-fakes). */
export function describeRequest(
  url: string,
  options: Options = {},
): GoogleAppsScript.URL_Fetch.URLFetchRequest {
  const request = toRequest(url, options);
  const method = request.method as 'get';
  const contentType = options.contentType ?? (toBody(options.payload)?.contentType || FORM);
  const hasType = options.contentType !== undefined || request.method !== 'get';
  return { ...options, url, method, headers: toTexts(options.headers), ...(hasType ? { contentType } : {}) };
}

function methodOf({ method, payload }: Options): string {
  // A payload turns the default method into a POST.
  if (method === undefined) return payload === undefined || payload === null ? 'get' : 'post';
  const name = method.toLowerCase();
  if (!METHODS.includes(name)) throw invalid('method');
  return name;
}

function assertKinds(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const kind = KINDS[name];
    const isWrong = kind !== undefined && (typeof value !== kind || value === null || Array.isArray(value));
    if (isWrong && value !== undefined) throw invalid(name);
  }
}

function invalid(attribute: string): Error {
  return exception(`Attribute provided with invalid value: ${attribute}`);
}

function toBody(payload: Options['payload'] | number[]): Body | undefined {
  if (payload === undefined || payload === null) return undefined;
  if (isBlobSource(payload)) {
    const contentType = payload.getBlob().getContentType() ?? 'application/octet-stream';
    return { bytes: bytesOf(payload), contentType };
  }
  if (Array.isArray(payload)) return { bytes: toBytes(payload), contentType: FORM };
  if (typeof payload !== 'object') return { bytes: toUtf8(String(payload)), contentType: FORM };
  if (Object.values(payload).some(isBlobSource)) return toMultipart(payload);
  return { bytes: toUtf8(toForm(payload)), contentType: FORM };
}

function toForm(fields: Record<string, unknown>): string {
  const encode = (text: unknown) => encodeURIComponent(String(text)).replace(/%20/g, '+');
  return Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

function toTexts(headers: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (OWN_HEADERS.includes(name.toLowerCase())) throw invalid(`Header:${name}`);
      if (value === null || value === undefined) throw invalid('Header:null');
      return [name, String(value)];
    }),
  );
}
