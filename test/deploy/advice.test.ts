import { adviceFor, classifyError } from '../../deploy/advice';
import { REAL_MESSAGES } from './real-messages';

const CONTEXT = {
  user: undefined,
  email: 'anna@example.com',
  title: 'Case desk',
  ids: { scriptId: 'script-1', parentId: 'sheet-1' },
  file: '.deploy/desk/.clasp.json',
  forNew: 'the same command with --new',
};

const cases = Object.entries(REAL_MESSAGES).flatMap(([kind, messages]) =>
  messages.map(([message]) => [message, kind]),
);

test('what Google, clasp, npm, Node and the system say is known by its cause', () => {
  const found = cases.map(([message = '']) => [message, classifyError(message)]);
  expect(found).toEqual(cases);
});

test('every cause comes with something to do', () => {
  const known = [...new Set(cases.map(([message = '']) => classifyError(message)))];
  for (const kind of known) {
    const text = adviceFor(kind, CONTEXT).join(' ');
    expect([kind, text]).toEqual([kind, expect.stringMatching(/\. .*(run|Run|report|Open|npm)/)]);
    expect(text).not.toContain('undefined');
  }
});
