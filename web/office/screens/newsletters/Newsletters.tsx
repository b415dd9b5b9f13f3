/** The newsletters of a publication: the next issues, drafts, and sent issues. */
import { useQuery } from '@tanstack/react-query'
import type { DeskNewsletter, PassedIssue, PreparedIssue } from '@lokalteil/contracts/newsletter-issues'
import { NEWSLETTERS } from '../../messages/newsletters.ts'
import { useKeys } from '../../kit/keys.ts'
import { shortMoment, weekdayMoment } from '../../kit/moments.ts'
import { navigate } from '../../kit/navigation.ts'
import { mayDo, useAct, useDesk, useMe } from '../../kit/office.tsx'
import { Button, Fault } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { ROW_KEYS } from '../../kit/row-keys.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { numbersOf } from './words.ts'
import css from './newsletters.module.css'

/** An issue begins to be sent without anybody's act. */
const AGAIN_MS = 30_000

export default function Newsletters({ code }: { code: string }) {
  const ask = useDesk(code)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [code, 'newsletters'],
    queryFn: () => ask('listNewsletters'),
    refetchInterval: AGAIN_MS,
  })
  useKeys(ROW_KEYS)
  return (
    <div className={css.screen}>
      <ScreenTitle title={NEWSLETTERS.title} />
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.newsletters.length === 0 && <p className={css.soft}>{NEWSLETTERS.none}</p>}
      {data?.newsletters.map((newsletter) => (
        <OneNewsletter key={newsletter.slug} code={code} newsletter={newsletter} />
      ))}
    </div>
  )
}

function OneNewsletter({ code, newsletter }: { code: string; newsletter: DeskNewsletter }) {
  const { slug, title, rhythm, sender, recipients, prepared, passed } = newsletter
  const ask = useDesk(code)
  const me = useMe()
  const { run, isBusy, fault } = useAct()
  const begin = () =>
    void run(async () => {
      const { issue } = await ask('createIssue', { params: { slug }, body: { from: null } })
      navigate(pathOf({ screen: 'issue', code, slug, issue: issue.id }))
    })
  return (
    <section className={css.newsletter} aria-label={title}>
      <header className={css.head}>
        <div>
          <h2>{title}</h2>
          <p className={css.soft}>
            {NEWSLETTERS.facts(rhythm, sender)} · {NEWSLETTERS.recipients(recipients)}
          </p>
        </div>
        {mayDo(me, 'createIssue', code) && (
          <Button disabled={isBusy} onClick={begin}>
            {NEWSLETTERS.newSpecial}
          </Button>
        )}
      </header>
      <Fault>{fault}</Fault>
      {!prepared.some(({ isSpecial }) => !isSpecial) && <p className={css.soft}>{NEWSLETTERS.noRhythm}</p>}
      {prepared.length > 0 && (
        <ul className={css.rows} aria-label={NEWSLETTERS.next(title)}>
          {prepared.map((issue) => (
            <Prepared key={issue.id} code={code} slug={slug} issue={issue} />
          ))}
        </ul>
      )}
      <details>
        <summary>
          <h3>{NEWSLETTERS.passed}</h3>
        </summary>
        {passed.length === 0 && <p className={css.soft}>{NEWSLETTERS.nonePassed}</p>}
        <ul className={css.rows}>
          {passed.map((issue) => (
            <Passed key={`${issue.id} ${issue.dueAt}`} code={code} slug={slug} issue={issue} />
          ))}
        </ul>
      </details>
    </section>
  )
}

function Prepared({ code, slug, issue }: { code: string; slug: string; issue: PreparedIssue }) {
  const { id, isSpecial, dueAt, state, subject, revision, changedAt, changedBy } = issue
  const isPlanned = dueAt !== null && (!isSpecial || state === 'released')
  return (
    <li className={css.row}>
      <a className={css.link} href={pathOf({ screen: 'issue', code, slug, issue: id })} data-row={`${slug}/${id}`}>
        {isPlanned ? weekdayMoment(dueAt) : NEWSLETTERS.noTime}
      </a>
      <span className={css.state} data-state={state}>
        {NEWSLETTERS.states[state]}
      </span>
      <span className={css.subject}>
        {isSpecial && <strong>{NEWSLETTERS.special} </strong>}
        {revision > 0 && (subject === '' ? NEWSLETTERS.untitled : subject)}
      </span>
      <span className={css.who}>{changedAt !== null && NEWSLETTERS.by(changedBy, shortMoment(changedAt))}</span>
    </li>
  )
}

function Passed({ code, slug, issue }: { code: string; slug: string; issue: PassedIssue }) {
  const { id, isSpecial, dueAt, state, subject } = issue
  return (
    <li className={css.row}>
      <a className={css.link} href={pathOf({ screen: 'issue', code, slug, issue: id })}>
        {weekdayMoment(dueAt)}
      </a>
      <span className={css.state} data-state={state}>
        {NEWSLETTERS.outcomes[state]}
      </span>
      <span className={css.subject}>
        {isSpecial && <strong>{NEWSLETTERS.special} </strong>}
        {subject}
      </span>
      <span className={css.who}>{numbersOf(issue)}</span>
    </li>
  )
}
