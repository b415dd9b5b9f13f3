/** An issue of a newsletter: composed before it is sent, read afterwards. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeskIssue, IssueDraft } from '@lokalteil/contracts/newsletter-issues'
import { cleanLine, cleanProse, ISSUE_LENGTHS } from '@lokalteil/domain/reading/newsletter-issues'
import { SAVING } from '../../messages/article.ts'
import { ISSUE, NEWSLETTERS } from '../../messages/newsletters.ts'
import { Refusal } from '../../kit/client.ts'
import { openCopies } from '../../kit/local-copies.ts'
import { weekdayMoment } from '../../kit/moments.ts'
import { mayDo, useDesk, useMe } from '../../kit/office.tsx'
import { Area, Button, Fault, Field, Notice, Row } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { SaveFault } from '../../kit/SaveFault.tsx'
import { SavingWords } from '../../kit/SavingWords.tsx'
import { announce, Failed, Loading, ScreenTitle, ScreenTop } from '../../kit/screen.tsx'
import { openSeed, type Copies, type Seed } from '../../kit/seeds.ts'
import { ArticleFinder } from './ArticleFinder.tsx'
import { issueKey, useComposer } from './composer.ts'
import { IssueActs, useSpecialOf } from './IssueActs.tsx'
import { IssueList, titleOf } from './IssueList.tsx'
import { toRow } from './issue-rows.ts'
import { numbersOf } from './words.ts'
import css from './newsletters.module.css'

/** An issue begins to be sent without anybody's act. */
const AGAIN_MS = 15_000
const LENGTHS = {
  subject: { good: 60, most: ISSUE_LENGTHS.subject },
  preheader: { good: 90, most: ISSUE_LENGTHS.preheader },
} as const

type Props = { code: string; slug: string; id: string }

export default function IssueScreen({ code, slug, id }: Props) {
  const ask = useDesk(code)
  const me = useMe()
  const copies = useMemo(() => openCopies(me.id, code, `newsletter ${slug} ${id}`), [me.id, code, slug, id])
  const [seed, setSeed] = useState<Seed<IssueDraft> | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: issueKey(code, slug, id),
    queryFn: () => ask('getIssue', { params: { slug, issue: id } }),
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  })
  const isOpen = data !== undefined && data.passed === null
  useEffect(() => {
    if (!isOpen || seed !== null) return
    let isLeft = false
    void openSeed(copies, data.issue.revision, data.draft).then((opened) => {
      if (isLeft) return
      setSeed(opened)
      if (opened.isUnsaved) announce(SAVING.recovered)
    })
    return () => {
      isLeft = true
    }
  }, [isOpen, seed, copies, data])

  if (error instanceof Refusal && error.status === 404)
    return (
      <div className={css.screen}>
        <ScreenTitle title={ISSUE.gone} />
        <p>
          <a href={pathOf({ screen: 'newsletters', code })}>{ISSUE.toList}</a>
        </p>
      </div>
    )
  if (data === undefined) return error === null ? <Loading /> : <Failed error={error} onRetry={() => void refetch()} />
  if (data.passed !== null) return <Passed code={code} slug={slug} issue={data} />
  if (seed === null) return <Loading />
  return (
    <OpenIssue
      key={seed.number}
      code={code}
      slug={slug}
      id={id}
      issue={data}
      copies={copies}
      seed={seed}
      onSeed={setSeed}
    />
  )
}

function nameOf({ newsletter, issue }: DeskIssue): string {
  const isPlanned = issue.dueAt !== null && (!issue.isSpecial || issue.state === 'released')
  return ISSUE.name(newsletter, isPlanned ? weekdayMoment(issue.dueAt!) : NEWSLETTERS.special)
}

