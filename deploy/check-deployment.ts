import * as v from 'valibot';
import { type GooglePage, readGooglePage } from '../gateway/google-page';
import { withAccount } from '../src/platform/account-url';
import { askGoogle } from './ask-google';
import { DeployError } from './deploy-error';
import type { Ids } from './project';
import { retry } from './retry';
import { SCRIPTS, type ScriptName } from './scripts';

export interface Deployed {
  /** `https://script.google.com/macros/s/.../exec` */
  url: string;
  ids: Ids;
  /** The version in the deployed code, if it has one. */
  version: string | undefined;
}

/** Response of a deployment to a caller without a login. */
type CheckResult =
  | { state: 'works'; message: string }
  /** The owner has yet to choose Set up. */
  | { state: 'waits' }
  | { state: 'wrong'; message: string };

interface ReportOptions {
  patienceMs: number;
  /** Whose it is, if that is known. */
  email: string | undefined;
  log(line: string): void;
}

/** Prints where everything is, whether it works, and what is left to the owner. @throws DeployError if it does not work */
export async function report(
  name: ScriptName,
  deployed: Deployed,
  { log, patienceMs, email }: ReportOptions,
): Promise<void> {
  const { title, urlName, nextSteps } = SCRIPTS[name];
  const check = name === 'api' ? checkApi : checkDesk;
  log(`${title}: the sheet is ${sheetUrl(deployed.ids, email)}`);
  // Programs call the API, and no account opens it.
  log(`${title}: ${urlName} is ${name === 'desk' ? withAccount(deployed.url, email) : deployed.url}`);
  log(`${title}: checking what it answers`);
  const result = await retry(
    patienceMs,
    () => check(deployed),
    ({ state }) => state !== 'wrong',
  );
  if (result.state === 'wrong') throw new DeployError('wrong', result.message);
  log(`${title}: ${result.state === 'works' ? result.message : 'it waits for Set up.'}`);
  // An API that works is set up; whether the desk is, only its owner can see.
  if (name === 'api' && result.state === 'works') return;
  log(`${title}: next steps${name === 'desk' ? ', unless you have done them' : ''}:`);
  for (const step of nextSteps) log(`  - ${step}`);
}

function sheetUrl({ parentId, scriptId }: Ids, email: string | undefined): string {
  return parentId === undefined
    ? `the one with the script https://script.google.com/d/${scriptId}/edit`
    : withAccount(`https://docs.google.com/spreadsheets/d/${parentId}/edit`, email);
}

/** @throws DeployError if the network fails */
async function checkApi({ url, version }: Deployed): Promise<CheckResult> {
  const response = await askGoogle(`${url}?path=/v1/health`);
  const page = readGooglePage(response);
  if (page?.kind === 'permission') return { state: 'waits' };
  if (page) return wrong(`${url} answered with ${describePage(page)} ${page.advice}`);
  const body = parseJson(response.text);
  const health = v.safeParse(HEALTH, body);
  if (health.success) return checkVersion(health.output.version, version);
  const failure = v.safeParse(API_ERROR, body);
  if (!failure.success)
    return wrong(`/v1/health answered with something unexpected: ${response.text.slice(0, 200)}`);
  const { code, message } = failure.output.error;
  return code === 'not_set_up' ? { state: 'waits' } : wrong(`/v1/health answered "${code}". ${message}`);
}

const HEALTH = v.object({ status: v.literal('ok'), version: v.optional(v.string()) });
const API_ERROR = v.object({ error: v.object({ code: v.string(), message: v.string() }) });

function checkVersion(served: string | undefined, version: string | undefined): CheckResult {
  if (version === undefined || served === version)
    return { state: 'works', message: `it answers as version ${served}.` };
  return wrong(
    `Google still serves ${served ? `version ${served}` : 'an older version'}, not ${version}. Wait a few minutes.`,
  );
}

/** The page must ask for a login. @throws DeployError if the network fails */
async function checkDesk({ url, ids }: Deployed): Promise<CheckResult> {
  const page = readGooglePage(await askGoogle(url));
  switch (page?.kind) {
    case 'login':
    case 'denied':
      return { state: 'works', message: 'only your account can open the page.' };
    case 'missing':
    case 'busy':
    case 'throttled':
    case 'quota':
    case 'refused':
    case 'rateLimit':
    case 'outage':
    case 'elsewhere':
      return wrong(`${url} answered with ${describePage(page)} ${page.advice}`);
    default:
      return wrong(
        [
          `Anyone can open your case desk: ${url} answers without a login.`,
          `Close it now: open https://script.google.com/d/${ids.scriptId}/edit, choose Deploy > Manage deployments, and Archive.`,
          'After the next deployment it must show "Who has access: Only myself" there.',
        ].join('\n'),
      );
  }
}

function wrong(message: string): CheckResult {
  return { state: 'wrong', message };
}

function describePage({ what, excerpt }: GooglePage): string {
  return excerpt ? `${what}: "${excerpt}".` : `${what}.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
