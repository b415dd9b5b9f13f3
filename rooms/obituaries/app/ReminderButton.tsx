/** "An den Jahrestag erinnern": a toggle button. Hidden if the day is unknown. */
import { useState } from 'react'
import { session } from '@lokalteil/web/app/browser/session/session'
import { obituaryTexts } from './obituary-texts.ts'
import { portalClient, type PortalFailure } from '@lokalteil/web/app/page/portal-client'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { AS_READER, toFailureText, useOwnState } from './use-own-state.ts'
import css from './Book.module.css'

const texts = obituaryTexts.reminder

export function ReminderButton({ person, died }: { person: string; died: string | null }) {
  const own = useOwnState(person)
  const [failure, setFailure] = useState<PortalFailure | null>(null)
  const [told, setTold] = useState('')
  if (died === null || died.length < 10) return null
  const isOn = own.state?.hasReminder === true
  const toggle = async () => {
    const answer = await portalClient.call('POST /api/notices/persons/{person}/reminder', {
      ...AS_READER,
      params: { person },
      body: { isWanted: !isOn },
    })
    if (answer.kind !== 'ok') return setFailure(answer)
    setFailure(null)
    own.change(() => answer.data)
    setTold(isOn ? texts.stopped : texts.started)
  }
  return (
    <section className={`${css.reminder} js-only`} aria-labelledby="jahrestag">
      <h2 id="jahrestag" className={css.reminderTitle}>
        {texts.title}
      </h2>
      <p className={css.rules}>{isOn ? texts.isOn : texts.text(died)}</p>
      {failure !== null && <FormNotice title={toFailureText(failure)} isAlert />}
      {own.who === 'guest' || own.who === 'unknown' ? (
        <ButtonLink
          href="#login"
          variant="secondary"
          onClick={() => void session.openLogin(location.pathname).catch(() => {})}
        >
          <Icon name="bell" size="1.1em" /> {texts.start}
        </ButtonLink>
      ) : (
        <Button variant="secondary" aria-pressed={isOn} onClick={() => void toggle()}>
          <Icon name="bell" size="1.1em" /> {isOn ? texts.stop : texts.start}
        </Button>
      )}
      <p role="status" className="visually-hidden">
        {told}
      </p>
    </section>
  )
}
