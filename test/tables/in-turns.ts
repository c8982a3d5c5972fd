/** Does something so many times, a number of them at once: as one ends the next begins. */
export async function inTurns<T>(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const takeTurns = async () => {
    while (next < times) {
      const index = next++;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return results;
}
