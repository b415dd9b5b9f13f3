/**
 * The form for a condolence or a candle. A failure loses no text. An entry is not public at once: the reader sees it
 * among their own, with its state.
 */
import { useState, type FormEvent } from 'react'
import type { OwnEntry } from '../contract/obituaries.ts'
import { MODERATION_GROUNDS } from '@lokalteil/domain/community/moderation'
import { MOST_CONDOLENCE, MOST_SIGNATURE } from '../domain/condolences.ts'
import { session, useSession } from '@lokalteil/web/app/browser/session/session'
import { obituaryTexts } from './obituary-texts.ts'
import { portalClient, type PortalFailure } from '@lokalteil/web/app/page/portal-client'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { TextArea, TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { Candle } from './Candles.tsx'
import { AS_READER, toFailureText, toFault, useOwnState, type Own, toWord } from './use-own-state.ts'
import css from './Book.module.css'

const texts = obituaryTexts.book

export function BookDesk({ person, isOpen }: { person: string; isOpen: boolean }) {
  const own = useOwnState(person)
  const entries = own.state?.entries ?? []
  if (!isOpen && entries.length === 0) return null
  return (
    <section aria-labelledby="kondolieren" className={css.desk}>
      <h2 id="kondolieren" className={css.deskTitle}>
        {texts.write}
      </h2>
      {isOpen && <Form person={person} own={own} />}
      {entries.length > 0 && <OwnEntries entries={entries} own={own} />}
      <noscript>
        <p>{texts.noScript}</p>
      </noscript>
    </section>
  )
}

function Form({ person, own }: { person: string; own: Own }) {
  if (own.who === 'reader') return <WritingForm person={person} own={own} />
  return (
    <div className={`${css.deskHint} js-only`}>
      <p>{own.who === 'unverified' ? texts.verify : texts.loginHint}</p>
      {own.who === 'unverified' ? (
        <ButtonLink href="#verify-email">{texts.verifyNow}</ButtonLink>
      ) : (
        <ButtonLink
          href="#login"
          onClick={() => void session.openLogin(location.pathname).catch(() => {})}
          aria-disabled={own.who === 'unknown' ? true : undefined}
        >
          {texts.login}
        </ButtonLink>
      )}
    </div>
  )
}

type Sent = { kind: 'candle' | 'condolence' } | null

function WritingForm({ person, own }: { person: string; own: Own }) {
  const reader = useSession(({ view }) => view.userData)
  const [failure, setFailure] = useState<PortalFailure | null>(null)
  const [sent, setSent] = useState<Sent>(null)
  const [isSending, setSending] = useState(false)
  const hasCandle = own.state?.entries.some(({ kind, state }) => kind === 'candle' && state !== 'removed') === true

  async function send(form: HTMLFormElement, kind: 'candle' | 'condolence') {
    if (isSending) return
    const values = new FormData(form)
    const word = (name: string) => toWord(values.get(name))
    setSending(true)
    const answer = await portalClient.call('POST /api/notices/persons/{person}/entries', {
      ...AS_READER,
      params: { person },
      body: { kind, name: word('signature'), text: kind === 'candle' ? '' : word('text') },
    })
    setSending(false)
    if (answer.kind !== 'ok') {
      setFailure(answer)
      setSent(null)
      return
    }
    setFailure(null)
    setSent({ kind })
    own.change((before) => ({
      ...before,
      entries: [answer.data, ...before.entries.filter(({ id }) => id !== answer.data.id)],
    }))
    const area = form.elements.namedItem('text')
    if (kind === 'condolence' && area instanceof HTMLTextAreaElement) area.value = ''
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget, 'condolence')
  }
  const isFieldFault = failure?.kind === 'refused' && failure.code === 'INVALID_FIELDS'
  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      {failure !== null && !isFieldFault && <FormNotice title={toFailureText(failure)} isAlert />}
      <TextArea
        id="kondolenz-text"
        name="text"
        label={texts.text}
        rows={7}
        maxLength={MOST_CONDOLENCE}
        fault={toFault(failure, 'text')}
      />
      <TextField
        id="kondolenz-name"
        name="signature"
        label={texts.signature}
        hint={texts.signatureHint}
        maxLength={MOST_SIGNATURE}
        defaultValue={reader === null ? '' : `${reader.firstName} ${reader.lastName}`.trim()}
        fault={toFault(failure, 'name')}
      />
      <p className={css.rules}>{texts.rules}</p>
      <div className={css.formActions}>
        <Button type="submit" aria-disabled={isSending || undefined}>
          {texts.send}
        </Button>
        {!hasCandle && (
          <Button
            variant="secondary"
            aria-disabled={isSending || undefined}
            onClick={(event) => void send(event.currentTarget.form!, 'candle')}
          >
            <Candle /> {texts.candle}
          </Button>
        )}
      </div>
      <p role="status" className={css.status}>
        {isSending ? texts.sending : sent === null ? '' : sent.kind === 'candle' ? texts.candleSent : texts.sent}
      </p>
    </form>
  )
}

function OwnEntries({ entries, own }: { entries: readonly OwnEntry[]; own: Own }) {
  const [failure, setFailure] = useState<PortalFailure | null>(null)
  const withdraw = async (entry: string) => {
    const answer = await portalClient.call('POST /api/notices/entries/{entry}/withdraw', {
      ...AS_READER,
      params: { entry },
    })
    if (answer.kind !== 'ok') return setFailure(answer)
    setFailure(null)
    own.change((before) => ({ ...before, entries: before.entries.filter(({ id }) => id !== entry) }))
  }
  return (
    <section aria-labelledby="eigene-eintraege" className={css.own}>
      <h3 id="eigene-eintraege" className={css.ownTitle}>
        {texts.own}
      </h3>
      {failure !== null && <FormNotice title={toFailureText(failure)} isAlert />}
      <ul className={css.ownList}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <p className={css.ownState} data-state={entry.state}>
              {entry.kind === 'candle' ? `${texts.ownCandle} · ` : ''}
              {texts.states[entry.state]}
            </p>
            {entry.text !== '' && <p className={css.ownText}>{entry.text}</p>}
            {entry.state === 'removed' && entry.ground !== null && (
              <p className={css.rules}>{texts.ground(MODERATION_GROUNDS[entry.ground], entry.facts)}</p>
            )}
            <Button variant="quiet" onClick={() => void withdraw(entry.id)}>
              {texts.withdrawOf(entry.kind)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
