import { withDocument } from './document';
import { fromEnvelope } from './envelope';
import { type Event, fromPlainCall, hasPath } from './plain-call';
import { type Api, type Reply, serve } from './serve';

type TextOutput = GoogleAppsScript.Content.TextOutput;

/** The two functions of a web app: all that the platform can ask of an api (design section 3). */
export function createApi(declared: Api): Record<'doGet' | 'doPost', (event?: Event) => TextOutput> {
  const api = { ...declared, routes: withDocument(declared.routes) };
  return {
    doGet: (event = {}) => toOutput(serve(api, () => fromPlainCall(event, 'GET'))),
    doPost(event = {}) {
      if (hasPath(event)) return toOutput(serve(api, () => fromPlainCall(event, 'POST')));
      const reply = serve(api, () => fromEnvelope(event.postData?.contents ?? ''));
      return toText(JSON.stringify(reply), true);
    },
  };
}

/** The status line and headers are lost; an error says its status itself. */
function toOutput({ headers, body }: Reply): TextOutput {
  return toText(body, /json/.test(headers['content-type'] ?? 'json'));
}

function toText(body: string, isJson: boolean): TextOutput {
  const { JSON: json, TEXT: text } = ContentService.MimeType;
  return ContentService.createTextOutput(body).setMimeType(isJson ? json : text);
}
