import { beforeEach, expect, it } from 'vitest'
import { createKnownTopics } from './known-topics.ts'

const topic = (...ids: string[]) => ({ roles: ids.map((id) => `PLUS-TAG-${id}`), coins: null })
let answer: boolean | null
let asked: string[]
let at: number
let topics: ReturnType<typeof createKnownTopics>
beforeEach(() => {
  answer = true
  asked = []
  at = 0
  topics = createKnownTopics({
    askForTag: async (publication, id) => (asked.push(`${publication} ${id}`), answer),
    now: () => new Date(at),
  })
})

it('R2.3-02 looks up tags in their publication, and only for offers of topics', async () => {
  await topics.listMissing('ak', topic('012'))
  await topics.listMissing('fb', topic('12'))
  await topics.listMissing('ak', { roles: ['PLUS_USER'], coins: null })
  expect(asked).toEqual(['ak 12', 'fb 12'])
})

it('R2.3-02 does not sell a topic with an unknown tag, and asks again after a minute', async () => {
  answer = false
  expect(await topics.listMissing('ak', topic('1', '2'))).toEqual(['topic'])
  answer = true
  at = 59_999
  expect(await topics.listMissing('ak', topic('1'))).toEqual(['topic'])
  expect(await topics.listMissing('ak', topic('1', '3'))).toEqual(['topic'])
  at = 60_000
  expect(await topics.listMissing('ak', topic('1', '2'))).toEqual([])
})

it('R2.3-02 keeps the last answer while the content service is down', async () => {
  answer = null
  expect(await topics.listMissing('ak', topic('1'))).toEqual([])
  answer = false
  at = 60_000
  expect(await topics.listMissing('ak', topic('1'))).toEqual(['topic'])
  answer = null
  at = 120_000
  expect(await topics.listMissing('ak', topic('1'))).toEqual(['topic'])
})
