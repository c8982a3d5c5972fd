import type { Context } from 'hono';
import type { Execution } from '../execution/execution';
import type { Rewording } from '../execution/rewording';
import type { Returned } from '../execution/run';
import type { Runtime } from '../runtime';
import { Echo } from './echo';
import type { WebAppEvent } from './event';
import { Frames } from './frames';
import { plainPage } from './html';

const NOTHING = 'The script completed but did not return anything.';
const UNSUPPORTED = 'The script completed but the returned value is not a supported return type.';

/** Turns the result of doGet or doPost into a response, whose status is always 200 or 302. */
export class WebAppResponses {
  readonly echo = new Echo();
  readonly frames: Frames;
  private readonly rewording: Rewording;

  constructor(runtime: Runtime) {
    this.frames = new Frames(runtime);
    this.rewording = runtime.services.rewording;
  }

  toResponse(c: Context, execution: Execution, event: WebAppEvent): Response {
    const { error, returned } = execution;
    if (error) return this.errorPage(c, describeError(error));
    if (returned?.kind === 'text') return c.redirect(new URL(this.echo.store(returned), c.req.url).href, 302);
    if (returned?.kind === 'html') return this.frames.outer(c, { execution, page: returned, event });
    return this.errorPage(c, this.rewording.of(isNothing(returned) ? NOTHING : UNSUPPORTED));
  }

  private errorPage(c: Context, message: string): Response {
    return c.html(plainPage(this.rewording.of('Error'), message));
  }
}

function isNothing(returned: Returned | undefined): boolean {
  return returned === undefined || (returned.kind === 'value' && returned.json === undefined);
}

/** `TypeError: ... (line 12, file "Code")` */
function describeError({ name, message, stack }: NonNullable<Execution['error']>): string {
  if (message.startsWith('Script function not found')) return message;
  const [, file, line] = /(?:\(|at )([^()\n]+?):(\d+):\d+\)?$/m.exec(stack ?? '') ?? [];
  return `${name}: ${message}${line ? ` (line ${line}, file "${file}")` : ''}`;
}
