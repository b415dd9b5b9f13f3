/** Embedded third-party content after consent to its vendor; before that the box that asks for it. */
import { useEffect, type ReactNode } from 'react'
import { hasVendorConsent, type Vendor } from '@lokalteil/domain/consent/consent'
import { toEmbedFrame } from '@lokalteil/domain/reading/embeds'
import { grantVendor, useConsent } from '../../browser/consent/consent.ts'
import { useSurroundings } from '../../page/portal.ts'
import css from './ConsentBox.module.css'

/** Another site keeps its own origin, or its players do not start; it cannot reach ours in either case. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation'

type EmbedFrameProps = {
  vendor: Vendor
  url: string
  title: string
  /** The reader has clicked the box's button. */
  isAsked: boolean
  /** Renders the box; called with whether the content can be shown here. */
  toBox: (canShow: boolean) => ReactNode
}

export default function EmbedFrame({ vendor, url, title, isAsked, toBox }: EmbedFrameProps) {
  const consent = useConsent()
  const { thirdParties } = useSurroundings()
  const isGranted = hasVendorConsent(consent, vendor)
  useEffect(() => {
    if (isAsked && !isGranted) grantVendor(vendor)
  }, [isAsked, isGranted, vendor])
  const frame = toEmbedFrame(vendor, url, thirdParties?.frames)
  if (!isGranted || frame === null) return toBox(frame !== null)
  return (
    <aside className={`${css.box} ${css.frame}`} data-variant={frame.look} data-embed={vendor} aria-label={title}>
      <iframe
        src={frame.address}
        title={title}
        loading="lazy"
        sandbox={SANDBOX}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </aside>
  )
}
