import * as v from 'valibot';
import { type GooglePage, readGooglePage } from '../gateway/google-page';
import { askGoogle } from './ask-google';
import type { Ids } from './project';

/** What a deployment shows to a stranger. */
export type Look =
  | { state: 'works'; says: string }
  /** Its owner has not chosen Set up yet: nothing is wrong. */
  | { state: 'waits' }
  | { state: 'wrong'; says: string };

export interface Deployed {
  /** `https://script.google.com/macros/s/.../exec` */
  url: string;
  ids: Ids;
  /** What the deployed code says of itself, where it does. */
  version: string | undefined;
}

/** Asks as any caller would. @throws DeployError where the network fails */
export async function lookAtApi({ url, version }: Deployed): Promise<Look> {
  const answer = await askGoogle(`${url}?path=/v1/health`);
  const page = readGooglePage(answer);
  if (page?.kind === 'consent') return { state: 'waits' };
  if (page) return wrong(`${url} answered with ${inWords(page)} ${page.cure}`);
  return judgeHealth(answer.text, version);
}

/** Only its owner may get past a login. @throws DeployError where the network fails */
export async function lookAtDesk({ url, ids }: Deployed): Promise<Look> {
  const page = readGooglePage(await askGoogle(url));
  switch (page?.kind) {
    case 'login':
    case 'denied':
      return { state: 'works', says: 'only your account can open the page.' };
    case 'missing':
    case 'quota':
    case 'rateLimit':
    case 'outage':
    case 'elsewhere':
      return wrong(`${url} answered with ${inWords(page)} ${page.cure}`);
    default:
      return wrong(isOpen(url, ids));
  }
}

function isOpen(url: string, { scriptId }: Ids): string {
  return [
    `Anyone can open your case desk: ${url} answers without a login.`,
    `Close it now: open https://script.google.com/d/${scriptId}/edit, choose Deploy > Manage deployments, and Archive.`,
    'Deployed anew, it must show "Who has access: Only myself" there.',
  ].join('\n');
}

const HEALTH = v.object({ status: v.literal('ok'), version: v.optional(v.string()) });
const REFUSAL = v.object({ error: v.object({ code: v.string(), message: v.string() }) });

function judgeHealth(text: string, version: string | undefined): Look {
  const body = parse(text);
  const health = v.safeParse(HEALTH, body);
  if (health.success) return judgeVersion(health.output.version, version);
  const refusal = v.safeParse(REFUSAL, body);
  if (!refusal.success) return wrong(`/v1/health answered with something else: ${text.slice(0, 200)}`);
  const { code, message } = refusal.output.error;
  return code === 'not_set_up' ? { state: 'waits' } : wrong(`/v1/health answered "${code}". ${message}`);
}

function judgeVersion(served: string | undefined, version: string | undefined): Look {
  if (version === undefined || served === version)
    return { state: 'works', says: `it answers as version ${served}.` };
  return wrong(
    `Google still serves ${served ? `version ${served}` : 'an older version'}, not ${version}. It can take a few minutes: run the command again then.`,
  );
}

function wrong(says: string): Look {
  return { state: 'wrong', says };
}

function inWords({ what, words }: GooglePage): string {
  return words ? `${what}: "${words}".` : `${what}.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
