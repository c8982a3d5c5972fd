import { IS_LONG, spread } from '../harness/extent';
import { killsAmong } from '../harness/faults';
import { ENDINGS, type End, type Ending, endAfter, numbersOf } from './endings';
import type { Scene } from './prepared-desk';

const ANY = /./;

/** Whether it matters at which of several calls in a row it ends so. */
function differs({ kind }: Ending, { calls }: End): (call: number) => boolean {
  const kills = new Set(killsAmong(calls));
  return (call) => !kind.startsWith('kill') || kills.has(call);
}

describe('a check that ends at any of its service calls', () => {
  let undisturbed: End;
  beforeAll(async () => {
    undisturbed = await endAfter('mixed');
  });

  const TURNS = ENDINGS.map(([name, ending], turn) => [name, ending, turn] as const);
  test.each(spread(TURNS, 8))(
    'leaves the next ones to bring about the same: %s',
    async (_, { at = ANY, ...ending }, turn) => {
      const calls = numbersOf(undisturbed.calls, at, turn);
      expect(calls).not.toEqual([]);
      // In the long tests at each of them, else each ending at another, most of them where the check writes.
      const own = (5 * turn + 6) % calls.length;
      for (const call of IS_LONG ? calls.filter(differs(ending, undisturbed)) : calls.slice(own, own + 1)) {
        const { state, fired } = await endAfter('mixed', { ...ending, call });
        expect({ call, fired, state }).toEqual({ call, fired: [true], state: undisturbed.state });
      }
    },
  );

  const KILLS = ENDINGS.filter(([, { at, kind }]) => !at && kind.startsWith('kill'));
  const SCENES: [string, Scene, typeof KILLS][] = [
    ['there is nothing but a reply to take in', 'reply', KILLS],
    ['a reply opens a case again, and a first message comes in later', 'earlier', KILLS],
    ['it is the first one ever', 'first', KILLS.slice(1)],
  ];
  test.each(spread(SCENES, 2))('also when %s', async (_, scene, endings) => {
    const whole = await endAfter(scene);
    const numbers = numbersOf(whole.calls, ANY);
    const kills = IS_LONG ? numbers.filter(differs({ kind: 'kill after' }, whole)) : numbers;
    for (const [index, call] of spread(kills, 2).entries()) {
      const [name, ending] = endings[index % endings.length] as (typeof endings)[number];
      const { state, fired } = await endAfter(scene, { ...ending, call });
      expect({ name, call, fired, state }).toEqual({ name, call, fired: [true], state: whole.state });
    }
  });
});
