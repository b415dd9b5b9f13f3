/** `front.yaml`: the home page and the fronts of sections as lists of blocks. */
import { ROOM_BLOCKS } from '@lokalteil/rooms/contracts'
import { z } from 'zod'
import { SectionPath, Slug, text } from './values.ts'

export const GRID_LAYOUTS = ['twoUp', 'threeUp', 'fourUp', 'list', 'feature'] as const

const heading = text(60).optional()
/** Most articles; a block with too few for its layout is left out. */
const count = z.number().int().min(1).max(24).optional()

/** Source of a grid's articles. */
export const FrontSource = z.union(
  [
    z.strictObject({ section: SectionPath }),
    z.strictObject({ tag: Slug }),
    z.strictObject({ region: Slug }),
    z.strictObject({ topic: Slug }),
    z.strictObject({ format: z.enum(['opinion', 'report', 'interview', 'live', 'gallery', 'video', 'testReport']) }),
    z.strictObject({ by: z.enum(['newest', 'weight', 'mostRead']) }),
    /** Selected by hand: ids of articles. */
    z.strictObject({
      articles: z
        .array(z.string().regex(/^\d{1,40}$/))
        .min(1)
        .max(24),
    }),
  ],
  { error: 'must be one of { section }, { tag }, { region }, { topic }, { format }, { by }, { articles }' },
)
export type FrontSource = z.infer<typeof FrontSource>

const id = Slug.optional().describe('Names the block for edits of the office; once on a front')

type BlockOfRoom = (typeof ROOM_BLOCKS)[number]
export type RoomBlock = z.infer<BlockOfRoom>

/** The rooms that have a block. */
const BLOCK_ROOMS: readonly string[] = (ROOM_BLOCKS as readonly z.ZodObject<{ block: z.ZodLiteral<string> }>[]).map(
  ({ shape }) => shape.block.value,
)

/** Whether a room draws the block; the block has its name. */
export function isRoomBlock({ block }: { block: string }): boolean {
  return BLOCK_ROOMS.includes(block)
}

/** A cast, because the type of a list that is mapped says nothing of its entries. */
const NAMED_ROOM_BLOCKS = (ROOM_BLOCKS as readonly z.ZodObject[]).map((block) =>
  block.extend({ id }),
) as unknown as typeof ROOM_BLOCKS

export const FrontBlock = z.discriminatedUnion(
  'block',
  [
    z.strictObject({ block: z.literal('lead'), id }),
    z.strictObject({
      block: z.literal('articles'),
      id,
      source: FrontSource,
      layout: z.enum(GRID_LAYOUTS).default('threeUp'),
      count,
      heading,
    }),
    z.strictObject({ block: z.literal('region'), id, region: Slug, count, heading }),
    z.strictObject({ block: z.literal('opinion'), id, section: SectionPath.default('meinung'), count, heading }),
    z.strictObject({ block: z.literal('timeline'), id, count, heading }),
    z.strictObject({ block: z.literal('mostRead'), id, count, heading }),
    z.strictObject({ block: z.literal('video'), id, count, heading }),
    z.strictObject({ block: z.literal('testReports'), id, count, heading }),
    z.strictObject({ block: z.literal('podcasts'), id, count, heading }),
    z.strictObject({ block: z.literal('newsletter'), id, newsletter: Slug.optional(), heading }),
    z.strictObject({ block: z.literal('topics'), id, count, heading }),
    z.strictObject({ block: z.literal('services'), id, heading }),
    ...NAMED_ROOM_BLOCKS,
    z.strictObject({ block: z.literal('ad'), id, slot: text(40) }),
    z.strictObject({
      block: z.literal('extension'),
      id,
      name: Slug,
      heading,
      options: z.record(z.string(), z.unknown()).default({}),
    }),
  ],
  {
    error: `must be a block: lead, articles, region, opinion, timeline, mostRead, video, testReports, podcasts, newsletter, topics, services, ${BLOCK_ROOMS.map((room) => `${room}, `).join('')}ad or extension`,
  },
)
export type FrontBlock = z.infer<typeof FrontBlock>
/** Null: the block has no id. */
export function idOf(block: { block: string; id?: string | undefined }): string | null {
  return block.id ?? null
}

/** In the form of the file. */
export type FrontBlockSource = z.input<typeof FrontBlock>

/** Blocks of rooms below articles. `section` (and all below it) or `tag` (and all below it) selects the articles. */
const ArticleBlocks = z
  .strictObject({
    section: SectionPath.optional(),
    tag: Slug.optional(),
    blocks: z
      .array(
        // A cast, because without any room the list is empty.
        z.discriminatedUnion('block', ROOM_BLOCKS as unknown as readonly [BlockOfRoom, ...BlockOfRoom[]], {
          error: `must be a block for articles: ${BLOCK_ROOMS.join(' or ')}`,
        }),
      )
      .min(1)
      .max(3),
  })
  .refine(({ section, tag }) => (section === undefined) !== (tag === undefined), {
    error: 'must name either a section or a tag',
  })

const Until = z.iso.datetime({ offset: true, error: 'must be a time like 2026-12-24T18:00:00+01:00' })

export const Front = z.strictObject({
  /** The paper's home sections: their articles weigh more when lead and top are chosen. */
  ground: z.array(SectionPath).max(20).default([]),
  home: z.array(FrontBlock).max(60).optional().describe('Absent: a front is made of the sections'),
  /** A section without its own list uses that of its nearest parent, else the default. */
  sections: z.record(SectionPath, z.array(FrontBlock).max(40)).default({}),
  articles: z.array(ArticleBlocks).max(100).default([]).describe('The first entry that fits an article counts'),
  pinned: z
    .array(
      z.strictObject({
        article: z.string().regex(/^\d{1,40}$/),
        place: z.enum(['lead', 'top']).default('top'),
        until: Until,
      }),
    )
    .max(20)
    .default([]),
  excluded: z
    .array(z.strictObject({ article: z.string().regex(/^\d{1,40}$/), until: Until }))
    .max(200)
    .default([]),
})
export type Front = z.infer<typeof Front>
