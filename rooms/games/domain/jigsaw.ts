/**
 * The rules of the picture puzzle: tiles of a picture are shuffled, and the player swaps them in pairs until all lie at
 * their places.
 */

export type JigsawPuzzle = {
  columns: number
  rows: number
  /** The tile at each place; tile n belongs to place n. */
  order: readonly number[]
}

export function swapTiles(order: readonly number[], one: number, other: number): number[] {
  const next = [...order]
  next[one] = order[other]!
  next[other] = order[one]!
  return next
}

export function countRight(order: readonly number[]): number {
  return order.filter((tile, place) => tile === place).length
}

/** Null: not an order of so many tiles. */
export function parseOrder(text: string, count: number): number[] | null {
  const order = text.split('.').map(Number)
  const isFine = order.length === count && order.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < count)
  return isFine && new Set(order).size === count ? order : null
}
