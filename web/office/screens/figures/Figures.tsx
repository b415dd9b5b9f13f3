/** The figures of a publication: sums of some days, and a list by article, section, advertisement … */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AdDimension, AdRow, FigureRow, Summary } from '@lokalteil/contracts/figures'
import { toDayKey } from '@lokalteil/domain/german'
import { FIGURES } from '../../messages/figures.ts'
import type { DeskAsk } from '../../kit/client.ts'
import { toClock } from '../../kit/moments.ts'
import { useAct, useDesk } from '../../kit/office.tsx'
import { Button, Choice, Fault, Field, Notice } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './figures.module.css'
import { saveTable } from './save-table.ts'

type Dimension = keyof typeof FIGURES.dimensions
type AdChoice = keyof typeof FIGURES.ads
type By = Dimension | AdChoice
type Days = `${keyof typeof FIGURES.spans}`
type Span = { from: string; to: string }

const DAY_MS = 86_400_000
const OTHERS = '*'
/** The figures are two seconds old; a screen that stays open follows every minute. */
const AGAIN_MS = 60_000
/** Rows on the screen, and in a file. */
const [SHOWN, MOST] = [100, 5000]

const number = new Intl.NumberFormat('de-DE')
const percent = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 0 })
const rate = new Intl.NumberFormat('de-DE', { style: 'percent', maximumFractionDigits: 1 })
const toShare = (part: number, whole: number, form = percent) => (whole === 0 ? '–' : form.format(part / whole))

const AD_ROWS: Readonly<Record<AdChoice, AdDimension>> = { ad: 'ad', place: 'place', adDay: 'day' }
const isOfAds = (by: By): by is AdChoice => by in FIGURES.ads
const nameOf = (by: By): string => (isOfAds(by) ? FIGURES.ads[by] : FIGURES.dimensions[by])

type List =
  | { by: AdChoice; ads: readonly AdRow[] }
  | { by: Dimension; rows: readonly FigureRow[]; headlines: Readonly<Record<string, string>> }

async function readList(ask: DeskAsk, by: By, span: Span, limit: number): Promise<List> {
  if (isOfAds(by)) {
    const { rows } = await ask('listAds', { query: { ...span, by: AD_ROWS[by] } })
    return { by, ads: rows.slice(0, limit) }
  }
  const { rows, headlines } = await ask('listFigures', { query: { ...span, by, limit } })
  return { by, rows, headlines }
}

export default function Figures({ code }: { code: string }) {
  const ask = useDesk(code)
  const [by, setBy] = useState<By>('article')
  const { span, fields } = useSpan()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [code, 'figures', span?.from, span?.to, by],
    queryFn: async () => {
      const [summary, list] = await Promise.all([ask('getFigures', { query: span! }), readList(ask, by, span!, SHOWN)])
      return { summary, list }
    },
    enabled: span !== null,
    refetchInterval: AGAIN_MS,
    placeholderData: (before) => before,
  })
  return (
    <div className={css.screen}>
      <ScreenTitle title={FIGURES.title} />
      <p className={css.soft}>{FIGURES.intro}</p>
      <div className={css.choices} role="search" aria-label={FIGURES.choices}>
        {fields}
        <Choice
          label={FIGURES.by}
          value={by}
          options={[...toOptions(FIGURES.dimensions), ...toOptions(FIGURES.ads)]}
          onChange={setBy}
        />
      </div>
      {span === null && <Fault>{FIGURES.notASpan}</Fault>}
      {isPending && span !== null && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data && span !== null && <Shown code={code} span={span} {...data} />}
    </div>
  )
}

/** The last days, or two days that the person names; null: these are no span. */
function useSpan() {
  const [days, setDays] = useState<Days>('7')
  const [today] = useState(() => toDayKey(new Date()))
  const before = (count: number) => new Date(Date.parse(today) - (count - 1) * DAY_MS).toISOString().slice(0, 10)
  const [own, setOwn] = useState<Span>({ from: before(7), to: today })
  const span = days === 'own' ? own : { from: before(Number(days)), to: today }
  const choose = (next: Days) => {
    // From the shown rows.
    if (next === 'own') setOwn(span)
    setDays(next)
  }
  const fields = (
    <>
      <Choice label={FIGURES.days} value={days} options={toOptions(FIGURES.spans)} onChange={choose} />
      {days === 'own' &&
        (['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={FIGURES[end]}
            type="date"
            max={today}
            value={own[end]}
            onChange={(day) => setOwn({ ...own, [end]: day })}
          />
        ))}
    </>
  )
  return { span: span.from !== '' && span.from <= span.to ? span : null, fields }
}

