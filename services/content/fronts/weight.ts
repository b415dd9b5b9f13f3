/** Ranks articles as an editor would: fresh, own, from near the readers, with a good picture. */
import type { Teaser } from '@lokalteil/contracts/content'
import { isLiveNow } from '@lokalteil/domain/reading/live'
import { isAtOrBelow } from '@lokalteil/domain/section-path'

const HOUR = 3_600_000

/** `ground`: sections of the paper's own area. Their sisters under the same root count as near, too. */
export function byWeight(teasers: readonly Teaser[], now: Date, ground: readonly string[]): Teaser[] {
  return weighAll(teasers, now, ground).map(({ teaser }) => teaser)
}

function weighAll(teasers: readonly Teaser[], now: Date, ground: readonly string[]) {
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
  return teasers.map((teaser) => ({ teaser, weight: weigh(teaser) })).sort((a, b) => b.weight - a.weight)
}

/** How much less an article with a picture may weigh and still lead; it equals half a day of age. */
const PICTURE_ADVANTAGE = 4

/**
 * The weightiest with a picture, or the weightiest of all if it outweighs that by more than the advantage. Opinions and
 * advertising never lead.
 */
export function chooseLead(teasers: readonly Teaser[], now: Date, ground: readonly string[]): Teaser | null {
  const news = weighAll(teasers, now, ground).filter(({ teaser }) => !teaser.isOpinion && !teaser.isSoldContent)
  const pictured = news.find(({ teaser }) => teaser.img !== null)
  const [heaviest] = news
  if (heaviest === undefined) return null
  return (pictured !== undefined && heaviest.weight - pictured.weight <= PICTURE_ADVANTAGE ? pictured : heaviest).teaser
}
