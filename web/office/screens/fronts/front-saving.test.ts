import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import { Refusal } from '../../kit/client.ts'
import { createFrontSaving, type FrontSavingState } from './front-saving.ts'

const off = (article: string): FrontEdit => ({ kind: 'off', id: `o${article}`, until: null, block: null, article })
type Front = { revision: number; edits: FrontEdit[] }

function setUp(first: Front = { revision: 1, edits: [] }) {
  const sent: { was: FrontEdit[]; edits: FrontEdit[]; answer: (front: Front | Refusal) => Promise<void> }[] = []
  const states: FrontSavingState['kind'][] = []
  const shown: FrontEdit[][] = []
  const saving = createFrontSaving<Front>({
    first,
    send: (was, edits) =>
      new Promise((resolve, reject) => {
        sent.push({
          was,
          edits,
          answer: async (front) => {
            if (front instanceof Refusal) reject(front)
            else resolve(front)
            await vi.advanceTimersByTimeAsync(0)
          },
        })
      }),
    onEdits: (edits) => shown.push(edits),
    onState: ({ kind }) => states.push(kind),
    onAnswer: () => {},
  })
  return { saving, sent, states, shown }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('saving a front', () => {
  it('changes within a moment are one save, from the edits the screen began with', async () => {
    const { saving, sent, states } = setUp()
    saving.change([off('1')])
    saving.change([off('1'), off('2')])
    await vi.advanceTimersByTimeAsync(300)
    expect(sent.map(({ was, edits }) => [was.length, edits.length])).toEqual([[0, 2]])
    await sent[0]!.answer({ revision: 2, edits: [off('1'), off('2')] })
    expect(states.at(-1)).toBe('saved')
    expect(saving.isClean()).toBe(true)
  })

  it('changes of others are shown with the answer', async () => {
    const { saving, sent, shown } = setUp()
    saving.change([off('1')])
    await vi.advanceTimersByTimeAsync(300)
    await sent[0]!.answer({ revision: 3, edits: [off('9'), off('1')] })
    expect(shown.at(-1)).toEqual([off('9'), off('1')])
  })

  it('a change during a save stays on the screen and is sent next, based on the save before', async () => {
    const { saving, sent, shown } = setUp()
    saving.change([off('1')])
    await vi.advanceTimersByTimeAsync(300)
    saving.change([off('1'), off('2')])
    await sent[0]!.answer({ revision: 3, edits: [off('9'), off('1')] })
    expect(shown.at(-1)).toEqual([off('1'), off('2')])
    await vi.advanceTimersByTimeAsync(0)
    expect(sent[1]).toMatchObject({ was: [off('1')], edits: [off('1'), off('2')] })
  })

  it('without a connection it is tried again; a refusal is not', async () => {
    const { saving, sent, states } = setUp()
    saving.change([off('1')])
    await vi.advanceTimersByTimeAsync(300)
    await sent[0]!.answer(new Refusal(0, 'UNREACHABLE'))
    expect(states.at(-1)).toBe('waiting')
    await vi.advanceTimersByTimeAsync(2100)
    await sent[1]!.answer(new Refusal(422, 'TOO_MANY'))
    expect(states.at(-1)).toBe('refused')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.length).toBe(2)
  })

  it('an answer that is older than a save is not shown, nor anything over unsaved changes', async () => {
    const { saving, sent, shown } = setUp()
    saving.change([off('1')])
    expect(saving.adopt({ revision: 5, edits: [] })).toBe(false)
    await vi.advanceTimersByTimeAsync(300)
    await sent[0]!.answer({ revision: 6, edits: [off('1')] })
    expect(saving.adopt({ revision: 5, edits: [] })).toBe(false)
    expect(saving.adopt({ revision: 7, edits: [] })).toBe(true)
    expect(shown.at(-1)).toEqual([])
  })

  it('before publishing everything is saved; leaving the screen sends unsaved edits', async () => {
    const { saving, sent } = setUp()
    saving.change([off('1')])
    const flushed = saving.flush()
    await vi.advanceTimersByTimeAsync(0)
    await sent[0]!.answer({ revision: 2, edits: [off('1')] })
    expect(await flushed).toBe(2)
    saving.change([])
    saving.stop()
    expect(sent[1]!.edits).toEqual([])
  })
})
