/**
 * A timer for waits on a socket. A plain timer fires before a busy event loop has read the answer that lies in the socket:
 * the process takes its own delay for the other side's. This one counts steps, and a step that comes late counts once.
 */
const STEP_MS = 100

/** Calls `end` after `ms` in which the event loop could read its sockets; the result stops it. */
export function afterOwnTime(ms: number, end: () => void): () => void {
  let left = Math.ceil(ms / STEP_MS)
  let immediate: NodeJS.Immediate | undefined
  let timer = setTimeout(step, STEP_MS)

  function step(): void {
    left--
    // The event loop reads sockets between timers and immediates.
    if (left <= 0) immediate = setImmediate(end)
    else timer = setTimeout(step, STEP_MS)
  }

  return () => {
    clearTimeout(timer)
    clearImmediate(immediate)
  }
}
