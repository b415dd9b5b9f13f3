/**
 * Repeats work of a service. One run at a time: a turn that comes while the last run goes on is skipped. A failure is
 * reported and the next turn tries again. The timer keeps no process alive.
 */
export type Schedule = {
  /** `isAtOnce`: the first run begins now, not after the first pause. */
  start: (isAtOnce?: boolean) => void
  /** Waits for the current run. */
  close: () => Promise<void>
}

export function createSchedule(
  everyMs: number,
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Schedule {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  const go = () => {
    running ??= run()
      .then(() => {}, onError)
      .finally(() => (running = null))
  }
  return {
    start(isAtOnce = true) {
      timer ??= setInterval(go, everyMs).unref()
      if (isAtOnce) go()
    },
    async close() {
      if (timer !== null) clearInterval(timer)
      timer = null
      await running
    },
  }
}
