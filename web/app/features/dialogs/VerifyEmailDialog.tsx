/**
 * Asks the reader to confirm the address (S2.4-08): sends the mail again, at most once a minute, and checks whether it
 * is confirmed. The mail always goes to the session's address.
 */
import { useEffect, useState } from 'react'
import { getSession, session } from '../../browser/session/session.ts'
import { sessionTexts } from '../../messages/accounts/session.ts'
import { portalClient, toStatus } from '../../page/portal-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { decideResend, leftOfPause, type ResendOutcome } from './resend-pause.ts'
import css from './VerifyEmailDialog.module.css'

const texts = sessionTexts.verifyEmail
const NOTES: Readonly<Record<ResendOutcome['kind'], string>> = {
  sent: texts.sent,
  'too-many': texts.tooMany,
  ended: texts.ended,
  failed: texts.failed,
}

/** Outside the component, so that closing and opening the dialog does not skip the pause. */
let pausedUntil = 0

export function VerifyEmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [left, setLeft] = useState(() => leftOfPause(pausedUntil, Date.now()))

  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(leftOfPause(pausedUntil, Date.now())), 1000)
    return () => clearTimeout(timer)
  }, [left])

  const resend = async () => {
    setBusy(true)
    const outcome = await send(email)
    pausedUntil = Date.now() + outcome.pauseSeconds * 1000
    setLeft(leftOfPause(pausedUntil, Date.now()))
    setNote(NOTES[outcome.kind])
    setBusy(false)
  }
  const check = async () => {
    setBusy(true)
    setNote(texts.checking)
    const isReader = await session.refresh(true).catch(() => true)
    // Once the address is confirmed the dialog closes by itself.
    if (isReader) setNote(getSession().view.hasVerifiedEmail ? texts.done : texts.notYet)
    setBusy(false)
  }
  return (
    <Dialog title={sessionTexts.dialogs['verify-email']} closeLabel={sessionTexts.close} onClose={onClose}>
      <p>{texts.sentTo(email)}</p>
      <p className={css.hint}>{texts.hint}</p>
      <div className={css.actions}>
        <Button onClick={() => void check()} disabled={isBusy}>
          {texts.confirmed}
        </Button>
        <Button variant="secondary" onClick={() => void resend()} disabled={isBusy || left > 0}>
          {left > 0 ? texts.resendIn(left) : texts.resend}
        </Button>
      </div>
      <p className={css.note} role="status">
        {note}
      </p>
    </Dialog>
  )
}

async function send(email: string): Promise<ResendOutcome> {
  const result = await portalClient.call('POST /api/auth/send-email-confirmation', { body: { email } })
  return result.kind === 'ok' ? decideResend(200, result.data) : decideResend(toStatus(result), null)
}
