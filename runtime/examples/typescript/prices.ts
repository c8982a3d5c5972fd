const PRICES: Record<string, number> = { 'Flat white': 380, Espresso: 240 };

/** Returns cents. @throws Error for an item that is not sold */
export function priceOf(item: string): number {
  const price = PRICES[item];
  if (price === undefined) throw new Error(`${item} is not sold.`);
  return price;
}
