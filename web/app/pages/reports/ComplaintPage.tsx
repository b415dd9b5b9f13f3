/**
 * The page of a mail with the reasons (Art. 17 DSA): the decision, and the complaint about it (Art. 20), without an
 * account and without scripts.
 */
import type { Statement } from '@lokalteil/contracts/community/moderation'
import { isReportedKind, toComplaintPath } from '@lokalteil/domain/community/case-paths'
import { MODERATION_GROUNDS } from '@lokalteil/domain/community/moderation'
import type { ComplaintData } from '../../page/community/case-forms.ts'
import { toRoomApi } from '../../page/rooms/in-room.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { complaintTexts as texts } from '../../messages/community/cases.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import css from './Cases.module.css'

function ComplaintPage({ data }: PageProps<'widerspruch', ComplaintData>) {
  const { told } = data
  const { what, title, text, statement, isOver } = told
  return (
    <>
      <PageHead title={texts.title} description={texts.intros[what]} />
      <div className="page">
        <div className={css.report}>
          <div className={css.quote}>
            <p>
              <b>{title}</b>
            </p>
            {text !== '' && <blockquote>{text}</blockquote>}
          </div>
          <Reasons statement={statement} />
          {statement.complaint !== null ? (
            <Complaint complaint={statement.complaint} />
          ) : isOver ? (
            <p>{texts.over}</p>
          ) : (
            <ComplaintForm data={data} />
          )}
          <p className={css.small}>{texts.courts}</p>
        </div>
      </div>
    </>
  )
}

function Reasons({ statement: { at, ground, facts } }: { statement: Statement }) {
  return (
    <dl className={css.facts}>
      {ground !== null && (
        <div>
          <dt>{texts.ground}</dt>
          <dd>{MODERATION_GROUNDS[ground]}</dd>
        </div>
      )}
      <div>
        <dt>{texts.facts}</dt>
        <dd>{facts}</dd>
      </div>
      <div>
        <dd className={css.small}>{texts.decidedAt(at)}</dd>
      </div>
    </dl>
  )
}

function Complaint({ complaint: { text, outcome, answer } }: { complaint: NonNullable<Statement['complaint']> }) {
  return (
    <>
      <p role="status">
        <b>{texts.states[outcome]}</b>
      </p>
      <dl className={css.facts}>
        <div>
          <dt>{texts.yours}</dt>
          <dd>{text}</dd>
        </div>
        {answer !== '' && (
          <div>
            <dt>{texts.answer}</dt>
            <dd>{answer}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

function ComplaintForm({ data: { kind, token, told, refused } }: { data: ComplaintData }) {
  return (
    <form method="post" action={toComplaintPath(kind, token)} className={css.form}>
      <h2 className={css.heading}>{texts.heading}</h2>
      <div role="alert">{refused !== null && <FormNotice title={texts.refusal(refused.code)} />}</div>
      <TextArea
        id="complaint-text"
        name="text"
        label={texts.text}
        hint={texts.until(told.statement.complaintUntil)}
        defaultValue={refused?.text ?? ''}
        rows={5}
        minLength={10}
        maxLength={1500}
        required
      />
      <Button type="submit">{texts.send}</Button>
    </form>
  )
}

export const page = definePage<'widerspruch', ComplaintData>('widerspruch', {
  async load({ kind, token }, context) {
    if (!isReportedKind(kind) || !/^[\w.-]{20,130}$/.test(token)) return { kind: 'missing' }
    return toLoaded(await toRoomApi(context).cases.getStatement(kind, token), (told): ComplaintData => ({
      kind,
      token,
      told,
      refused: null,
    }))
  },
  Page: ComplaintPage,
  title: () => ({ title: texts.title }),
})
