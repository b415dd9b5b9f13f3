/**
 * Fills a place for advertising once the reader is near: by the ad server, with consent; else, and where that has nothing,
 * by an advertisement of the publication's own. Until then and afterwards the place keeps its height.
 */
import { useEffect, useRef, useState } from 'react'
import type { AdSizes } from '@lokalteil/domain/advertising/places'
import { watchWidget } from '../../browser/analytics/watch-widget.ts'
import { useThirdParties } from '../../browser/consent/third-parties.ts'
import { useSurroundings } from '../../page/portal.ts'
import { askAdServer } from './ad-servers.ts'
import { HouseAdCard } from './HouseAdCard.tsx'
import { toWidth } from './room.ts'
import { useRefresh } from './use-refresh.ts'
import css from './HouseAdCard.module.css'

type Filling = { name: string; sizes: AdSizes; section: string }

export default function AdFilling(place: Filling) {
  const { advertising } = useSurroundings()
  const [round, setRound] = useState(0)
  const room = useRef<HTMLDivElement>(null)
  useRefresh(room, advertising?.server?.refreshSeconds, () => setRound((last) => last + 1))
  return (
    <div className={css.room} ref={room}>
      <Round key={round} {...place} />
    </div>
  )
}

function Round({ name, sizes, section }: Filling) {
  const { thirdParties, advertising } = useSurroundings()
  const parties = useThirdParties()
  const mayAsk = parties?.ads === true && thirdParties?.scripts.ads !== undefined
  const [isEmpty, setEmpty] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!mayAsk || element === null) return
    const request = new AbortController()
    const unwatch = watchWidget(element)
    void askAdServer(
      { name, element, sizes: sizes[toWidth()] },
      {
        server: advertising?.server ?? {},
        bidding: advertising?.bidding,
        biddingScript: thirdParties?.bidding,
        biddingAttributes: thirdParties?.attributes?.bidding,
      },
      request.signal,
    ).then((isFilled) => {
      if (request.signal.aborted) return
      if (isFilled) element.closest('[data-ad-slot]')?.removeAttribute('data-empty')
      setEmpty(!isFilled)
    })
    return () => {
      request.abort()
      unwatch()
    }
  }, [mayAsk, name, sizes, advertising, thirdParties])
  // The early script guesses from the cookie whether there is consent; the decision follows when the page is idle.
  const isUndecided = parties === null && document.documentElement.dataset.ads !== undefined
  if (mayAsk && !isEmpty) return <div className={css.served} ref={box} />
  return isUndecided ? null : <HouseAdCard name={name} section={section} />
}
