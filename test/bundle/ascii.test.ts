import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DIST = path.resolve(__dirname, '../../dist');

const FILES = ['desk', 'api', '../.build/parity/script'].flatMap((script) =>
  readdirSync(path.join(DIST, script)).map((name) => path.join(DIST, script, name)),
);

// An editor between here and Google may store text in another form; of ASCII there is only one.
test('every file that is pushed to Google is ASCII', () => {
  const others = FILES.flatMap(
    (file) => readFileSync(file, 'utf8').match(/.{0,20}[^\t\n\x20-\x7e].{0,20}/g) ?? [],
  );
  expect(others).toEqual([]);
  expect(FILES.length).toBe(10);
});
