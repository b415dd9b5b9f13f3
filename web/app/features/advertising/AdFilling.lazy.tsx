/** Fills a place for advertising once the reader is near: by the ad framework, with consent. */
import { useEffect, useRef } from 'react'
import type { AdSizes } from '@lokalteil/domain/advertising/places'
import { watchWidget } from '../../browser/analytics/watch-widget.ts'
import { useThirdParties, type AdRequest } from '../../browser/consent/third-parties.ts'
import { useSurroundings } from '../../page/portal.ts'

export default function AdFilling({ name, sizes }: { name: string; sizes: AdSizes; section: string }) {
  const { thirdParties } = useSurroundings()
  const isAllowed = useThirdParties()?.ads === true && thirdParties?.scripts.ads !== undefined
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!isAllowed || element === null) return
    const places = (window.adPlaces ??= new Array<AdRequest>())
    places.push({ name, element, sizes })
    return watchWidget(element)
  }, [isAllowed, name, sizes])
  return <div ref={box} style={{ height: '100%' }} />
}
