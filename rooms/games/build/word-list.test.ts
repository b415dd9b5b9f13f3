import { isListed } from '../domain/words.ts'
import { expect, it } from 'vitest'
import { openGameWords } from './game-words.ts'
import { readWordList } from './word-list.ts'

const list = readWordList()

it('R1-70 every answer may be guessed, with thousands of other words', () => {
  expect(list.length / 5).toBeGreaterThan(6500)
  expect(openGameWords().answers.filter((word) => !isListed(word, list))).toEqual([])
  expect(['apfel', 'größe', 'xxxxx'].map((word) => isListed(word, list))).toEqual([true, true, false])
})
