/** The revisions of an article, fetched when somebody opens the list. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { REVISIONS } from '../../messages/article.ts'
import { shortMoment } from '../../kit/moments.ts'
import { useDesk } from '../../kit/office.tsx'
import { pathOf } from '../../kit/routes.ts'
import { Failed, Loading } from '../../kit/screen.tsx'
import css from './article.module.css'

export function RevisionList({ code, id }: { code: string; id: string }) {
  const ask = useDesk(code)
  const [isOpen, setOpen] = useState(false)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [code, 'revisions', id],
    queryFn: () => ask('listRevisions', { params: { id } }),
    enabled: isOpen,
  })
  const latest = data?.revisions[0]?.number
  return (
    <details className={css.part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{REVISIONS.title}</h2>
      </summary>
      {isLoading && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      <ol className={css.revisions}>
        {data?.revisions.map(({ number, by, at, kind, words }) => (
          <li key={number}>
            <a href={pathOf({ screen: 'revision', code, id, number })}>{REVISIONS.name(number)}</a>{' '}
            <span className={css.soft}>
              {shortMoment(at)}, {REVISIONS.by(by?.name ?? null)}, {REVISIONS.kinds[kind]}, {REVISIONS.words(words)}
            </span>
            {latest !== undefined && number !== latest && (
              <>
                {' '}
                <a href={pathOf({ screen: 'comparison', code, id, from: number, to: latest })}>{REVISIONS.compare}</a>
              </>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
