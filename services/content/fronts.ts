/**
 * Puts a home page or a section front together from lists of teasers. The rules: no article twice on a page, no two
 * neighbours of the same kind, the lead has a picture, a block with too little to show is left out, and each
 * publication has an order of its own. Pure: the same lists give the same page.
 */
import type {
  Block,
  Episode,
  FeedNode,
  MenuEntry,
  Newsletter,
  RegionRef,
  SectionRef,
  Teaser,
  TopicRef,
} from '@lokalteil/contracts/content'
import type { Mandator } from '@lokalteil/domain/publication/publications'

type GridKind = 'twoUp' | 'threeUp' | 'fourUp' | 'list' | 'feature'

type Slot =
  | { kind: 'lead' }
  /** The best of what is left, from everywhere. */
  | { kind: 'top'; as: GridKind }
  | { kind: 'section'; path: string; as: GridKind }
  | { kind: 'region'; root: string }
  | {
      kind:
        | 'opinion'
        | 'timeline'
        | 'mostRead'
        | 'video'
        | 'testReports'
        | 'podcasts'
        | 'newsletter'
        | 'topics'
        | 'services'
    }
  | { kind: 'adSlot'; slot: string }

const ad = (slot: string): Slot => ({ kind: 'adSlot', slot })
const section = (path: string, as: GridKind): Slot => ({ kind: 'section', path, as })
const top = (as: GridKind): Slot => ({ kind: 'top', as })

const HOME: Readonly<Record<string, readonly Slot[]>> & { ak: readonly Slot[] } = {
  // The city paper: calm, one thing after the other.
  ak: [
    { kind: 'lead' },
    top('threeUp'),
    { kind: 'timeline' },
    section('lokales', 'feature'),
    ad('home-1'),
    { kind: 'opinion' },
    { kind: 'region', root: 'auenburg' },
    section('politik', 'twoUp'),
    { kind: 'mostRead' },
    { kind: 'newsletter' },
    section('sport', 'threeUp'),
    { kind: 'podcasts' },
    section('kultur', 'feature'),
    ad('home-2'),
    { kind: 'topics' },
    section('wirtschaft', 'fourUp'),
    { kind: 'video' },
    section('leben', 'list'),
    { kind: 'testReports' },
    section('wissen', 'twoUp'),
    section('blaulicht', 'list'),
    ad('home-3'),
    section('panorama', 'threeUp'),
    { kind: 'services' },
  ],
  // The harbour paper: the harbour first, brisk lists.
  fb: [
    { kind: 'region', root: 'untere-aue' },
    { kind: 'lead' },
    top('fourUp'),
    section('hafen', 'feature'),
    { kind: 'timeline' },
    ad('home-1'),
    section('blaulicht', 'list'),
    { kind: 'mostRead' },
    section('wirtschaft', 'twoUp'),
    { kind: 'opinion' },
    section('sport', 'fourUp'),
    { kind: 'podcasts' },
    section('politik', 'list'),
    { kind: 'newsletter' },
    { kind: 'video' },
    ad('home-2'),
    section('kultur', 'threeUp'),
    { kind: 'topics' },
    section('wissen', 'feature'),
    { kind: 'testReports' },
    section('leben', 'fourUp'),
    section('panorama', 'twoUp'),
    ad('home-3'),
    { kind: 'services' },
  ],
  // The country paper: the villages first, then the world.
  ht: [
    { kind: 'lead' },
    { kind: 'region', root: 'huegelland' },
    top('twoUp'),
    section('lokales/huegelland', 'list'),
    { kind: 'opinion' },
    ad('home-1'),
    section('sport', 'threeUp'),
    { kind: 'timeline' },
    section('leben', 'fourUp'),
    { kind: 'newsletter' },
    section('politik', 'feature'),
    { kind: 'mostRead' },
    { kind: 'testReports' },
    section('kultur', 'twoUp'),
    ad('home-2'),
    section('wirtschaft', 'list'),
    { kind: 'podcasts' },
    section('blaulicht', 'fourUp'),
    { kind: 'topics' },
    section('wissen', 'threeUp'),
    { kind: 'video' },
    section('panorama', 'list'),
    ad('home-3'),
    { kind: 'services' },
  ],
  // The free local edition: dense.
  la: [
    { kind: 'lead' },
    top('list'),
    { kind: 'timeline' },
    ad('home-1'),
    section('blaulicht', 'fourUp'),
    { kind: 'mostRead' },
    section('lokales', 'list'),
    { kind: 'region', root: 'huegelland' },
    { kind: 'testReports' },
    section('freizeit', 'fourUp'),
    { kind: 'services' },
    section('sport', 'list'),
    ad('home-2'),
    section('leben', 'fourUp'),
    { kind: 'newsletter' },
    { kind: 'topics' },
    section('wirtschaft', 'list'),
    { kind: 'video' },
    section('kultur', 'threeUp'),
    { kind: 'podcasts' },
    section('panorama', 'list'),
    { kind: 'opinion' },
    ad('home-3'),
  ],
}

