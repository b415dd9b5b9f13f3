/** Fronts without a list of blocks: a home page from the sections, and the usual front of a section. */
import type { Block, FeedNode, Newsletter, SectionRef, Teaser } from '@lokalteil/contracts/content'
import { Front, type FrontBlock } from '@lokalteil/contracts/publication/front'
import { LISTS } from '../article-record.ts'
import { toPathsUpwards, type Taxonomy } from '../taxonomy.ts'
import { toPlainBlock } from './blocks.ts'
import { offerTo, toLead } from './compose-front.ts'
import type { Slot } from './front-edits.ts'
import { isNewsletterOf, mergeLists, type Material } from './material.ts'
import { add, createPage, finish, listFree, take, toGrid, type Composed, type GridKind } from './page.ts'
import { chooseLead } from './weight.ts'

/** The front of a publication whose folder names none. */
export const NO_FRONT: Front = Front.parse({})

/** The section of opinions unless the folder names one. */
const OPINION_SECTION = 'meinung'

const BLOCKS_BETWEEN: readonly FrontBlock[][] = [
  [
    { block: 'ad', slot: 'home-1' },
    { block: 'opinion', section: OPINION_SECTION },
  ],
  [{ block: 'mostRead' }, { block: 'newsletter' }],
  [{ block: 'podcasts' }],
  [{ block: 'ad', slot: 'home-2' }, { block: 'topics' }],
  [{ block: 'video' }],
  [{ block: 'testReports' }],
]
const HOME_LAYOUTS: readonly GridKind[] = ['feature', 'twoUp', 'threeUp', 'list', 'fourUp']

/** The sections in their order, and between them the blocks beside articles. */
export function toUsualHome(sections: readonly SectionRef[]): FrontBlock[] {
  const shown = sections.filter(({ path }) => path !== OPINION_SECTION)
  const steps = Math.max(shown.length, BLOCKS_BETWEEN.length)
  return [
    { block: 'lead' },
    { block: 'articles', source: { by: 'weight' }, layout: 'threeUp' },
    { block: 'timeline' },
    ...Array.from({ length: steps }, (_unused, step): FrontBlock[] => {
      const section = shown[step]
      const layout = HOME_LAYOUTS[step % HOME_LAYOUTS.length]!
      return [
        ...(section === undefined ? [] : [{ block: 'articles' as const, source: { section: section.path }, layout }]),
        ...(BLOCKS_BETWEEN[step] ?? []),
      ]
    }).flat(),
    { block: 'ad', slot: 'home-3' },
    { block: 'services' },
  ]
}

/** The section's own list of blocks, else that of the nearest section above; null: the usual one. */
export function findSectionFront({ sections }: Pick<Front, 'sections'>, path: string): readonly FrontBlock[] | null {
  for (const above of toPathsUpwards(path)) if (Object.hasOwn(sections, above)) return sections[above]!
  return null
}

const CHILD_LAYOUTS: readonly GridKind[] = ['fourUp', 'feature', 'twoUp', 'list']

/** The blocks of a section without a list of its own; `newest`: the articles of its first page. */
export function toUsualSection(
  path: string,
  children: readonly SectionRef[],
  newest: readonly Teaser[],
  known: Taxonomy,
  newsletters: readonly Newsletter[],
): FrontBlock[] {
  // A short section is a plain list, which blocks would tear apart.
  if (newest.length < 6) return []
  const newsletter = newsletters.find((one) => isNewsletterOf(one, path))
  return [
    { block: 'lead' },
    { block: 'articles', source: { by: 'newest' }, layout: 'threeUp' },
    ...(isMostlyOpinion(newest) ? [{ block: 'opinion' as const, section: path, count: 4, heading: 'Kommentare' }] : []),
    ...(findPlaces(path, known) === null ? [] : [{ block: 'region' as const, region: path, count: 4 }]),
    { block: 'ad', slot: 'channel-1' },
    ...children.map((child, index): FrontBlock => ({
      block: 'articles',
      source: { section: child.path },
      layout: CHILD_LAYOUTS[index % CHILD_LAYOUTS.length]!,
    })),
    ...(path.includes('/') ? [] : [{ block: 'topics' as const }]),
    ...(newsletter === undefined ? [] : [{ block: 'newsletter' as const, newsletter: newsletter.slug }]),
  ]
}

/**
 * `slots`: blocks of `toUsualSection`. `material`: of this section. Blocks of sections below leave out the articles that
 * the page's own list shows.
 */
export function composeUsualSection(
  path: string,
  slots: readonly Slot[],
  material: Material,
  hidden: ReadonlySet<string>,
): Composed {
  const { newest, known } = material
  const offers = offerTo(slots, material, hidden)
  const page = createPage({ hidden, fixed: offers.pinned })
  const own = new Set(newest.map(({ documentId }) => documentId))
  for (const slot of slots) add(page, toBlock(slot), slot.edited?.at)
  return finish(page)

  function toBlock(slot: Slot): Block | null {
    switch (slot.block) {
      case 'lead': {
        const [pinned] = offers.pinnedTo(slot)
        const listed = offers.of(slot, newest)
        const lead = pinned ?? chooseLead(listFree(page, listed), material.now, [])
        if (lead === null) return null
        take(page, 'lead', [lead], [1, 1])
        return toLead(lead, listed, page, offers.pinnedTo(slot))
      }
      case 'articles': {
        const { source, layout } = slot
        if (!('section' in source)) return toGrid(page, { layout, title: '', target: '' }, offers.of(slot, newest))
        const older = mergeLists([LISTS.section(source.section)], material).filter(
          ({ documentId }) => !own.has(documentId),
        )
        const title = known.getSection(source.section)?.name ?? ''
        return toGrid(page, { layout, title, target: `/${source.section}` }, offers.of(slot, older))
      }
      case 'opinion': {
        const teasers = take(page, 'opinion', offers.of(slot, newest), [4, 2])
        return teasers === null ? null : { kind: 'opinion', title: slot.heading ?? '', target: '', teasers }
      }
      case 'region': {
        const places = findPlaces(path, known)
        const teasers = places === null ? null : take(page, 'region', offers.of(slot, newest), [4, 2])
        if (places === null || teasers === null) return null
        const refs = places.children.map((place) => ({ id: place.id, label: place.label, target: place.target }))
        return { kind: 'region', title: places.label, target: places.target, places: refs, teasers }
      }
      case 'ad':
      case 'topics':
      case 'newsletter':
        return toPlainBlock(slot, material)
      default:
        return null
    }
  }
}

function isMostlyOpinion(teasers: readonly Teaser[]): boolean {
  return teasers.filter(({ isOpinion }) => isOpinion).length * 2 >= teasers.length
}

/** The region that belongs to the section, or the regions below it. */
function findPlaces(path: string, known: Taxonomy): Omit<FeedNode, 'id'> | null {
  const regions = known.toRegionTree()
  const own = regions.find(({ target }) => target === `/${path}`)
  if (own !== undefined) return own
  const below = regions.filter(({ target }) => target.startsWith(`/${path}/`))
  return below.length === 0 ? null : { label: 'Aus den Orten', target: '/meineregion', children: below }
}
