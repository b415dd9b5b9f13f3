/** The desk: own work, due articles, waiting articles. */
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ArticleRow } from '@lokalteil/contracts/office/values'
import { DESK, ROWS } from '../../messages/articles.ts'
import { ArticleRows } from '../../kit/ArticleRows.tsx'
import { useKeys } from '../../kit/keys.ts'
import { shortMoment } from '../../kit/moments.ts'
import { useNewArticle } from '../../kit/new-article.ts'
import { mayDo, useDesk, useMe } from '../../kit/office.tsx'
import { Button, Fault } from '../../kit/parts.tsx'
import { nameOf, RightsSign } from '../../kit/Pictures.tsx'
import { articlesPath, mediaPath, pathOf, type Filters } from '../../kit/routes.ts'
import { ROW_KEYS } from '../../kit/row-keys.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './Desk.module.css'

/** Rights come near and end without a change that the stream would tell. */
const RIGHTS_MS = 5 * 60_000

export default function Desk({ code }: { code: string }) {
  const ask = useDesk(code)
  const me = useMe()
  const { begin, isBusy, fault } = useNewArticle(code)
  const { data, error, isPending, refetch } = useQuery({ queryKey: [code, 'desk'], queryFn: () => ask('getDesk') })
  useKeys(ROW_KEYS)
  return (
    <div className={css.desk}>
      <header className={css.head}>
        <ScreenTitle title={DESK.title} />
        {mayDo(me, 'createArticle', code) && (
          <Button look="main" disabled={isBusy} onClick={begin}>
            {DESK.write}
          </Button>
        )}
      </header>
      <Fault>{fault}</Fault>
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Rows code={code} title={DESK.due} rows={data.due} all={{ stand: 'scheduled' }} none={ROWS.none} />
          <Rows code={code} title={DESK.review} rows={data.review} all={{ stand: 'review' }} none={ROWS.none} />
          {data.notes.length > 0 && (
            <Part title={DESK.notes}>
              <ul className={css.notes}>
                {data.notes.map(({ article, note }) => (
                  <li key={note.id}>
                    <a href={pathOf({ screen: 'article', code, id: article.id })} data-row={article.id}>
                      {article.title === '' ? ROWS.untitled : article.title}
                    </a>
                    <p>{note.text}</p>
                    <p className={css.by}>
                      {note.by.name}, {shortMoment(note.at)}
                    </p>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Rows code={code} title={DESK.updates} rows={data.updates} />
          {mayDo(me, 'listMedia', code) && <Rights code={code} />}
          <Rows code={code} title={DESK.own} rows={data.own} all={{ wer: 'ich' }} none={DESK.noneOwn} />
        </>
      )}
    </div>
  )
}

/** Pictures whose rights end within a day, or have ended within one. */
function Rights({ code }: { code: string }) {
  const ask = useDesk(code)
  const auswahl = 'rechte-enden' as const
  const { data } = useQuery({
    queryKey: [code, 'media', 'desk'],
    queryFn: () => ask('listMedia', { query: { auswahl } }),
    refetchInterval: RIGHTS_MS,
  })
  if (data === undefined || data.media.length === 0) return null
  return (
    <Part title={DESK.rights} all={mediaPath(code, { auswahl })}>
      <ul className={css.notes}>
        {data.media.map((row) => (
          <li key={row.id}>
            <a href={pathOf({ screen: 'medium', code, id: row.id })} data-row={row.id}>
              {nameOf(row)}
            </a>
            <RightsSign {...row} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ title, all, children }: { title: string; all?: string; children: ReactNode }) {
  return (
    <section className={css.part}>
      <header className={css.line}>
        <h2>{title}</h2>
        {all && <a href={all}>{DESK.all}</a>}
      </header>
      {children}
    </section>
  )
}

function Rows({
  code,
  title,
  rows,
  all,
  none,
}: {
  code: string
  title: string
  rows: readonly ArticleRow[]
  all?: Filters
  /** Shown for an empty part; without it an empty part is left out. */
  none?: string
}) {
  if (rows.length === 0 && none === undefined) return null
  return (
    <Part title={title} all={all && articlesPath(code, all)}>
      {rows.length === 0 ? <p className={css.by}>{none}</p> : <ArticleRows code={code} rows={rows} label={title} />}
    </Part>
  )
}
