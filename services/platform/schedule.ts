/**
 * Work of a service that comes again and again. One run at a time: a moment that comes while the last run goes on is left
 * out. A failure is told and the next moment tries anew. Keeps no process alive.
 */
export type Schedule = {
  /** `isAtOnce`: the first run begins now, not after the first pause. */
  start: (isAtOnce?: boolean) => void
  /** Waits for the run that is under way. */
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