/** Sections a publication's own readers live in: they weigh more for its lead and its top. */
const HOME_GROUND: Readonly<Record<Mandator, readonly string[]>> = {
  ak: ['lokales/auenburg'],
  fb: ['hafen', 'lokales/hafenrode', 'lokales/untere-aue'],
  ht: ['lokales/huegelland', 'lokales/tannau', 'lokales/talheim'],
  la: ['lokales/talheim', 'lokales/tannau', 'blaulicht', 'freizeit'],
}

/** How many a block shows, and with how few it still may stand. */
const SIZES: Readonly<Record<GridKind, readonly [number, number]>> = {
  twoUp: [2, 2],
  threeUp: [3, 3],
  fourUp: [4, 4],
  list: [6, 3],
  feature: [4, 3],
}
/** What a block becomes when its neighbour looks the same. */
const OTHER: Readonly<Record<GridKind, GridKind>> = {
  twoUp: 'threeUp',
  threeUp: 'twoUp',
  fourUp: 'list',
  list: 'fourUp',
  feature: 'threeUp',
}

export type HomeInput = {
  publication: Mandator
  now: Date
  newest: readonly Teaser[]
  /** By path, for every section of `listHomeSections`. */
  sections: ReadonlyMap<string, { name: string; teasers: readonly Teaser[] }>
  opinion: readonly Teaser[]
  videos: readonly Teaser[]
  testReports: readonly Teaser[]
  mostRead: readonly Teaser[]
  regions: ReadonlyMap<string, { region: RegionRef; places: readonly RegionRef[]; teasers: readonly Teaser[] }>
  episodes: readonly (Episode & { podcastTitle: string })[]
  newsletter: Newsletter | null
  topics: readonly TopicRef[]
  services: readonly MenuEntry[]
}

export function listHomeSections(publication: Mandator): string[] {
  return (HOME[publication] ?? HOME.ak).flatMap((slot) => (slot.kind === 'section' ? [slot.path] : []))
}

export function listHomeRegions(publication: Mandator): string[] {
  return (HOME[publication] ?? HOME.ak).flatMap((slot) => (slot.kind === 'region' ? [slot.root] : []))
}

export function composeHome(input: HomeInput): Block[] {
  const page = createPage()
  const slots = HOME[input.publication] ?? HOME.ak
  // Chosen first wherever they stand: a plain section block must not take the lead, or empty the lists that are short.
  const lead = chooseLead(input.newest, input.now, HOME_GROUND[input.publication] ?? [])
  if (lead !== null) page.used.add(lead.documentId)
  const chosen = new Map<Slot, Teaser[]>()
  for (const kind of ['opinion', 'testReports', 'video', 'top', 'mostRead', 'region'] as const) {
    for (const slot of slots) if (slot.kind === kind) chosen.set(slot, reserve(slot, input, page))
  }
  for (const slot of slots) page.add(toHomeBlock(slot, input, page, lead, chosen.get(slot) ?? []))
  return page.finish()
}

function reserve(slot: Slot, input: HomeInput, page: Page): Teaser[] {
  switch (slot.kind) {
    case 'opinion':
      return page.take(input.opinion, 3, 2) ?? []
    case 'testReports':
      return page.take(input.testReports, 3, 2) ?? []
    case 'video':
      return page.take(input.videos, 4, 2) ?? []
    case 'top':
      return page.take(byWeight(input.newest, input.now, HOME_GROUND[input.publication] ?? []), ...SIZES[slot.as]) ?? []
    case 'mostRead':
      return page.take(input.mostRead, 5, 3) ?? []
    case 'region':
      return withPicturesFirst(page.take(input.regions.get(slot.root)?.teasers ?? [], 5, 2) ?? [])
    default:
      return []
  }
}

