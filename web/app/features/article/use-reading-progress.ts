/** Updates the bar of the reading progress. Bypasses React, because it changes with every frame. */
import { useEffect } from 'react'
import { afterPaint } from '../../browser/navigation/after-paint.ts'
import { PROGRESS_ID } from './ReadingProgress.tsx'

export function useReadingProgress(targetId: string): void {
  useEffect(() => {
    const article = document.getElementById(targetId)
    const element = document.getElementById(PROGRESS_ID)
    if (article === null || element === null) return
    let isQueued = false
    const update = () => {
      isQueued = false
      const box = article.getBoundingClientRect()
      const reach = Math.max(1, box.height - window.innerHeight)
      const percent = Math.round(Math.min(1, Math.max(0, -box.top / reach)) * 100)
      element.setAttribute('aria-valuenow', String(percent))
      element.style.setProperty('--progress', String(percent / 100))
    }
    const onScroll = () => {
      if (isQueued) return
      isQueued = true
      requestAnimationFrame(update)
    }
    // Measuring now would delay the first frame.
    const cancel = afterPaint(update)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      cancel()
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [targetId])
}
