import type { Execution } from '../execution/execution';
import type { Script } from '../execution/script';
import { ServiceError } from '../execution/service';

const PREFIX = 'https://www.googleapis.com/auth/';

/** What the owner consented to, script by script: all that the manifest asks for, unless a test or a person says less. */
export class Grants {
  private readonly limited = new Map<string, ReadonlySet<string>>();

  /** From now on only these are granted; `undefined` grants all again. */
  limit(script: Pick<Script, 'id'>, scopes: readonly string[] | undefined): void {
    if (scopes) this.limited.set(script.id, new Set(scopes.map(toScope)));
    else this.limited.delete(script.id);
  }

  /** All that is granted, also what the manifest asks for no longer. */
  list({ id, manifest }: Script): string[] {
    return [...(this.limited.get(id) ?? declaredBy(manifest))];
  }

  /** Whether an execution may use what needs any one of these scopes. */
  allows({ script, kind }: Execution, anyOf: readonly string[]): boolean {
    const granted = this.list(script);
    const usable = declaredBy(script.manifest).filter((scope) => granted.includes(scope));
    return kind !== 'simple trigger' && anyOf.some((scope) => usable.includes(toScope(scope)));
  }

  /** Throws what the platform throws where the method of a built-in service lacks its scope. */
  assert(execution: Execution, method: string, scope: string): void {
    if (this.allows(execution, [scope])) return;
    const required = `Required permissions: ${toScope(scope)}`;
    if (execution.kind === 'simple trigger')
      throw new ServiceError(`You do not have permission to call ${method}. ${required}`);
    if (declaredBy(execution.script.manifest).includes(toScope(scope)))
      throw new ServiceError('Authorization is required to perform that action.');
    throw new ServiceError(`Specified permissions are not sufficient to call ${method}. ${required}`);
  }
}

/** Scopes may be named by their last part. */
export function toScope(name: string): string {
  return name.startsWith('https://') ? name : PREFIX + name;
}

/** The scopes that a manifest asks for, in full. */
export function declaredBy({ oauthScopes }: Script['manifest']): string[] {
  return (oauthScopes ?? []).map(toScope);
}