function OpenIssue({
  code,
  slug,
  id,
  issue,
  copies,
  seed,
  onSeed,
}: Props & {
  issue: DeskIssue
  copies: Copies
  seed: Seed<IssueDraft>
  onSeed: (seed: Seed<IssueDraft>) => void
}) {
  const ask = useDesk(code)
  const queries = useQueryClient()
  const composer = useComposer({ ask, code, slug, id, copies, seed, issue })
  const look = useCallback(async () => {
    const latest = await ask('getIssue', { params: { slug, issue: id } })
    queries.setQueryData<DeskIssue>(issueKey(code, slug, id), latest)
    return { revision: latest.issue.revision, draft: latest.draft, by: latest.issue.changedBy }
  }, [ask, queries, code, slug, id])
  const { texts, rows, write, state } = composer
  const { isSpecial } = issue.issue
  return (
    <div className={css.issue}>
      <ScreenTop>
        <div className={css.where}>
          <ScreenTitle title={nameOf(issue)} />
          <span className={css.state} data-state={issue.issue.state}>
            {NEWSLETTERS.states[issue.issue.state]}
          </span>
          <SavingWords state={state} unchanged="" />
        </div>
        <IssueActs code={code} slug={slug} id={id} issue={issue} composer={composer} />
      </ScreenTop>
      <div className={css.said}>
        <PlanWords issue={issue} />
        {state.kind === 'refused' && state.code === 'NOT_NOW' ? (
          <Notice look="alert">{ISSUE.closed}</Notice>
        ) : (
          <SaveFault
            state={state}
            conflict={ISSUE.conflict}
            look={look}
            read={composer.read}
            copies={copies}
            onSeed={onSeed}
          />
        )}
      </div>
      <div className={css.columns}>
        <div className={css.middle}>
          <Field
            label={ISSUE.subject}
            hint={ISSUE.subjectHint}
            lengths={LENGTHS.subject}
            maxLength={LENGTHS.subject.most}
            value={texts.subject}
            onChange={(subject) => write({ subject: cleanLine(subject) })}
          />
          <Field
            label={ISSUE.preheader}
            hint={ISSUE.preheaderHint}
            lengths={LENGTHS.preheader}
            maxLength={LENGTHS.preheader.most}
            value={texts.preheader}
            onChange={(preheader) => write({ preheader: cleanLine(preheader) })}
          />
          <Area
            label={ISSUE.introduction}
            hint={ISSUE.introductionHint}
            rows={5}
            maxLength={ISSUE_LENGTHS.introduction}
            value={texts.introduction}
            onChange={(introduction) => write({ introduction: cleanProse(introduction) })}
          />
          <section className={css.part} aria-label={ISSUE.listTitle}>
            <h2>
              {ISSUE.listTitle}{' '}
              <span className={css.soft}>
                {ISSUE.count(rows.filter(({ item }) => item.type === 'article').length, ISSUE_LENGTHS.articles)}
              </span>
            </h2>
            <IssueList composer={composer} />
          </section>
        </div>
        <section className={css.part} aria-label={ISSUE.find}>
          <h2>{ISSUE.find}</h2>
          <ArticleFinder code={code} isSpecial={isSpecial} proposal={issue.proposal} composer={composer} />
        </section>
      </div>
    </div>
  )
}

/** The next step without an act of the editors. */
function PlanWords({ issue: { issue, released } }: { issue: DeskIssue }) {
  const { state, isSpecial, dueAt, revision } = issue
  const moment = dueAt === null ? '' : ISSUE.on(weekdayMoment(dueAt))
  switch (state) {
    case 'automatic':
      return <Notice>{ISSUE.automatic(moment)}</Notice>
    case 'begun':
      return <Notice look="warn">{isSpecial ? ISSUE.begunSpecial : ISSUE.begun(moment)}</Notice>
    case 'stopped':
      return <Notice look="alert">{ISSUE.stopped}</Notice>
    case 'missed':
      return <Notice look="alert">{ISSUE.missed}</Notice>
    case 'released':
      return (
        <Notice look={released !== null && revision > released.revision ? 'warn' : 'calm'}>
          {released !== null && <p>{ISSUE.released(released.revision, released.by, moment)}</p>}
          {released !== null && revision > released.revision && <p>{ISSUE.changedSince}</p>}
        </Notice>
      )
  }
}

function Passed({ code, slug, issue }: { code: string; slug: string; issue: DeskIssue }) {
  const me = useMe()
  const { toSpecial, isBusy, fault } = useSpecialOf(code, slug, issue.issue.id)
  const { passed, draft, newsletter } = issue
  if (passed === null) return null
  const articles = new Map(issue.articles.map((article) => [article.id, article]))
  const hasDraft = issue.issue.revision > 0
  return (
    <div className={css.screen}>
      <ScreenTitle title={ISSUE.name(newsletter, weekdayMoment(passed.dueAt))} />
      <p>
        <span className={css.state} data-state={passed.state}>
          {NEWSLETTERS.outcomes[passed.state]}
        </span>{' '}
        {numbersOf(passed)}
      </p>
      {hasDraft && !passed.isComposed && passed.state !== 'stopped' && <Notice look="warn">{ISSUE.notUsed}</Notice>}
      {passed.subject !== '' && (
        <p>
          {ISSUE.subject}: <strong>{passed.subject}</strong>
        </p>
      )}
      {draft.introduction !== '' && <p className={css.prose}>{draft.introduction}</p>}
      {draft.items.length > 0 && (
        <ol className={css.sent} aria-label={ISSUE.sentList}>
          {draft.items.map(toRow).map((row) => (
            <li key={row.id} data-kind={row.item.type}>
              {row.item.type === 'heading' ? (
                row.item.text
              ) : (
                <a href={pathOf({ screen: 'article', code, id: row.item.id })}>{titleOf(row, articles)}</a>
              )}
            </li>
          ))}
        </ol>
      )}
      <Fault>{fault}</Fault>
      <Row>
        {hasDraft && mayDo(me, 'createIssue', code) && (
          <Button disabled={isBusy} onClick={toSpecial}>
            {ISSUE.toSpecial}
          </Button>
        )}
        <a href={pathOf({ screen: 'newsletters', code })}>{ISSUE.toList}</a>
      </Row>
    </div>
  )
}
