import { expect, it } from 'vitest'
import { countUnread } from './badge.ts'

const taken = (articleId: string | null) => ({ articleId, isTaken: true })

it.each([
  ['nothing read', [taken('1'), taken('2')], null, 2],
  ['one read', [taken('1'), taken('2')], '[{"id":"2","ts":1}]', 1],
  ['only visited', [{ articleId: '1', isTaken: false }], null, 0],
  ['no article', [taken(null)], null, 0],
  ['a list nobody can read', [taken('1')], '{', 1],
  ['a list of something else', [taken('1')], '[null,5]', 1],
])('counts with %s', (_name, articles, read, count) => {
  expect(countUnread(articles, read)).toBe(count)
})