const toOptions = <Key extends string | number>(names: Readonly<Record<Key, string>>) =>
  Object.entries(names) as [`${Key}`, string][]

function Shown({ code, span, summary, list }: { code: string; span: Span; summary: Summary; list: List }) {
  const isEmpty = ('ads' in list ? list.ads : list.rows).length === 0
  return (
    <>
      {summary.dropped > 0 && <Notice look="warn">{FIGURES.dropped(number.format(summary.dropped))}</Notice>}
      {!(isEmpty && summary.views === 0) && <Sums summary={summary} />}
      {isEmpty ? <p className={css.soft}>{FIGURES.none}</p> : <Table code={code} list={list} />}
      {!isEmpty && <Download code={code} by={list.by} span={span} />}
    </>
  )
}

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

/** A file has all rows, the screen the largest. */
function Download({ code, by, span }: { code: string; by: By; span: Span }) {
  const ask = useDesk(code)
  const { run, isBusy, fault } = useAct()
  const save = () =>
    run(async () =>
      saveTable(`zahlen-${code}-${by}-${span.from}-${span.to}.csv`, toTable(await readList(ask, by, span, MOST))),
    )
  return (
    <div>
      <Button disabled={isBusy} onClick={() => void save()}>
        {FIGURES.csv}
      </Button>
      <Fault>{fault}</Fault>
    </div>
  )
}

function toTable(list: List): string[][] {
  const { columns, adColumns, csvColumns } = FIGURES
  if ('ads' in list)
    return [
      [nameOf(list.by), adColumns.seen, adColumns.clicked],
      ...list.ads.map(({ value, seen, clicked }) => [toName(value), String(seen), String(clicked)]),
    ]
  const isByArticle = list.by === 'article'
  return [
    [
      ...(isByArticle ? [csvColumns.id] : []),
      nameOf(list.by),
      columns.views,
      columns.visitors,
      csvColumns.seconds,
      ...csvColumns.quarters,
    ],
    ...list.rows.map(({ value, views, visitors, seconds, quarters }) => [
      ...(isByArticle ? [value] : []),
      toName(isByArticle ? (list.headlines[value] ?? value) : value),
      ...[views, visitors, seconds, ...quarters].map(String),
    ]),
  ]
}

const toName = (value: string): string => (value === OTHERS ? FIGURES.others : value)

function Table({ code, list }: { code: string; list: List }) {
  const { views, visitors, time, half, whole } = FIGURES.columns
  const names = 'ads' in list ? Object.values(FIGURES.adColumns) : [views, visitors, time, half, whole]
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {[nameOf(list.by), ...names].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {'ads' in list
            ? list.ads.map(({ value, seen, clicked }) => (
                <Line
                  key={value}
                  name={toName(value)}
                  cells={[number.format(seen), number.format(clicked), toShare(clicked, seen, rate)]}
                />
              ))
            : list.rows.map((row) => (
                <Line
                  key={row.value}
                  name={list.headlines[row.value] ?? toName(row.value)}
                  to={
                    list.by === 'article' && row.value !== OTHERS
                      ? pathOf({ screen: 'article', code, id: row.value })
                      : undefined
                  }
                  cells={[
                    number.format(row.views),
                    number.format(row.visitors),
                    row.views === 0 ? '–' : toClock(row.seconds / row.views),
                    toShare(row.quarters[1], row.views),
                    toShare(row.quarters[3], row.views),
                  ]}
                />
              ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ name, to, cells }: { name: string; to?: string | undefined; cells: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{to === undefined ? name : <a href={to}>{name}</a>}</th>
      {cells.map((cell, column) => (
        <td key={column}>{cell}</td>
      ))}
    </tr>
  )
}
