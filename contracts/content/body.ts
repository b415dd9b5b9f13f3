/** The blocks of an article's text, and the media among them. */
import { z } from 'zod'
import { Picture } from './pictures.ts'
import { Teaser } from './teasers.ts'
import { Instant } from './values.ts'

const Paragraph = z.object({ type: z.literal('paragraph'), html: z.string() })

const Heading = z.object({
  type: z.literal('heading'),
  level: z.union([z.literal(2), z.literal(3)]),
  text: z.string(),
  /** Link of the heading. */
  url: z.string().optional(),
  /** Id of the heading in the page, for tables of contents; set by the content service. */
  anchor: z
    .string()
    .regex(/^[a-z0-9-]{1,100}$/)
    .optional(),
})

/** An entry may end with a nested list (`<ul>`, `<ol>`, `<li>`). */
const List = z.object({
  type: z.literal('list'),
  ordered: z.boolean(),
  items: z.array(z.string()),
  /** Number of the first entry, if it is not 1. */
  start: z.number().int().min(0).max(100_000).optional(),
})

/** A WebVTT file on the site of the film. */
export const Captions = z.object({
  src: z.string(),
  /** BCP 47, "de". */
  language: z.string().regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/),
  /** Label in the player's menu; '' for the name of the language. */
  label: z.string().max(100),
})
export type Captions = z.infer<typeof Captions>

export const Video = z.object({
  type: z.literal('video'),
  src: z.string(),
  mimeType: z.string(),
  poster: Picture.nullable(),
  caption: z.string(),
  credit: z.string(),
  /** Seconds. */
  duration: z.number(),
  /** The first one is the default, if the reader's browser shows captions. */
  captions: z.array(Captions).max(10).optional(),
})
export type Video = z.infer<typeof Video>

/** A chapter of a recording. */
export const Chapter = z.object({
  /** Seconds from the beginning. */
  start: z.number().min(0),
  title: z.string(),
})
export type Chapter = z.infer<typeof Chapter>

export const Audio = z.object({
  type: z.literal('audio'),
  src: z.string(),
  mimeType: z.string(),
  title: z.string(),
  duration: z.number(),
  /** '' for a human voice, else the label that must be shown ("KI-Stimme"). */
  voiceLabel: z.string(),
  /** In playing order; absent: no chapters. */
  chapters: z.array(Chapter).max(500).optional(),
  /** The recording is the article itself, read by a person or a machine. Absent: another recording. */
  reading: z.enum(['read', 'synthetic']).optional(),
})
export type Audio = z.infer<typeof Audio>

/** A PDF document that the office took, for readers to download. `src`: `/_media/import/…/name.pdf`. */
export const DocumentFile = z.object({ src: z.string(), bytes: z.number().int().min(1) })
export type DocumentFile = z.infer<typeof DocumentFile>

const Gallery = z.object({ type: z.literal('gallery'), id: z.string(), title: z.string(), pictures: z.array(Picture) })
type Gallery = z.infer<typeof Gallery>

const Embed = z.object({
  type: z.literal('embed'),
  /** A vendor key of specification 3.14 (decision S3.14-01), or `other`. */
  vendor: z.enum([
    'youtube',
    'vimeo',
    'glomex',
    'facebook',
    'instagram',
    'twitter',
    'tiktok',
    'socialPosting',
    'newsAgency',
    'sportsData',
    'partner',
    // No vendor in the consent list: never framed, always a link.
    'other',
  ]),
  url: z.string(),
  title: z.string(),
  /** Name of the provider for readers, if the vendor is `other`. */
  provider: z.string().max(100).optional(),
})
type Embed = z.infer<typeof Embed>

