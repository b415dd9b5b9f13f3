/** Breaking news: the bar on all pages, push messages, and the list of sent messages. */
import { useEffect, useRef } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BreakingArticle, OfficeBreaking } from '@lokalteil/contracts/office/breaking'
import { EIL } from '../../messages/breaking.ts'
import { Refusal } from '../../kit/client.ts'
import { useKeys } from '../../kit/keys.ts'
import { navigate, useAddress } from '../../kit/navigation.ts'
import { useDesk } from '../../kit/office.tsx'
import { Notice, Suggest } from '../../kit/parts.tsx'
import { breakingPath, pathOf, readChosen } from '../../kit/routes.ts'
import { ROW_KEYS } from '../../kit/row-keys.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { Bar } from './Bar.tsx'
import { Push } from './Push.tsx'
import { Sent } from './Sent.tsx'
import css from './breaking.module.css'

const MOVING_MS = 2000
const CALM_MS = 20_000
/** A message that waits longer is held back by quiet hours. */
const SENDING_MS = 5 * 60_000

/** Something goes out, so that numbers change from second to second. */
function isMoving(state: OfficeBreaking | undefined): boolean {
  return (state?.orders ?? []).some(
    ({ state: now, waiting, at }) =>
      now === 'held' || now === 'planning' || (waiting > 0 && Date.now() - Date.parse(at) < SENDING_MS),
  )
}

export default function Breaking({ code }: { code: string }) {
  const ask = useDesk(code)
  const queries = useQueryClient()
  const id = readChosen(useAddress().search)
  const search = useRef<HTMLDivElement>(null)
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery({
    queryKey: [code, 'breaking'],
    queryFn: () => ask('getBreaking'),
    refetchInterval: ({ state }) => (isMoving(state.data) ? MOVING_MS : CALM_MS),
  })
  const article = useQuery({
    queryKey: [code, 'breaking', 'article', id],
    queryFn: () => ask('getBreakingArticle', { params: { id: id! } }),
    enabled: id !== null,
    retry: false,
  })
  // A person who opens the screen without an article sees that of the bar, and keeps it when somebody closes the bar.
  const inBar = data?.bar?.articleId
  useEffect(() => {
    if (id === null && inBar !== undefined) navigate(breakingPath(code, inBar), { replaces: true })
  }, [code, id, inBar])
  useKeys([
    ...ROW_KEYS,
    { keys: '/', label: EIL.toSearch, run: () => search.current?.querySelector('input')?.focus() },
    {
      keys: 'Strg+Enter',
      label: EIL.send,
      run: () => document.activeElement?.closest('form')?.requestSubmit(),
    },
  ])
  const take = (state: OfficeBreaking) => {
    queries.setQueryData([code, 'breaking'], state)
    void queries.invalidateQueries({ queryKey: [code, 'breaking', 'audience'] })
  }

  return (
    <div className={css.screen}>
      <ScreenTitle title={EIL.title} />
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <div className={css.choose} ref={search}>
            <Suggest
              code={code}
              kind="article"
              label={EIL.choose}
              placeholder={EIL.chooseHint}
              onChoose={(chosen) => navigate(breakingPath(code, chosen.id), { replaces: true })}
            />
            {id === null ? (
              <p className={css.soft}>{EIL.none}</p>
            ) : (
              <Chosen code={code} article={article.data} error={article.error} onRetry={() => void article.refetch()} />
            )}
          </div>
          <div className={css.parts}>
            <Bar code={code} state={data} article={shownOf(article.data)} take={take} onStale={() => void refetch()} />
            {data.push !== 'off' && (
              <Push
                code={code}
                state={data}
                fetchedAt={dataUpdatedAt}
                article={shownOf(article.data)}
                take={take}
                onStale={() => void refetch()}
              />
            )}
          </div>
          {data.push === 'on' && <Sent code={code} orders={data.orders} />}
        </>
      )}
    </div>
  )
}

const shownOf = (article: BreakingArticle | undefined) => (article?.isShown === true ? article : null)

function Chosen({
  code,
  article,
  error,
  onRetry,
}: {
  code: string
  article: BreakingArticle | undefined
  error: unknown
  onRetry: () => void
}) {
  if (error instanceof Refusal && error.status === 404) return <Notice look="warn">{EIL.foreign}</Notice>
  if (article === undefined) return error === null ? <Loading /> : <Failed error={error} onRetry={onRetry} />
  return (
    <section className={css.chosen} aria-label={EIL.chosen}>
      <h2>{article.title}</h2>
      <p className={css.soft}>
        {article.sectionPath} · <a href={pathOf({ screen: 'article', code, id: article.id })}>{EIL.open}</a>
      </p>
      {!article.isShown && <Notice look="warn">{EIL.notShown}</Notice>}
    </section>
  )
}
