/** Fills a place anew after some time, of which only the time in view counts. */
import { useEffect, useEffectEvent } from 'react'

const TICK_MS = 1000

/** `seconds`: undefined: never. In view: half of it is in the window of a visible document. */
export function useRefresh(place: { current: Element | null }, seconds: number | undefined, onDue: () => void): void {
  const due = useEffectEvent(onDue)
  useEffect(() => {
    if (seconds === undefined || place.current === null) return
    let isInView = false
    let shown = 0
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = entries.at(-1)!.isIntersecting
      },
      { threshold: 0.5 },
    )
    observer.observe(place.current)
    const timer = setInterval(() => {
      if (!isInView || document.hidden || (shown += 1) < seconds) return
      shown = 0
      due()
    }, TICK_MS)
    return () => {
      observer.disconnect()
      clearInterval(timer)
    }
  }, [place, seconds])
}
