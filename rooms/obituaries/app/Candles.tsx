/** A row of burning candles; a number stands for those beyond it. */
import { obituaryTexts as texts } from './obituary-texts.ts'
import css from './Book.module.css'

const MOST = 21

export function Candles({ count }: { count: number }) {
  if (count === 0) return <p className={css.noCandles}>{texts.person.noCandles}</p>
  return (
    <div className={css.candles}>
      <div className={css.candleRow} aria-hidden="true">
        {Array.from({ length: Math.min(count, MOST) }, (_, index) => (
          <Candle key={index} height={HEIGHTS[index % HEIGHTS.length]!} />
        ))}
      </div>
      <p>{texts.person.candles(count)}</p>
    </div>
  )
}

/** Candles of different heights. */
const HEIGHTS = [30, 24, 33, 27, 21, 31, 26] as const

export function Candle({ height = 28 }: { height?: number }) {
  const top = 52 - height
  return (
    <svg viewBox="0 0 20 54" className={css.candle} focusable="false" aria-hidden="true">
      <ellipse cx="10" cy={top - 8} rx="9" ry="11" className={css.glow} />
      <path
        d={`M10 ${top - 2}c-3.500-2-4.500-5.500-2.500-9 1.100-2 2-3 2.500-5.500.5 2.500 1.400 3.500 2.500 5.500 2 3.500 1 7-2.500 9z`}
        className={css.flame}
      />
      <path d={`M10 ${top + 1}v-4`} className={css.wick} />
      <rect x="6" y={top} width="8" height={height} rx="1" className={css.wax} />
      <rect x="11" y={top} width="3" height={height} className={css.shade} />
    </svg>
  )
}
