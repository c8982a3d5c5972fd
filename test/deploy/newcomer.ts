import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../harness/local';
import { AppsScript, GOOD_TOKEN, type RemoteScript } from './apps-script';
import type { Clone } from './clone';
import { GoogleProxy } from './google-proxy';

export interface Said {
  /** Null where it was killed. */
  code: number | null;
  text: string;
}

const DEPLOY = path.join(ROOT, '.build/deploy.cjs');

/** A thread reads neither NODE_EXTRA_CA_CERTS nor HOME of its own environment. */
const IN_THREAD = `require('node:os').homedir = () => process.env.HOME;
const tls = require('node:tls');
const certificate = require('node:fs').readFileSync(process.env.NODE_EXTRA_CA_CERTS);
const { createSecureContext } = tls;
tls.createSecureContext = (options) => {
  const made = createSecureContext(options);
  made.context.addCACert(certificate);
  return made;
};
require(${JSON.stringify(DEPLOY)});`;

interface Launched {
  process: ChildProcess;
  said: Promise<Said>;
}

/** Somebody with a clone, a home of their own and the real clasp; Google is played on this machine. */
export class Newcomer {
  readonly google: AppsScript;
  readonly network: GoogleProxy;
  readonly home = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-deploy-'));

  static async arrive(): Promise<Newcomer> {
    const google = new AppsScript();
    const newcomer = new Newcomer(google, await GoogleProxy.start(google));
    newcomer.logIn();
    return newcomer;
  }

  private constructor(google: AppsScript, network: GoogleProxy) {
    this.google = google;
    this.network = network;
    writeFileSync(path.join(this.home, 'ca.pem'), network.certificate);
  }

  /** What `clasp login` leaves behind; an access token lives for an hour. */
  logIn({ isExpired = false } = {}): void {
    const token = {
      type: 'authorized_user',
      client_id: 'client',
      client_secret: 'secret',
      refresh_token: 'refresh',
      access_token: isExpired ? 'old-token' : GOOD_TOKEN,
      expiry_date: isExpired ? 1 : Date.UTC(2100, 0),
    };
    writeFileSync(path.join(this.home, '.clasprc.json'), JSON.stringify({ tokens: { default: token } }));
  }

  logOut(): void {
    rmSync(path.join(this.home, '.clasprc.json'));
  }

  get state(): string {
    return path.join(this.home, 'ids');
  }

  /** As if an earlier release had deployed the desk. */
  hasDesk(description: string): RemoteScript {
    const script = this.google.addDeployed('Case desk', description);
    this.writeIds(script, path.join(this.state, 'desk'));
    return script;
  }

  /** As if an earlier release had deployed the api. */
  hasApi(description: string): RemoteScript {
    const script = this.google.addDeployed('API sheet', description);
    this.writeIds(script, path.join(this.state, 'api'));
    return script;
  }

  /** As docs/deploy.md has them written by hand. */
  writeIds({ scriptId, parentId }: RemoteScript, folder: string): void {
    mkdirSync(folder, { recursive: true });
    const ids = { scriptId, parentId, rootDir: 'script' };
    writeFileSync(path.join(folder, '.clasp.json'), JSON.stringify(ids));
  }

  /** What `npm run deploy` runs once everything is built. In a thread, which costs less than a process. */
  async deploy(...args: string[]): Promise<Said> {
    const options = { argv: this.options(args), env: this.env, stdout: true, stderr: true };
    const thread = new Worker(IN_THREAD, { eval: true, ...options });
    let text = '';
    const streams = [thread.stdout, thread.stderr];
    for (const stream of streams)
      stream.on('data', (chunk) => {
        text += chunk;
      });
    const [[code]] = await Promise.all([
      once(thread, 'exit'),
      ...streams.map((stream) => once(stream, 'end')),
    ]);
    return { code, text };
  }

  /** `npm run deploy` in a clone, which keeps the ids there. */
  deployFrom({ folder }: Pick<Clone, 'folder'>, ...args: string[]): Promise<Said> {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    return this.spawn(npm, ['run', '--silent', 'deploy', '--', ...args], folder).said;
  }

  /** The same in a process of its own, which can be killed. */
  launch(...args: string[]): Launched {
    return this.spawn(process.execPath, [DEPLOY, ...this.options(args)], this.home);
  }

  /** It waits for nothing, since nothing changes here by itself. */
  private options(args: readonly string[]): string[] {
    return ['--state', this.state, '--patience', '0', ...args];
  }

  /** Of whatever they run. */
  get env(): Record<string, string> {
    const { PATH = '', SystemRoot = '' } = process.env;
    return {
      PATH,
      SystemRoot,
      HOME: this.home,
      USERPROFILE: this.home,
      HTTPS_PROXY: this.network.url,
      NODE_EXTRA_CA_CERTS: path.join(this.home, 'ca.pem'),
    };
  }

  private spawn(command: string, args: readonly string[], cwd: string): Launched {
    const child = spawn(command, args, { env: this.env, cwd });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk;
      });
    return {
      process: child,
      said: new Promise((resolve) => child.once('close', (code) => resolve({ code, text }))),
    };
  }

  async leave(): Promise<void> {
    await this.network.close();
    rmSync(this.home, { recursive: true });
  }
}
