import { expect, it } from 'vitest'
import { BRIEFING_MINUTES, cutBriefing, fillBriefing } from './briefing.ts'

const words = (count: number) => Array.from({ length: count }, () => 'wort').join(' ')

it('takes whole paragraphs until an article has enough words', () => {
  expect(cutBriefing({ teaserText: words(30), paragraphs: [words(60), words(40), words(5)] })).toEqual([
    words(60),
    words(40),
  ])
  expect(cutBriefing({ teaserText: words(30), paragraphs: [words(200), words(5)] })).toEqual([])
})

it('takes five minutes to read, in the editors’ order, and ends', () => {
  const items = Array.from({ length: 40 }, (_, index) => ({
    title: `${index}`,
    teaserText: words(20),
    paragraphs: [words(index === 2 ? 2000 : 100)],
  }))
  const briefing = fillBriefing(items)
  expect(briefing.map(({ title }) => title)).toEqual(['0', '1', '3', '4', '5', '6', '7', '8', '9'])
  const length = briefing.length * 121
  expect(length / 230).toBeLessThanOrEqual(BRIEFING_MINUTES)
})

it('has at most twelve items, even if they are short', () => {
  const item = { title: 'a', teaserText: 'b', paragraphs: [] }
  expect(fillBriefing(Array.from({ length: 50 }, () => item))).toHaveLength(12)
})