function toHomeBlock(slot: Slot, input: HomeInput, page: Page, lead: Teaser | null, teasers: Teaser[]): Block | null {
  switch (slot.kind) {
    case 'lead':
      return lead === null ? null : toLead(lead, input.newest, page)
    case 'top':
      for (const { documentId } of teasers) page.used.delete(documentId)
      return page.grid(slot.as, '', '', teasers)
    case 'section': {
      const found = input.sections.get(slot.path)
      return found === undefined ? null : page.grid(slot.as, found.name, `/${slot.path}`, found.teasers)
    }
    case 'region': {
      const found = input.regions.get(slot.root)
      return found === undefined || teasers.length === 0
        ? null
        : { kind: 'region', title: found.region.label, target: found.region.target, places: [...found.places], teasers }
    }
    case 'opinion':
      return teasers.length === 0 ? null : { kind: 'opinion', title: 'Meinung', target: '/meinung', teasers }
    case 'timeline': {
      const newest = page.take(input.newest, 8, 4)
      return newest === null
        ? null
        : { kind: 'timeline', title: 'Neueste Meldungen', target: '/neueste-artikel', teasers: newest }
    }
    case 'mostRead':
      return teasers.length === 0 ? null : { kind: 'mostRead', title: 'Meistgelesen', teasers }
    case 'video':
      return teasers.length === 0 ? null : { kind: 'video', title: 'Videos', teasers }
    case 'testReports':
      return teasers.length === 0 ? null : { kind: 'testReports', title: 'Im Test', target: '/testberichte', teasers }
    case 'podcasts':
      return toPodcasts(input.episodes)
    case 'newsletter':
      return toNewsletter(input.newsletter)
    case 'topics':
      return toTopics(input.topics)
    case 'services':
      return input.services.length === 0
        ? null
        : {
            kind: 'services',
            title: 'Service',
            links: input.services.map(({ label, target, icon }) => ({ label, target, icon: icon ?? '' })),
          }
    case 'adSlot':
      return { kind: 'adSlot', slot: slot.slot }
  }
}

export type SectionInput = {
  section: { path: string; name: string }
  now: Date
  /** The newest of the section: page 1 of its list. */
  teasers: readonly Teaser[]
  children: readonly SectionRef[]
  /** Newest of the sections below, by path. */
  below: ReadonlyMap<string, readonly Teaser[]>
  regions: readonly FeedNode[]
  topics: readonly TopicRef[]
  newsletter: Newsletter | null
}

/** The blocks of page 1, and what is left of its list. */
export function composeSection(input: SectionInput): { blocks: Block[]; rest: Teaser[] } {
  const page = createPage()
  const {
    teasers,
    section: { path },
  } = input
  // A short section is a list; blocks would only tear it apart.
  if (teasers.length < 6) return { blocks: [], rest: [...teasers] }
  const lead = chooseLead(teasers, input.now, [])
  if (lead !== null) {
    page.used.add(lead.documentId)
    page.add(toLead(lead, teasers, page))
  }
  page.add(page.grid('threeUp', '', '', teasers))
  if (path === 'meinung') {
    const opinions = page.take(teasers, 4, 2)
    page.add(opinions === null ? null : { kind: 'opinion', title: 'Kommentare', target: '', teasers: opinions })
  }
  const region = path.startsWith('lokales')
    ? (input.regions.find((node) => node.target === `/${path}`) ??
      (path === 'lokales'
        ? { id: '', label: 'Aus den Orten', target: '/meineregion', children: input.regions }
        : undefined))
    : undefined
  if (region !== undefined) {
    const local = page.take(teasers, 4, 2)
    page.add(
      local === null
        ? null
        : {
            kind: 'region',
            title: region.label,
            target: region.target,
            places: region.children.map(({ id, label, target }) => ({ id, label, target })),
            teasers: local,
          },
    )
  }
  page.add({ kind: 'adSlot', slot: 'channel-1' })
  // The list keeps at least a dozen entries of its own page.
  const forms: readonly GridKind[] = ['fourUp', 'feature', 'twoUp', 'list']
  for (const [index, child] of input.children.entries()) {
    const own = new Set(teasers.map(({ documentId }) => documentId))
    const older = (input.below.get(child.path) ?? []).filter(({ documentId }) => !own.has(documentId))
    page.add(page.grid(forms[index % forms.length]!, child.displayName, `/${child.path}`, older))
  }
  page.add(path.includes('/') ? null : toTopics(input.topics))
  page.add(path === 'lokales' ? toNewsletter(input.newsletter) : null)
  return { blocks: page.finish(), rest: teasers.filter(({ documentId }) => !page.used.has(documentId)) }
}

type Page = ReturnType<typeof createPage>

