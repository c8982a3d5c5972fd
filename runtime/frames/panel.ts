import { googleScript } from './google-script';
import type { Connection, ReplyHandlers, ToPanel } from './messages';
import type { Page } from './page';

/** The outer page's origin. */
declare const outer: string;

const waiting = new Map<number, ReplyHandlers>();
let asked = 0;
let changed: (change: Extract<ToPanel, { type: 'change' }>) => void = () => {};

const connection: Connection = {
  send: (message) => window.parent.postMessage(message, outer),
  ask(message, settle) {
    const id = ++asked;
    waiting.set(id, settle);
    connection.send({ ...message, id });
  },
  onChange(listener) {
    changed = listener;
  },
};

window.addEventListener('message', ({ data, origin, source }) => {
  if (origin === outer && source === window.parent) take(data as ToPanel);
});
connection.send({ type: 'ready' });

function take(message: ToPanel): void {
  if (message.type === 'open') open(message.html, message.functions);
  if (message.type === 'change') changed(message);
  if (message.type === 'reply') settled(message.id)?.resolve(message.result);
  if (message.type === 'failure') settled(message.id)?.reject(message.message);
}

function settled(id: number): ReplyHandlers | undefined {
  const settle = waiting.get(id);
  waiting.delete(id);
  return settle;
}

/** The page is written into a frame of its own, in which `google` exists before its first script runs. */
function open(html: string, functions: string[]): void {
  const frame = document.createElement('iframe');
  frame.id = 'userHtmlFrame';
  frame.title = 'Page';
  document.body.append(frame);
  const page = frame.contentWindow as Page;
  page.document.open();
  Object.assign(page, { google: { script: googleScript(page, functions, connection) } });
  page.document.write(html);
  page.document.close();
}
