import { describe, expect, it } from 'vitest'
import {
  countNew,
  decideFeedVisit,
  toAncestors,
  toFeedQuestions,
  toFollowed,
  toMuteCheck,
  toPersonalFeed,
  type FeedArticle,
  type FeedView,
  type Followed,
} from './personal-feed.ts'
import type { FeedNode } from './feeds.ts'

const node = (id: string, label: string, children: FeedNode[] = []): FeedNode => ({
  id,
  label,
  target: `/${id}`,
  children,
})
const REGIONS = [
  node('huegelland', 'Hügelland', [node('tannau', 'Tannau', [node('tannau-nord', 'Tannau-Nord')])]),
  node('hafenrode', 'Hafenrode'),
]
const TOPICS = [node('10', 'Sport', [node('11', 'Fußball')]), node('20', 'Verkehr')]
const ancestors = toAncestors(REGIONS, TOPICS)
const article = (documentId: string, hour: number, change: Partial<FeedArticle> = {}): FeedArticle => ({
  documentId,
  title: `Titel ${documentId}`,
  titlePrefix: '',
  teaserTextHtml: '',
  publishDate: `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`,
  tagIds: [],
  regionIds: [],
  ...change,
})
const region = (id: string, label: string): Followed => ({ id, label, target: `/${id}`, kind: 'region' })
const tag = (id: string, label: string): Followed => ({ id, label, target: `/${id}`, kind: 'tag' })
const view = (change: Partial<FeedView> = {}): FeedView => ({
  follows: [],
  mutes: { topics: [], words: [] },
  ancestors,
  since: null,
  ...change,
})

it('merges lists: newest first, each article once', () => {
  const feed = toPersonalFeed(
    [
      [article('1', 8), article('3', 10)],
      [article('2', 9), article('3', 10), article('4', 10)],
    ],
    view(),
  )
  expect(feed.map((item) => item.article.documentId)).toEqual(['4', '3', '2', '1'])
})

describe('the reason', () => {
  it.each<[string, Partial<FeedArticle>, Followed[], string[]]>([
    ['is what the article carries', { tagIds: ['11'] }, [tag('11', 'Fußball'), tag('20', 'Verkehr')], ['Fußball']],
    ['may lie above it', { regionIds: ['tannau-nord'] }, [region('huegelland', 'Hügelland')], ['Hügelland']],
    [
      'is the nearest first',
      { tagIds: ['11'], regionIds: ['tannau-nord'] },
      [tag('10', 'Sport'), region('huegelland', 'Hügelland'), region('tannau-nord', 'Tannau-Nord')],
      ['Tannau-Nord', 'Sport'],
    ],
    [
      'is a region before a topic of the same rank',
      { tagIds: ['20'], regionIds: ['hafenrode'] },
      [tag('20', 'Verkehr'), region('hafenrode', 'Hafenrode')],
      ['Hafenrode', 'Verkehr'],
    ],
    [
      'is two at most',
      { tagIds: ['11', '20'], regionIds: ['hafenrode'] },
      [tag('11', 'Fußball'), tag('20', 'Verkehr'), region('hafenrode', 'Hafenrode')],
      ['Hafenrode', 'Fußball'],
    ],
    ['is not what only has the same id', { tagIds: ['hafenrode'] }, [region('hafenrode', 'Hafenrode')], []],
    ['is no topic below a followed one', { tagIds: ['10'] }, [tag('11', 'Fußball')], []],
  ])('%s', (_name, change, follows, reasons) => {
    expect(toPersonalFeed([[article('1', 8, change)]], view({ follows }))[0]!.reasons).toEqual(reasons)
  })
})

