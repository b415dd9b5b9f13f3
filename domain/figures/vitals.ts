/** Core Web Vitals as histograms: a day keeps a number of page loads for each width of time, and no single measurement. */

const VITALS = {
  /** Largest Contentful Paint, milliseconds. */
  lcp: { width: 100, good: 2500 },
  /** Cumulative Layout Shift, thousandths. */
  cls: { width: 10, good: 100 },
  /** Interaction to Next Paint, milliseconds: the slowest interaction of the page. */
  inp: { width: 20, good: 200 },
} as const
export type Vital = keyof typeof VITALS
export const VITAL_NAMES = Object.keys(VITALS) as Vital[]

/** The last bucket has everything above. */
const BUCKETS = 100

export const toBucket = (vital: Vital, value: number): number =>
  Math.min(BUCKETS, Math.floor(value / VITALS[vital].width))

type VitalSummary = {
  /** Page loads that were measured. */
  measured: number
  /** Three of four page loads were as good as this; null: none was measured. */
  p75: number | null
  /** Share of page loads that are good by the limits of Core Web Vitals, 0–1. */
  good: number | null
}

/** `counts`: by bucket. A value inside a bucket is interpolated, so it is exact to the width of one. */
export function summariseVital(vital: Vital, counts: ReadonlyMap<number, number>): VitalSummary {
  const { width, good } = VITALS[vital]
  const buckets = [...counts].toSorted(([one], [other]) => one - other)
  const measured = buckets.reduce((sum, [, count]) => sum + count, 0)
  if (measured === 0) return { measured, p75: null, good: null }
  const wanted = measured * 0.75
  let below = 0
  let p75 = 0
  for (const [bucket, count] of buckets) {
    p75 = (bucket + Math.min(1, (wanted - below) / count)) * width
    below += count
    if (below >= wanted) break
  }
  const isGood = buckets.reduce((sum, [bucket, count]) => sum + (bucket * width < good ? count : 0), 0)
  return { measured, p75: Math.round(p75), good: isGood / measured }
}
