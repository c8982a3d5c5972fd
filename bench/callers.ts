import { runCommand } from './processes';

const EMAIL = 'bench@example.com';

/** API keys of one user: each has a rate limit of its own. */
export async function newTokens(database: string, count: number): Promise<string[]> {
  await runCommand(database, 'user', 'add', EMAIL, 'admin', '');
  const tokens: string[] = [];
  for (let index = 1; index <= count; index++) {
    const said = await runCommand(database, 'key', 'add', EMAIL, `Caller ${index}`, 'no');
    const [token] = /sk_\w+/.exec(said) ?? [];
    if (token === undefined) throw new Error(`No key was shown: ${said}`);
    tokens.push(token);
  }
  return tokens;
}
