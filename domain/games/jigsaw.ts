/** The rules of the picture puzzle: tiles of one picture lie in a wrong order and change places in pairs until all are right. */

export type JigsawPuzzle = {
  columns: number
  rows: number
  /** Which tile lies at each place; tile n belongs to place n. */
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

/** Null: no order of so many tiles. */
export function parseOrder(text: string, count: number): number[] | null {
  const order = text.split('.').map(Number)
  const isFine = order.length === count && order.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < count)
  return isFine && new Set(order).size === count ? order : null
}
