/**
 * The consent question at the lower edge of the page: small, no wall, takes no focus, both answers equally prominent
 * (S4.8-05). The page gets its height as padding, so that the banner hides nothing at the end.
 */
import { useLayoutEffect, useRef } from 'react'
import type { Vendor } from '@lokalteil/domain/consent/consent'
import { consentTexts } from '../../messages/consent/question.ts'
import { recipientTexts, VENDOR_NAMES } from '../../messages/consent/recipients.ts'
import { Button } from '../../ui/Button.tsx'
import type { Shown } from './consent-manager.ts'
import { Recipient } from './Recipient.tsx'
import css from './ConsentBanner.module.css'

type ConsentBannerProps = {
  /** The vendors that the reader is asked for. */
  used: readonly Vendor[]
  shown: Shown
  onAcceptAll: () => void
  onRefuseAll: () => void
  onSettings: () => void
}

export function ConsentBanner({ used, shown, onAcceptAll, onRefuseAll, onSettings }: ConsentBannerProps) {
  const banner = useRef<HTMLElement>(null)
  const partners = shown.framework.vendors.filter(({ owner }) => used.includes(owner))
  useLayoutEffect(() => {
    const element = banner.current!
    const { style, dataset } = document.documentElement
    dataset.consentAsked = ''
    let frame = 0
    // One frame later than the banner, because a property inherited by the whole page recomputes all styles.
    const observer = new ResizeObserver(([{ borderBoxSize } = { borderBoxSize: [] }]) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() =>
        style.setProperty('--consent-height', `${borderBoxSize[0]?.blockSize ?? 0}px`),
      )
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      style.removeProperty('--consent-height')
      delete dataset.consentAsked
    }
  }, [])
  return (
    <section ref={banner} className={css.banner} aria-labelledby="consent-title" data-consent-banner>
      <div className={css.words}>
        <h2 className={css.title} id="consent-title">
          {consentTexts.bannerTitle}
        </h2>
        <p>{consentTexts.bannerText(used)}</p>
        <details className={css.recipients}>
          <summary>{recipientTexts.summary(used.length, partners.length)}</summary>
          <ul>
            {used.map((vendor) => (
              <li key={vendor}>
                <b>{VENDOR_NAMES[vendor]}</b> <Recipient vendor={vendor} shown={shown} />
              </li>
            ))}
          </ul>
        </details>
        <p className={css.links}>
          <button type="button" onClick={onSettings} aria-haspopup="dialog">
            {consentTexts.settings}
          </button>
          <a href="/datenschutz">{consentTexts.privacy}</a>
          <a href="/impressum">{consentTexts.imprint}</a>
        </p>
      </div>
      <div className={css.actions}>
        <Button onClick={onAcceptAll}>{consentTexts.acceptAll}</Button>
        <Button onClick={onRefuseAll}>{consentTexts.refuseAll}</Button>
      </div>
    </section>
  )
}
