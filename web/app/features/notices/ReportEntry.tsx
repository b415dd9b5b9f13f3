/** "Melden" below an entry (DSA Art. 16): by anybody, without an account; the receipt is said and mailed. */
import { useState, type FormEvent } from 'react'
import {
  MODERATION_GROUND_KEYS,
  MODERATION_GROUNDS,
  type ModerationGround,
} from '@lokalteil/domain/community/moderation'
import { noticeTexts } from '../../messages/rooms/notices.ts'
import { portalClient, type PortalFailure } from '../../page/portal-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { toFailureText, toWord } from './use-own-state.ts'
import css from './Book.module.css'

const texts = noticeTexts.report

export function ReportEntry({ entry, name }: { entry: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${css.reportButton} no-print js-only`}
        aria-label={texts.openOf(name)}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </button>
      {isOpen && (
        <Dialog title={texts.title} closeLabel={texts.close} onClose={() => setOpen(false)}>
          <ReportForm entry={entry} />
        </Dialog>
      )}
    </>
  )
}

function ReportForm({ entry }: { entry: string }) {
  const [receipt, setReceipt] = useState<string | null>(null)
  const [failure, setFailure] = useState<PortalFailure | 'missing' | null>(null)
  const [isSending, setSending] = useState(false)
  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const word = (field: string) => toWord(values.get(field)).trim()
    if (values.get('good-faith') === null || word('explanation') === '' || word('email') === '')
      return setFailure('missing')
    if (isSending) return
    setSending(true)
    const answer = await portalClient.call('POST /api/notices/entries/{entry}/reports', {
      params: { entry },
      body: {
        ground: word('ground') as ModerationGround,
        explanation: word('explanation'),
        name: word('name'),
        email: word('email'),
        isGoodFaith: true,
      },
    })
    setSending(false)
    if (answer.kind === 'ok') setReceipt(answer.data.receipt)
    else setFailure(answer.kind === 'refused' && answer.status < 429 ? 'missing' : answer)
  }
  if (receipt !== null) return <p role="status">{texts.sent(receipt)}</p>
  return (
    <form className={css.form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <p>{texts.intro}</p>
      {failure !== null && (
        <FormNotice title={failure === 'missing' ? texts.missing : toFailureText(failure)} isAlert />
      )}
      <Select id="melden-grund" name="ground" label={texts.ground}>
        {MODERATION_GROUND_KEYS.filter((ground) => ground !== 'offTopic').map((ground) => (
          <option key={ground} value={ground}>
            {MODERATION_GROUNDS[ground]}
          </option>
        ))}
      </Select>
      <TextArea id="melden-text" name="explanation" label={texts.explanation} rows={4} maxLength={1500} />
      <TextField id="melden-name" name="name" label={texts.name} autoComplete="name" maxLength={100} />
      <TextField
        id="melden-email"
        name="email"
        label={texts.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={254}
      />
      <Checkbox id="melden-glauben" name="good-faith" label={texts.goodFaith} />
      <Button type="submit" aria-disabled={isSending || undefined}>
        {texts.send}
      </Button>
    </form>
  )
}
