/** `sources.yaml`: sources from which articles are imported automatically. */
import { z } from 'zod'
import { SectionPath, Slug, text } from './values.ts'

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 } as const
const LEAST_MS = 2000
const MOST_MS = 24 * UNITS.h
/** Shortest interval of requests to a feed, out of respect for its server. */
const LEAST_FEED_MS = UNITS.m

/** Milliseconds of `5m`. */
export function toMilliseconds(every: string): number {
  return Number(every.slice(0, -1)) * UNITS[every.slice(-1) as keyof typeof UNITS]
}

const Every = z
  .string()
  .regex(/^[1-9]\d{0,3}[smh]$/, 'must be a time like 30s, 5m or 2h')
  .refine((every) => toMilliseconds(every) >= LEAST_MS && toMilliseconds(every) <= MOST_MS, 'must be from 2s to 24h')

/** Whether articles go online by themselves. */
const RULES = {
  /** `desk`: new articles wait for the office instead of being published. Default: publish. */
  arrive: z.enum(['publish', 'desk']).optional(),
  /** `propose`: newer versions wait for the office. Default: publish, unless the office wrote the article since. */
  update: z.enum(['publish', 'propose']).optional(),
}

const Source = z
  .strictObject({
    id: Slug.max(60),
    /** RSS, Atom, JSON Feed, or a document of an agency. */
    feed: z
      .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
      .max(2000)
      .refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address), 'must not hold a name and a password')
      .optional(),
    /** A folder on the portal's machine, below a directory of `IMPORT_DIRS`. */
    folder: z
      .string()
      .max(1000)
      .regex(/^(?:\/|[A-Za-z]:[\\/])[^\0]*$/, 'must be a whole path, like /srv/agentur')
      .optional(),
    /** Interval of checks; default: feeds 15m, folders 10s. */
    every: Every.optional(),
    paid: z.boolean().default(false),
    ...RULES,
    /**
     * Section for articles whose section the mapping does not know; absent: sections are created as the source names
     * them.
     */
    section: SectionPath.optional(),
    pictures: z.boolean().default(true),
    /** Author of articles that name none. */
    author: text(100).optional(),
    /** Name of the source instead of the feed's own title. */
    source: text(100).optional(),
    /** A sentence under each article. */
    rights: text(300).optional(),
  })
  .superRefine(({ feed, folder, every }, context) => {
    if ((feed === undefined) === (folder === undefined))
      context.addIssue({ code: 'custom', path: ['feed'], message: 'must name a feed or a folder, one of the two' })
    if (feed !== undefined && every !== undefined && toMilliseconds(every) < LEAST_FEED_MS)
      context.addIssue({ code: 'custom', path: ['every'], message: 'must be 1m or more for a feed' })
  })
export type Source = z.infer<typeof Source>

const Pushed = z.strictObject(RULES)
export type Pushed = z.infer<typeof Pushed>

export const Sources = z.strictObject({
  sources: z.array(Source).max(100).default([]),
  /** Rules for documents that agencies push to the portal. */
  pushed: Pushed.optional(),
})
export type Sources = z.infer<typeof Sources>

export const toInterval = ({ every, feed }: Source): number =>
  toMilliseconds(every ?? (feed === undefined ? '10s' : '15m'))
