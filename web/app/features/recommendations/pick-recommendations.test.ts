import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecommendationRequest } from '../../browser/consent/third-parties.ts'
import { pickRecommendations } from './pick-recommendations.ts'

const ASKED: RecommendationRequest = {
  articleId: '1',
  topicIds: ['7'],
  exclude: ['2'],
  limit: 3,
  isTopicRankingOff: false,
  bucket: 'B',
  contentApi: '/api',
}
const ANSWER = { type: 'topics', responseId: 'b-1', articleIds: ['3', '4'] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A script that is ready after `ready` and answers after `answers` milliseconds. */
function widgetAfter(ready: number, answers: number, answer: unknown = ANSWER) {
  const start = Date.now()
  const looks: number[] = []
  const asked: unknown[] = []
  const widget = {
    request: (given: RecommendationRequest) => {
      asked.push(given)
      return new Promise((resolve, reject) =>
        setTimeout(() => (answer instanceof Error ? reject(answer) : resolve(answer)), answers),
      )
    },
  }
  return {
    looks,
    asked,
    find: () => {
      looks.push(Date.now() - start)
      return Date.now() - start >= ready ? widget : undefined
    },
  }
}

async function outcome(widget: ReturnType<typeof widgetAfter>, timeout: number) {
  const start = Date.now()
  let at = -1
  const found = pickRecommendations(ASKED, timeout, widget.find).then((value) => {
    at = Date.now() - start
    return value
  })
  await vi.advanceTimersByTimeAsync(3000)
  return { found: await found, at }
}

describe('recommendations', () => {
  it('R9-62 are polled for every 10 ms, requested once, and used as soon as they arrive', async () => {
    const widget = widgetAfter(25, 52)
    const { found, at } = await outcome(widget, 400)
    expect([found, widget.asked, widget.looks.slice(0, 4)]).toEqual([ANSWER, [ASKED], [10, 20, 30, 40]])
    expect(at).toBe(82)
    expect(widget.looks.length).toBe(8)
  })

  it.each([
    ['the script never comes', 400, widgetAfter.bind(null, 9999, 0), 400],
    ['it comes too late', 400, widgetAfter.bind(null, 420, 0), 400],
    ['its answer comes too late', 400, widgetAfter.bind(null, 0, 600), 400],
    ['the publisher allows less', 50, widgetAfter.bind(null, 100, 0), 50],
    ['the publisher allows more', 1000, widgetAfter.bind(null, 9999, 0), 1000],
  ])('R9-46 S9-11 are given up at the time-out when %s', async (_when, timeout, open, end) => {
    const widget = open()
    const { found, at } = await outcome(widget, timeout)
    expect(found).toBeNull()
    expect(at).toBeGreaterThanOrEqual(end)
    expect(at).toBeLessThanOrEqual(end + 10)
    expect(widget.looks.at(-1)).toBe(at)
  })

  it('S9-11 are used within a longer time-out', async () => {
    expect((await outcome(widgetAfter(0, 600), 1000)).found).toEqual(ANSWER)
  })

  it.each<[string, unknown, unknown]>([
    [
      'only ids, each once, nothing the page shows already, and not too many',
      { ...ANSWER, articleIds: ['3', '1', '2', '3', 'x', 4, '../5', '6', '7', '8'] },
      { ...ANSWER, articleIds: ['3', '6', '7'] },
    ],
    [
      'names only where they are names',
      { type: '<b>', responseId: 5, articleIds: ['3'] },
      { type: 'unknown', responseId: '', articleIds: ['3'] },
    ],
    ['nothing where nothing is left', { ...ANSWER, articleIds: ['1', '2'] }, null],
    ['no list', { articleIds: '3' }, null],
    ['nothing', null, null],
    ['a failure', new Error('no'), null],
  ])('use of an answer: %s', async (_what, answer, taken) => {
    expect((await outcome(widgetAfter(0, 5, answer), 400)).found).toEqual(taken)
  })
})
