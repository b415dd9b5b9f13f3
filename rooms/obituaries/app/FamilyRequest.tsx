/** A family's request to close or reopen the book. The publisher decides and answers. */
import { useState, type FormEvent } from 'react'
import { obituaryTexts } from './obituary-texts.ts'
import { portalClient, type PortalFailure } from '@lokalteil/web/app/page/portal-client'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { toFailureText, toFault, toWord } from './use-own-state.ts'
import css from './Book.module.css'

const texts = obituaryTexts.family

export function FamilyRequest({ person, isOpen }: { person: string; isOpen: boolean }) {
  return (
    <details className={`${css.family} js-only`}>
      <summary>{texts.open}</summary>
      <RequestForm person={person} wish={isOpen ? 'close' : 'open'} />
    </details>
  )
}

function RequestForm({ person, wish }: { person: string; wish: 'close' | 'open' }) {
  const [receipt, setReceipt] = useState<string | null>(null)
  const [failure, setFailure] = useState<PortalFailure | null>(null)
  const [isSending, setSending] = useState(false)
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const values = new FormData(event.currentTarget)
    const word = (field: string) => toWord(values.get(field))
    setSending(true)
    const answer = await portalClient.call('POST /api/notices/persons/{person}/requests', {
      params: { person },
      body: { wish, name: word('name'), relation: word('relation'), contact: word('contact') },
    })
    setSending(false)
    if (answer.kind === 'ok') setReceipt(answer.data.receipt)
    else setFailure(answer)
  }
  if (receipt !== null) return <p role="status">{texts.sent(receipt)}</p>
  const isFieldFault = failure?.kind === 'refused' && failure.code === 'INVALID_FIELDS'
  return (
    <form className={css.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <p className={css.rules}>{texts.intro}</p>
      {failure !== null && !isFieldFault && <FormNotice title={toFailureText(failure)} isAlert />}
      <p>
        <strong>{texts.wish}:</strong> {texts.wishes[wish]}
      </p>
      <TextField
        id="familie-name"
        name="name"
        label={texts.name}
        autoComplete="name"
        maxLength={120}
        fault={toFault(failure, 'name')}
      />
      <TextField
        id="familie-beziehung"
        name="relation"
        label={texts.relation}
        hint={texts.relationHint}
        maxLength={300}
        fault={toFault(failure, 'relation')}
      />
      <TextField
        id="familie-kontakt"
        name="contact"
        label={texts.contact}
        hint={texts.contactHint}
        maxLength={200}
        fault={toFault(failure, 'contact')}
      />
      <Button type="submit" variant="secondary" aria-disabled={isSending || undefined}>
        {texts.send}
      </Button>
    </form>
  )
}
