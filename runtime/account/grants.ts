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

  /** Tells if an execution has at least one of these scopes. */
  allows({ script, kind }: Pick<Execution, 'script' | 'kind'>, anyOf: readonly string[]): boolean {
    const limited = this.limited.get(script.id);
    const isUsable = (scope: string) => isDeclared(script, scope) && (limited?.has(toScope(scope)) ?? true);
    return kind !== 'simple trigger' && anyOf.some(isUsable);
  }

  /** @throws ServiceError with Google's message if the execution lacks the scope of a method, or all of several */
  assert(execution: Execution, method: string, scope: string | readonly string[]): void {
    const anyOf = [scope].flat();
    if (this.allows(execution, anyOf)) return;
    const names = anyOf.map(toScope);
    const required = `Required permissions: ${names.length > 1 ? `(${names.join(' || ')})` : names[0]}`;
    if (execution.kind === 'simple trigger')
      throw new ServiceError(`You do not have permission to call ${method}. ${required}`);
    if (names.some((name) => isDeclared(execution.script, name)))
      throw new ServiceError('Authorization is required to perform that action.');
    throw new ServiceError(`Specified permissions are not sufficient to call ${method}. ${required}`);
  }
}

/** The full URL of a scope that may be given by its last part. */
export function toScope(name: string): string {
  return name.startsWith('https://') ? name : PREFIX + name;
}

/**
 * The scopes that a manifest asks for, in full. Without a list Google finds out what the code needs
 * (apps-script/concepts/scopes); here it has them all, but nobody can say which.
 */
export function declaredBy({ oauthScopes }: Partial<Script['manifest']>): string[] {
  if (!oauthScopes)
    throw new ServiceError('The list of scopes of a manifest without oauthScopes is not emulated here.');
  return oauthScopes.map(toScope);
}

function isDeclared({ manifest }: Pick<Script, 'manifest'>, scope: string): boolean {
  const { oauthScopes }: Partial<Script['manifest']> = manifest;
  return !oauthScopes || declaredBy(manifest).includes(toScope(scope));
}
