import { readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = readFileSync(path.resolve(__dirname, '../../dist/desk/index.html'), 'utf8');

/** Markup and styles that have a browser load something, and the ways in which a script does. */
const LOADING = [
  /<(?:link|img|iframe)\b|<script\s+src/gi,
  /@import|url\(\s*["']?(?:https?:)?\/\//gi,
  /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|new Image|Worker)\b/g,
  /\bimport\s*\(|\.srcdoc\b|\.submit\(/g,
];

const loadingIn = (text: string) => LOADING.flatMap((pattern) => text.match(pattern) ?? []);

describe('the built page', () => {
  test('asks no other server for anything', () => {
    expect(loadingIn(PAGE)).toEqual([]);
  });

  test.each(['<img src=x>', 'url(//a.example/b.png)', 'fetch("/a")', 'new Image().src="a"', 'import("a")'])(
    'would be found out: %s',
    (added) => expect(loadingIn(PAGE + added)).toHaveLength(1),
  );
});
