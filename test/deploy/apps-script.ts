import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { WebApps } from './web-apps';

export interface RemoteFile {
  name: string;
  type: 'SERVER_JS' | 'HTML' | 'JSON';
  source: string;
}

interface RemoteVersion {
  versionNumber: number;
  description: string;
  files: RemoteFile[];
}

interface RemoteDeployment {
  deploymentId: string;
  deploymentConfig: { description?: string; versionNumber?: number };
}

export interface RemoteScript {
  scriptId: string;
  title: string;
  parentId: string;
  files: RemoteFile[];
  versions: RemoteVersion[];
  deployments: RemoteDeployment[];
}

const MANIFEST: RemoteFile = { name: 'appsscript', type: 'JSON', source: '{"timeZone": "Etc/UTC"}' };

export const API_OFF =
  'User has not enabled the Apps Script API. Enable it by visiting https://script.google.com/home/usersettings then retry.';

/** Where the real Google may be otherwise than it usually is here. */
export type Doubt = 'new-sheet-cannot-be-bound' | 'clasp-exits-zero' | 'access-is-myself';

/** What calls are answered instead. */
export interface Fault {
  /** Of method and path. */
  request: RegExp;
  status: 400 | 401 | 403 | 404 | 429 | 500;
  message: string;
}

/** As much of Google as deploying talks to: what it keeps of sheets, scripts, versions and deployments. */
export class AppsScript {
  readonly sheets: { id: string; name: string; isEdited: boolean }[] = [];
  readonly scripts: RemoteScript[] = [];
  readonly doubts = new Set<Doubt>();
  readonly webApps = new WebApps(this);
  fault: Fault | undefined;
  /** Method and path of every call. */
  readonly calls: string[] = [];
  /** What the Apps Script API says to every call, if it takes none. */
  refusal: string | undefined;
  /** Whether the login is still good for new tokens. */
  isLoginGood = true;
  tokens = 0;
  readonly app: Hono;

  constructor() {
    this.app = new Hono();
    this.app.use(async ({ req }, next) => {
      this.calls.push(`${req.method} ${req.path}`);
      await next();
    });
    this.app.onError((error, c) => c.json(...toAnswer(error)));
    this.app.use(async ({ req }, next) => (await this.webApps.answer(new URL(req.url))) ?? (await next()));
    this.routeAccount();
    this.routeProjects();
    this.routeVersions();
    this.routeDeployments();
  }

  get(title: string): RemoteScript {
    const script = this.scripts.find((one) => one.title === title);
    if (!script) throw new Error(`There is no script "${title}".`);
    return script;
  }

  /** Everything of ours that is deployed. */
  deployed(title: string): RemoteDeployment[] {
    return this.get(title).deployments.filter((one) => one.deploymentConfig.versionNumber !== undefined);
  }

  /** The files behind the only address. */
  served(title: string): RemoteFile[] {
    const [{ deploymentConfig }] = this.deployed(title) as [RemoteDeployment];
    const { versions } = this.get(title);
    const version = versions.find((one) => one.versionNumber === deploymentConfig.versionNumber);
    return version?.files ?? [];
  }

  /** A sheet and its script with one version, which is deployed. */
  addDeployed(title: string, description: string): RemoteScript {
    const parentId = this.addSheet(title).id;
    const script = this.addScript({ title, parentId });
    const version = { versionNumber: 1, description, files: script.files };
    const { versionNumber } = version;
    script.versions.push(version);
    script.deployments.push({
      deploymentId: `deployment-1-of-${script.scriptId}`,
      deploymentConfig: { description, versionNumber },
    });
    return script;
  }

  /** An account in which nothing was made, with which nothing is wrong, and which nobody has called. */
  reset(): void {
    for (const kept of [this.sheets, this.scripts, this.calls]) kept.length = 0;
    this.doubts.clear();
    this.fault = undefined;
    this.refusal = undefined;
    this.isLoginGood = true;
    this.tokens = 0;
  }

  private routeAccount(): void {
    this.app.post('/token', (c) => {
      if (!this.isLoginGood) return c.json({ error: 'invalid_grant', error_description: 'Expired.' }, 400);
      this.tokens += 1;
      return c.json({ access_token: GOOD_TOKEN, expires_in: 3600, token_type: 'Bearer' });
    });
    this.app.use(async ({ req }, next) => {
      if (req.header('authorization') !== `Bearer ${GOOD_TOKEN}`)
        throw new HTTPException(401, { message: 'Request had invalid authentication credentials.' });
      if (req.path.startsWith('/v1/') && this.refusal)
        throw new HTTPException(403, { message: this.refusal });
      if (this.fault?.request.test(`${req.method} ${req.path}`))
        throw new HTTPException(this.fault.status, this.fault);
      await next();
    });
    this.app.get('/oauth2/v2/userinfo', (c) => c.json({ id: '42', email: 'anna@example.com' }));
    this.app.post('/drive/v3/files', async (c) => {
      const { name, mimeType } = await c.req.json();
      if (mimeType !== 'application/vnd.google-apps.spreadsheet') throw new HTTPException(400);
      return c.json(this.addSheet(name));
    });
  }

