/** Generates both clients: `node --import with-compiler.mjs generate.mjs <document> <folder>`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

const [document, folder] = process.argv.slice(2);

const types = await openapiTypescript(JSON.parse(readFileSync(document, 'utf8')));
writeFileSync(path.join(folder, 'openapi-types.ts'), astToString(types));

await createClient({
  input: document,
  output: path.join(folder, 'hey-client'),
  logs: { level: 'error', file: false },
});
