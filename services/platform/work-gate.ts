/** A semaphore with a bounded queue: limits work at once and waiting work; beyond that a caller gets null at once. */
export function createWorkGate(most: number, queue: number): <T>(work: () => Promise<T>) => Promise<T> | null {
  const waiting: (() => void)[] = []
  let busy = 0

  async function run<T>(work: () => Promise<T>, turn: Promise<void> | null): Promise<T> {
    await turn
    try {
      return await work()
    } finally {
      // The place goes straight to the next in the queue; if it were freed in between, a newcomer could take it as
      // well.
      const next = waiting.shift()
      if (next === undefined) busy--
      else next()
    }
  }

  return (work) => {
    if (busy < most) {
      busy++
      return run(work, null)
    }
    if (waiting.length >= queue) return null
    return run(work, new Promise((start) => waiting.push(start)))
  }
}