  private routeProjects(): void {
    this.app.post('/v1/projects', async (c) => {
      const { title, parentId } = await c.req.json();
      const sheet = this.sheets.find(({ id }) => id === parentId);
      if (!sheet) throw notFound();
      if (this.doubts.has('new-sheet-cannot-be-bound') && !sheet.isEdited) throw notFound();
      const { scriptId } = this.addScript({ title, parentId });
      return c.json({ scriptId, title, parentId });
    });
    this.app.get('/v1/projects/:id/content', (c) => c.json(this.find(c.req.param('id'))));
    this.app.put('/v1/projects/:id/content', async (c) => {
      const script = this.find(c.req.param('id'));
      script.files = (await c.req.json()).files;
      return c.json(script);
    });
  }

  private routeVersions(): void {
    this.app.get('/v1/projects/:id/versions', (c) => {
      const { versions } = this.find(c.req.param('id'));
      const from = Number(c.req.query('pageToken') ?? 0);
      const to = from + Number(c.req.query('pageSize'));
      const page = versions.slice(from, to).map(({ files: _, ...version }) => version);
      return c.json({ versions: page, ...(to < versions.length ? { nextPageToken: String(to) } : {}) });
    });
    this.app.post('/v1/projects/:id/versions', async (c) => {
      const { versions, files } = this.find(c.req.param('id'));
      const { description } = await c.req.json();
      const versionNumber = (versions.at(-1)?.versionNumber ?? 0) + 1;
      versions.push({ versionNumber, description, files });
      return c.json({ versionNumber, description });
    });
  }

  private routeDeployments(): void {
    const path = '/v1/projects/:id/deployments';
    this.app.get(path, (c) => c.json({ deployments: this.find(c.req.param('id')).deployments }));
    this.app.use(`${path}/*`, async ({ req }, next) => {
      if (this.doubts.has('clasp-exits-zero') && req.method !== 'GET') throw invalid();
      await next();
    });
    this.app.post(path, async (c) => {
      const { scriptId, deployments, versions } = this.find(c.req.param('id'));
      const deployment = {
        deploymentId: `deployment-${deployments.length}-of-${scriptId}`,
        deploymentConfig: known(versions, await c.req.json()),
      };
      deployments.push(deployment);
      return c.json(deployment);
    });
    this.app.put(`${path}/:deployment`, async (c) => {
      const { deployments, versions } = this.find(c.req.param('id'));
      const deployment = deployments.find((one) => one.deploymentId === c.req.param('deployment'));
      if (!deployment) throw notFound();
      deployment.deploymentConfig = known(versions, (await c.req.json()).deploymentConfig);
      return c.json(deployment);
    });
  }

  private addSheet(name: string) {
    const sheet = { id: `sheet-${this.sheets.length + 1}`, name, isEdited: false };
    this.sheets.push(sheet);
    return sheet;
  }

  private addScript(of: Pick<RemoteScript, 'title' | 'parentId'>): RemoteScript {
    const scriptId = `script-${this.scripts.length + 1}`;
    const head = { deploymentId: `head-${scriptId}`, deploymentConfig: {} };
    const script = { ...of, scriptId, files: [MANIFEST], versions: [], deployments: [head] };
    this.scripts.push(script);
    return script;
  }

  private find(id: string): RemoteScript {
    const script = this.scripts.find(({ scriptId }) => scriptId === id);
    if (!script) throw notFound();
    return script;
  }
}

export const GOOD_TOKEN = 'good-token';

/** Of a deployment: its version must be there. */
function known(versions: RemoteVersion[], config: RemoteDeployment['deploymentConfig']) {
  if (!versions.some(({ versionNumber }) => versionNumber === config.versionNumber)) throw notFound();
  return config;
}

function invalid(): HTTPException {
  return new HTTPException(400, { message: 'Request contains an invalid argument.' });
}

function notFound(): HTTPException {
  return new HTTPException(404, { message: 'Requested entity was not found.' });
}

function toAnswer(error: Error): [object, Fault['status']] {
  const status = error instanceof HTTPException ? error.status : 500;
  const answer = { error: { code: status, message: error.message, errors: [{ message: error.message }] } };
  return [answer, status as Fault['status']];
}
