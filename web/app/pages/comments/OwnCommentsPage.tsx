/** The reader's own comments and reviews: state, reasons of decisions, and actions. */
import { useEffect, useState, type FormEvent } from 'react'
import type { Member, OwnText, Statement } from '@lokalteil/contracts/community'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { session, useSession } from '../../browser/session/session.ts'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { commentCalls } from '../../features/comments/comments-client.ts'
import { NameForm } from '../../features/comments/Standing.tsx'
import { commentTexts, ownTextTexts as texts, reviewTexts } from '../../messages/community/comments.ts'
import { accountTexts } from '../../messages/accounts/account.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Checkbox, TextArea } from '../../ui/Field.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import css from './CommentsPage.module.css'

type Name = '__mein-portal-auth-kommentare'
type Own =
  | { kind: 'loading' | 'failed' | 'logged-out' }
  | { kind: 'ready'; member: Member | null; texts: OwnText[]; page: number; pages: number }

function OwnCommentsPage(_props: PageProps<Name, null>) {
  const { status } = useSession()
  const [own, setOwn] = useState<Own>({ kind: 'loading' })
  const load = async () => {
    const [member, found] = await Promise.all([commentCalls.member(), commentCalls.own(1)])
    if (member.kind !== 'ok' || found.kind !== 'ok') {
      const isOver = found.kind !== 'ok' && found.code === 'NOT_LOGGED_IN'
      setOwn({ kind: isOver ? 'logged-out' : 'failed' })
      return
    }
    setOwn({ kind: 'ready', member: member.data.member, ...found.data })
  }
  useEffect(() => {
    if (status === 'reader') void load()
    else if (status === 'anonymous') setOwn({ kind: 'logged-out' })
  }, [status])
  const loadMore = async () => {
    if (own.kind !== 'ready') return
    const found = await commentCalls.own(own.page + 1)
    if (found.kind === 'ok') setOwn({ ...own, ...found.data, texts: [...own.texts, ...found.data.texts] })
  }
  return (
    <>
      <PageHead title={texts.title} description={texts.intro} />
      <ListLayout>
        {own.kind === 'ready' ? (
          <div className={css.own}>
            <Settings member={own.member} onMember={(member) => setOwn({ ...own, member })} />
            {own.texts.length === 0 ? (
              <EmptyState icon="message" title={texts.empty} />
            ) : (
              <ul>
                {own.texts.map((text) => (
                  <li key={`${text.target.kind} ${text.target.id}`} className={css.entry}>
                    <Entry text={text} />
                  </li>
                ))}
              </ul>
            )}
            {own.page < own.pages && (
              <Button variant="secondary" onClick={() => void loadMore()}>
                {texts.more}
              </Button>
            )}
            <p className={css.meta}>
              {texts.export} <a href="/account">{texts.toPrivacy}</a>
            </p>
          </div>
        ) : own.kind === 'loading' ? (
          <p role="status" className={css.meta}>
            {commentTexts.loading}
          </p>
        ) : own.kind === 'logged-out' ? (
          <EmptyState icon="lock" title={accountTexts.loggedOutTitle}>
            <ButtonLink href="#login" onClick={() => void session.openLogin(location.pathname).catch(() => {})}>
              {commentTexts.login}
            </ButtonLink>
          </EmptyState>
        ) : (
          <EmptyState icon="alert" title={texts.failed}>
            <Button onClick={() => void load()}>{commentTexts.retry}</Button>
          </EmptyState>
        )}
        <noscript>
          <p>{accountTexts.needsScript}</p>
        </noscript>
      </ListLayout>
    </>
  )
}

function Settings({ member, onMember }: { member: Member | null; onMember: (member: Member) => void }) {
  const [isChanging, setChanging] = useState(false)
  const [said, setSaid] = useState('')
  const toggle = async (hasReplyMails: boolean) => {
    const saved = await commentCalls.saveMember({ hasReplyMails })
    if (saved.kind === 'ok') onMember(saved.data)
    setSaid(saved.kind === 'ok' ? '' : commentTexts.refusal(saved.code))
  }
  return (
    <section className={css.settings} aria-label={texts.name}>
      {isChanging ? (
        <NameForm
          initial={member?.name ?? ''}
          onMember={(next) => {
            onMember(next)
            setChanging(false)
            setSaid(texts.changed)
          }}
        />
      ) : (
        <p>
          {texts.name}: <b>{member?.name ?? texts.noName}</b>{' '}
          {member?.authorPath === null && (
            <Button variant="quiet" onClick={() => setChanging(true)}>
              {texts.change}
            </Button>
          )}
        </p>
      )}
      <Checkbox
        id="reply-mails"
        label={texts.replyMails}
        checked={member?.hasReplyMails ?? true}
        onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
      />
      <p role="status">{said}</p>
    </section>
  )
}

function Entry({ text: own }: { text: OwnText }) {
  const { target, article, stars, text, state, at, up, down, replies, statements } = own
  const address = target.kind === 'comment' ? `${article.path}#kommentar-${target.id}` : article.path
  return (
    <article>
      <div className={css.entryHead}>
        <a href={address}>{article.title}</a>
        <span className={css.state} data-state={state}>
          {texts.state(state)}
        </span>
      </div>
      {stars !== null && <p>{reviewTexts.stars(stars)}</p>}
      <p className={css.words}>{text}</p>
      <p className={css.meta}>
        {commentTexts.time(at)}
        {target.kind === 'comment' && state === 'visible' && ` · ${texts.facts(up, down, replies)}`}
      </p>
      {statements.map((statement) => (
        <StatementView key={statement.id} statement={statement} />
      ))}
    </article>
  )
}

/** A statement of reasons with the complaint form (Art. 17 and 20 DSA). */
function StatementView({ statement: given }: { statement: Statement }) {
  const [statement, setStatement] = useState(given)
  const [isOpen, setOpen] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const { id, action, at, ground, facts, complaint, complaintUntil } = statement
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('text')
    const sent = await commentCalls.complain(id, typeof typed === 'string' ? typed : '')
    if (sent.kind === 'ok') setStatement(sent.data)
    else setFault(commentTexts.refusal(sent.code))
  }
  if (action !== 'remove') return <p className={css.statement}>{texts.restoredAt(at)}</p>
  return (
    <div className={css.statement}>
      <p>
        <b>{texts.removedAt(at)}</b>
        {ground !== null && `: ${texts.ground(ground)}`}
      </p>
      <p>{facts}</p>
      {complaint !== null ? (
        <p role="status">
          {texts.complaintStates[complaint.outcome]} {complaint.answer}
        </p>
      ) : isOpen ? (
        <form onSubmit={(event) => void submit(event)}>
          <TextArea
            id={`complaint-${id}`}
            name="text"
            label={texts.complaintText}
            hint={texts.complaintUntil(complaintUntil)}
            fault={fault}
            rows={3}
            maxLength={1500}
            required
          />
          <Button type="submit">{texts.sendComplaint}</Button>
        </form>
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {texts.complain}
        </Button>
      )}
    </div>
  )
}

export const page = definePage('__mein-portal-auth-kommentare', {
  load: async (_route, { publication }) =>
    publication.hasCommunity === true ? { kind: 'ok', data: null } : { kind: 'missing' },
  Page: inPersonalArea('comments', OwnCommentsPage),
  title: () => ({ title: texts.title }),
})
