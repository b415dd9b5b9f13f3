/**
 * Chapters of sound: Podlove Simple Chapters in the feed, or JSON Chapters (Podcasting 2.0) at an address the feed
 * names. Only start and title are kept; pictures and links are not.
 */
import { z } from 'zod'
import type { Chapter } from '@lokalteil/contracts/content'
import { shorten, toLine } from '../body/house-style.ts'

const MOST = 500
const LONGEST_TITLE = 200
/** Bytes; a day of sound with a chapter a minute is a fifth of it. */
const MAX_CHAPTERS_FILE = 512 * 1024

const ChaptersFile = z.object({
  chapters: z.array(
    z.object({ startTime: z.number().min(0), title: z.string().default(''), toc: z.boolean().default(true) }),
  ),
})

/** `<psc:chapter start="00:01:30.5" title="…"/>` of an item. */
export function readSimpleChapters(found: readonly { start: string; title: string }[]): Chapter[] {
  return toChapters(
    found.flatMap(({ start, title }) => {
      const seconds = toPlayTime(start)
      return seconds === null ? [] : [{ start: seconds, title }]
    }),
  )
}

/** Null: not a chapters file. */
export function readChaptersFile(bytes: Buffer): Chapter[] | null {
  if (bytes.length > MAX_CHAPTERS_FILE) return null
  try {
    const { chapters } = ChaptersFile.parse(JSON.parse(bytes.toString('utf8')))
    // Chapters outside the table of contents only change the picture.
    return toChapters(chapters.filter(({ toc }) => toc).map(({ startTime, title }) => ({ start: startTime, title })))
  } catch {
    return null
  }
}

function toChapters(found: readonly Chapter[]): Chapter[] {
  return found
    .map(({ start, title }) => ({ start, title: shorten(toLine(title), LONGEST_TITLE) }))
    .filter(({ title }) => title !== '')
    .toSorted((a, b) => a.start - b.start)
    .slice(0, MOST)
}

/** Normal Play Time in seconds: `1:02:03.5`, `02:03`, `123.5`. */
function toPlayTime(text: string): number | null {
  const [, hours = '0', minutes = '0', seconds] =
    /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d{1,6})?)$/.exec(text.trim()) ?? []
  return seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
