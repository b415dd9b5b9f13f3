/** A notice by anybody (Art. 16 DSA): about which text, why, in good faith, and where the receipt goes. */
import { useState, type FormEvent } from 'react'
import type { Target } from '@lokalteil/contracts/community'
import {
  MODERATION_GROUND_KEYS,
  MODERATION_GROUNDS,
  type ModerationGround,
} from '@lokalteil/domain/community/moderation'
import type { Reported } from '../../page/rooms/community-api.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { portalClient, toRead, toReason } from '../../page/portal-client.ts'
import { commentTexts, reportTexts as texts } from '../../messages/community/comments.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Checkbox, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import css from './CommentsPage.module.css'

export type ReportData = { target: Target; reported: Reported | null }

function ReportPage({ data: { target, reported } }: PageProps<'kommentare/melden', ReportData>) {
  const [number, setNumber] = useState<string | null>(null)
  if (reported === null) return <PageHead title={texts.goneTitle} description={texts.gone} />
  if (number !== null)
    return (
      <PageHead title={texts.sentTitle} description={texts.sent(number)}>
        <p role="status">
          <ButtonLink href={reported.article.path} variant="secondary">
            {commentTexts.toArticle}
          </ButtonLink>
        </p>
      </PageHead>
    )
  return (
    <>
      <PageHead title={texts.title} description={texts.intro} />
      <div className="page">
        <div className={css.report}>
          <div className={css.quote}>
            <p>
              <b>{texts.about(reported.name)}</b> {texts.under(reported.article.title)}
            </p>
            {reported.text !== '' && <blockquote>{reported.text}</blockquote>}
          </div>
          <ReportForm target={target} onSent={setNumber} />
          <noscript>
            <p>{texts.noScript}</p>
          </noscript>
        </div>
      </div>
    </>
  )
}

function ReportForm({ target, onSent }: { target: Target; onSent: (number: string) => void }) {
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const form = new FormData(event.currentTarget)
    const read = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const ground = read('ground') as ModerationGround | ''
    const report = { explanation: read('explanation'), name: read('name'), email: read('email') }
    if (ground === '' || report.explanation === '' || report.email === '' || form.get('faith') === null)
      return setFault(texts.missing)
    setSending(true)
    const sent = await portalClient.call('POST /api/community/reports', {
      body: { target, report: { ...report, ground, isGoodFaith: true } },
    })
    setSending(false)
    if (sent.kind === 'ok') return onSent(sent.data.number)
    const code = sent.kind === 'refused' ? sent.code : toReason(sent)
    setFault(code === 'BAD_REQUEST' ? texts.missing : commentTexts.refusal(code))
  }
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} onChange={() => setFault(null)} noValidate>
      <Select id="report-ground" name="ground" label={texts.ground} required defaultValue="">
        <option value="">{texts.chooseGround}</option>
        {MODERATION_GROUND_KEYS.map((ground) => (
          <option key={ground} value={ground}>
            {MODERATION_GROUNDS[ground]}
          </option>
        ))}
      </Select>
      <TextArea
        id="report-explanation"
        name="explanation"
        label={texts.explanation}
        hint={texts.explanationHint}
        rows={4}
        maxLength={1500}
        required
      />
      <TextField id="report-name" name="name" label={texts.name} autoComplete="name" maxLength={100} />
      <TextField
        id="report-email"
        name="email"
        type="email"
        label={texts.email}
        hint={texts.emailHint}
        autoComplete="email"
        maxLength={254}
        required
      />
      <Checkbox id="report-faith" name="faith" label={texts.goodFaith} required />
      <p role="alert" className={css.fault}>
        {fault ?? ''}
      </p>
      <Button type="submit" aria-disabled={isSending || undefined}>
        {isSending ? texts.sending : texts.send}
      </Button>
    </form>
  )
}

const KINDS: ReadonlySet<string> = new Set(['comment', 'review'])

export const page = definePage('kommentare/melden', {
  async load({ kind, id }, { community }) {
    if (!KINDS.has(kind) || !/^\d{1,18}$/.test(id)) return { kind: 'missing' }
    const target = { kind: kind as Target['kind'], id }
    const read = await (community === undefined
      ? portalClient.call('GET /api/community/reports/{kind}/{id}', { params: target }).then(toRead)
      : community.getReported(target))
    if (!read.ok && read.status !== 404) return { kind: 'unavailable', status: read.status }
    return { kind: 'ok', data: { target, reported: read.ok ? read.data : null } }
  },
  Page: ReportPage,
  title: () => ({ title: texts.title }),
})
