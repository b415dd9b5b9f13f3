import { expect, it } from 'vitest'
import { toFreeSlug } from './quizzes.ts'

it.each([
  ['region', [], 'region'],
  ['region', ['region', 'region-2'], 'region-3'],
  ['2026', [], 'quiz-2026'],
  ['', [], 'quiz'],
  ['a'.repeat(120), [], 'a'.repeat(95)],
])('%s beside %j becomes %s', (wanted, taken, slug) => expect(toFreeSlug(wanted, new Set(taken))).toBe(slug))
