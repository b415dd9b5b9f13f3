/**
 * A timer for waits on a socket. In a busy event loop a plain timer fires before the answer that already lies in the
 * socket is read, and the process takes its own delay for the other side's. This one counts short steps, and a step
 * that comes late counts once.
 */
const STEP_MS = 100

/** Calls `end` after `ms` in which the event loop could read its sockets. Returns a function that stops the timer. */
export function afterOwnTime(ms: number, end: () => void): () => void {
  let left = Math.ceil(ms / STEP_MS)
  let immediate: NodeJS.Immediate | undefined
  let timer = setTimeout(step, STEP_MS)

  function step(): void {
    left--
    // The event loop reads sockets between timers and immediates, so the answer has one last chance.
    if (left <= 0) immediate = setImmediate(end)
    else timer = setTimeout(step, STEP_MS)
  }

  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
}
