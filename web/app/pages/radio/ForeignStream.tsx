/**
 * A third-party stream: nothing is loaded before consent, as with embeds (S1-11). Where consent is impossible, and
 * without scripts, it is a link (S1-03, S1-12).
 */
import type { ReactNode } from 'react'
import { hasVendorConsent } from '@lokalteil/domain/consent/consent'
import type { Stream } from '@lokalteil/domain/listening/pieces'
import { grantVendor, useConsent } from '../../browser/consent/consent.ts'
import { useSession } from '../../browser/session/session.ts'
import { useSurroundings } from '../../page/portal.ts'
import { ConsentBox } from '../../features/article/ConsentBox.tsx'
import { radioTexts } from '../../messages/rooms/radio.ts'

const VENDOR = 'partner'

export function ForeignStream({ piece, renderButton }: { piece: Stream; renderButton: () => ReactNode }) {
  const { publication, app } = useSurroundings()
  const { view } = useSession()
  const consent = useConsent()
  const { host } = new URL(piece.src)
  if (publication.isLocalEdition || app.isNativeApp || (view.isPurUser && !view.isPlusUser))
    return (
      <p>
        <a href={piece.src} target="_blank" rel="noopener">
          {radioTexts.elsewhere(host)}
        </a>
      </p>
    )
  if (hasVendorConsent(consent, VENDOR)) return renderButton()
  return (
    <ConsentBox title={piece.title} vendor={host} url={piece.src} mark={VENDOR} onShow={() => grantVendor(VENDOR)} />
  )
}
