import type { Execution } from '../execution/execution';
import type { Script } from '../execution/script';
import { ServiceError } from '../execution/service';

const PREFIX = 'https://www.googleapis.com/auth/';

/** The scopes that the owner has granted to each script: all that its manifest asks for, unless limited. */
export class Grants {
  private readonly limited = new Map<string, ReadonlySet<string>>();

  /** Grants only these scopes from now on; `undefined` grants all again. */
  limit(script: Pick<Script, 'id'>, scopes: readonly string[] | undefined): void {
    if (scopes) this.limited.set(script.id, new Set(scopes.map(toScope)));
    else this.limited.delete(script.id);
  }

  /** All granted scopes, including those that the manifest no longer asks for. */
  list({ id, manifest }: Script): string[] {
    return [...(this.limited.get(id) ?? declaredBy(manifest))];
  }

  /** Whether an execution has at least one of these scopes. */
  allows({ script, kind }: Pick<Execution, 'script' | 'kind'>, anyOf: readonly string[]): boolean {
    const granted = this.list(script);
    const usable = declaredBy(script.manifest).filter((scope) => granted.includes(scope));
    return kind !== 'simple trigger' && anyOf.some((scope) => usable.includes(toScope(scope)));
  }

  /** @throws ServiceError with Google's message if the execution lacks the scope of a method, or all of several */
  assert(execution: Execution, method: string, scope: string | readonly string[]): void {
    const anyOf = [scope].flat();
    if (this.allows(execution, anyOf)) return;
    const names = anyOf.map(toScope);
    const required = `Required permissions: ${names.length > 1 ? `(${names.join(' || ')})` : names[0]}`;
    if (execution.kind === 'simple trigger')
      throw new ServiceError(`You do not have permission to call ${method}. ${required}`);
    if (declaredBy(execution.script.manifest).some((declared) => names.includes(declared)))
      throw new ServiceError('Authorization is required to perform that action.');
    throw new ServiceError(`Specified permissions are not sufficient to call ${method}. ${required}`);
  }
}

/** The full URL of a scope that may be given by its last part. */
export function toScope(name: string): string {
  return name.startsWith('https://') ? name : PREFIX + name;
}

/** The scopes that a manifest asks for, in full. */
export function declaredBy({ oauthScopes }: Script['manifest']): string[] {
  return (oauthScopes ?? []).map(toScope);
}
