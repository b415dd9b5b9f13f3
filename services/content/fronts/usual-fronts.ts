/** Fronts without a list of blocks: a home page from the sections, and the usual front of a section. */
import type { Block, FeedNode, SectionRef, Teaser } from '@lokalteil/contracts/content'
import { Front, type FrontBlock } from '@lokalteil/contracts/publication/front'
import { LISTS } from '../article-record.ts'
import { toPathsUpwards, type Taxonomy } from '../taxonomy.ts'
import { toPlainBlock } from './blocks.ts'
import { toLead } from './compose-front.ts'
import { isNewsletterOf, mergeLists, type Material } from './material.ts'
import { add, createPage, finish, listFree, take, toGrid, type GridKind } from './page.ts'
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

/** The blocks whose material `composeUsualSection` needs. */
export function listUsualSectionBlocks(children: readonly SectionRef[]): FrontBlock[] {
  return [
    ...children.map(({ path }): FrontBlock => ({ block: 'articles', source: { section: path }, layout: 'list' })),
    { block: 'topics' },
    { block: 'newsletter' },
  ]
}

const CHILD_LAYOUTS: readonly GridKind[] = ['fourUp', 'feature', 'twoUp', 'list']

/** `material`: of this section. Blocks of sections below leave out the articles that the page's own list shows. */
export function composeUsualSection(
  path: string,
  children: readonly SectionRef[],
  material: Material,
  hidden: ReadonlySet<string>,
): Block[] {
  const { newest, known } = material
  // A short section is a plain list, which blocks would tear apart.
  if (newest.length < 6) return []
  const page = createPage({ hidden })
  const own = new Set(newest.map(({ documentId }) => documentId))
  const lead = chooseLead(listFree(page, newest), material.now, [])
  if (lead !== null) {
    take(page, 'lead', [lead], [1, 1])
    add(page, toLead(lead, newest, page))
  }
  add(page, toGrid(page, { layout: 'threeUp', title: '', target: '' }, newest))
  if (isMostlyOpinion(newest)) {
    const teasers = take(page, 'opinion', newest, [4, 2])
    add(page, teasers === null ? null : { kind: 'opinion', title: 'Kommentare', target: '', teasers })
  }
  const places = findPlaces(path, known)
  if (places !== null) {
    const { label, target } = places
    const teasers = take(page, 'region', newest, [4, 2])
    const refs = places.children.map((place) => ({ id: place.id, label: place.label, target: place.target }))
    add(page, teasers === null ? null : { kind: 'region', title: label, target, places: refs, teasers })
  }
  add(page, { kind: 'adSlot', slot: 'channel-1' })
  for (const [index, child] of children.entries()) {
    const older = mergeLists([LISTS.section(child.path)], material).filter(({ documentId }) => !own.has(documentId))
    const layout = CHILD_LAYOUTS[index % CHILD_LAYOUTS.length]!
    add(page, toGrid(page, { layout, title: child.displayName, target: `/${child.path}` }, older))
  }
  if (!path.includes('/')) add(page, toPlainBlock({ block: 'topics' }, material))
  const newsletter = material.newsletters.find((one) => isNewsletterOf(one, path))
  if (newsletter !== undefined) add(page, toPlainBlock({ block: 'newsletter', newsletter: newsletter.slug }, material))
  return finish(page)
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