/** A dated step of a story. If only the month or year is known, the date ends there. */
export const TimelineEntry = z.object({
  date: z
    .string()
    .regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/, 'must be 2026-11-19, 2026-11 or 2026'),
  text: z.string().min(1).max(500),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** A person in the article. `path`: the person's page in the publication that shows it, set by the content service. */
export const NamedPerson = z.object({
  name: z.string().min(1).max(120),
  role: z.string().max(300),
  path: z.string().optional(),
})
export type NamedPerson = z.infer<typeof NamedPerson>

const Goals = z.number().int().min(0).max(999)
const MatchSide = z.object({ name: z.string().min(1).max(120), goals: Goals })
/** The result of the match that the article reports on, and the scorers in the order of the goals. */
export const MatchResult = z.object({
  /** "Regionalliga Nord-Ost, 17. Spieltag", or ''. */
  competition: z.string().max(160),
  home: MatchSide,
  away: MatchSide,
  halfTime: z.object({ home: Goals, away: Goals }).optional(),
  goals: z
    .array(
      z.object({
        side: z.enum(['home', 'away']),
        scorer: z.string().min(1).max(120),
        /** "34." or "90.+3", or ''. */
        minute: z.string().max(10),
        /** "Foulelfmeter". */
        note: z.string().max(60).optional(),
      }),
    )
    .max(60),
})
export type MatchResult = z.infer<typeof MatchResult>

/**
 * One block of an article's body, in order. HTML is sanitised by allow-list on the way in and out: `html`, list
 * entries, answers to a question, paragraphs of a live entry and of a quote, cells marked as HTML. All other fields are
 * plain text.
 */
export const ContentItem = z.discriminatedUnion('type', [
  Paragraph,
  Heading,
  List,
  Video,
  Audio,
  z.object({ type: z.literal('document'), title: z.string(), ...DocumentFile.shape }),
  Gallery,
  Embed,
  z.object({ type: z.literal('image'), picture: Picture }),
  z.object({
    type: z.literal('quote'),
    text: z.string(),
    attribution: z.string(),
    /** The same text as HTML, if it is more than a sentence: several paragraphs, links, formatting. */
    paragraphs: z.array(z.string()).optional(),
    /** Source of the quote. */
    url: z.string().optional(),
  }),
  z.object({
    type: z.literal('table'),
    caption: z.string(),
    head: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    /** `html`: the cells of head and rows are HTML; absent: plain text. */
    cells: z.literal('html').optional(),
    /**
     * Drawn as a chart above the table: the first column has the names, `columns` are columns of numbers in one unit.
     */
    chart: z
      .object({
        kind: z.enum(['bars', 'lines']),
        unit: z.string().max(60),
        columns: z.array(z.number().int().min(1).max(39)).min(1).max(4),
      })
      .optional(),
  }),
  z.object({
    type: z.literal('infoBox'),
    title: z.string(),
    /** A summary of the whole article, above its text. */
    role: z.literal('keyPoints').optional(),
    items: z.array(z.discriminatedUnion('type', [Paragraph, Heading, List])),
  }),
  z.object({ type: z.literal('articleTeaser'), articleTeaser: Teaser }),
  /**
   * The story in dated steps, the oldest first. This block and the next stand beside the text; they are paid if the
   * text is.
   */
  z.object({ type: z.literal('timeline'), entries: z.array(TimelineEntry).min(1).max(40) }),
  /** The persons in the article. */
  z.object({ type: z.literal('people'), people: z.array(NamedPerson).min(1).max(20) }),
  /** Above the text; paid if the text is. */
  z.object({ type: z.literal('match'), ...MatchResult.shape }),
  z.object({ type: z.literal('question'), question: z.string(), answer: z.array(z.string()) }),
  z.object({
    type: z.literal('liveEntry'),
    id: z.string(),
    /** "14.05 Uhr" or "67. Minute". */
    label: z.string(),
    time: Instant,
    headline: z.string(),
    paragraphs: z.array(z.string()),
    isImportant: z.boolean(),
    /** Pinned: shown before all other entries. */
    isPinned: z.boolean().optional(),
    picture: Picture.optional(),
  }),
])
export type ContentItem = z.infer<typeof ContentItem>
