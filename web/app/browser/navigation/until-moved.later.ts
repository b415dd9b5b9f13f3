/** A reader who does nothing only looks. */
const LOOKING_MS = 4000
const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin']

let moving: Promise<void> | null = null

/**
 * Until the reader points, scrolls or types on this document, or has looked for a while: for what nobody misses before.
 */
export function untilMoved(): Promise<void> {
  return (moving ??= new Promise((resolve) => {
    const end = () => {
      for (const sign of SIGNS) removeEventListener(sign, end, true)
      resolve()
    }
    for (const sign of SIGNS) addEventListener(sign, end, { capture: true, passive: true })
    setTimeout(end, LOOKING_MS)
  }))
}
