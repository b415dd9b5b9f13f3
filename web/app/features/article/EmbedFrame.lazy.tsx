/** The content of another house, once its vendor has consent; until then the box that asks for it. */
import { useEffect, type ReactNode } from 'react'
import type { Embed } from '@lokalteil/contracts/content'
import { hasVendorConsent } from '@lokalteil/domain/consent'
import { toEmbedFrame } from '@lokalteil/domain/embeds'
import { grantVendor, useConsent } from '../../browser/consent.ts'
import css from './ConsentBox.module.css'

/** Another site keeps its own origin, or its players do not start; ours is out of its reach either way. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation'

type EmbedFrameProps = {
  embed: Embed
  /** The reader pressed the box's button. */ isAsked: boolean
  toBox: (canShow: boolean) => ReactNode
}

export default function EmbedFrame({ embed, isAsked, toBox }: EmbedFrameProps) {
  const consent = useConsent()
  const isGranted = hasVendorConsent(consent, embed.vendor)
  useEffect(() => {
    if (isAsked && !isGranted) grantVendor(embed.vendor)
  }, [isAsked, isGranted, embed.vendor])
  const frame = toEmbedFrame(embed.vendor, embed.url)
  if (!isGranted || frame === null) return toBox(frame !== null)
  return (
    <aside
      className={`${css.box} ${css.frame}`}
      data-look={frame.look}
      data-embed={embed.vendor}
      aria-label={embed.title}
    >
      <iframe
        src={frame.address}
        title={embed.title}
        loading="lazy"
        sandbox={SANDBOX}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </aside>
  )
}
