import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from './built';

const DOCUMENT = path.resolve(__dirname, '../../dist/api/openapi.html');

/** The sentence that the OpenAPI document has for each operation. */
function summaries(): string[] {
  const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  return Object.values(paths).flatMap((item) => Object.values(item).map(({ summary }) => summary));
}

test('what only the OpenAPI document tells stands in the document, and not in the script', () => {
  expect(summaries().every((summary) => summary?.length > 10)).toBe(true);
  expect(summaries().filter((summary) => codeOf('api').includes(summary))).toEqual([]);
});

test('schemas of the document alone are not in the script', () => {
  const schemas = ['LeadPage', 'VehiclePage', 'VehiclePatch', 'DeliveryPage', 'OrderAnswer', 'LeadAnswer'];
  const kept = schemas.filter((name) => new RegExp(`\\b${name}\\b`).test(codeOf('api')));
  expect(kept).toEqual(['VehiclePatch']);
});
