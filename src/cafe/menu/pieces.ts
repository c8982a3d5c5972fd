/** How many pieces of a menu item the lines of an order want in all. */
export function piecesOf(lines: readonly { menuItemId: string; quantity: number }[], id: string): number {
  const own = lines.filter(({ menuItemId }) => menuItemId === id);
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}
