/**
 * The shop's widget (S3.13-03): loaded after consent, or when the reader asks for it here. Not for readers of Pur, not
 * in the native app. Its sandboxed frame may run its own script and open windows, nothing else.
 */
import { useEffect, useState } from 'react'
import { toCommerceWidget, toWidgetHeight } from '@lokalteil/domain/reading/commerce-widget'
import { hasVendorConsent } from '@lokalteil/domain/consent/consent'
import { grantVendor, useConsent } from '../../browser/consent/consent.ts'
import { usePortal } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { articleOfferTexts } from '../../messages/reading/article-parts.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { ConsentBox } from './ConsentBox.tsx'
import css from './CommerceWidget.module.css'

export default function CommerceWidget({ articleId }: { articleId: string }) {
  const { app, publication, settings } = usePortal()
  const { view } = useSession()
  const widget = toCommerceWidget(settings, { mandator: publication.code, articleId })
  const allowedOrigin = widget?.allowedOrigin ?? null
  const isWanted = hasVendorConsent(useConsent(), 'partner')
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
      <ConsentBox
        title={articleOfferTexts.title}
        vendor={articleOfferTexts.partner}
        url={null}
        mark="partner"
        onShow={() => grantVendor('partner')}
      />
    )
  }
  return (
    <aside aria-label={articleOfferTexts.title}>
      <p className={css.label}>{teaserTexts.soldContent}</p>
      <iframe
        className={css.frame}
        style={{ height }}
        src={widget.address}
        title={articleOfferTexts.title}
        sandbox={toSandbox(widget.address)}
        referrerPolicy="no-referrer"
        loading="lazy"
      />
    </aside>
  )
}

/** Another site may keep its own origin; a page of ours could escape the sandbox with it. */
function toSandbox(address: string): string {
  const isOwn = new URL(address, location.origin).origin === location.origin
  return `allow-scripts allow-popups${isOwn ? '' : ' allow-same-origin'}`
}
