/** The bar of breaking news: its content, and the form that opens or changes it. */
import { useId, useState, type FormEvent } from 'react'
import type { BreakingArticle, OfficeBreaking } from '@lokalteil/contracts/office/breaking'
import { BAR_HOURS, BAR_LENGTHS } from '@lokalteil/domain/office/breaking'
import { BAR, EIL } from '../../messages/breaking.ts'
import { Refusal } from '../../kit/client.ts'
import { fromLocalField, shortMoment, toLocalField } from '../../kit/moments.ts'
import { useAct, useDesk } from '../../kit/office.tsx'
import { Button, Choice, Fault, Field, Notice, Row, Stack } from '../../kit/parts.tsx'
import { breakingPath } from '../../kit/routes.ts'
import { announce } from '../../kit/screen.tsx'
import css from './breaking.module.css'

type Props = {
  code: string
  state: OfficeBreaking
  /** Null: none is chosen that readers have. */
  article: BreakingArticle | null
  take: (state: OfficeBreaking) => void
  /** The shown state is outdated. */
  onStale: () => void
}

export function Bar({ code, state: { bar, behind }, article, take, onStale }: Props) {
  const ask = useDesk(code)
  const { run, isBusy, fault } = useAct()
  const heading = useId()
  const act = (said: string, work: () => Promise<OfficeBreaking>) =>
    void run(async () => {
      try {
        take(await work())
      } catch (error) {
        if (error instanceof Refusal && error.status === 409) onStale()
        throw error
      }
      announce(said)
    })
  return (
    <section className={css.part} aria-labelledby={heading}>
      <h2 id={heading}>{BAR.title}</h2>
      {bar === null ? (
        <p className={css.soft}>{BAR.closed}</p>
      ) : (
        <div className={css.bar}>
          <p className={css.line}>
            <strong>{BAR.label}:</strong> {bar.line === '' ? bar.title : bar.line}
          </p>
          <p className={css.soft}>
            {BAR.times(shortMoment(bar.since), shortMoment(bar.until))}, {BAR.by(bar.by)}
          </p>
          <Row>
            <Button
              look="alert"
              disabled={isBusy}
              onClick={() => act(BAR.ended, () => ask('endBreaking', { body: { seen: bar.articleId } }))}
            >
              {BAR.end}
            </Button>
            {article?.id !== bar.articleId && <a href={breakingPath(code, bar.articleId)}>{EIL.chooseThis}</a>}
          </Row>
        </div>
      )}
      {behind !== null && behind.articleId !== bar?.articleId && (
        <Notice look="warn">{BAR.behind(behind.title, shortMoment(behind.since))}</Notice>
      )}
      <Fault>{fault}</Fault>
      {article !== null && (
        <BarForm
          key={article.id}
          bar={bar}
          article={article}
          isBusy={isBusy}
          onSet={(line, until) =>
            act(BAR.isSet, () =>
              ask('setBreaking', { body: { articleId: article.id, line, until, seen: bar?.articleId ?? null } }),
            )
          }
        />
      )}
    </section>
  )
}

type Hours = keyof typeof BAR.hours
const HOURS = ['1', '3', '6', '12', 'at'] as const satisfies readonly Hours[]
const HOUR = 3_600_000

function BarForm({
  bar,
  article,
  isBusy,
  onSet,
}: {
  bar: OfficeBreaking['bar']
  article: BreakingArticle
  isBusy: boolean
  onSet: (line: string, until: string) => void
}) {
  const isOpen = bar?.articleId === article.id
  const own = isOpen && bar.by !== null ? bar : null
  const [line, setLine] = useState(own?.line ?? '')
  const [hours, setHours] = useState<Hours>(own === null ? toHours(BAR_HOURS.usual) : 'at')
  const [at, setAt] = useState(() => toLocalField(own?.until ?? new Date(Date.now() + 2 * HOUR).toISOString()))
  const until = () => (hours === 'at' ? fromLocalField(at) : new Date(Date.now() + Number(hours) * HOUR).toISOString())
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        const end = until()
        if (!isBusy && end !== null) onSet(line.trim(), end)
      }}
    >
      <Stack>
        <Field
          label={BAR.line}
          hint={BAR.lineHint}
          lengths={BAR_LENGTHS}
          maxLength={BAR_LENGTHS.most}
          placeholder={article.title}
          spellCheck
          value={line}
          onChange={setLine}
        />
        <div className={css.until}>
          <Choice
            label={BAR.until}
            value={hours}
            options={HOURS.map((one) => [one, BAR.hours[one]] as const)}
            onChange={setHours}
          />
          {hours === 'at' && <Field label={BAR.at} type="datetime-local" required value={at} onChange={setAt} />}
        </div>
        <Row>
          <Button look="main" type="submit" disabled={isBusy}>
            {isOpen ? BAR.change : bar === null ? BAR.set : BAR.replace}
          </Button>
        </Row>
      </Stack>
    </form>
  )
}

const toHours = (hours: number): Hours => HOURS.find((one) => Number(one) === hours) ?? 'at'
