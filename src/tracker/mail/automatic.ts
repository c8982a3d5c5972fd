import { headerOf } from './headers';
import { customerOf, type People } from './people';

type Message = GoogleAppsScript.Gmail.Schema.Message;

/**
 * True if a program wrote it: an answer while someone is away, a delivery report, a newsletter (RFC 3834, RFC 2919). Behind
 * a group stands a person, whose address the group keeps, and behind a form the customer to whom answers go.
 */
export function isAutomatic({ payload: { headers } = {} }: Message, people: People): boolean {
  const header = (name: string) => headerOf(headers, name).trim().toLowerCase();
  const submitted = header('Auto-Submitted').replace(/[;\s].*/, '');
  const isReport = header('Content-Type').startsWith('multipart/report') || header('Return-Path') === '<>';
  const isAnswer = submitted === 'auto-replied' || header('Precedence') === 'auto_reply';
  if (isReport || isAnswer) return true;
  const isBulk = /^(bulk|list|junk)\b/.test(header('Precedence')) || header('List-Id') !== '';
  if (isBulk && !header('X-Original-From') && !header('X-Original-Sender')) return true;
  const isSuppressed = !['', 'none'].includes(header('X-Auto-Response-Suppress'));
  return (isSuppressed || !['', 'no'].includes(submitted)) && !customerOf(people);
}
