import type { Article, ContentItem } from '@lokalteil/contracts/content'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import ArticleInsert from './ArticleInsert.lazy.tsx'

const MATCH: ContentItem = {
  type: 'match',
  competition: 'Kreisliga',
  home: { name: 'Nordend', goals: 1 },
  away: { name: 'Mühlgraben', goals: 1 },
  halfTime: { home: 0, away: 1 },
  goals: [
    { side: 'away', scorer: 'Niehoff', minute: '17.', note: 'Foulelfmeter' },
    { side: 'home', scorer: 'Aukamp', minute: '90.+3' },
  ],
}
const read = (match: ContentItem, isCourse = false) =>
  renderToStaticMarkup(<ArticleInsert article={{} as Article} item={match} isCourse={isCourse} />)

it('the score board shows teams, final and half-time score, and each goal with its scorer', () => {
  const html = read(MATCH)
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(
    'KreisligaNordend 1:1 MühlgrabenHalbzeit\u00a00:10:1 Niehoff (17., Foulelfmeter)1:1 Aukamp (90.+3)',
  )
  expect(html.match(/data-side="\w+"/g)).toEqual(['data-side="away"', 'data-side="home"'])
})

it('unknown facts are left out', () => {
  const { halfTime: _, ...match } = MATCH
  expect(read({ ...match, competition: '', goals: [] }).replaceAll(/<[^>]*>/g, '')).toBe('Nordend 1:1 Mühlgraben')
})

it('the course of a match has everything but the score, and is left out if nothing is known', () => {
  expect(read(MATCH, true).replaceAll(/<[^>]*>/g, '')).toBe(
    'KreisligaHalbzeit\u00a00:10:1 Niehoff (17., Foulelfmeter)1:1 Aukamp (90.+3)',
  )
  const { halfTime: _, ...match } = MATCH
  expect(read({ ...match, competition: '', goals: [] }, true)).toBe('')
})
