/** The question above the screen: signing in again, or confirming who is there. The call that caused it waits. */
import { Refusal } from './client.ts'

export type Question = 'signIn' | 'proof'

export function createAsking() {
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
