/** Documents delivered by importers. */
import { z } from 'zod'
import { Article } from './articles.ts'
import { ContentItem } from './body.ts'
import { Picture } from './pictures.ts'
import { ContentRestriction } from './teasers.ts'
import { Instant } from './values.ts'

/** A recording of the article itself. */
export const IncomingAudio = z.object({
  /** Path in the media store (`/_media/import/…`), or an https address elsewhere, which is shown as a link. */
  src: z.string().min(1).max(2000),
  mimeType: z.string().regex(/^audio\/[\w.+-]{1,60}$/),
  /** 0: unknown. */
  durationSeconds: z.number().min(0).max(86_400),
  /** `synthetic` is labelled as a machine's voice. */
  kind: z.enum(['read', 'synthetic']),
})
export type IncomingAudio = z.infer<typeof IncomingAudio>

/** A document from an importer, already sanitised and in our blocks. */
export const IncomingDocument = z.object({
  /** Stable id at the source, e.g. `urn:newsml:dpa.com:20090101:…`. */
  sourceId: z.string().min(1).max(500),
  version: z.number().int().nonnegative(),
  /** Address at the source. It identifies the article if the id changed or is not unique. */
  link: z.url().max(1000).optional(),
  /** `sourceId` of a document that this one replaces. */
  replaces: z.string().min(1).max(500).optional(),
  /**
   * For sources without versions: a digest of the text, and the time at which the source had it. The same version with
   * another digest is a correction, unless a later state is stored already.
   */
  fingerprint: z.object({ digest: z.string().min(1).max(100), takenAt: Instant }).optional(),
  status: z.enum(['usable', 'canceled', 'withheld']),
  /** Not shown before this time. */
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
   * A name for each segment of the path: missing sections are created with these names. Without names, an unknown
   * section is replaced by its nearest existing parent, at last by "panorama" or "nachrichten".
   */
  sectionNames: z.array(z.string().max(100)).max(6).optional(),
  tags: z.array(z.string()),
  regions: z.array(z.string()),
  authors: z.array(z.string()),
  /** Portraits of authors, used if the publication has none. */
  portraits: z
    .array(z.object({ name: z.string().max(200), picture: Picture }))
    .max(12)
    .optional(),
  source: z.string(),
  isOpinion: z.boolean(),
  correction: z.string(),
  /** The complete list. Absent: stored corrections stay. */
  corrections: Article.shape.corrections,
  provenance: Article.shape.provenance,
  aiUse: Article.shape.aiUse.optional(),
  comments: Article.shape.comments,
  picture: Picture.nullable(),
  contentItems: z.array(ContentItem),
  /** Paid if the text is. */
  audio: IncomingAudio.optional(),
  /** Addresses at the publisher's former site, as paths in the normal form of `toFormerAddress`. */
  formerAddresses: z.array(z.string().min(2).max(1000)).max(20).optional(),
})
export type IncomingDocument = z.infer<typeof IncomingDocument>
