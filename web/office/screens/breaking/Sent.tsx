/** Sent push messages and their outcome. */
import type { PushOrder } from '@lokalteil/contracts/office/push-orders'
import { PUSH, SENT } from '../../messages/breaking.ts'
import { shortMoment } from '../../kit/moments.ts'
import { pathOf } from '../../kit/routes.ts'
import css from './breaking.module.css'

export function Sent({ code, orders }: { code: string; orders: readonly PushOrder[] }) {
  const past = orders.filter(({ state }) => state !== 'held')
  return (
    <section className={css.part} aria-label={SENT.title}>
      <h2>{SENT.title}</h2>
      {past.length === 0 ? (
        <p className={css.soft}>{SENT.none}</p>
      ) : (
        <ul className={css.sent}>
          {past.map((order) => (
            <li key={order.id} data-state={order.state}>
              <Title code={code} order={order} />
              <span className={css.soft}>
                {[shortMoment(order.at), order.by ?? SENT.automatic, ...followersOf(order)].join(', ')}
              </span>
              <span className={css.result}>{resultOf(order)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Title({ code, order: { id, title, path } }: { code: string; order: PushOrder }) {
  const article = /-(\d+)$/.exec(path)?.[1]
  return article === undefined ? (
    <span>{title}</span>
  ) : (
    <a href={pathOf({ screen: 'article', code, id: article })} data-row={id}>
      {title}
    </a>
  )
}

function followersOf({ target: { kind, ref }, label }: PushOrder): string[] {
  return kind === 'breaking' ? [] : [PUSH.kinds[kind](label === '' ? ref : label)]
}

function resultOf({ state, sent, waiting, failed }: PushOrder): string {
  if (state !== 'planned') return SENT.states[state]
  return [
    SENT.sent(sent),
    ...(waiting > 0 ? [SENT.waiting(waiting)] : []),
    ...(failed > 0 ? [SENT.failed(failed)] : []),
  ].join(', ')
}
