/**
 * Everything with lists and pages beside articles: authors, topics, podcasts, coupons, newsletters, documents, sport.
 */
import { z } from 'zod'
import { Audio, ContentItem } from './body.ts'
import { Picture } from './pictures.ts'
import { Author, Teaser } from './teasers.ts'
import { ArticleId, Count, Instant } from './values.ts'

export const AuthorProfile = z.object({
  ...Author.shape,
  authorId: z.string(),
  role: z.string(),
  bio: z.string(),
  email: z.string(),
})
export type AuthorProfile = z.infer<typeof AuthorProfile>

export const TopicRef = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  target: z.string(),
  img: Picture.nullable(),
  articleCount: Count,
})
export type TopicRef = z.infer<typeof TopicRef>

export const Episode = z.object({
  id: ArticleId,
  title: z.string(),
  description: z.string(),
  target: z.string(),
  publishDate: Instant,
  audio: Audio,
  transcript: z.array(z.string()),
  img: Picture.nullable(),
  bytes: Count,
})
export type Episode = z.infer<typeof Episode>

export const PodcastRef = z.object({
  id: ArticleId,
  title: z.string(),
  description: z.string(),
  target: z.string(),
  img: Picture.nullable(),
  episodeCount: Count,
  latest: Instant.nullable(),
})
export type PodcastRef = z.infer<typeof PodcastRef>

export const Coupon = z.object({
  id: z.string(),
  partner: z.string(),
  title: z.string(),
  description: z.string(),
  discount: z.string(),
  code: z.string().nullable(),
  validUntil: Instant,
  target: z.string(),
})
export type Coupon = z.infer<typeof Coupon>

export const Newsletter = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  rhythm: z.string(),
  sender: z.string(),
  img: Picture.nullable(),
  sample: z.array(Teaser),
  /** Paths of its sections; empty: all sections. */
  sections: z.array(z.string()).optional(),
})
export type Newsletter = z.infer<typeof Newsletter>

export const LegalDocument = z.object({
  /** Part of the address; `eigentuemer` is linked below the imprint. */
  id: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  title: z.string(),
  updated: Instant,
  contentItems: z.array(ContentItem),
})
export type LegalDocument = z.infer<typeof LegalDocument>

export const SportWidget = z.object({
  league: z.string(),
  matchday: z.string(),
  results: z.array(
    z.object({
      home: z.string(),
      away: z.string(),
      homeGoals: z.number().int().nullable(),
      awayGoals: z.number().int().nullable(),
      kickoff: Instant,
    }),
  ),
  table: z.array(
    z.object({
      rank: z.number().int(),
      team: z.string(),
      played: z.number().int(),
      goals: z.string(),
      difference: z.number().int(),
      points: z.number().int(),
    }),
  ),
})
export type SportWidget = z.infer<typeof SportWidget>
