/**
 * The notation of demo articles: short enough to write by hand, strict enough for the compiler to check. A plain string
 * in the body is a paragraph; it may contain `<b>`, `<i>` and `<a href="/…">`.
 */
import type { DemoCode } from './codes.ts'

export type DemoBlock =
  | string
  /** A subheading. */
  | { h: string }
  | { quote: string; by: string }
  | { list: readonly string[]; ordered?: boolean }
  /** A box of background; paragraphs or lists. */
  | { info: string; text: readonly (string | { list: readonly string[] })[] }
  /** A picture inside the text, by its key in `pictures/catalogue.ts`. */
  | { picture: string; caption: string }
  | { gallery: readonly { picture: string; caption: string }[]; title: string }
  | { table: readonly (readonly string[])[]; head: readonly string[]; caption: string; chart?: DemoChart }
  /** A summary of the article; the first block of its body. */
  | { points: readonly string[] }
  /** Beside the text; `on` is a date, a month, a year, or hours before the first start. */
  | { timeline: readonly { on: string | number; text: string }[] }
  /** Above the report on a match; `goals`: `[side, scorer, minute, note]`. */
  | {
      match: readonly [home: string, away: string]
      score: readonly [home: number, away: number]
      halfTime?: readonly [home: number, away: number]
      competition: string
      goals: readonly (readonly [side: 'home' | 'away', scorer: string, minute: string, note?: string])[]
    }
  | { people: readonly { name: string; role: string }[] }
  /** A film by its key in `media/videos.ts`. */
  | { video: string; caption: string }
  /** A podcast episode by its key in `media/episodes.ts`. */
  | { audio: string }
  /** Content of a third party, shown only after consent. */
  | { embed: 'youtube' | 'vimeo' | 'facebook' | 'instagram' | 'twitter' | 'tiktok'; url: string; title: string }
  /** A teaser of another demo article, by its id. */
  | { article: string }
  /** An entry of a live report, newest first. `minute` is shown in front ("90. Minute" or "14:05 Uhr"). */
  | { live: string; headline?: string; text: readonly string[]; hoursAgo: number; important?: boolean }
  /** Interview: question and answer. */
  | { q: string; a: readonly string[] }

/** Draws the table as a chart: its first column has names, the others are numbers. */
type DemoChart = { kind: 'bars' | 'lines'; unit: string; columns: readonly number[] }

export type DemoArticle = {
  /** Digits, unique over all files. */
  id: string
  /** A path of `SECTIONS`. */
  section: string
  /** Kicker above the headline; '' for none. */
  prefix: string
  title: string
  teaser: string
  /** Keys of `AUTHORS`; empty: agency or editorial office (`source`). */
  authors: readonly string[]
  /** Hours before the first start at which it was published; decimals allowed. */
  hoursAgo: number
  /** Hours before the first start of the last update; absent: never updated. */
  updatedHoursAgo?: number
  /** Its days of the week are customs or fixed by the calendar, so they are not moved with the edition. */
  hasFixedDays?: true
  paid?: true
  /** Key in `pictures/catalogue.ts`; absent: no picture (the fallback is shown). */
  picture?: string
  /** Caption under the lead picture. */
  caption?: string
  /** Ids of `TAGS`, the first is the main tag. */
  tags: readonly string[]
  /** Ids of `REGIONS` (leaves or parents). */
  regions?: readonly string[]
  /** Only these publications carry it; absent: every publication that has the section. */
  publications?: readonly DemoCode[]
  /** The publication that owns it (canonical link); absent: the first that carries it. */
  owner?: DemoCode
  kind?:
    | 'news'
    | 'opinion'
    | 'interview'
    | 'report'
    | 'service'
    | 'live'
    | 'video'
    | 'gallery'
    | 'podcast'
    | 'long-read'
    | 'quiz'
  /** Paid by an advertiser: labelled "Anzeige". */
  soldContent?: true
  source?: string
  /** A correction printed under the text. */
  correction?: string
  /** All corrections, newest first, in hours before the first start. */
  corrections?: readonly { hoursAgo: number; text: string }[]
  /** Sources of the text and open questions. */
  basis?: readonly string[]
  unclear?: string
  aiUse?: 'assisted' | 'generated'
  /** Film above the text, by key. */
  headerVideo?: string
  body: readonly DemoBlock[]
}
