import type { Plan } from '../account/plan';
import type { Quotas } from '../account/quotas';
import type { Costs } from '../execution/costs';
import type { Execution } from '../execution/execution';
import type { Service } from '../execution/service';
import { type RestMethod, type RestParts, restFailure, restHandlers } from '../rest/rest-client';
import type { GmailCalls, GmailMethod } from './calls';
import type { GmailUnits } from './units';

/** Parts that the advanced service works on. */
interface GmailParts extends RestParts {
  gmailUnits: GmailUnits;
  plan: Plan;
  quotas: Quotas;
}

const ANY = { ms: 160 };

const COSTS: Costs<GmailCalls> = {
  'gmail.getProfile': ANY,
  'gmail.labels.list': ANY,
  'gmail.labels.get': ANY,
  'gmail.labels.create': ANY,
  'gmail.labels.remove': ANY,
  'gmail.messages.list': ANY,
  'gmail.messages.get': ANY,
  'gmail.messages.attachments.get': ANY,
  'gmail.messages.insert': ANY,
  'gmail.messages.import': ANY,
  'gmail.threads.list': ANY,
  'gmail.threads.get': ANY,
  'gmail.threads.modify': ANY,
  'gmail.threads.trash': ANY,
  'gmail.threads.untrash': ANY,
  'gmail.history.list': { ms: 290 },
};

const ALL = 'https://mail.google.com/';
const READ = ['gmail.readonly', 'gmail.modify', ALL];
const CHANGE = ['gmail.modify', ALL];
const ADD = ['gmail.insert', 'gmail.modify', ALL];

const METHODS: Record<GmailMethod, RestMethod> = {
  'gmail.getProfile': user('getProfile', 'GET', '/profile', READ),
  'gmail.labels.list': user('labels.list', 'GET', '/labels', [...READ, 'gmail.labels']),
  'gmail.labels.get': user('labels.get', 'GET', '/labels/{}', [...READ, 'gmail.labels']),
  'gmail.labels.create': user('labels.create', 'POST', '/labels', [...CHANGE, 'gmail.labels']),
  'gmail.labels.remove': user('labels.delete', 'DELETE', '/labels/{}', [...CHANGE, 'gmail.labels']),
  'gmail.messages.list': user('messages.list', 'GET', '/messages', READ),
  'gmail.messages.get': user('messages.get', 'GET', '/messages/{}', READ),
  'gmail.messages.attachments.get': user(
    'messages.attachments.get',
    'GET',
    '/messages/{}/attachments/{}',
    READ,
  ),
  'gmail.messages.insert': user('messages.insert', 'POST', '/messages', ADD),
  'gmail.messages.import': user('messages.import', 'POST', '/messages/import', ADD),
  'gmail.threads.list': user('threads.list', 'GET', '/threads', READ),
  'gmail.threads.get': user('threads.get', 'GET', '/threads/{}', READ),
  'gmail.threads.modify': user('threads.modify', 'POST', '/threads/{}/modify', CHANGE),
  'gmail.threads.trash': user('threads.trash', 'POST', '/threads/{}/trash', CHANGE),
  'gmail.threads.untrash': user('threads.untrash', 'POST', '/threads/{}/untrash', CHANGE),
  'gmail.history.list': user('history.list', 'GET', '/history', READ),
};

/** The advanced service Gmail. Each call spends units, and if the plan says so, the day's operations. */
export function gmailService(context: GmailParts): Service<GmailCalls> {
  const { gmailUnits, plan, quotas } = context;
  const spend = ({ clock }: Execution, method: GmailMethod) => {
    if (plan.countsGmailOperations) quotas.spend('gmailOperations', 1);
    const refusal = gmailUnits.spend(method, clock);
    if (refusal) throw restFailure(METHODS[method], refusal.message, refusal);
  };
  return { costs: COSTS, handlers: restHandlers(context, METHODS, spend) };
}

function user(name: string, verb: RestMethod['verb'], path: string, scopes: readonly string[]): RestMethod {
  return { api: `gmail.users.${name}`, verb, path: `/gmail/v1/users/{}${path}`, scopes };
}
