/**
 * A dialog around a dialog-flow page (S2.4-01). The frame reports its height, the next form, a login, its end; only
 * these messages and only from this frame are accepted. On closing, the page checks the cookie again, because a form
 * may have logged in before it was closed.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { DIALOG_FRAMES, type HashDialog } from '@lokalteil/domain/routing/hash-dialogs'
import { buildPath, type Route } from '@lokalteil/domain/routing/routes'
import { replaceHash } from '../../browser/navigation/dialog-hash.ts'
import { parseDialogMessage, type DialogMessage } from '../../browser/navigation/dialog-messages.ts'
import { holdReturnPath } from '../../browser/session/return-path.ts'
import { session } from '../../browser/session/session.ts'
import { sessionTexts } from '../../messages/accounts/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './FrameDialog.module.css'

export type FramedDialog = Exclude<HashDialog, 'onboarding' | 'verify-email'>

/** Milliseconds; a form that has sent no message by then has failed. */
const PATIENCE_MS = 20_000

export function FrameDialog({ dialog, onClose }: { dialog: FramedDialog; onClose: () => void }) {
  const [attempt, setAttempt] = useState(0)
  useEffect(holdReturnPath, [])
  const [heading, setHeading] = useState<{ dialog: FramedDialog; text: string } | null>(null)
  const nameForm = useCallback((text: string) => setHeading({ dialog, text }), [dialog])
  const close = useCallback(() => {
    onClose()
    void session.recheck().catch(() => {})
  }, [onClose])
  return (
    <Dialog
      title={heading?.dialog === dialog ? heading.text : sessionTexts.dialogs[dialog]}
      closeLabel={sessionTexts.close}
      onClose={close}
      variant="frame"
    >
      {/* A new element for another form: a frame that changes its address would add a history entry. */}
      <Frame
        key={`${dialog}${attempt}`}
        dialog={dialog}
        onHeading={nameForm}
        onClose={close}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </Dialog>
  )
}

type FrameProps = {
  dialog: FramedDialog
  onHeading: (heading: string) => void
  onClose: () => void
  onRetry: () => void
}

function Frame({ dialog, onHeading, onClose, onRetry }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    const act = (message: DialogMessage) => {
      switch (message.type) {
        case 'dialog-height':
          setHeight(message.height)
          // The next form may have another heading.
          onHeading(
            readDocument(frame.current)?.getElementById('flow-heading')?.textContent ?? sessionTexts.dialogs[dialog],
          )
          return
        case 'dialog-open':
          replaceHash(message.dialog)
          return
        case 'dialog-close':
          onClose()
          return
        case 'logged-in':
          void session.loginSucceeded(message.userState).catch(onClose)
      }
    }
    const onMessage = (event: MessageEvent) => {
      const message = parseDialogMessage(event, {
        origin: location.origin,
        frame: frame.current?.contentWindow ?? null,
      })
      if (message !== null) act(message)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [dialog, onClose, onHeading])

  const isWaiting = height === null && !hasFailed
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setFailed(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])

  const onLoad = () => {
    const inner = readDocument(frame.current)
    if (inner?.getElementById('app') === null || inner === null) {
      setFailed(true)
      return
    }
    // Key presses inside a frame do not reach this document.
    inner.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    })
  }

  if (hasFailed) {
    return (
      <div className={css.failed} role="alert">
        <p>{sessionTexts.frameFailed}</p>
        <Button onClick={onRetry}>{sessionTexts.retry}</Button>
      </div>
    )
  }
  return (
    <div className={css.place} aria-busy={isWaiting}>
      {isWaiting && <p className={css.waiting}>{sessionTexts.loading}</p>}
      {/* No sandbox: for our own page it would need permissions that make it useless. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        ref={frame}
        className={css.frame}
        title={sessionTexts.dialogs[dialog]}
        src={buildPath({ name: DIALOG_FRAMES[dialog] } as Route)}
        style={{ height: height ?? undefined }}
        data-waiting={isWaiting ? '' : undefined}
        onLoad={onLoad}
      />
    </div>
  )
}

/** Null: the frame shows an error page of the browser, which is cross-origin. */
function readDocument(frame: HTMLIFrameElement | null): Document | null {
  try {
    return frame?.contentDocument ?? null
  } catch {
    return null
  }
}
