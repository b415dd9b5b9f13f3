/** Creates a river and its wind. */
import { createRandom } from './random.ts'
import type { SailingPuzzle } from './sailing.ts'

export function createSailing(seed: string): SailingPuzzle {
  const random = createRandom(seed)
  const between = (least: number, most: number) => Math.round((least + random.next() * (most - least)) * 100) / 100
  return {
    length: 420,
    bends: [
      { width: between(5, 11), length: between(45, 70), phase: between(0, 6.28) },
      { width: between(2, 5), length: between(22, 34), phase: between(0, 6.28) },
    ],
    wind: { from: between(-22, 22), shift: between(6, 14), length: between(35, 60), phase: between(0, 6.28) },
    current: between(0.9, 1.8),
  }
}
