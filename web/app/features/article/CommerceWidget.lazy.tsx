/**
 * The shop's widget (S3.13-03): loaded after consent, or when the reader asks for it here. Not for readers of Pur, not in
 * the native app. Its frame can run its own script and open windows, nothing else.
 */
import { useEffect, useState } from 'react'
import { toCommerceWidget, toWidgetHeight } from '@lokalteil/domain/commerce-widget'
import { parseConsent } from '@lokalteil/domain/consent'
import { readCookie } from '../../browser/cookies.ts'
import { usePortal } from '../../browser/portal.ts'
import { useSession } from '../../browser/session.ts'
import { articleTexts } from '../../messages/article.ts'
import { Button } from '../../ui/Button.tsx'
import css from './CommerceWidget.module.css'

export default function CommerceWidget({ articleId }: { articleId: string }) {
  const { app, publication, settings } = usePortal()
  const { view } = useSession()
  const widget = toCommerceWidget(settings, { mandator: publication.code, articleId })
  const allowedOrigin = widget?.allowedOrigin ?? null
  const [isWanted, setWanted] = useState(() => parseConsent(readCookie('consents'))?.vendors.partner === true)
  const [height, setHeight] = useState(320)

  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      const told = toWidgetHeight(event, allowedOrigin)
      if (told !== null) setHeight(told)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [allowedOrigin])

  if (widget === null || app.isNativeApp || view.isPurUser) return null
  if (!isWanted) {
    return (
      <aside className={css.ask} aria-label={articleTexts.shop}>
        <p>{articleTexts.embedText(articleTexts.shopPartner)}</p>
        <Button onClick={() => setWanted(true)}>{articleTexts.embedShow}</Button>
        <p className={css.privacy}>
          <a href="/datenschutz">{articleTexts.embedPrivacy}</a>
        </p>
      </aside>
    )
  }
  return (
    <aside aria-label={articleTexts.shop}>
      <p className={css.label}>{articleTexts.advertisement}</p>
      <iframe className={css.frame} style={{ height }} src={widget.address} title={articleTexts.shop} sandbox={toSandbox(widget.address)} referrerPolicy="no-referrer" loading="lazy" />
    </aside>
  )
}

/** Another site keeps its own origin; a page of ours could free itself with it. */
function toSandbox(address: string): string {
  const isOwn = new URL(address, location.origin).origin === location.origin
  return `allow-scripts allow-popups${isOwn ? '' : ' allow-same-origin'}`
}
