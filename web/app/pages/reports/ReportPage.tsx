/**
 * A report by any reader (Art. 16 DSA): the text, the reason, the declaration of good faith, and the address for the
 * receipt.
 */
import { useEffect, useState, type FormEvent } from 'react'
import { isReportedKind, toReportPath } from '@lokalteil/domain/community/case-paths'
import { MODERATION_GROUND_KEYS, MODERATION_GROUNDS, type CaseWhat } from '@lokalteil/domain/community/moderation'
import {
  NO_REPORT,
  readReport,
  type ReportData,
  type ReportTarget,
  type ReportValues,
} from '../../page/community/case-forms.ts'
import { toRoomApi } from '../../page/rooms/in-room.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { useSession } from '../../browser/session/session.ts'
import { toReason } from '../../page/failure-reason.ts'
import { portalClient } from '../../page/portal-client.ts'
import { reportTexts as texts } from '../../messages/community/cases.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Checkbox, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import css from './Cases.module.css'

function ReportPage({ data: { target, reported, form } }: PageProps<'melden', ReportData>) {
  const [number, setNumber] = useState(form?.kind === 'sent' ? form.number : null)
  if (number !== null)
    return (
      <PageHead title={texts.sentTitle} description={texts.sent(number)}>
        <p role="status">
          {reported !== null && (
            <ButtonLink href={reported.place.path} variant="secondary">
              {texts.back}
            </ButtonLink>
          )}
        </p>
      </PageHead>
    )
  if (reported === null) return <PageHead title={texts.goneTitle} description={texts.gone} />
  const [whose, where] = texts.about(reported.what, reported.name, reported.place.title)
  return (
    <>
      <PageHead title={texts.titles[reported.what]} description={texts.intro} />
      <div className="page">
        <div className={css.report}>
          <div className={css.quote}>
            <p>
              <b>{whose}</b> {where}
            </p>
            {reported.text !== '' && <blockquote>{reported.text}</blockquote>}
          </div>
          <ReportForm
            target={target}
            what={reported.what}
            onSent={setNumber}
            refused={form?.kind === 'refused' ? form : null}
          />
        </div>
      </div>
    </>
  )
}

/** A plain form that needs no script; with scripts the input survives a lost connection. */
function ReportForm({
  target,
  what,
  refused,
  onSent,
}: {
  target: ReportTarget
  what: CaseWhat
  refused: { values: ReportValues; code: string } | null
  onSent: (number: string) => void
}) {
  const { values } = refused ?? { values: NO_REPORT }
  const [code, setCode] = useState(refused?.code ?? null)
  const [isSending, setSending] = useState(false)
  const [email, setEmail] = useKnownAddress(values.email)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const { report } = readReport(new FormData(event.currentTarget))
    if (report === null) return setCode('BAD_REQUEST')
    setSending(true)
    const sent = await portalClient.call('POST /api/reports', { body: { target, report } })
    setSending(false)
    if (sent.kind === 'ok') onSent(sent.data.number)
    else setCode(sent.kind === 'refused' ? sent.code : toReason(sent))
  }
  return (
    <form
      method="post"
      action={toReportPath(target.kind, target.id)}
      className={css.form}
      onSubmit={(event) => void submit(event)}
      onChange={() => setCode(null)}
      noValidate
    >
      <div role="alert">{code !== null && <FormNotice title={texts.refusal(code)} />}</div>
      <Select id="report-ground" name="ground" label={texts.ground} required defaultValue={values.ground}>
        <option value="">{texts.chooseGround}</option>
        {MODERATION_GROUND_KEYS.filter((ground) => ground !== 'offTopic' || what === 'text').map((ground) => (
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
        defaultValue={values.explanation}
        rows={4}
        maxLength={1500}
        required
      />
      <TextField
        id="report-name"
        name="name"
        label={texts.name}
        defaultValue={values.name}
        autoComplete="name"
        maxLength={100}
      />
      <TextField
        id="report-email"
        name="email"
        type="email"
        label={texts.email}
        hint={texts.emailHint}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        autoComplete="email"
        maxLength={254}
        required
      />
      <Checkbox
        id="report-faith"
        name="faith"
        value="1"
        label={texts.goodFaith}
        defaultChecked={values.isGoodFaith}
        required
      />
      <Button type="submit" aria-disabled={isSending || undefined}>
        {isSending ? texts.sending : texts.send}
      </Button>
    </form>
  )
}

/** The typed address, else that of the logged-in reader. */
function useKnownAddress(typed: string): [string, (email: string) => void] {
  const known = useSession(({ status, view }) => (status === 'reader' ? (view.userData?.email ?? '') : ''))
  const [email, setEmail] = useState(typed)
  const [isTouched, setTouched] = useState(typed !== '')
  useEffect(() => {
    if (!isTouched) setEmail((shown) => (shown === '' ? known : shown))
  }, [known, isTouched])
  return [
    email,
    (next) => {
      setTouched(true)
      setEmail(next)
    },
  ]
}

export const page = definePage<'melden', ReportData>('melden', {
  async load({ kind, id }, context) {
    if (!isReportedKind(kind) || !/^[\w-]{1,60}$/.test(id)) return { kind: 'missing' }
    const target = { kind, id }
    const read = await toRoomApi(context).cases.getReported(target)
    if (!read.ok && read.status !== 404) return { kind: 'unavailable', status: read.status }
    return { kind: 'ok', data: { target, reported: read.ok ? read.data : null, form: null } }
  },
  Page: ReportPage,
  title: ({ reported }) => ({ title: reported === null ? texts.title : texts.titles[reported.what] }),
})
