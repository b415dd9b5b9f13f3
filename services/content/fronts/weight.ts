/** What an editor would put on top: fresh, own, from where the readers live, with a good picture. */
import type { Teaser } from '@lokalteil/contracts/content'
import { isLiveNow } from '@lokalteil/domain/reading/live'
import { isAtOrBelow } from '../taxonomy.ts'

const HOUR = 3_600_000

/** `ground`: sections the paper's own readers live in. What lies beside them below the same root is near as well. */
export function byWeight(teasers: readonly Teaser[], now: Date, ground: readonly string[]): Teaser[] {
  const roots = ground.map((path) => path.split('/')[0]!)
  const weigh = (teaser: Teaser) =>
    -(now.getTime() - Date.parse(teaser.publishDate)) / HOUR / 3 +
    (isLiveNow(teaser, now) ? 4 : 0) +
    (teaser.authors.some(({ urlPath }) => urlPath !== '') ? 3 : 0) +
    (roots.some((root) => isAtOrBelow(teaser.sectionPath, root)) ? 2 : 0) +
    (ground.some((path) => isAtOrBelow(teaser.sectionPath, path)) ? 6 : 0) +
    (teaser.img !== null && teaser.img.width >= 1200 ? 2 : 0) +
    (teaser.contentRestriction === 'paid' ? 1 : 0) -
    (teaser.isSoldContent || teaser.isOpinion ? 20 : 0)
  return teasers
    .map((teaser) => ({ teaser, weight: weigh(teaser) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ teaser }) => teaser)
}

/** The heaviest with a picture; opinions never lead. */
export function chooseLead(teasers: readonly Teaser[], now: Date, ground: readonly string[]): Teaser | null {
  return byWeight(teasers, now, ground).find(({ img, isOpinion }) => img !== null && !isOpinion) ?? null
}
