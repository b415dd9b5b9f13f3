/** The kinds of blocks a front may name: their source, their size, and the answer made of them. */
import type { Block, ExtensionBlock, Teaser } from '@lokalteil/contracts/content'
import { isRoomBlock, type FrontBlock, type RoomBlock } from '@lokalteil/contracts/publication/front'
import { LISTS } from '../article-record.ts'
import { mergeLists, type Material } from './material.ts'
import type { Size } from './page.ts'
import { toOrigin, toSectionOrigin } from './sources.ts'

type BlockNamed<Name extends FrontBlock['block']> = Extract<FrontBlock, { block: Name }>

/**
 * `place`: order of choosing articles. Short lists choose before long ones, wherever they stand; absent: in page order.
 */
type TeaserBlock<Name extends FrontBlock['block']> = {
  kind: Block['kind']
  size: Size
  place?: number
  list: (block: BlockNamed<Name>, material: Material) => readonly Teaser[]
  toBlock: (block: BlockNamed<Name>, teasers: Teaser[], material: Material) => Block | null
}

const TEASER_BLOCKS = {
  opinion: {
    kind: 'opinion',
    size: [3, 2],
    place: 2,
    // If the import marks no opinions, every article of the opinion section is one.
    list({ section }, material) {
      const marked = mergeLists([LISTS.opinion], material)
      const origin = toSectionOrigin(section, material.known)
      return marked.length >= 2 || origin === null ? marked : mergeLists(origin.lists, material)
    },
    toBlock: ({ heading = 'Meinung', section }, teasers, { known }) => ({
      kind: 'opinion',
      title: heading,
      target: toSectionOrigin(section, known)?.target ?? '',
      teasers,
    }),
  } satisfies TeaserBlock<'opinion'>,
  testReports: {
    kind: 'testReports',
    size: [3, 2],
    place: 3,
    list: (_block, material) => mergeLists([LISTS.testReports], material),
    toBlock: ({ heading = 'Im Test' }, teasers) => ({
      kind: 'testReports',
      title: heading,
      target: '/testberichte',
      teasers,
    }),
  } satisfies TeaserBlock<'testReports'>,
  video: {
    kind: 'video',
    size: [4, 2],
    place: 4,
    list: (_block, material) => mergeLists([LISTS.videos], material),
    toBlock: ({ heading = 'Videos' }, teasers) => ({ kind: 'video', title: heading, teasers }),
  } satisfies TeaserBlock<'video'>,
  mostRead: {
    kind: 'mostRead',
    size: [5, 3],
    place: 6,
    list: (_block, { mostRead }) => mostRead,
    toBlock: ({ heading = 'Meistgelesen' }, teasers) => ({ kind: 'mostRead', title: heading, teasers }),
  } satisfies TeaserBlock<'mostRead'>,
  region: {
    kind: 'region',
    size: [5, 2],
    place: 7,
    list: ({ region }, material) => mergeLists(toOrigin({ region }, material.known)?.lists ?? [], material),
    toBlock({ region, heading }, teasers, { known }) {
      const origin = toOrigin({ region }, known)
      const places = known.listChildRegions(region).map(known.toRegionRef)
      return origin === null
        ? null
        : { kind: 'region', title: heading ?? origin.title, target: origin.target, places, teasers }
    },
  } satisfies TeaserBlock<'region'>,
  timeline: {
    kind: 'timeline',
    size: [8, 4],
    list: (_block, { newest }) => newest,
    toBlock: ({ heading = 'Neueste Meldungen' }, teasers) => ({
      kind: 'timeline',
      title: heading,
      target: '/neueste-artikel',
      teasers,
    }),
  } satisfies TeaserBlock<'timeline'>,
}

type TeaserBlockName = keyof typeof TEASER_BLOCKS
export type FrontTeaserBlock = BlockNamed<TeaserBlockName>
export type FrontPlainBlock = Exclude<FrontBlock, { block: TeaserBlockName | 'lead' | 'articles' }>

export function isTeaserBlock(block: FrontBlock): block is FrontTeaserBlock {
  return Object.hasOwn(TEASER_BLOCKS, block.block)
}

export function teaserBlockOf(block: FrontTeaserBlock): TeaserBlock<TeaserBlockName> {
  const found = TEASER_BLOCKS[block.block] as unknown as TeaserBlock<TeaserBlockName>
  const [most, least] = found.size
  const { count = most } = block
  return { ...found, size: [count, Math.min(count, least)] }
}

/** When the block's articles are chosen; null: in page order. */
export function placeOf(block: FrontBlock): number | null {
  if (isTeaserBlock(block)) return teaserBlockOf(block).place ?? null
  if (block.block !== 'articles') return null
  const { source } = block
  if ('articles' in source) return 0
  if ('format' in source) return 1
  if ('by' in source) return { weight: 5, mostRead: 6, newest: null }[source.by]
  return 'section' in source ? null : 8
}

/**
 * Blocks of rooms are drawn by the page, which asks the room itself (docs/rooms.md). Ids and edits of the block are removed:
 * readers do not get them.
 */
export function toRoomBlock({
  block,
  heading = '',
  id: _id,
  edited: _edited,
  ...options
}: {
  block: string
  heading?: string | undefined
  id?: string | undefined
  edited?: unknown
}): ExtensionBlock {
  return { kind: 'extension', name: `@${block}`, title: heading, options }
}

const PLAIN_BLOCKS: {
  readonly [Name in Exclude<FrontPlainBlock, RoomBlock>['block']]: (
    block: BlockNamed<Name>,
    material: Material,
  ) => Block | null
} = {
  podcasts: ({ heading = 'Podcasts', count = 4 }, { episodes }) =>
    episodes.length === 0
      ? null
      : {
          kind: 'podcasts',
          title: heading,
          target: '/podcasts',
          episodes: episodes.slice(0, count).map(({ podcastTitle, title, target, audio, img, publishDate }) => ({
            podcastTitle,
            title,
            target,
            duration: audio.duration,
            img,
            publishDate,
          })),
        },
  newsletter({ newsletter: slug, heading }, { newsletters }) {
    const newsletter = slug === undefined ? newsletters[0] : newsletters.find((known) => known.slug === slug)
    return newsletter === undefined
      ? null
      : {
          kind: 'newsletter',
          title: heading ?? newsletter.title,
          text: newsletter.description,
          target: `/newsletter-anmeldung/${newsletter.slug}`,
        }
  },
  topics({ heading = 'Themen', count = 6 }, { topics }) {
    const shown = topics.filter(({ articleCount }) => articleCount > 0).slice(0, count)
    return shown.length < Math.min(2, count)
      ? null
      : {
          kind: 'topics',
          title: heading,
          topics: shown.map(({ id, title, target, img }) => ({ id, title, target, img })),
        }
  },
  services: ({ heading = 'Service' }, { services }) =>
    services.length === 0
      ? null
      : {
          kind: 'services',
          title: heading,
          links: services.map(({ label, target, icon }) => ({ label, target, icon: icon ?? '' })),
        },
  ad: ({ slot }) => ({ kind: 'adSlot', slot }),
  extension: ({ name, heading = '', options }) => ({ kind: 'extension', name, title: heading, options }),
}

export function toPlainBlock(block: FrontPlainBlock, material: Material): Block | null {
  if (isRoomBlock(block)) return toRoomBlock(block)
  const toBlock = PLAIN_BLOCKS[block.block as keyof typeof PLAIN_BLOCKS] as (
    block: FrontPlainBlock,
    material: Material,
  ) => Block | null
  return toBlock(block, material)
}
