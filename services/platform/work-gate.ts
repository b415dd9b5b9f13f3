/** So much at once, so much waiting in its order; beyond that a caller hears null at once. */
export function createWorkGate(most: number, queue: number): <T>(work: () => Promise<T>) => Promise<T> | null {
  const waiting: (() => void)[] = []
  let busy = 0

  async function run<T>(work: () => Promise<T>, turn: Promise<void> | null): Promise<T> {
    await turn
    try {
      return await work()
    } finally {
      // The place goes to the next in the queue; freed in between, a newcomer would take it as well.
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
