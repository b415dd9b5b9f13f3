/**
 * False for the first frame of a page the browser navigated to, then true: what lies below the first view waits, so that
 * the headline stands at once. The server and the page it sent know no such frame.
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
