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
import css from './HouseAdCard.module.css'

export default function AdFilling({ name, sizes, section }: { name: string; sizes: AdSizes; section: string }) {
  const { thirdParties } = useSurroundings()
  const parties = useThirdParties()
  const mayAsk = parties?.ads === true && thirdParties?.scripts.ads !== undefined
  const [isEmpty, setEmpty] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!mayAsk || element === null) return
    const request = new AbortController()
    const unwatch = watchWidget(element)
    void askAdServer({ name, element, sizes }, request.signal).then(
      (isFilled) => !request.signal.aborted && setEmpty(!isFilled),
    )
    return () => {
      request.abort()
      unwatch()
    }
  }, [mayAsk, name, sizes])
  // The early script guesses from the cookie whether there is consent; the decision follows when the page is idle.
  const isUndecided = parties === null && document.documentElement.dataset.ads !== undefined
  if (mayAsk && !isEmpty) return <div className={css.box} ref={box} />
  return isUndecided ? null : <HouseAdCard name={name} section={section} />
}
