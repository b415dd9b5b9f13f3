/** Waits for the first action of the reader on this document. */
const LOOKING_MS = 4000
const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin']

let moving: Promise<void> | null = null

/** Resolves when the reader points, scrolls or types, or after a while: for parts that are not needed before. */
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
