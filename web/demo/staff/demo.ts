import { NEXT_LEADS } from '../../../local/world/leads';
import { stayInside } from '../stay-inside';
import { answer, TOKEN, work } from './api';
import { addLead, orderSomething, playWorld, receiveText } from './play';

/** What an earlier visit has left is of a cafe that is gone. */
sessionStorage.clear();
localStorage.removeItem('device');
sessionStorage.setItem('session', TOKEN);
// Nothing is to be kept for a visit without a connection: all of the demo is in this file.
Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');

/** Short of the seconds of the real one, long enough to see that something is loading. */
const LATENCY_MS = 200;
const WORK_MS = 1_000;
const ANSWERED_MS = 12_000;
const NEXT_LEAD_MS = 40_000;
const NEXT_ORDER_MS = 25_000;
const MAX_OPEN = 10;

const ANSWERS = [
  'Thanks, that works for me.',
  'Could you send me a few pictures?',
  'What would it be a month?',
];

/** In place of the network: the API itself answers, which runs in the page. */
window.fetch = async (input, { method = 'GET', headers, body } = {}) => {
  await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
  const { pathname: path, search } = new URL(String(input), 'https://demo.invalid');
  const text = typeof body === 'string' ? body : '';
  const asked = {
    method,
    path,
    query: search.slice(1),
    headers: Object.fromEntries(new Headers(headers)),
    body: text,
  };
  const reply = answer(asked);
  if (path === '/v1/messaging/messages' && reply.status === 201) answerLater(JSON.parse(text).leadId);
  return new Response(reply.status === 304 ? null : reply.body, {
    status: reply.status,
    headers: reply.headers,
  });
};

let answers = 0;

function answerLater(leadId: string): void {
  const lead = answer({
    method: 'GET',
    path: `/v1/leads/${leadId}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const text = ANSWERS[answers++ % ANSWERS.length] ?? '';
  setTimeout(() => receiveText(JSON.parse(lead.body).phone, text), ANSWERED_MS);
}

function countOpen(): number {
  const query = 'status=placed,accepted,preparing,ready';
  const open = answer({
    method: 'GET',
    path: '/v1/cafes/C-1/orders',
    query,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  return JSON.parse(open.body).total;
}

/** A closed cafe sends customers away. */
function orderUnlessClosed(): void {
  const { isOpen } = JSON.parse(answer({ method: 'GET', path: '/v1/cafes/C-1' }).body);
  if (isOpen && countOpen() < MAX_OPEN) orderSomething();
}

stayInside();
playWorld();
setInterval(work, WORK_MS);
setInterval(orderUnlessClosed, NEXT_ORDER_MS);
const waiting = [...NEXT_LEADS];
setInterval(() => {
  const next = waiting.shift();
  if (next) addLead(next, 100 + waiting.length);
}, NEXT_LEAD_MS);
