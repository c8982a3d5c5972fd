const listeners = new Set<() => void>();

/** Answers how to stop listening. */
export function onNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Mail has come in, so what was read from the script before may be old. */
export function tellNews(): void {
  for (const listener of [...listeners]) listener();
}
