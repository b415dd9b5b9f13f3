/**
 * Resolves the sources that a front names (sections, tags, regions, topics, formats) to lists of articles with a
 * heading.
 */
import { isRoomBlock, type FrontBlock, type FrontSource } from '@lokalteil/contracts/publication/front'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { LISTS } from '../article-record.ts'
import type { Taxonomy } from '../taxonomy.ts'

/** `lists`: names of lists; several are merged, newest first. */
export type Origin = { lists: readonly string[]; title: string; target: string }

type Format = Extract<FrontSource, { format: unknown }>['format']

const FORMATS: Readonly<Record<Format, Origin>> = {
  opinion: { lists: [LISTS.opinion], title: 'Meinung', target: '' },
  report: { lists: [LISTS.format('report')], title: 'Reportagen', target: '' },
  interview: { lists: [LISTS.format('interview')], title: 'Interviews', target: '' },
  live: { lists: [LISTS.format('live')], title: 'Live', target: '' },
  gallery: { lists: [LISTS.format('gallery')], title: 'Bilder', target: '' },
  video: { lists: [LISTS.videos], title: 'Videos', target: '' },
  testReport: { lists: [LISTS.testReports], title: 'Im Test', target: '/testberichte' },
}

const UNNAMED: Origin = { lists: [], title: '', target: '' }

/** Null: the publication has nothing of that name. */
export function toOrigin(source: FrontSource, known: Taxonomy): Origin | null {
  if ('section' in source) return toSectionOrigin(source.section, known)
  if ('region' in source) {
    const region = known.getRegion(source.region)
    if (region === null) return null
    const { label, target } = known.toRegionRef(region)
    return { lists: [LISTS.region(region.id)], title: label, target }
  }
  if ('tag' in source) {
    const tag = known.getTagBySlug(source.tag)
    if (tag === null) return null
    const { displayName, fullPath } = known.toTagRef(tag)
    return { lists: [LISTS.tag(tag.id)], title: displayName, target: fullPath }
  }
  if ('topic' in source) {
    const topic = known.getTopic(source.topic)
    if (topic === null) return null
    const { id, title, tagIds } = topic
    return { lists: tagIds.map(LISTS.tag), title, target: buildPath({ name: 'topic', id, page: null }) }
  }
  if ('format' in source) return FORMATS[source.format]
  return 'by' in source && source.by === 'mostRead' ? { ...UNNAMED, title: 'Meistgelesen' } : UNNAMED
}

export function toSectionOrigin(path: string, known: Taxonomy): Origin | null {
  const section = known.getSection(path)
  return section === null ? null : { lists: [LISTS.section(path)], title: section.name, target: `/${path}` }
}

/** The material that the blocks of a front need. */
export type Needs = {
  lists: Set<string>
  /** Ids of articles chosen by hand. */
  ids: Set<string>
  /** The most articles that one block shows. */
  most: number
} & Record<'mostRead' | 'podcasts' | 'newsletter' | 'topics' | 'services', boolean>

export function toNeeds(blocks: readonly FrontBlock[], known: Taxonomy): Needs {
  const has = (kind: FrontBlock['block']) => blocks.some(({ block }) => block === kind)
  const sources = blocks.flatMap((block) => (block.block === 'articles' ? [block.source] : []))
  return {
    lists: new Set(blocks.flatMap((block) => listListsOf(block, known))),
    ids: new Set(sources.flatMap((source) => ('articles' in source ? source.articles : []))),
    most: Math.max(0, ...blocks.map((block) => ('count' in block && !isRoomBlock(block) ? (block.count ?? 0) : 0))),
    mostRead: has('mostRead') || sources.some((source) => 'by' in source && source.by === 'mostRead'),
    podcasts: has('podcasts'),
    newsletter: has('newsletter'),
    topics: has('topics'),
    services: has('services'),
  }
}

function listListsOf(block: FrontBlock, known: Taxonomy): readonly string[] {
  switch (block.block) {
    case 'articles':
      return toOrigin(block.source, known)?.lists ?? []
    case 'region':
      return toOrigin({ region: block.region }, known)?.lists ?? []
    case 'opinion':
      return [LISTS.opinion, ...(toSectionOrigin(block.section, known)?.lists ?? [])]
    case 'video':
      return [LISTS.videos]
    case 'testReports':
      return [LISTS.testReports]
    default:
      return []
  }
}
