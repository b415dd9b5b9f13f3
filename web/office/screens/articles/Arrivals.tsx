/** Deliveries of agencies: new texts to take over, updates to merge, withdrawals to decide. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ArrivalRow } from '@lokalteil/contracts/office/articles'
import { ARRIVALS, ROWS } from '../../messages/articles.ts'
import { useKeys } from '../../kit/keys.ts'
import { shortMoment } from '../../kit/moments.ts'
import { navigate } from '../../kit/navigation.ts'
import { useAct, useDesk } from '../../kit/office.tsx'
import { Button, Fault, LinkButton } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { ROW_KEYS } from '../../kit/row-keys.ts'
import { announce, Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './articles.module.css'

export default function Arrivals({ code }: { code: string }) {
  const ask = useDesk(code)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [code, 'arrivals'],
    queryFn: () => ask('listArrivals'),
  })
  useKeys(ROW_KEYS)
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <ScreenTitle title={ARRIVALS.title} />
      </header>
      <p>{ARRIVALS.intro}</p>
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.arrivals.length === 0 && <p className={css.none}>{ARRIVALS.none}</p>}
      {data && data.arrivals.length > 0 && (
        <ul className={css.arrivals} aria-label={ARRIVALS.title}>
          {data.arrivals.map((arrival) => (
            <Arrival key={`${arrival.sourceId} ${arrival.version}`} code={code} arrival={arrival} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Arrival({ code, arrival }: { code: string; arrival: ArrivalRow }) {
  const { sourceId, version, kind, articleId, title } = arrival
  const ask = useDesk(code)
  const queries = useQueryClient()
  const { run, isBusy, fault } = useAct()
  const show = (id: string) => navigate(pathOf({ screen: 'article', code, id }))
  const take = () =>
    void run(async () => {
      const { id } = await ask('takeArrival', { body: { sourceId } })
      void queries.invalidateQueries({ queryKey: [code, 'arrivals'] })
      show(id)
    })
  const merge = (isDropped: boolean) =>
    void run(async () => {
      const article = await ask('mergeArrival', { body: { sourceId, version, isDropped } })
      await queries.invalidateQueries({ queryKey: [code, 'arrivals'] })
      if (isDropped) announce(ARRIVALS.dropped)
      else if (article !== null) show(article.id)
    })
  return (
    <li className={css.arrival}>
      <div>
        <h2>{title === '' ? ROWS.untitled : title}</h2>
        <p className={css.meta}>
          <span>{arrival.source}</span>
          <span>{arrival.sectionPath}</span>
          <time dateTime={arrival.arrived}>{shortMoment(arrival.arrived)}</time>
          {arrival.urgency < 4 && <strong>{ARRIVALS.urgency(arrival.urgency)}</strong>}
          {arrival.embargo !== null && <strong>{ARRIVALS.embargo(shortMoment(arrival.embargo))}</strong>}
          {kind === 'update' && <strong>{ARRIVALS.isUpdate}</strong>}
          {kind === 'withdrawal' && <strong data-look="alert">{ARRIVALS.isWithdrawal}</strong>}
        </p>
        <p className={css.teaser}>{kind === 'withdrawal' ? ARRIVALS.withdrawalText : arrival.teaserText}</p>
        <Fault>{fault}</Fault>
      </div>
      <div className={css.acts}>
        {kind === 'new' && (
          <Button look="main" data-row={sourceId} disabled={isBusy} onClick={take}>
            {ARRIVALS.take}
          </Button>
        )}
        {kind === 'update' && (
          <Button look="main" data-row={sourceId} disabled={isBusy} onClick={() => merge(false)}>
            {ARRIVALS.merge}
          </Button>
        )}
        {articleId !== null && (
          <LinkButton
            href={pathOf({ screen: 'article', code, id: articleId })}
            data-row={kind === 'withdrawal' ? sourceId : undefined}
          >
            {ARRIVALS.open}
          </LinkButton>
        )}
        <Button disabled={isBusy} onClick={() => merge(true)}>
          {kind === 'withdrawal' ? ARRIVALS.done : ARRIVALS.drop}
        </Button>
      </div>
    </li>
  )
}
