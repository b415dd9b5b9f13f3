import { expect, it } from 'vitest'
import { addReadArticle, MOST_READ_ARTICLES, parseReadArticles, setProgress } from './read-list.ts'

it.each([
  ['nothing stored', null, ''],
  ['not JSON', '{', ''],
  ['another form', '{"id":"1"}', ''],
  ['newest first', '[{"id":"1","ts":1},{"id":"2","ts":3}]', '2@3 1@1'],
  ['each once, the later reading counts', '[{"id":"1","ts":1},{"id":"1","ts":5}]', '1@5'],
  [
    'strange entries left out',
    '[null,4,{"id":"x","ts":1},{"id":"7"},{"id":8,"ts":1},{"id":"9","ts":"1"},{"id":"12345678901234567890","ts":2,"more":1}]',
    '12345678901234567890@2',
  ],
])('S2.2-12 reads the list of read articles: %s', (_case, text, drawn) => {
  expect(
    parseReadArticles(text)
      .map(({ id, ts }) => `${id}@${ts}`)
      .join(' '),
  ).toBe(drawn)
})

it('S2.2-12 puts a read article first and keeps at most a hundred', () => {
  let articles = parseReadArticles(null)
  for (let id = 1; id <= MOST_READ_ARTICLES + 20; id++) articles = addReadArticle(articles, String(id), id)
  expect(articles).toHaveLength(100)
  expect(articles[0]!.id).toBe('120')
  expect(articles.at(-1)!.id).toBe('21')
  articles = addReadArticle(articles, '50', 1000)
  expect(articles).toHaveLength(100)
  expect(articles.slice(0, 2).map(({ id }) => id)).toEqual(['50', '120'])
})

it.each([
  [0.4567, '2@9:0.46 1@3'],
  [-1, '2@9:0 1@3'],
  [7, '2@9:1 1@3'],
])('stores the progress of an article, if it is in the list: %s', (progress, drawn) => {
  const draw = (articles: ReturnType<typeof parseReadArticles>) =>
    articles.map(({ id, ts, progress: far }) => `${id}@${ts}${far === undefined ? '' : `:${far}`}`).join(' ')
  const articles = parseReadArticles('[{"id":"1","ts":3,"progress":4},{"id":"2","ts":5,"progress":0.1}]')
  expect(draw(setProgress(articles, '2', progress, 9))).toBe(drawn)
  expect(setProgress(articles, '77', progress, 9)).toEqual(articles)
  expect(addReadArticle(articles, '2', 11)[0]).toEqual({ id: '2', ts: 11, progress: 0.1 })
})
