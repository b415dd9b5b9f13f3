/** The audit: acts with person and time, newest first. */
import { useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@lokalteil/contracts/office/people'
import { formatDateTime } from '@lokalteil/domain/german'
import { AUDIT } from '../../messages/team.ts'
import { useMe, useOffice } from '../../kit/office.tsx'
import { Button, Choice, Field, Row } from '../../kit/parts.tsx'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './team.module.css'

export default function Audit() {
  const office = useOffice()
  const me = useMe()
  const [person, setPerson] = useState('')
  const [publication, setPublication] = useState('')
  const [target, setTarget] = useState('')
  const staff = useQuery({ queryKey: ['staff'], queryFn: () => office.ask('listStaff') })
  const wanted = {
    person: person === '' ? undefined : person,
    publication: publication === '' ? undefined : publication,
    target: target.trim() === '' ? undefined : target.trim(),
  }
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', wanted],
    queryFn: ({ pageParam }) => office.ask('listAudit', { query: { ...wanted, before: pageParam ?? undefined } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, isLast }) => (isLast ? null : (entries.at(-1)?.id ?? null)),
    placeholderData: (before) => before,
  })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <div className={css.screen}>
      <ScreenTitle title={AUDIT.title} />
      <p className={css.detail}>{AUDIT.intro}</p>
      <div className={css.filters} role="search" aria-label={AUDIT.filters}>
        <Choice
          label={AUDIT.person}
          value={person}
          options={[['', AUDIT.anyPerson], ...(staff.data?.staff ?? []).map(({ id, name }) => [id, name] as const)]}
          onChange={setPerson}
        />
        <Choice
          label={AUDIT.publication}
          value={publication}
          options={[['', AUDIT.anyPublication], ...me.publications.map(({ code, name }) => [code, name] as const)]}
          onChange={setPublication}
        />
        <Field label={AUDIT.target} type="search" maxLength={100} value={target} onChange={setTarget} />
      </div>
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data && entries.length === 0 && <p className={css.detail}>{AUDIT.none}</p>}
      <ol className={css.entries}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Row>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {AUDIT.more}
          </Button>
        </Row>
      )}
    </div>
  )
}

function Entry({ entry: { at, by, act, target, publication, network, before, after } }: { entry: AuditEntry }) {
  const hasDetails = (before !== null && before !== undefined) || (after !== null && after !== undefined)
  return (
    <li className={css.entry}>
      <time className={css.detail} dateTime={at}>
        {formatDateTime(new Date(at))}
      </time>
      <div>
        <p>
          <strong>{by}</strong> {(AUDIT.acts as Readonly<Record<string, string>>)[act] ?? act}: {target}
        </p>
        {hasDetails && (
          <details>
            <summary>{AUDIT.details}</summary>
            <div className={css.two}>
              <Values title={AUDIT.before} value={before} />
              <Values title={AUDIT.after} value={after} />
            </div>
          </details>
        )}
      </div>
      <span className={css.detail}>{[publication ?? '', network].filter((part) => part !== '').join(', ')}</span>
    </li>
  )
}

function Values({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined) return null
  return (
    <div>
      <p className={css.detail}>{title}</p>
      <pre className={css.values}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
    </div>
  )
}
