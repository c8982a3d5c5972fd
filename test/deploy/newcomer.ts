import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runInThread } from '../harness/in-thread';
import { ROOT } from '../harness/local';
import { AppsScript, GOOD_TOKEN, type RemoteScript } from './apps-script';
import type { Clone } from './clone';
import { GoogleProxy } from './google-proxy';
import { LoadedClasp } from './loaded-clasp';

export interface Said {
  /** Null where it was killed. */
  code: number | null;
  text: string;
}

const DEPLOY = path.join(ROOT, '.build/deploy.cjs');

interface Launched {
  process: ChildProcess;
  said: Promise<Said>;
}

/** Somebody with a clone, a home of their own and the real clasp; Google is played on this machine. */
export class Newcomer {
  readonly google: AppsScript;
  readonly network: GoogleProxy;
  readonly home = mkdtempSync(path.join(os.tmpdir(), 'sheetdesk-deploy-'));
  private clasp: LoadedClasp | undefined;

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

  /** As on the day of arrival. */
  startOver(): void {
    this.google.reset();
    for (const left of [this.state, path.join(this.home, '.sheetdesk.json')])
      rmSync(left, { recursive: true, force: true });
    this.logIn();
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

  /** What `npm run deploy` runs once everything is built. */
  deploy(...args: string[]): Promise<Said> {
    return this.run(DEPLOY, this.options(args));
  }

  /** The same for what was built in a clone, which keeps the ids there. */
  deployBuilt({ folder }: Clone, ...args: string[]): Promise<Said> {
    const state = path.join(folder, '.deploy');
    return this.run(path.join(folder, '.build/deploy.cjs'), this.options(['--state', state, ...args]));
  }

  /** In threads, which cost less than processes. */
  private async run(command: string, argv: string[]): Promise<Said> {
    this.clasp ??= new LoadedClasp();
    const clasp = this.clasp.connect();
    const { code, out, error } = await runInThread(path.join(__dirname, 'deploy-thread.cjs'), {
      argv,
      env: this.env,
      workerData: { command, clasp },
      transferList: [clasp],
    });
    return { code, text: out + error };
  }

  /** `npm run deploy` in a clone, which keeps the ids there. */
  deployFrom({ folder }: Pick<Clone, 'folder'>, ...args: string[]): Promise<Said> {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    return this.spawn(npm, ['run', '--silent', 'deploy', '--', ...args], folder).said;
  }

  /** The same with a process for the command, which can be killed, and one for each of clasp's. */
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
    await this.clasp?.end();
    await this.network.close();
    rmSync(this.home, { recursive: true });
  }
}
