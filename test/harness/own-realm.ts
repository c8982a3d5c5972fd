import type { Script } from '../../runtime/execution/script';
import { startSqlRealm } from '../host/suites/realm';
import { IS_SQL } from './engine';
import { buildOwnScript } from './own-script';
import { type Realm, type RealmOptions, startPreparedRealm, startRealm } from './realm';

/** What a script of the tests' own runs in. */
export interface OwnRealm {
  realm: Realm;
  script: Script;
  /** What the work answered, except over SQL. */
  made?: unknown;
}

interface OwnRealmOptions {
  scopes?: readonly string[];
  /** Names what the work makes, where tests of one script begin with different states. */
  state?: string;
  /** Is done once in this run of the tests for each state. */
  work?(original: OwnRealm): Promise<unknown>;
  google?: Pick<RealmOptions, 'doubts'>;
}

/** For a file of tests, or `script.ts` of their folder; over the engine of this project. */
export async function startOwnRealm(
  tests: string,
  { scopes = [], state = '', work, google = {} }: OwnRealmOptions = {},
): Promise<OwnRealm> {
  if (IS_SQL) return startSqlRealm(tests, work);
  const script = await buildOwnScript(tests, ...scopes);
  if (!work) return { realm: startRealm(google), script };
  const realm = await startPreparedRealm(
    tests + state,
    (original) => work({ realm: original, script }),
    google,
  );
  return { realm, script, made: realm.made };
}
