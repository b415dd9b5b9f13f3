import { describe, expect, it } from 'vitest'
import { divideRelated, MOST_OF_STORY, placeRelated, type Relations } from './related.ts'

const at = (documentId: string) => ({
  documentId,
  publishDate: new Date(Date.UTC(2026, 0, Number(documentId))).toISOString(),
})
const list = (ids = '') => (ids === '' ? [] : ids.split(' ').map(at))
const ids = (articles: readonly { documentId: string }[]) => articles.map(({ documentId }) => documentId).join(' ')

/** The article is of 20 January; ids are days. */
type Given = { named?: string; linked?: string; ofStory?: string; ofTopic?: string; inText?: string }
const CASES: readonly [name: string, given: Given, earlier: string, related: string][] = [
  ['a shared tag or section is no story', { ofTopic: '19 18 17 16 15 14 13' }, '', '19 18 17 16'],
  ['two older links of the text are one', { linked: '11 13', ofTopic: '19 18' }, '13 11', '19 18'],
  ['one link alone is none', { linked: '11', ofTopic: '19' }, '', '19'],
  ['newer ones happened later', { linked: '11 25 26', ofTopic: '19' }, '', '19'],
  ['what editors name counts as a link does', { named: '12', linked: '15' }, '15 12', ''],
  ['one that editors name stands below', { named: '12', ofTopic: '19 12' }, '', '12 19'],
  ['newer ones that editors name stand below', { named: '25 12 13' }, '13 12', '25'],
  ['a topic that is one story', { ofStory: '25 20 19 15 11', ofTopic: '19 18' }, '19 15 11', '18'],
  ['four at most, links before the topic', { named: '3', linked: '4', ofStory: '19 18 17' }, '19 18 4 3', ''],
  ['what the text shows stands nowhere else', { linked: '11 13 15', inText: '11', ofTopic: '11 19' }, '15 13', '19'],
  ['the article itself is nowhere', { linked: '20 19', ofTopic: '20 18', ofStory: '20' }, '', '18'],
  ['twice named is once', { named: '12', linked: '12', ofStory: '12', ofTopic: '12' }, '', '12'],
]

describe('the earlier articles of a story, and the related ones below', () => {
  it.each(CASES)('%s', (_name, given, earlier, related) => {
    const relations: Relations<ReturnType<typeof at>> = {
      named: list(given.named),
      linked: list(given.linked),
      ofStory: list(given.ofStory),
      ofTopic: list(given.ofTopic),
      inText: new Set(given.inText?.split(' ')),
    }
    const divided = divideRelated({ id: '20', publishDate: at('20').publishDate }, relations, {
      related: 4,
      earlier: 4,
    })
    expect({ earlier: ids(divided.earlier), related: ids(divided.related) }).toEqual({ earlier, related })
  })

  it.each([
    [MOST_OF_STORY, 4],
    [MOST_OF_STORY + 1, 0],
  ])('a story of %i articles lists %i of them', (count, shown) => {
    const ofStory = Array.from({ length: count }, (_, index) => at(String(19 - index)))
    const none = { named: [], linked: [], ofTopic: [], inText: new Set<string>() }
    const { earlier } = divideRelated(
      { id: '20', publishDate: at('20').publishDate },
      { ...none, ofStory },
      {
        related: 4,
        earlier: 4,
      },
    )
    expect(earlier).toHaveLength(shown)
  })
})

describe('related articles', () => {
  const ONE = [{ documentId: '1' }]
  const PLAIN = { relatedArticles: { teasers: ONE }, contentItems: [{ type: 'paragraph' }] }
  it.each<[string, Parameters<typeof placeRelated>[0], ReturnType<typeof placeRelated>]>([
    ['fill the rail if it would hold only topics', PLAIN, 'beside'],
    ['are below a text with earlier articles', { ...PLAIN, relatedArticles: { teasers: ONE, earlier: ONE } }, 'below'],
    ['are below a text with a map', { ...PLAIN, map: {} }, 'below'],
    ['are below a text with a timeline', { ...PLAIN, contentItems: [{ type: 'timeline' }] }, 'below'],
    ['are below a text with people', { ...PLAIN, contentItems: [{ type: 'people' }] }, 'below'],
    ['have no place if there are none', { ...PLAIN, relatedArticles: { teasers: [] } }, 'nowhere'],
  ])('%s', (_name, article, place) => expect(placeRelated(article)).toBe(place))
})
