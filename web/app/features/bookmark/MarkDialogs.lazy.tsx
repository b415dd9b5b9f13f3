/**
 * Dialogs before an article can be bookmarked: log in (2.13), or make room in a full list (S4.3-01). They close by
 * themselves after a login, here or in another tab (4.3).
 */
import { useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { toSettings } from '@lokalteil/domain/publication/settings'
import { useSession } from '../../browser/session/session.ts'
import { portalClient } from '../../page/portal-client.ts'
import { markTexts } from '../../messages/reading/marks.ts'
import { urls } from '../../messages/publication/urls.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './MarkDialogs.module.css'

const OFFER = '/order/abo'
let root: Root | undefined

export type MarkDialog = 'bookmark' | 'follow' | 'limit'

export function openMarkDialog(
  dialog: MarkDialog,
  { hasSettings, onClose }: { hasSettings: boolean; onClose: (isChosen: boolean) => void },
): void {
  if (root === undefined) {
    const place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
  }
  const opened = root
  const close = (isChosen: boolean) => {
    opened.render(null)
    onClose(isChosen)
  }
  opened.render(
    dialog === 'limit' ? (
      <LimitDialog hasSettings={hasSettings} onClose={close} />
    ) : (
      <NotLoggedInDialog texts={dialog === 'bookmark' ? markTexts.bookmark : markTexts.followLogin} onClose={close} />
    ),
  )
}

function NotLoggedInDialog({
  texts,
  onClose,
}: {
  texts: { heading: string; first: string }
  onClose: (isChosen: boolean) => void
}) {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'reader') onClose(true)
  }, [status, onClose])
  return (
    <Dialog title={texts.heading} closeLabel={markTexts.close} onClose={() => onClose(false)}>
      <p>{texts.first}</p>
      <p>{markTexts.free}</p>
      <div className={css.actions}>
        <ButtonLink href="#register" onClick={() => onClose(true)}>
          {markTexts.signUp}
        </ButtonLink>
        <div className={css.already}>
          <span>{markTexts.alreadyUser}</span>
          <ButtonLink href="#login" variant="secondary" onClick={() => onClose(true)}>
            {markTexts.login}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}

function LimitDialog({ hasSettings, onClose }: { hasSettings: boolean; onClose: (isChosen: boolean) => void }) {
  const [offer, setOffer] = useState(OFFER)
  useEffect(() => {
    if (!hasSettings) return
    void readOffer().then((link) => link !== '' && setOffer(link))
  }, [hasSettings])
  return (
    <Dialog title={markTexts.limit.heading} closeLabel={markTexts.close} onClose={() => onClose(false)}>
      <p>{markTexts.limit.text}</p>
      <div className={css.actions}>
        <ButtonLink href={offer} onClick={() => onClose(true)}>
          {markTexts.limit.offer}
        </ButtonLink>
        <ButtonLink href={urls.bookmarks} variant="secondary" onClick={() => onClose(true)}>
          {markTexts.limit.list}
        </ButtonLink>
      </div>
    </Dialog>
  )
}

/** The setting `bookmark_subscription_link`, or ''. */
async function readOffer(): Promise<string> {
  const result = await portalClient.call('GET /api/settings', { cache: 'default' })
  return result.kind === 'ok' ? toSettings(result.data).bookmark_subscription_link : ''
}