function createPage() {
  const used = new Set<string>()
  const blocks: Block[] = []
  const page = {
    used,
    /** The first `most` nobody showed yet; null when there are fewer than `least`. */
    take(teasers: readonly Teaser[], most: number, least: number): Teaser[] | null {
      const chosen = teasers.filter(({ documentId }) => !used.has(documentId)).slice(0, most)
      if (chosen.length < least) return null
      for (const { documentId } of chosen) used.add(documentId)
      return chosen
    },
    grid(as: GridKind, title: string, target: string, teasers: readonly Teaser[]): Block | null {
      const before = blocks.at(-1)?.kind
      const free = teasers.filter(({ documentId }) => !used.has(documentId)).length
      const forms: readonly GridKind[] = [as, OTHER[as], 'threeUp', 'twoUp']
      const kind = forms.find((form) => form !== before && free >= SIZES[form][1])
      if (kind === undefined) return null
      const [most, least] = SIZES[kind]
      // Large pictures first where the form lives from them; the order within stays by time.
      const ordered =
        kind === 'list' ? teasers : [...teasers].sort((a, b) => Number(b.img !== null) - Number(a.img !== null))
      const chosen = page.take(ordered, most, least)
      return chosen === null ? null : { kind, title, target, teasers: chosen }
    },
    add(block: Block | null): void {
      if (block === null) return
      if (blocks.at(-1)?.kind === block.kind) {
        if (block.kind === 'adSlot') return
        // Cannot be shown beside its like, so its articles are free for the next.
        if ('teasers' in block) for (const { documentId } of block.teasers) used.delete(documentId)
        return
      }
      blocks.push(block)
    },
    finish(): Block[] {
      return blocks.at(-1)?.kind === 'adSlot' ? blocks.slice(0, -1) : blocks
    },
  }
  return page
}

function chooseLead(teasers: readonly Teaser[], now: Date, ground: readonly string[]): Teaser | null {
  return byWeight(teasers, now, ground).find(({ img, isOpinion }) => img !== null && !isOpinion) ?? null
}

/** Two more on the lead's subject, else none. */
function toLead(teaser: Teaser, others: readonly Teaser[], page: Page): Block {
  const mainTag = teaser.tagIds[0]
  const related =
    mainTag === undefined
      ? []
      : others.filter((other) => other.documentId !== teaser.documentId && other.tagIds.includes(mainTag))
  return { kind: 'lead', teaser, related: page.take(related, 2, 1) ?? [] }
}

/** The first two of a region block show their pictures, the rest are lines of text. */
function withPicturesFirst(teasers: readonly Teaser[]): Teaser[] {
  return [...teasers].sort((a, b) => Number(a.img === null) - Number(b.img === null))
}

const HOUR = 3_600_000

/** What an editor would put on top: fresh, own, local, with a good picture. */
function byWeight(teasers: readonly Teaser[], now: Date, ground: readonly string[]): Teaser[] {
  const weigh = (teaser: Teaser) =>
    -(now.getTime() - Date.parse(teaser.publishDate)) / HOUR / 3 +
    (teaser.isLive ? 4 : 0) +
    (teaser.authors.some(({ urlPath }) => urlPath !== '') ? 3 : 0) +
    (/^(lokales|hafen|blaulicht)/.test(teaser.sectionPath) ? 2 : 0) +
    (ground.some((path) => teaser.sectionPath === path || teaser.sectionPath.startsWith(`${path}/`)) ? 6 : 0) +
    (teaser.img !== null && teaser.img.width >= 1200 ? 2 : 0) +
    (teaser.contentRestriction === 'paid' ? 1 : 0) -
    (teaser.isSoldContent || teaser.isOpinion ? 20 : 0)
  return teasers
    .map((teaser) => ({ teaser, weight: weigh(teaser) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ teaser }) => teaser)
}

function toPodcasts(episodes: HomeInput['episodes']): Block | null {
  if (episodes.length === 0) return null
  return {
    kind: 'podcasts',
    title: 'Podcasts',
    target: '/podcasts',
    episodes: episodes.slice(0, 4).map(({ podcastTitle, title, target, audio, img, publishDate }) => ({
      podcastTitle,
      title,
      target,
      duration: audio.duration,
      img,
      publishDate,
    })),
  }
}

function toNewsletter(newsletter: Newsletter | null): Block | null {
  if (newsletter === null) return null
  return {
    kind: 'newsletter',
    title: newsletter.title,
    text: newsletter.description,
    target: `/newsletter-anmeldung/${newsletter.slug}`,
  }
}

function toTopics(topics: readonly TopicRef[]): Block | null {
  const shown = topics.filter(({ articleCount }) => articleCount > 0).slice(0, 6)
  return shown.length < 2
    ? null
    : {
        kind: 'topics',
        title: 'Themen',
        topics: shown.map(({ id, title, target, img }) => ({ id, title, target, img })),
      }
}
