/**
 * "Nach oben", from 600 px on (S2.5-03). In the sticky bar, where it covers nothing; in low windows without that bar at
 * the end of the page.
 */
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { shellTexts } from '../../messages/display/shell.ts'

const FROM = 600

export function ToTop({ className }: { className: string | undefined }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const onScroll = () => setShown(window.scrollY > FROM)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  const scroll = () =>
    window.scrollTo({
      top: 0,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })
  return (
    <span className={className}>
      {isShown && (
        <button type="button" title={shellTexts.toTop} onClick={scroll}>
          <Icon name="arrow-up" label={shellTexts.toTop} />
        </button>
      )}
    </span>
  )
}
