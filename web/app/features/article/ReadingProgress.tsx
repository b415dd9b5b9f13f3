/** How much of the article lies above the lower edge of the window, 0–100 % (S2.1-19). Written past React: it moves with every frame. */
import { useEffect, useRef } from 'react'
import { afterPaint } from '../../browser/navigation/after-paint.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import css from './ReadingProgress.module.css'

export function ReadingProgress({ targetId }: { targetId: string }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const article = document.getElementById(targetId)
    const element = bar.current
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
    // Measuring now would hold up the first frame.
    const cancel = afterPaint(update)
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      cancel()
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [targetId])
  return (
    <div
      ref={bar}
      className={css.bar}
      role="progressbar"
      aria-label={articleTexts.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    />
  )
}
