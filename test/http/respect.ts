import { readFileSync } from 'node:fs';
import path from 'node:path';
import { redocly } from './redocly';

export interface Step {
  workflowId: string;
  stepId: string;
  request: { method: string; url: string };
  response: { statusCode: number };
  checks: { name: string; passed: boolean; message: string }[];
}

export interface Played {
  document: object;
  /** Arazzo files by their names. */
  workflows: Readonly<Record<string, string>>;
  server: string;
  inputs: Readonly<Record<string, string>>;
}

/** Plays workflows against a server and holds every answer to the document: the steps, with what was checked. */
export function respect({ document, workflows, server, inputs }: Played): Promise<Step[]> {
  const files = { ...workflows, 'openapi.json': JSON.stringify(document) };
  const options = ['--server', `api=${server}`, '--input', JSON.stringify(inputs), '--json-output', REPORT];
  return redocly(files, ['respect', ...Object.keys(workflows), ...options], (_, folder) =>
    stepsIn(JSON.parse(readFileSync(path.join(folder, REPORT), 'utf8'))),
  );
}

const REPORT = 'report.json';

interface Report {
  files: Record<string, { executedWorkflows: { executedSteps: Step[] }[] }>;
}

function stepsIn({ files }: Report): Step[] {
  const workflows = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows);
  return workflows.flatMap(({ executedSteps }) => executedSteps);
}
