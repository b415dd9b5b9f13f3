import { describe, expect, it } from 'vitest'
import { divideRelated } from './related.ts'

const at = (documentId: string) => ({
  documentId,
  publishDate: new Date(Date.UTC(2026, 0, Number(documentId))).toISOString(),
})
const list = (ids: string) => (ids === '' ? [] : ids.split(' ').map(at))

// The article is of 10 January.
const CASES: readonly [
  name: string,
  named: string,
  ofTopic: string,
  inText: string,
  related: string,
  earlier: string,
][] = [
  ['few: all of them below', '', '9 8 7', '', '9 8 7', ''],
  ['one more than fits is no story', '', '9 8 7 6 5', '', '9 8 7 6', ''],
  ['older ones beside it, the rest below', '', '9 8 7 6 5 4 3 2', '', '5 4 3 2', '9 8 7 6'],
  ['newer ones stay below', '', '12 11 9 8 7 6', '', '12 11 7 6', '9 8'],
  ['what editors name stands below first', '3', '9 8 7 6 5 4 3', '', '3 6 5 4', '9 8 7'],
  ['what the text shows is nowhere else', '9', '9 8 7 6 5 4 3 2', '9 8', '5 4 3 2', '7 6'],
  ['nor the article itself', '10', '10 9 8', '', '9 8', ''],
]

describe('articles of the same topic', () => {
  it.each(CASES)('%s', (_name, named, ofTopic, inText, related, earlier) => {
    const divided = divideRelated(
      { id: '10', publishDate: at('10').publishDate },
      { named: list(named), ofTopic: list(ofTopic), inText: new Set(inText.split(' ')) },
      { related: 4, earlier: 4 },
    )
    const ids = (articles: readonly { documentId: string }[]) => articles.map(({ documentId }) => documentId).join(' ')
    expect({ related: ids(divided.related), earlier: ids(divided.earlier) }).toEqual({ related, earlier })
    const all = [...divided.related, ...divided.earlier].map(({ documentId }) => documentId)
    expect(new Set(all).size, 'none twice').toBe(all.length)
  })
})
