/**
 * False for the first frame after a client-side navigation, then true: parts below the first view wait, so that the
 * headline appears at once. Always true on the server and for the page it sent.
 */
import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

export function useAfterPaint(): boolean {
  const [isAfter, setAfter] = useState(
    () => typeof document === 'undefined' || document.documentElement.dataset.hydrated === undefined,
  )
  useEffect(() => {
    if (isAfter) return
    return afterPaint(() => startTransition(() => setAfter(true)))
  }, [isAfter])
  return isAfter
}
