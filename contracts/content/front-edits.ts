/** Edits that the newsroom lays over `front.yaml`, with an end: pins, removals, hidden blocks, texts of teasers. */
import { z } from 'zod'
import { SectionPath } from '../publication/values.ts'
import { FocalPoint, Picture } from './pictures.ts'
import { ArticleId } from './values.ts'

/** '' is the home page, otherwise the path of a section. */
export const FrontPath = z.union([z.literal(''), SectionPath])

/**
 * Names a block of a front: by its `id` in `front.yaml`; without one by kind, source and ordinal. A front that the folder
 * does not list has the blocks that are made for it.
 */
export const BlockName = z.object({
  id: z.string().max(100).nullable(),
  /** As in `front.yaml`: `articles`, `lead`, … */
  block: z.string().max(40),
  /** `section:sport`, `by:weight`, `articles`, `region:auenburg`, …; '' if its kind has none. */
  source: z.string().max(300),
  /** Among the blocks of this kind and source, from 0. */
  ordinal: z.number().int().min(0).max(100),
  /** The block's entry in the folder when the edit was made. */
  said: z.record(z.string().max(40), z.unknown()),
})
export type BlockName = z.infer<typeof BlockName>

const edit = {
  /** Chosen by the caller; unique on the front. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  /** Null: until somebody removes it. */
  until: z.iso.datetime({ offset: true }).nullable(),
}

export const FrontEdit = z.discriminatedUnion('kind', [
  /** Pins of a block stand first in it, in the order of the edits. Of the lead the first leads, the next two are related. */
  z.object({ ...edit, kind: z.literal('pin'), block: BlockName, article: ArticleId }),
  /** Keeps an article off the block, or with null off the whole front. */
  z.object({ ...edit, kind: z.literal('off'), block: BlockName.nullable(), article: ArticleId }),
  z.object({ ...edit, kind: z.literal('hide'), block: BlockName }),
  /** Texts and crop of an article on this front alone; null: the article's own. */
  z.object({
    ...edit,
    kind: z.literal('teaser'),
    article: ArticleId,
    title: z.string().trim().min(1).max(300).nullable(),
    titlePrefix: z.string().trim().max(100).nullable(),
    focus: FocalPoint.nullable(),
  }),
])
export type FrontEdit = z.infer<typeof FrontEdit>

export const FrontEdits = z
  .array(FrontEdit)
  .max(200)
  .refine((edits) => new Set(edits.map(({ id }) => id)).size === edits.length, { error: 'must not have an id twice' })

/**
 * `counts`: the block is as the edit found it, or the edit is about no block. `changed`: the edit counts, and the folder
 * says something else of the block by now. `noPlace`: the block is gone, or no longer of a kind for the edit, which does
 * nothing.
 */
export const EditState = z.object({
  id: edit.id,
  state: z.enum(['counts', 'changed', 'noPlace']),
  /** The block's present entry in the folder; null if the block is gone, or for an edit without a block. */
  now: z.record(z.string(), z.unknown()).nullable(),
  /** Of a pin: whether the article stands in the block. It does not if it is withdrawn, under embargo, or beyond the size. */
  isShown: z.boolean(),
})
export type EditState = z.infer<typeof EditState>

export const ShownArticle = z.object({
  id: ArticleId,
  title: z.string(),
  titlePrefix: z.string(),
  img: Picture.nullable(),
})
export type ShownArticle = z.infer<typeof ShownArticle>

/** A block of the front and its present articles. */
export const FrontSlot = z.object({
  /** For an edit that is made now. */
  name: BlockName,
  /** As readers see it; '' if it has none or is not shown. */
  heading: z.string(),
  isHidden: z.boolean(),
  /** Whether it shows articles, which can be kept off it. */
  hasArticles: z.boolean(),
  /** Not to blocks in the order of time or of views. */
  canPin: z.boolean(),
  articles: z.array(ShownArticle),
  /** Its index among the page's elements `section[data-kind]:not([data-kind=extension])`; null: it is none of them. */
  place: z.number().int().nullable(),
})
export type FrontSlot = z.infer<typeof FrontSlot>

/** A front as it looks with certain edits. */
export const FrontView = z.object({
  path: z.string(),
  /** Of the section; '' for the home page. */
  name: z.string(),
  /** Whether `front.yaml` lists its blocks, here or for a section above. */
  isListed: z.boolean(),
  slots: z.array(FrontSlot),
  /** One for each edit in force. */
  states: z.array(EditState),
  /** Pins and exclusions of `front.yaml` in force; those of the home page alone have a place. */
  folder: z.object({
    pinned: z.array(z.object({ article: ArticleId, place: z.enum(['lead', 'top']), until: z.string() })),
    excluded: z.array(z.object({ article: ArticleId, until: z.string() })),
  }),
  mostRead: z.array(ShownArticle),
})
export type FrontView = z.infer<typeof FrontView>
