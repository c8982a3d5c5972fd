type Event = GoogleAppsScript.Events.DoGet;
type TextOutput = GoogleAppsScript.Content.TextOutput;

/** A Map, since a caller may ask for any name, those of Object.prototype included. */
const PATHS = new Map<string, () => object>([['/v1/health', () => ({ status: 'ok' })]]);

/** A plain call: `GET <web app>?path=/v1/health`. */
export function handleGet({ parameter }: Event): TextOutput {
  const answer = PATHS.get(parameter.path ?? '');
  return toJson(
    answer ? answer() : error(404, 'not_found', `There is nothing at "${parameter.path ?? ''}".`),
  );
}

export function handlePost({ parameter }: Event): TextOutput {
  if (!PATHS.get(parameter.path ?? '')) return handleGet({ parameter } as Event);
  return toJson(error(405, 'method_not_allowed', `"${parameter.path}" allows GET.`));
}

/** A web app cannot set a status line, so an error says its status itself. */
function error(status: number, code: string, message: string): object {
  return { error: { status, code, message } };
}

function toJson(body: object): TextOutput {
  return ContentService.createTextOutput(JSON.stringify(body)).setMimeType(ContentService.MimeType.JSON);
}
