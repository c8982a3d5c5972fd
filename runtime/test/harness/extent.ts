/** Whether these are the long tests: `npm run test:long` has more of the same than `npm test`. */
export const IS_LONG = process.env.TEST_EXTENT === 'long';

/** How much of something: of seeds, stories, requests, rows. */
export function extent({ usual, long }: { usual: number; long: number }): number {
  return IS_LONG ? long : usual;
}
