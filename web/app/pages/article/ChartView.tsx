/** A table's numbers as SVG, rendered on the server. Lengths are percentages, so that text keeps its size. */
import type { Chart } from '@lokalteil/domain/reading/chart'
import css from './ArticlePage.module.css'

const ROW = { label: 22, bar: 18, gap: 12 }
const LINES = { height: 220, top: 14, foot: 26 }
const BAR_SHARE = 80

export function ChartView({ chart, title }: { chart: Chart; title: string }) {
  return (
    <div className={css.chart}>
      <p className={css.legend}>
        {chart.series.length > 1 &&
          chart.series.map((name, index) => (
            <span key={name} data-series={index}>
              {name}{' '}
            </span>
          ))}
        <span>{chart.unit}</span>
      </p>
      {chart.kind === 'bars' ? <Bars chart={chart} title={title} /> : <Lines chart={chart} title={title} />}
    </div>
  )
}

function Bars({ chart: { rows, series }, title }: { chart: Chart; title: string }) {
  const height = ROW.label + series.length * ROW.bar + ROW.gap
  return (
    <svg role="img" aria-label={title} width="100%" height={rows.length * height}>
      {rows.map(({ label, values }, row) => (
        <g key={label}>
          <text x="0" y={row * height + 15}>
            {label}
          </text>
          {values.map(({ share, written }, index) => {
            const y = row * height + ROW.label + index * ROW.bar
            const width = `${(share * BAR_SHARE).toFixed(1)}%`
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

function Lines({ chart: { rows, series }, title }: { chart: Chart; title: string }) {
  const steps = rows.length - 1
  const toY = (share: number) => LINES.top + (1 - share) * LINES.height
  const first = rows[0]!
  const last = rows.at(-1)!
  return (
    <svg role="img" aria-label={title} width="100%" height={LINES.top + LINES.height + LINES.foot}>
      {[0, 0.5, 1].map((share) => (
        <line key={share} x1="0" x2="100%" y1={toY(share)} y2={toY(share)} className={css.axis} />
      ))}
      <svg viewBox={`0 0 ${steps} 1`} preserveAspectRatio="none" y={LINES.top} width="100%" height={LINES.height}>
        {series.map((name, index) => (
          <polyline
            key={name}
            data-series={index}
            points={rows.map(({ values }, row) => `${row},${(1 - values[index]!.share).toFixed(4)}`).join(' ')}
          />
        ))}
      </svg>
      {series.map((name, index) => (
        <g key={name}>
          <text x="0" y={toY(first.values[index]!.share) - 6}>
            {first.values[index]!.written}
          </text>
          <text x="100%" textAnchor="end" y={toY(last.values[index]!.share) - 6}>
            {last.values[index]!.written}
          </text>
        </g>
      ))}
      <text x="0" y={LINES.top + LINES.height + 20}>
        {first.label}
      </text>
      <text x="100%" textAnchor="end" y={LINES.top + LINES.height + 20}>
        {last.label}
      </text>
    </svg>
  )
}
