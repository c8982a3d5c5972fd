/** What tests leave to those after them, and what ends with their file. */
export interface Idle<T> {
  /** One by this name that nobody uses. */
  take(name: string): T | undefined;
  leave(name: string, one: T): Promise<void>;
}

export function keepIdle<T extends { close(): Promise<void> }>(): Idle<T> {
  const idle = new Map<string, T[]>();
  let isOver = false;
  afterAll(async () => {
    isOver = true;
    await Promise.all([...idle.values()].flat().map((one) => one.close()));
  });
  return {
    take: (name) => idle.get(name)?.pop(),
    async leave(name, one) {
      // A file's own afterAll comes after this one.
      if (isOver) await one.close();
      else idle.set(name, [...(idle.get(name) ?? []), one]);
    },
  };
}
