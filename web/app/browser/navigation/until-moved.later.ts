/** A reader who does nothing only looks. */
const LOOKING_MS = 4000
const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin']

let moving: Promise<Event | null> | null = null

/**
 * Until the reader points, scrolls or types on this document, or has looked for a while (null): for what nobody misses
 * before.
 */
export function untilMoved(): Promise<Event | null> {
  return (moving ??= new Promise((resolve) => {
    const end = (event: Event | null) => {
      for (const sign of SIGNS) removeEventListener(sign, end, true)
      resolve(event)
    }
    for (const sign of SIGNS) addEventListener(sign, end, { capture: true, passive: true })
    setTimeout(end, LOOKING_MS, null)
  }))
}
