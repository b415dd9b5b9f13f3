import { isListed } from '@lokalteil/domain/games/words'
import { ANSWERS } from '@lokalteil/domain/games/word-answers'
import { expect, it } from 'vitest'
import { readWordList } from './word-list.ts'

const list = readWordList()

it('R1-70 every answer may be guessed, and thousands of words beside', () => {
  expect(list.length / 5).toBeGreaterThan(6500)
  expect(ANSWERS.filter((word) => !isListed(word, list))).toEqual([])
  expect(['apfel', 'größe', 'xxxxx'].map((word) => isListed(word, list))).toEqual([true, true, false])
})