describe('mutes', () => {
  it.each<[string, Partial<FeedArticle>, { topics?: string[]; words?: string[] }, boolean]>([
    ['a topic', { tagIds: ['11', '20'] }, { topics: ['20'] }, true],
    ['a topic above', { tagIds: ['11'] }, { topics: ['10'] }, true],
    ['not a topic below', { tagIds: ['10'] }, { topics: ['11'] }, false],
    ['a region', { regionIds: ['tannau'] }, { topics: ['huegelland'] }, true],
    ['a word of the title', { title: 'Neue Straßenbahn für Auenburg' }, { words: ['straßenbahn'] }, true],
    ['however it is written', { title: 'NEUE STRASSENBAHN' }, { words: ['Straßenbahn'] }, true],
    [
      'the beginning of a word',
      { teaserTextHtml: 'Eine <b>Staumeldung</b> nach der anderen' },
      { words: ['Stau'] },
      true,
    ],
    ['not the middle of a word', { title: 'Rückstau am Kreisel' }, { words: ['Stau'] }, false],
    ['a short word only whole', { title: 'Emden feiert' }, { words: ['EM'] }, false],
    ['a short word that is whole', { titlePrefix: 'EM 2028' }, { words: ['EM'] }, true],
    ['several words in a row', { title: 'Der 1. FC Talheim siegt' }, { words: ['FC Talheim'] }, true],
    ['not what stands in the markup', { teaserTextHtml: '<a href="/stau">hier</a>' }, { words: ['Stau'] }, false],
    ['nothing by a word without letters', { title: 'Titel' }, { words: ['- -'] }, false],
  ])('%s', (_name, change, mutes, expected) => {
    expect(
      toMuteCheck({ topics: mutes.topics ?? [], words: mutes.words ?? [] }, ancestors)(article('1', 8, change)),
    ).toBe(expected)
  })

  it('wins over a follow', () => {
    expect(
      toPersonalFeed(
        [[article('1', 8, { tagIds: ['11', '20'] })]],
        view({ follows: [tag('11', 'Fußball')], mutes: { topics: ['20'], words: [] } }),
      ),
    ).toEqual([])
  })
})

describe('new since the last visit', () => {
  it('are articles published later', () => {
    const feed = toPersonalFeed(
      [[article('1', 8), article('2', 9), article('3', 10)]],
      view({ since: new Date('2026-11-21T09:00:00Z') }),
    )
    expect([feed.map(({ isNew }) => isNew), countNew(feed)]).toEqual([[true, false, false], 1])
    expect(countNew(toPersonalFeed([[article('1', 8)]], view()))).toBe(0)
  })

  const T = (minutes: number) => new Date(Date.parse('2026-11-21T12:00:00Z') + minutes * 60_000)
  it.each<[string, Parameters<typeof decideFeedVisit>, ReturnType<typeof decideFeedVisit>]>([
    ['nothing at the first visit', [null, T(0)], { since: null, visitedAt: T(0) }],
    [
      'the same within half an hour',
      [{ since: T(-600), visitedAt: T(-29) }, T(0)],
      { since: T(-600), visitedAt: T(0) },
    ],
    [
      'since the last look at the next visit',
      [{ since: T(-600), visitedAt: T(-30) }, T(0)],
      { since: T(-30), visitedAt: T(0) },
    ],
    [
      'no step back when a clock goes back',
      [{ since: null, visitedAt: T(10) }, T(0)],
      { since: null, visitedAt: T(10) },
    ],
  ])('%s', (_name, [before, now], expected) => {
    expect(decideFeedVisit(before, now)).toEqual(expected)
  })
})

it('finds the ancestors of an id, also in a cyclic list', () => {
  expect([ancestors('tannau-nord'), ancestors('huegelland'), ancestors('nobody')]).toEqual([
    ['tannau', 'huegelland'],
    [],
    [],
  ])
  const loop = { ...node('a', 'A'), children: [] as FeedNode[] }
  loop.children.push(node('b', 'B', [loop]))
  expect(toAncestors([loop])('b')).toEqual(['a'])
})

it('asks in as few requests as the content service allows', () => {
  const short = Array.from({ length: 150 }, (_unused, index) => ({
    id: String(index),
    kind: index % 3 === 0 ? ('region' as const) : ('tag' as const),
  }))
  expect(toFeedQuestions(short).map(({ tags, regions }) => tags.length + regions.length)).toEqual([100, 50])
  const long = Array.from({ length: 60 }, (_unused, index) => ({
    id: `${index}`.padStart(64, 'x'),
    kind: 'tag' as const,
  }))
  const questions = toFeedQuestions(long)
  expect(questions.every(({ tags }) => tags.join(',').length <= 2000)).toBe(true)
  expect(questions.flatMap(({ tags }) => tags)).toEqual(long.map(({ id }) => id))
  expect(toFeedQuestions([])).toEqual([])
})

it('R3.3-05 R3.3-06 R3.3-07 labels follows, also from looked-up tags; unknown ids are left out', () => {
  const followed = toFollowed(
    { regions: ['tannau', 'gone'], tags: ['20', '999', '998'] },
    {
      regions: REGIONS,
      topics: TOPICS,
      lookedUp: [
        { id: '999', label: 'Nebelhorn', target: '/nebelhorn' },
        { id: '20', label: 'old', target: '/old' },
      ],
    },
  )
  expect(followed).toEqual([
    region('tannau', 'Tannau'),
    tag('20', 'Verkehr'),
    { id: '999', label: 'Nebelhorn', target: '/nebelhorn', kind: 'tag' },
  ])
})
