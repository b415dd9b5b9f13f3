import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markLater, readWishes, replayMarks, toVoteKey, type Wish } from './marks-later.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const atOnce = <T>(work: () => Promise<T>) => work()

async function replay(answers: (key: string) => boolean, ssoId = 'anna') {
  const sent: [string, Wish][] = []
  const isSent = await replayMarks(
    ssoId,
    async (key, wish) => {
      sent.push([key, wish])
      return answers(key)
    },
    atOnce,
  )
  return { sent, isSent }
}

it('sends the last state of each once, and then nothing more', async () => {
  markLater('anna', '7', true)
  markLater('anna', 'f:hafen', true)
  markLater('anna', '7', false)
  expect(await replay(() => true)).toEqual({
    sent: [
      ['7', false],
      ['f:hafen', true],
    ],
    isSent: true,
  })
  expect(await replay(() => true)).toEqual({ sent: [], isSent: false })
})

it('keeps changes without an answer, and those changed again meanwhile', async () => {
  markLater('anna', '7', true)
  markLater('anna', '8', true)
  expect((await replay((key) => key === '7')).sent).toEqual([
    ['7', true],
    ['8', true],
  ])
  expect(readWishes('anna')).toEqual({ 8: true })
  await replayMarks(
    'anna',
    async () => {
      markLater('anna', '8', false)
      return true
    },
    atOnce,
  )
  expect(readWishes('anna')).toEqual({ 8: false })
})

it('sends nothing in the name of the next reader', async () => {
  markLater('anna', '7', true)
  expect((await replay(() => true, 'bernd')).sent).toEqual([])
})

it.each(['{', '{"ssoId":"anna","wishes":{"x y":true,"7":"yes","v:3":true,"v:4":2,"8":1}}', 'null'])(
  'reads nothing out of %s',
  (text) => {
    stored.set('marksLater', text)
    expect(readWishes('anna')).toEqual({})
  },
)

it('sends the last state of a vote, once', async () => {
  markLater('anna', toVoteKey('12'), 1)
  markLater('anna', toVoteKey('12'), -1)
  markLater('anna', toVoteKey('13'), 0)
  expect((await replay(() => true)).sent).toEqual([
    ['v:12', -1],
    ['v:13', 0],
  ])
  expect((await replay(() => true)).sent).toEqual([])
})
