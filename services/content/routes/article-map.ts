/**
 * The map beside an article: its places on the geodata of the publication that shows it. Null without geodata or
 * places.
 */
import type { ArticleMap } from '@lokalteil/contracts/content'
import { drawPlaceMap, type Geodata } from '@lokalteil/domain/display/place-map'
import { cached, type ContentContext, type PublicationContext } from '../context.ts'
import type { Region, Taxonomy } from '../taxonomy.ts'
import { loadEntries } from './entries.ts'

const MAP_MS = 30_000
const MOST_PLACES = 5

export async function loadArticleMap(
  content: ContentContext,
  context: PublicationContext,
  regions: readonly Region[],
  known: Taxonomy,
): Promise<ArticleMap | null> {
  if (regions.length === 0) return null
  const { code } = context.publication
  const load = async () => (await loadEntries<Geodata>(content, 'map', context))[0] ?? null
  const geodata = await cached(content, `map|${code}`, load, MAP_MS)
  if (geodata === null) return null
  const key = `map|${code}|${regions.map(({ id }) => id).join()}`
  const toPlace = ({ id, label }: Region) => ({ id, name: label })
  // If a place is named, the region around it adds nothing.
  const above = new Set(regions.flatMap(({ id }) => known.listRegionAncestors(id).map((region) => region.id)))
  const marked = regions.filter(({ id }) => !above.has(id)).slice(0, MOST_PLACES)
  const others = known.regions.filter(({ isCurated, id }) => isCurated && !marked.some((one) => one.id === id))
  return cached(content, key, async () => drawPlaceMap(geodata, marked.map(toPlace), others.map(toPlace)), MAP_MS)
}
