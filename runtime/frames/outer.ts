import type { HistoryChange, PageLocation, ToOuterPage, ToPanel } from './messages';

/** Values that the server wrote into the page. */
declare const setup: {
  html: string;
  functions: string[];
  callback: string;
  /** The panel's origin. */
  panel: string;
  parameter: Record<string, string>;
  parameters: Record<string, string[]>;
};

const frame = document.getElementById('sandboxFrame') as HTMLIFrameElement;

window.addEventListener('message', ({ data, origin, source }) => {
  if (origin === setup.panel && source === frame.contentWindow) void take(data as ToOuterPage);
});
window.addEventListener('popstate', ({ state }) =>
  send({
    type: 'change',
    state: (state as { appState?: unknown } | null)?.appState ?? null,
    location: here(),
  }),
);

async function take(message: ToOuterPage): Promise<void> {
  if (message.type === 'ready') send({ type: 'open', html: setup.html, functions: setup.functions });
  if (message.type === 'call') send(await call(message));
  if (message.type === 'locate') send({ type: 'reply', id: message.id, result: JSON.stringify(here()) });
  if (message.type === 'history') move(message);
}

async function call({ id, function: name, args }: Extract<ToOuterPage, { type: 'call' }>): Promise<ToPanel> {
  const answer = await fetch(setup.callback, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ function: name, args }),
  }).catch(() => undefined);
  if (!answer?.ok) {
    const message = `NetworkError: Connection failure due to HTTP ${answer?.status ?? 0}`;
    return { type: 'failure', id, message };
  }
  const { result, error } = (await answer.json()) as { result: string; error?: { message: string } };
  return error ? { type: 'failure', id, message: error.message } : { type: 'reply', id, result };
}

/** Applies the page's history to the address bar: state, query and fragment. */
function move({ replace, state, params, hash }: HistoryChange): void {
  const url = new URL(location.href);
  if (params) url.search = toQuery(params).toString();
  if (hash !== undefined) url.hash = hash;
  const entry = { appState: state };
  if (replace) history.replaceState(entry, '', url);
  else history.pushState(entry, '', url);
}

function toQuery(params: Record<string, string | string[]>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const one of [value].flat()) query.append(name, String(one));
  return query;
}

function here(): PageLocation {
  const query = new URLSearchParams(location.search);
  const names = [...new Set(query.keys())];
  return {
    hash: location.hash.slice(1),
    parameter: Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
    parameters: Object.fromEntries(names.map((name) => [name, query.getAll(name)])),
  };
}

function send(message: ToPanel): void {
  frame.contentWindow?.postMessage(message, setup.panel);
}
