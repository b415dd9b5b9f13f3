/** The question above the screen: signing in again, or confirming who is there. The call that caused it waits. */
import { Refusal } from './client.ts'

export type Question = 'signIn' | 'proof'

/** A question that opens by itself takes the focus: the next letters of a sentence would go into its field and be lost. */
const REST_MS = 1000
/** For a person who types without a pause. The text is kept in the browser meanwhile. */
const TYPING_AT_MOST_MS = 15_000

export function createAsking() {
  let pressedAt = -Infinity
  document.addEventListener('keydown', () => (pressedAt = performance.now()), { capture: true })

  async function untilKeysRest(): Promise<void> {
    const begun = performance.now()
    for (;;) {
      const now = performance.now()
      const rest = Math.min(pressedAt + REST_MS, begun + TYPING_AT_MOST_MS) - now
      if (rest <= 0) return
      await new Promise((resolve) => setTimeout(resolve, rest))
    }
  }

  const listeners = new Set<() => void>()
  let open: { question: Question; settle: (isAnswered: boolean) => void } | null = null
  const waiting: (() => void)[] = []

  const show = (next: typeof open) => {
    open = next
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: (): Question | null => open?.question ?? null,
    /** Resolves when the person has answered, rejects when they closed the question. */
    ask: async (question: Question): Promise<void> => {
      // The other one is asked for by an act, and its person waits for it.
      if (question === 'signIn') await untilKeysRest()
      while (open !== null) await new Promise<void>((resolve) => waiting.push(resolve))
      await new Promise<void>((resolve, reject) => {
        show({
          question,
          settle: (isAnswered) => {
            show(null)
            if (isAnswered) resolve()
            else reject(new Refusal(0, 'CANCELLED'))
            waiting.shift()?.()
          },
        })
      })
    },
    settle: (isAnswered: boolean) => open?.settle(isAnswered),
  }
}

export type Asking = ReturnType<typeof createAsking>
