/** Counts down to a moment, for acts that are open for a short while. */
import { useEffect, useState } from 'react'

/** Whole seconds left until a moment in milliseconds; 0: it has passed. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (until <= Date.now()) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return Math.ceil(Math.max(0, until - now) / 1000)
}
