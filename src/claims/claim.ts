export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** One thing that is taken for granted about Google's services: what they are asked, and what they should answer. */
export interface Claim {
  /** Stable, from the service to the detail: `utilities.digest.md5`. */
  id: string;
  /** The page that says so, or who measured it. */
  source: string;
  /** No source says so outright. */
  isInferred: boolean;
  /** What JSON makes of the answer: dates are texts, and undefined is null. */
  expected: Json;
  /** Asks the services. Whatever it makes is gone when it returns. */
  run(): unknown;
}

export interface CheckedClaim {
  id: string;
  /** A claim is not run where a permission is missing, or what it would look at. */
  status: 'holds' | 'differs' | 'not run';
  expected: Json;
  /** Where it was not run, why. */
  came: Json;
  ms: number;
}

/** Thrown by a claim that finds nothing to look at, such as a mailbox without mail. */
export class NothingToCheck extends Error {}

/** A list whose claims share a source, unless they name their own. */
export function listClaims(source: string, claims: readonly Draft[]): Claim[] {
  return claims.map((claim) => ({ source, isInferred: false, ...claim }));
}

type Draft = Pick<Claim, 'id' | 'expected' | 'run'> & Partial<Claim>;

/** Never throws: an error that the claim did not expect is what came. */
export function checkClaim({ id, expected, run }: Claim): CheckedClaim {
  const start = Date.now();
  const finish = (status: CheckedClaim['status'], came: Json) => ({
    id,
    status,
    expected,
    came,
    ms: Date.now() - start,
  });
  try {
    const came = toJson(run());
    return finish(sorted(came) === sorted(expected) ? 'holds' : 'differs', came);
  } catch (error) {
    const isNotRun = error instanceof NothingToCheck || NO_PERMISSION.test(String(error));
    return finish(
      isNotRun ? 'not run' : 'differs',
      error instanceof NothingToCheck ? error.message : describe(error),
    );
  }
}

/** The ways in which Google says that its owner has not granted what a call needs. */
const NO_PERMISSION =
  /Authorization is required|do not have permission to call|permissions are not sufficient|insufficient authentication scopes/;

/** `Exception: Invalid argument: key` where the call is refused as it should be. */
export function refusal(call: () => unknown): string {
  try {
    call();
    return 'not refused';
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? 'null') as Json;
}

/** Fields come in any order. */
function sorted(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
