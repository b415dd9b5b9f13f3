/** Shuffles the tiles so that none lies at its own place. */
import type { Level } from '@lokalteil/domain/games/games'
import type { JigsawPuzzle } from './jigsaw.ts'
import { createRandom } from './random.ts'

const SIZES: Readonly<Record<Level<'puzzle'>, readonly [columns: number, rows: number]>> = {
  leicht: [4, 3],
  mittel: [6, 4],
  schwer: [8, 6],
}

export function createJigsaw(seed: string, level: Level<'puzzle'>): JigsawPuzzle {
  const random = createRandom(seed)
  const [columns, rows] = SIZES[level]
  const tiles = random.shuffle(Array.from({ length: columns * rows }, (_, tile) => tile))
  const order = tiles.map(() => 0)
  // A single cycle through all tiles: each takes the place of the next.
  for (const [index, tile] of tiles.entries()) order[tile] = tiles[(index + 1) % tiles.length]!
  return { columns, rows, order }
}
