/** Whether these are the long tests: `npm run test:long` has more of the same than `npm test`. */
export const IS_LONG = process.env.TEST_EXTENT === 'long';

/** How much of something: of seeds, stories, requests, rows. */
export function extent({ usual, long }: { usual: number; long: number }): number {
  return IS_LONG ? long : usual;
}

/** Not in `npm test`: what only adds breadth. A file of such tests alone is a `*.long.test.ts`. */
export const testLong: jest.It = IS_LONG ? test : leaveOut(test);
export const describeLong: jest.Describe = IS_LONG ? describe : leaveOut(describe);

/** Takes whatever Jest's function takes, tables of cases too, and registers nothing. */
function leaveOut<T extends jest.It | jest.Describe>(_as: T): T {
  const nothing = Object.assign(() => undefined, { each: () => () => undefined });
  return nothing as unknown as T;
}
