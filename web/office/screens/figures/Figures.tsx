/** What is read in a publication: sums of some days, and a list by article, section, source … */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FigureRow, Summary } from '@lokalteil/contracts/figures'
import { toDayKey } from '@lokalteil/domain/german'
import { FIGURES } from '../../messages/figures.ts'
import { toClock } from '../../kit/moments.ts'
import { useDesk } from '../../kit/office.tsx'
import { Choice } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './figures.module.css'

type By = keyof typeof FIGURES.dimensions
type Days = keyof typeof FIGURES.spans

const DAY_MS = 86_400_000
const OTHERS = '*'
/** The figures are two seconds old; a screen that stays open follows every minute. */
const AGAIN_MS = 60_000

const number = new Intl.NumberFormat('de-DE')
const percent = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 0 })
const toShare = (part: number, whole: number) => (whole === 0 ? '–' : percent.format(part / whole))

export default function Figures({ code }: { code: string }) {
  const ask = useDesk(code)
  const [by, setBy] = useState<By>('article')
  const [days, setDays] = useState<`${Days}`>('7')
  const [to] = useState(() => toDayKey(new Date()))
  const from = new Date(Date.parse(to) - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [code, 'figures', from, to, by],
    queryFn: async () => {
      const span = { from, to }
      const [summary, { rows }] = await Promise.all([
        ask('getFigures', { query: span }),
        ask('listFigures', { query: { ...span, by } }),
      ])
      return { summary, rows, by }
    },
    refetchInterval: AGAIN_MS,
    placeholderData: (before) => before,
  })
  return (
    <div className={css.screen}>
      <ScreenTitle title={FIGURES.title} />
      <p className={css.soft}>{FIGURES.intro}</p>
      <div className={css.choices} role="search" aria-label={FIGURES.choices}>
        <Choice label={FIGURES.days} value={days} options={toOptions(FIGURES.spans)} onChange={setDays} />
        <Choice label={FIGURES.by} value={by} options={toOptions(FIGURES.dimensions)} onChange={setBy} />
      </div>
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && <p className={css.soft}>{FIGURES.none}</p>}
      {data && data.rows.length > 0 && (
        <>
          <Sums summary={data.summary} />
          <Rows code={code} by={data.by} rows={data.rows} />
        </>
      )}
    </div>
  )
}

const toOptions = <Key extends string | number>(names: Readonly<Record<Key, string>>) =>
  Object.entries(names) as [`${Key}`, string][]

function Sums({ summary }: { summary: Summary }) {
  const { views, visitors, seconds, steps, consent, searches, vitals } = summary
  const answered = consent.given + consent.refused + consent.unasked
  const { steps: stepNames, answers, vitals: vitalNames } = FIGURES
  return (
    <div className={css.sums}>
      <Group
        title={FIGURES.sums}
        facts={[
          [FIGURES.columns.views, number.format(views)],
          [FIGURES.columns.visitors, number.format(visitors)],
          [FIGURES.columns.time, views === 0 ? '–' : toClock(seconds / views)],
          [FIGURES.searches, number.format(searches.found + searches.empty)],
          [FIGURES.emptySearches, number.format(searches.empty)],
        ]}
      />
      <Group
        title={FIGURES.way}
        facts={toOptions(stepNames).map(([step, name]) => [name, number.format(steps[step])])}
      />
      <Group
        title={FIGURES.consent}
        facts={toOptions(answers).map(([answer, name]) => [name, toShare(consent[answer], answered)])}
      />
      <Group
        title={FIGURES.speed}
        facts={toOptions(vitalNames).map(([vital, name]) => {
          const { p75, good } = vitals[vital]
          if (p75 === null || good === null) return [name, '–']
          const value = vital === 'cls' ? number.format(p75 / 1000) : `${number.format(p75)} ms`
          return [name, `${value} (${FIGURES.good(percent.format(good))})`]
        })}
      />
    </div>
  )
}

function Group({ title, facts }: { title: string; facts: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <dl>{facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}</dl>
    </section>
  )
}

function Rows({ code, by, rows }: { code: string; by: By; rows: readonly FigureRow[] }) {
  const { views, visitors, time, half, whole } = FIGURES.columns
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{FIGURES.dimensions[by]}</th>
            {[views, visitors, time, half, whole].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value}>
              <th scope="row">
                {row.value === OTHERS ? (
                  FIGURES.others
                ) : by === 'article' ? (
                  <a href={pathOf({ screen: 'article', code, id: row.value })}>{row.value}</a>
                ) : (
                  row.value
                )}
              </th>
              <td>{number.format(row.views)}</td>
              <td>{number.format(row.visitors)}</td>
              <td>{row.views === 0 ? '–' : toClock(row.seconds / row.views)}</td>
              <td>{toShare(row.quarters[1], row.views)}</td>
              <td>{toShare(row.quarters[3], row.views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
