import { expect, it } from 'vitest'
import { GAMES } from '@lokalteil/domain/games/games'
import { createJigsaw } from './jigsaw-generator.ts'
import { countRight, parseOrder, swapTiles } from './jigsaw.ts'

it.each(GAMES.puzzle)('R1-73 no tile lies at its own place, and each is there once: %s', (level) => {
  for (let seed = 0; seed < 200; seed++) {
    const { order, columns, rows } = createJigsaw(String(seed), level)
    expect(countRight(order)).toBe(0)
    expect(parseOrder(order.join('.'), columns * rows)).toEqual(order)
  }
  expect(createJigsaw('a', level)).toEqual(createJigsaw('a', level))
})

it('R1-73 two tiles change places', () => {
  expect(swapTiles([1, 2, 0], 0, 1)).toEqual([2, 1, 0])
  expect(countRight([0, 2, 1])).toBe(1)
})

it.each(['', '0', '0.1', '0.1.1', '0.1.3', '0.1.x', '0.1.2.3'])('"%s" is not an order of three tiles', (text) =>
  expect(parseOrder(text, 3)).toBe(null),
)
