/** One request of an advanced service in terms of its REST API. */
export interface RestRequest {
  /** Values for the placeholders of the method's path, in order. */
  path: string[];
  /** An array becomes a repeated parameter. */
  query?: object | undefined;
  body?: object | undefined;
  /** Content to upload, as base64 text. */
  media?: { contentType: string; data: string } | undefined;
}

export type RestCalls<Method extends string> = Record<Method, (request: RestRequest) => unknown>;
