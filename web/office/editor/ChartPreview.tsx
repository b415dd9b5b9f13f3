/** The chart of a table as readers see it: the numbers and lengths are those of the page (`toChart`). */
import { useId } from 'react'
import type { Chart } from '@lokalteil/domain/reading/chart'
import { BLOCK_FORMS } from '../messages/block-forms.ts'
import type { Preview } from './forms.ts'
import css from './FormDialog.module.css'

const ROW = { label: 22, bar: 18, gap: 12 }
const LINES = { height: 160, top: 20, foot: 26 }
/** Percent; the number stands behind the bar. */
const LONGEST_BAR = 80

export function ChartPreview({ title, preview }: { title: string; preview: Preview }) {
  const id = useId()
  return (
    <section className={css.preview} aria-labelledby={id}>
      <h3 id={id}>{BLOCK_FORMS.form.preview}</h3>
      <p role="status">{'why' in preview ? preview.why : ''}</p>
      {'chart' in preview && (
        <>
          <Legend chart={preview.chart} />
          {preview.chart.kind === 'bars' ? (
            <Bars chart={preview.chart} title={title} />
          ) : (
            <Lines chart={preview.chart} title={title} />
          )}
        </>
      )}
    </section>
  )
}

function Legend({ chart: { series, unit } }: { chart: Chart }) {
  return (
    <p className={css.legend}>
      {series.length > 1 &&
        series.map((name, index) => (
          <span key={index} data-series={index}>
            {name}
          </span>
        ))}
      <span>{unit}</span>
    </p>
  )
}

type DrawnProps = { chart: Chart; title: string }

function Bars({ chart: { rows, series }, title }: DrawnProps) {
  const height = ROW.label + series.length * ROW.bar + ROW.gap
  return (
    <svg role="img" aria-label={title} width="100%" height={rows.length * height}>
      {rows.map(({ label, values }, row) => (
        <g key={row}>
          <text x="0" y={row * height + 15}>
            {label}
          </text>
          {values.map(({ share, written }, index) => {
            const y = row * height + ROW.label + index * ROW.bar
            const width = `${(share * LONGEST_BAR).toFixed(1)}%`
            return (
              <g key={index}>
                <rect x="0" y={y} width={width} height={ROW.bar - 3} data-series={index} />
                <text x={width} dx="6" y={y + 12}>
                  {written}
                </text>
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}

function Lines({ chart: { rows, series }, title }: DrawnProps) {
  const toY = (share: number) => LINES.top + (1 - share) * LINES.height
  const [first, last] = [rows[0]!, rows.at(-1)!]
  const foot = LINES.top + LINES.height + 20
  return (
    <svg role="img" aria-label={title} width="100%" height={LINES.top + LINES.height + LINES.foot}>
      <svg
        viewBox={`0 0 ${rows.length - 1} 1`}
        preserveAspectRatio="none"
        y={LINES.top}
        width="100%"
        height={LINES.height}
      >
        {series.map((_name, index) => (
          <polyline
            key={index}
            data-series={index}
            points={rows.map(({ values }, row) => `${row},${(1 - values[index]!.share).toFixed(4)}`).join(' ')}
          />
        ))}
      </svg>
      {series.map((_name, index) => (
        <g key={index}>
          <text x="0" y={toY(first.values[index]!.share) - 6}>
            {first.values[index]!.written}
          </text>
          <text x="100%" textAnchor="end" y={toY(last.values[index]!.share) - 6}>
            {last.values[index]!.written}
          </text>
        </g>
      ))}
      <text x="0" y={foot}>
        {first.label}
      </text>
      <text x="100%" textAnchor="end" y={foot}>
        {last.label}
      </text>
    </svg>
  )
}
