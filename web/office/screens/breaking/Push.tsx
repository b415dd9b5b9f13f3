/** Push messages: those that wait for their minute, and the form that orders one. */
import { useId, useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { BreakingArticle, OfficeBreaking } from '@lokalteil/contracts/office/breaking'
import type { PushOrder, PushReach, PushTarget } from '@lokalteil/contracts/office/push-orders'
import { PUSH_BODY_LENGTHS, PUSH_TITLE_LENGTHS } from '@lokalteil/domain/office/breaking'
import { PUSH } from '../../messages/breaking.ts'
import { Refusal } from '../../kit/client.ts'
import { useSecondsLeft } from '../../kit/countdown.ts'
import { useKeys } from '../../kit/keys.ts'
import { toClock } from '../../kit/moments.ts'
import { newId } from '../../kit/new-id.ts'
import { useAct, useDesk, useMe } from '../../kit/office.tsx'
import { Area, Button, Choice, Fault, Field, Notice, Row, Stack } from '../../kit/parts.tsx'
import { announce } from '../../kit/screen.tsx'
import css from './breaking.module.css'

type Props = {
  code: string
  state: OfficeBreaking
  /** When the state was fetched, milliseconds. */
  fetchedAt: number
  article: BreakingArticle | null
  take: (state: OfficeBreaking) => void
  /** The shown state is outdated. */
  onStale: () => void
}

export function Push({ code, state, fetchedAt, article, take, onStale }: Props) {
  const ask = useDesk(code)
  const { run, isBusy, fault } = useAct()
  const heading = useId()
  const held = state.orders.filter((order) => order.state === 'held')
  /** Answers whether it succeeded. */
  const act = (said: string, work: () => Promise<OfficeBreaking>) =>
    run(async () => {
      try {
        take(await work())
      } catch (error) {
        if (error instanceof Refusal && error.status === 409) onStale()
        throw error
      }
      announce(said)
    })
  const stop = (id: string) => void act(PUSH.stopped, () => ask('stopPush', { params: { id } }))
  useKeys([
    {
      keys: 's',
      label: PUSH.stopKey,
      run: () => {
        const [first] = held
        if (first !== undefined) stop(first.id)
      },
    },
  ])
  return (
    <section className={css.part} aria-labelledby={heading}>
      <h2 id={heading}>{PUSH.title}</h2>
      {state.push === 'silent' && <Notice look="warn">{PUSH.silent}</Notice>}
      {held.map((order) => (
        <Held
          key={order.id}
          order={order}
          until={fetchedAt + order.leftMs}
          isBusy={isBusy}
          onStop={() => stop(order.id)}
        />
      ))}
      <Fault>{fault}</Fault>
      {state.push === 'on' && article !== null && (
        <PushForm
          key={article.id}
          code={code}
          article={article}
          gone={state.orders.reduce((sum, { sent, waiting, failed }) => sum + sent + waiting + failed, 0)}
          isWaiting={held.some(({ path }) => path === article.path)}
          isBusy={isBusy}
          onOrder={(body) => act(PUSH.ordered, () => ask('orderPush', { body: { ...body, articleId: article.id } }))}
        />
      )}
    </section>
  )
}

/** Counts the minute down; the page may be loaded anew meanwhile. */
function Held({
  order: { title, expected, by },
  until,
  isBusy,
  onStop,
}: {
  order: PushOrder
  until: number
  isBusy: boolean
  onStop: () => void
}) {
  const seconds = useSecondsLeft(until)
  return (
    <div className={css.held}>
      <p>{PUSH.held(title, expected, by ?? '')}</p>
      {seconds === 0 ? (
        <p className={css.soft}>{PUSH.leaving}</p>
      ) : (
        <Button look="alert" disabled={isBusy} onClick={onStop}>
          {PUSH.stop(toClock(seconds))}
        </Button>
      )}
    </div>
  )
}

type Given = { key: string; target: PushTarget; title: string; body: string }

const BREAKING: PushTarget = { kind: 'breaking', ref: '' }
const COUNT_MS = 30_000

function PushForm({
  code,
  article,
  gone,
  isWaiting,
  isBusy,
  onOrder,
}: {
  code: string
  article: BreakingArticle
  /** Messages that were planned: with each the audience is another. */
  gone: number
  isWaiting: boolean
  isBusy: boolean
  onOrder: (given: Given) => Promise<boolean>
}) {
  const ask = useDesk(code)
  const [title, setTitle] = useState(() => shorten(article.title, PUSH_TITLE_LENGTHS.most))
  const [body, setBody] = useState(() => shorten(article.teaserText, PUSH_BODY_LENGTHS.most))
  const [chosen, setChosen] = useState('0')
  // The same key until it has arrived: however often it is sent, it is one order.
  const [key, setKey] = useState(newId)
  const targets = [{ target: BREAKING, name: PUSH.kinds.breaking as string }, ...article.targets]
  const { target } = targets[Number(chosen)] ?? targets[0]!
  const { data: reach, error } = useQuery({
    queryKey: [code, 'breaking', 'audience', article.id, target.kind, target.ref, gone],
    queryFn: () => ask('countAudience', { query: { article: article.id, ...target } }),
    refetchInterval: COUNT_MS,
  })
  const count = reach === undefined ? 0 : reach.now + reach.later
  const mayOrder = !isBusy && !isWaiting && count > 0 && title.trim() !== ''
  const order = async () => {
    if (mayOrder && (await onOrder({ key, target, title: title.trim(), body: body.trim() }))) setKey(newId())
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void order()
      }}
    >
      <Stack>
        <Field
          label={PUSH.headline}
          lengths={PUSH_TITLE_LENGTHS}
          maxLength={PUSH_TITLE_LENGTHS.most}
          required
          spellCheck
          value={title}
          onChange={setTitle}
          // A message to thousands takes more than a stray Enter.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <Area
          label={PUSH.body}
          lengths={PUSH_BODY_LENGTHS}
          maxLength={PUSH_BODY_LENGTHS.most}
          spellCheck
          value={body}
          onChange={setBody}
        />
        <Choice
          label={PUSH.target}
          value={chosen}
          options={targets.map(
            ({ target: { kind }, name }, index) =>
              [String(index), kind === 'breaking' ? name : PUSH.kinds[kind](name)] as const,
          )}
          onChange={setChosen}
        />
        <Notification code={code} title={title} body={body} />
        <Reach reach={reach} isUnknown={error !== null} />
        {isWaiting && <p className={css.soft}>{PUSH.waits}</p>}
        <Row>
          <Button look="main" type="submit" disabled={!mayOrder}>
            {PUSH.order(count)}
          </Button>
          <span className={css.soft}>{PUSH.hint}</span>
        </Row>
      </Stack>
    </form>
  )
}

function Reach({ reach, isUnknown }: { reach: PushReach | undefined; isUnknown: boolean }) {
  if (reach === undefined) return <p className={css.soft}>{isUnknown ? PUSH.notCounted : PUSH.counting}</p>
  const { now, later, heard } = reach
  return (
    <p className={css.reach} role="status">
      {now + later + heard === 0 ? PUSH.nobody : PUSH.reach(now, later)} {heard > 0 && PUSH.heard(heard)}
    </p>
  )
}

/** As a telephone shows it, cut where a locked screen cuts. */
function Notification({ code, title, body }: { code: string; title: string; body: string }) {
  const me = useMe()
  const name = me.publications.find((one) => one.code === code)?.name ?? code
  return (
    <figure className={css.preview}>
      <figcaption className={css.soft}>{PUSH.preview}</figcaption>
      <div className={css.notification}>
        <p className={css.from}>
          {name} · {PUSH.now}
        </p>
        <p className={css.head}>{title}</p>
        <p className={css.body}>{body}</p>
      </div>
    </figure>
  )
}

/** Cut between words. */
function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S*$/, '')}…`
}
