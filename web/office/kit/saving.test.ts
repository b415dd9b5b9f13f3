import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from './client.ts'
import { createSaving, type Copy, type SavingState } from './saving.ts'

type Answer = { revision: number; savedAt: string; draft: string | null }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  let text = ''
  const sent: { base: number; draft: string; isKept: boolean }[] = []
  const copies: Copy<string>[] = []
  const states: SavingState['kind'][] = []
  const shown: (string | null)[] = []
  let forgotten = 0
  const answers: { settle: (answer: Answer) => void; fail: (error: Error) => void }[] = []
  const saving = createSaving<string, Answer>({
    base: 1,
    savedAt: null,
    take: () => text,
    send: (base, draft, isKept) => {
      sent.push({ base, draft, isKept })
      return new Promise((settle, fail) => answers.push({ settle, fail }))
    },
    keep: async (copy) => void copies.push(copy),
    forget: async () => void forgotten++,
    onState: ({ kind }) => states.push(kind),
    onAnswer: (_answer, merged) => shown.push(merged),
  })
  const type = (more: string) => {
    text += more
    saving.edit()
  }
  const answer = async (revision: number, draft: string | null = null) => {
    answers.shift()!.settle({ revision, savedAt: `at ${revision}`, draft })
    await vi.advanceTimersByTimeAsync(0)
  }
  const fail = async (error: Error) => {
    answers.shift()!.fail(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { saving, sent, copies, states, shown, type, answer, fail, forgotten: () => forgotten }
}

describe('saving a draft', () => {
  it('keeps a copy in the browser after 300 ms and sends after a pause of 1.5 s', async () => {
    const { sent, copies, type, answer, states, forgotten } = setUp()
    type('a')
    await vi.advanceTimersByTimeAsync(299)
    expect(copies).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(copies).toEqual([{ base: 1, draft: 'a' }])
    await vi.advanceTimersByTimeAsync(1199)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([{ base: 1, draft: 'a', isKept: false }])
    await answer(2)
    expect(states).toEqual(['edited', 'saving', 'saved'])
    expect(forgotten()).toBe(1)
  })

  it('sends at least every ten seconds during typing without a pause', async () => {
    const { sent, copies, type } = setUp()
    for (let i = 0; i < 50; i++) {
      type('a')
      await vi.advanceTimersByTimeAsync(200)
    }
    expect(sent.length).toBe(1)
    expect(copies.length).toBeGreaterThanOrEqual(9)
  })

  it('the next save names the revision of the one before', async () => {
    const { sent, type, answer } = setUp()
    type('a')
    await vi.advanceTimersByTimeAsync(1500)
    await answer(2)
    type('b')
    await vi.advanceTimersByTimeAsync(1500)
    expect(sent.map(({ base }) => base)).toEqual([1, 2])
  })

  it('an answer without a merged draft is never written back', async () => {
    const { type, answer, shown } = setUp()
    type('a')
    await vi.advanceTimersByTimeAsync(1500)
    await answer(2)
    expect(shown).toEqual([null])
  })

  it('a merged draft is shown, unless something was typed meanwhile', async () => {
    const { sent, type, answer, shown, forgotten } = setUp()
    type('a')
    await vi.advanceTimersByTimeAsync(1500)
    type('b')
    await answer(5, 'xa')
    expect(shown).toEqual([null])
    expect(forgotten()).toBe(0)
    await vi.advanceTimersByTimeAsync(1500)
    // From the old base, so that the server merges both again.
    expect(sent[1]).toEqual({ base: 1, draft: 'ab', isKept: false })
    await answer(6, 'xab')
    expect(shown).toEqual([null, 'xab'])
  })

  it('without a connection the text stays in the browser and is sent again', async () => {
    const { saving, sent, copies, states, type, fail, answer, forgotten } = setUp()
    type('a')
    await vi.advanceTimersByTimeAsync(1500)
    await fail(new Refusal(0, 'UNREACHABLE'))
    expect(states.at(-1)).toBe('waiting')
    type('b')
    await vi.advanceTimersByTimeAsync(300)
    expect(copies.at(-1)).toEqual({ base: 1, draft: 'ab' })
    expect(forgotten()).toBe(0)
    await vi.advanceTimersByTimeAsync(1700)
    expect(sent.length).toBe(2)
    await fail(new Refusal(503, 'BUSY'))
    saving.retry()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.length).toBe(3)
    await answer(2)
    expect(states.at(-1)).toBe('saved')
    expect(forgotten()).toBe(1)
  })

  it('a refused draft is not sent again before the next change', async () => {
    const { sent, states, type, fail } = setUp()
    type('a')
    await vi.advanceTimersByTimeAsync(1500)
    await fail(new Refusal(413, 'TOO_LARGE'))
    expect(states.at(-1)).toBe('refused')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.length).toBe(1)
    type('b')
    await vi.advanceTimersByTimeAsync(1500)
    expect(sent.length).toBe(2)
  })

  it('flush sends at once and answers the revision', async () => {
    const { saving, sent, type, answer } = setUp()
    type('a')
    const flushed = saving.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.length).toBe(1)
    await answer(7)
    await expect(flushed).resolves.toBe(7)
    await expect(saving.flush()).resolves.toBe(7)
    const kept = saving.flush(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent[1]).toMatchObject({ base: 7, isKept: true })
    await answer(8)
    await expect(kept).resolves.toBe(8)
  })

  it('a later revision of the server is taken only without unsaved work', async () => {
    const { saving, sent, type } = setUp()
    expect(saving.adopt(4)).toBe(true)
    type('a')
    expect(saving.adopt(5)).toBe(false)
    await vi.advanceTimersByTimeAsync(1500)
    expect(sent[0]!.base).toBe(4)
    expect(saving.adopt(5)).toBe(false)
  })

  it('leaving keeps a copy and sends unsaved changes', async () => {
    const { saving, sent, copies, type } = setUp()
    type('a')
    saving.stop()
    expect(copies).toEqual([{ base: 1, draft: 'a' }])
    expect(sent.length).toBe(1)
  })
})
