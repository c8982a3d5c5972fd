/** Ids of a letter and a number that counts upwards, `L-7`; what may follow the number is a pattern. */
export function prefixedId(letter: string, tail = ''): PrefixedId {
  const pattern = new RegExp(`^${letter}-([1-9]\\d{0,14})${tail}$`);
  return {
    toId: (number) => `${letter}-${number}`,
    numberOf: (id) => Number(pattern.exec(id)?.[1] ?? 0),
  };
}

export interface PrefixedId {
  toId: (number: number) => string;
  /** 0 for what is no such id. */
  numberOf: (id: string) => number;
}
