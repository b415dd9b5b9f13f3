/** What importers hand over. */
import { z } from 'zod'
import { Article } from './articles.ts'
import { ContentItem } from './body.ts'
import { Picture } from './pictures.ts'
import { ContentRestriction } from './teasers.ts'
import { Instant } from './values.ts'

/** The article itself as sound. */
export const IncomingAudio = z.object({
  /** Of the store (`/_media/import/…`), or https: elsewhere it is a link. */
  src: z.string().min(1).max(2000),
  mimeType: z.string().regex(/^audio\/[\w.+-]{1,60}$/),
  /** 0: not known. */
  durationSeconds: z.number().min(0).max(86_400),
  /** `synthetic` is labelled as a machine's voice. */
  kind: z.enum(['read', 'synthetic']),
})
export type IncomingAudio = z.infer<typeof IncomingAudio>

/** A document as an importer hands it over: already cleaned, in our own blocks. */
export const IncomingDocument = z.object({
  /** Stable id at the source, e.g. `urn:newsml:dpa.com:20090101:…`. */
  sourceId: z.string().min(1).max(500),
  version: z.number().int().nonnegative(),
  /** The address at the source: the same article where the id is another one or not unique. */
  link: z.url().max(1000).optional(),
  /** The `sourceId` of a document whose place this one takes. */
  replaces: z.string().min(1).max(500).optional(),
  /**
   * Of sources without versions: a digest of the text, and when the source was in this state. The same version with
   * another digest is a correction, unless a later state is stored.
   */
  fingerprint: z.object({ digest: z.string().min(1).max(100), takenAt: Instant }).optional(),
  status: z.enum(['usable', 'canceled', 'withheld']),
  /** Not shown before. */
  embargo: Instant.nullable(),
  publishDate: Instant,
  updateDate: Instant.nullable(),
  language: z.string(),
  /** 1 (flash) to 8; 1 and 2 open breaking news. */
  urgency: z.number().int().min(1).max(9),
  kind: Article.shape.kind,
  title: z.string().min(1).max(500),
  titlePrefix: z.string().max(200),
  teaserTextHtml: z.string(),
  contentRestriction: ContentRestriction,
  /** A section path. */
  sectionPath: z.string(),
  /**
   * A name for each segment of the path: what is missing of it is made under these names. Without them an unknown
   * section gives way to the nearest above it that the publication has, at last to "panorama" or "nachrichten".
   */
  sectionNames: z.array(z.string().max(100)).max(6).optional(),
  tags: z.array(z.string()),
  regions: z.array(z.string()),
  authors: z.array(z.string()),
  /** Of those authors that the publication has no portrait of. */
  portraits: z
    .array(z.object({ name: z.string().max(200), picture: Picture }))
    .max(12)
    .optional(),
  source: z.string(),
  isOpinion: z.boolean(),
  correction: z.string(),
  /** All of them; what is stored stays where this does not name it. */
  corrections: Article.shape.corrections,
  provenance: Article.shape.provenance,
  aiUse: Article.shape.aiUse.optional(),
  comments: Article.shape.comments,
  picture: Picture.nullable(),
  contentItems: z.array(ContentItem),
  /** Paid as the text is. */
  audio: IncomingAudio.optional(),
  /** Where it was to be had at the publisher's former site, as paths in the one spelling of `toFormerAddress`. */
  formerAddresses: z.array(z.string().min(2).max(1000)).max(20).optional(),
})
export type IncomingDocument = z.infer<typeof IncomingDocument>
