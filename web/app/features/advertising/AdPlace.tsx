/**
 * A place for advertising: its room is reserved from the first paint, and it is filled when the reader comes near (lazy
 * loading). Never for readers of Pur (S1-12, S2.11-08), and nowhere in a publication without advertising. On a phone it stays
 * empty where another one could be in view with it.
 */
import { Suspense, useEffect, useRef, useState, type CSSProperties } from 'react'
import { toAdSizes, toReservedHeights } from '@lokalteil/domain/advertising/places'
import { lazyPart } from '../../page/lazy-part.tsx'
import { useSurroundings } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { giveUp, isCrowded } from './room.ts'
import css from './AdPlace.module.css'

const AdFilling = lazyPart(() => import('./AdFilling.lazy.tsx'))

/** Distance from the window in which a place is filled. */
const NEAR = '400px'

/** `section`: path of the section that the page is about. */
export function AdPlace({ name, section = '' }: { name: string; section?: string }) {
  const { advertising } = useSurroundings()
  const isPurUser = useSession(({ view }) => view.isPurUser)
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const sizes = advertising === undefined || isPurUser ? null : toAdSizes(name, advertising.sizes)
  const isThere = sizes !== null
  useEffect(() => {
    const slot = place.current
    if (slot === null) return
    if (isNear) return watchRoom(slot)
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((one) => one.isIntersecting)) return
        observer.disconnect()
        if (isCrowded(slot)) return giveUp(slot)
        // At once, for places that come near in the same frame.
        slot.dataset.near = ''
        setNear(true)
      },
      { rootMargin: NEAR },
    )
    observer.observe(slot)
    return () => observer.disconnect()
  }, [isNear, isThere])
  if (sizes === null) return null
  const { phone, tablet, desk } = toReservedHeights(sizes)
  return (
    <div
      className={css.slot}
      data-ad-slot={name}
      data-house={advertising?.hasHouseAds ? '' : undefined}
      style={{ '--phone': `${phone}px`, '--tablet': `${tablet}px`, '--desk': `${desk}px` } as CSSProperties}
      ref={place}
    >
      <p className={css.label}>{teaserTexts.soldContent}</p>
      <div className={css.room}>
        {isNear && (
          <Suspense>
            <AdFilling name={name} sizes={sizes} section={section} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** A filled place is hidden while smaller type, or a text that closes, brings it near to another one. */
function watchRoom(slot: HTMLElement): () => void {
  const observer = new ResizeObserver(() => slot.toggleAttribute('data-crowded', isCrowded(slot, true)))
  observer.observe(document.body)
  return () => observer.disconnect()
}
