/** Tracks the reading of an article; its code loads after the page. */
import { useEffect } from 'react'

export function useReading(articleId: string, elementId: string): void {
  useEffect(() => {
    let end: (() => void) | null = () => {}
    const start = async () => {
      const { followReading } = await import('./reading.later.ts')
      const element = document.getElementById(elementId)
      if (end !== null && element !== null) end = followReading(articleId, element)
    }
    const begin = () => void start().catch(() => {})
    if (document.readyState === 'complete') begin()
    else addEventListener('load', begin, { once: true })
    return () => {
      removeEventListener('load', begin)
      end?.()
      end = null
    }
  }, [articleId, elementId])
}
