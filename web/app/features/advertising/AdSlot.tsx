/**
 * A place for advertising, filled after consent; never for readers of Pur (S1-12, S2.11-08). Without consent it takes
 * no space; with consent its space is reserved from the first paint, so that nothing moves when the ad arrives.
 */
import { useEffect, useRef } from 'react'
import { useSurroundings } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { useThirdParties, type AdPlace } from '../../browser/consent/third-parties.ts'
import { watchWidget } from '../../browser/analytics/watch-widget.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import css from './AdSlot.module.css'

export function AdSlot({ slot }: { slot: string }) {
  const { thirdParties } = useSurroundings()
  const isPurUser = useSession(({ view }) => view.isPurUser)
  const isAllowed = useThirdParties()?.ads === true && thirdParties?.scripts.ads !== undefined
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isAllowed || place.current === null) return
    const places = (window.adPlaces ??= new Array<AdPlace>())
    places.push({ name: slot, element: place.current })
    return watchWidget(place.current)
  }, [isAllowed, slot])
  if (isPurUser) return null
  return (
    <div className={css.slot} data-ad-slot={slot} hidden={thirdParties?.scripts.ads === undefined}>
      <p className={css.label}>{teaserTexts.soldContent}</p>
      <div className={css.place} ref={place} />
    </div>
  )
}
