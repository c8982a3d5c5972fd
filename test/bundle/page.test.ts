import { readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = readFileSync(path.resolve(__dirname, '../../dist/desk/index.html'), 'utf8');

describe('the built page', () => {
  test('asks no other server for anything', () => {
    expect(PAGE).not.toMatch(/<(?:link|img|iframe)\b|<script\s+src|@import|url\(\s*["']?(?:https?:)?\/\//i);
  });
});
