/** The home page and section fronts as lists of blocks. */
import { z } from 'zod'
import { ExtensionBlock, RegionRef, SectionRef, TagRef } from './articles.ts'
import { Picture } from './pictures.ts'
import { Teaser, TeaserPage } from './teasers.ts'
import { Instant } from './values.ts'

/** A block of the home page or of a section front. Two neighbouring blocks never have the same kind. */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead'), teaser: Teaser, related: z.array(Teaser) }),
  z.object({
    kind: z.enum(['twoUp', 'threeUp', 'fourUp', 'list', 'feature']),
    title: z.string(),
    target: z.string(),
    teasers: z.array(Teaser),
  }),
  z.object({ kind: z.literal('opinion'), title: z.string(), target: z.string(), teasers: z.array(Teaser) }),
  z.object({ kind: z.literal('timeline'), title: z.string(), target: z.string(), teasers: z.array(Teaser) }),
  z.object({
    kind: z.literal('region'),
    title: z.string(),
    target: z.string(),
    places: z.array(RegionRef),
    teasers: z.array(Teaser),
  }),
  z.object({ kind: z.literal('mostRead'), title: z.string(), teasers: z.array(Teaser) }),
  z.object({ kind: z.literal('video'), title: z.string(), teasers: z.array(Teaser) }),
  z.object({ kind: z.literal('testReports'), title: z.string(), target: z.string(), teasers: z.array(Teaser) }),
  z.object({
    kind: z.literal('podcasts'),
    title: z.string(),
    target: z.string(),
    episodes: z.array(
      z.object({
        podcastTitle: z.string(),
        title: z.string(),
        target: z.string(),
        duration: z.number(),
        img: Picture.nullable(),
        publishDate: Instant,
      }),
    ),
  }),
  z.object({ kind: z.literal('newsletter'), title: z.string(), text: z.string(), target: z.string() }),
  z.object({
    kind: z.literal('topics'),
    title: z.string(),
    topics: z.array(z.object({ id: z.string(), title: z.string(), target: z.string(), img: Picture.nullable() })),
  }),
  z.object({
    kind: z.literal('services'),
    title: z.string(),
    links: z.array(z.object({ label: z.string(), target: z.string(), icon: z.string() })),
  }),
  z.object({ kind: z.literal('adSlot'), slot: z.string() }),
  ExtensionBlock,
])
export type Block = z.infer<typeof Block>

export const HomePage = z.object({ blocks: z.array(Block) })
export type HomePage = z.infer<typeof HomePage>

/** A section front, or a tag under the same address; the service decides (S2.1-07). */
export const ChannelPage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('channel'),
    path: z.string(),
    displayName: z.string(),
    seoTitle: z.string(),
    description: z.string(),
    breadcrumb: z.array(SectionRef),
    children: z.array(SectionRef),
    /** Only on page 1. */
    blocks: z.array(Block),
    ...TeaserPage.shape,
  }),
  z.object({
    kind: z.literal('tag'),
    tag: TagRef,
    ancestors: z.array(TagRef),
    children: z.array(TagRef),
    ...TeaserPage.shape,
  }),
])
export type ChannelPage = z.infer<typeof ChannelPage>
