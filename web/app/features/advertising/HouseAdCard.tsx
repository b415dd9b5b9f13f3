/** An advertisement of the publication's own folder. Views and clicks are counted without anything about the reader. */
import { useEffect, useRef, useState } from 'react'
import type { HouseAd } from '@lokalteil/contracts/portal/advertising'
import { chooseHouseAd } from '@lokalteil/domain/advertising/house-ads'
import { getInterface, setInterface } from '../../browser/navigation/interface-state.ts'
import { advertisingTexts } from '../../messages/reading/advertising.ts'
import { pictureSources } from '../../page/picture-sources.ts'
import { portalClient } from '../../page/portal-client.ts'
import { Figure } from '../../ui/Figure.tsx'
import { giveUp } from './room.ts'
import css from './HouseAdCard.module.css'

/** An ad counts as seen when half of it was in the window for a second, as advertisers measure it. */
const SEEN_MS = 1000

export function HouseAdCard({ name, section }: { name: string; section: string }) {
  const card = useRef<HTMLDivElement>(null)
  const ad = useHouseAd(card, name, section)
  useSeen(card, ad && `${ad.id}@${name}`)
  const sources = ad?.picture ? pictureSources(ad.picture, { ratio: '4:3', quality: 75, scale: 'small' }) : null
  const isOutside = ad !== null && /^https:/.test(ad.target)
  return (
    <div className={css.box} ref={card} data-house-ad={ad?.id}>
      {ad && (
        <a
          className={css.card}
          href={ad.target}
          onClick={() => count('adsClicked', `${ad.id}@${name}`)}
          {...(isOutside ? { target: '_blank', rel: 'sponsored noopener' } : {})}
        >
          {sources && ad.picture && (
            <Figure
              sources={sources}
              alt={ad.picture.altText}
              sizes="320px"
              ratio="4 / 3"
              colour={ad.picture.colour}
              className={css.picture}
            />
          )}
          <span className={css.words}>
            <span className={css.advertiser}>{ad.advertiser}</span>
            <span className={css.heading}>{ad.heading}</span>
            <span className={css.text}>{ad.text}</span>
            <span className={css.button}>{ad.button || advertisingTexts.more}</span>
          </span>
        </a>
      )}
    </div>
  )
}

let asked: Promise<readonly HouseAd[]> | null = null

/** Asked once for a document (single flight). A failure counts as none. */
function listHouseAds(): Promise<readonly HouseAd[]> {
  return (asked ??= portalClient
    .call('GET /api/advertising', { cache: 'default' })
    .then((answer) => (answer.kind === 'ok' ? answer.data.ads : [])))
}

/** Null until it is known; without one the place is given up. */
function useHouseAd(card: { current: HTMLElement | null }, place: string, section: string): HouseAd | null {
  const [ad, setAd] = useState<HouseAd | null>(null)
  useEffect(() => {
    let isLeft = false
    void listHouseAds().then((ads) => {
      if (isLeft) return
      const shown = [...document.querySelectorAll<HTMLElement>('[data-house-ad]')].map((one) => one.dataset.houseAd!)
      const chosen = chooseHouseAd(ads, { place, section, shown }, Math.random())
      const slot = card.current?.closest<HTMLElement>('[data-ad-slot]')
      if (chosen === null && slot) giveUp(slot)
      // At once, for places that choose before this one is drawn.
      if (chosen !== null) card.current?.setAttribute('data-house-ad', chosen.id)
      setAd(chosen)
    })
    return () => {
      isLeft = true
    }
  }, [card, place, section])
  return ad
}

function useSeen(card: { current: HTMLElement | null }, placed: string | null): void {
  useEffect(() => {
    if (placed === null || card.current === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (!entry?.isIntersecting) return
        timer = setTimeout(() => {
          observer.disconnect()
          count('adsSeen', placed)
        }, SEEN_MS)
      },
      { threshold: 0.5 },
    )
    observer.observe(card.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [card, placed])
}

/** Told with the page's own figures when it is left. `placed`: the advertisement and its place, `rad@home-1`. */
function count(what: 'adsSeen' | 'adsClicked', placed: string): void {
  setInterface({ [what]: [...getInterface()[what], placed] })
}
