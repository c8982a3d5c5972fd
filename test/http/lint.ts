import { redocly } from './redocly';

export interface Problem {
  ruleId: string;
  message: string;
}

/** The rules that redocly recommends, and what it finds against them. */
export async function lint(document: object): Promise<Problem[]> {
  const files = { 'openapi.json': JSON.stringify(document) };
  const output = await redocly(files, ['lint', 'openapi.json', '--format', 'json'], (printed) => printed);
  const { problems } = JSON.parse(output.slice(output.indexOf('{')));
  return problems.map(({ ruleId, message }: Problem) => ({ ruleId, message }));
}
