/**
 * Editorial facts about a text, in plain texts and ninjs alike: key points, dated corrections, the story in dated
 * steps, people, the result of a match, sources, open questions, use of AI. A part that cannot be read is left out; the
 * text is imported.
 */
import { MatchResult, TimelineEntry, type ContentItem, type IncomingDocument } from '@lokalteil/contracts/content'
import { toBerlinIso } from '@lokalteil/domain/german'
import { z } from 'zod'
import { escapeHtml, setLine } from './house-style.ts'
import { toInstant } from './dates.ts'

const Line = z.string().trim().min(1)

export const editorialNotes = {
  keypoints: z.array(Line.max(500)).min(1).max(8).optional().catch(undefined),
  corrections: z
    .array(z.object({ date: Line.max(100), text: Line.max(2000) }))
    .max(20)
    .optional()
    .catch(undefined),
  basis: z.array(Line.max(300)).max(10).optional().catch(undefined),
  unclear: Line.max(1000).optional().catch(undefined),
  timeline: z
    .array(z.object({ date: Line.max(40), text: Line.max(500) }))
    .max(40)
    .optional()
    .catch(undefined),
  whoiswho: z
    .array(z.object({ name: Line.max(120), role: z.string().trim().max(300).catch('') }))
    .max(20)
    .optional()
    .catch(undefined),
  match: MatchResult.optional().catch(undefined),
  aiuse: z.enum(['none', 'assisted', 'generated']).optional().catch(undefined),
}
const EditorialNotes = z.object(editorialNotes)
type EditorialNotes = z.infer<typeof EditorialNotes>

const KEY_POINTS_TITLE = 'Das Wichtigste in Kürze'

export function toEditorialNotes(
  { corrections, basis = [], unclear = '', aiuse }: EditorialNotes,
  language: string,
): Pick<IncomingDocument, 'corrections' | 'provenance' | 'aiUse'> {
  const dated = (corrections ?? []).flatMap(({ date, text }) => {
    const instant = toInstant(date)
    return instant === null ? [] : [{ date: instant, text: setLine(text, language) }]
  })
  return {
    ...(dated.length === 0 ? {} : { corrections: dated }),
    ...(basis.length === 0 && unclear === ''
      ? {}
      : { provenance: { basis: basis.map((one) => setLine(one, language)), unclear: setLine(unclear, language) } }),
    aiUse: aiuse,
  }
}

/** Blocks before the text, paid like it: the result of the match and the key points. */
export function toKeyPoints({ keypoints, match }: EditorialNotes, language: string): ContentItem[] {
  const result: ContentItem[] = match === undefined ? [] : [{ type: 'match', ...match }]
  if (keypoints === undefined) return result
  const items = keypoints.map((point) => escapeHtml(setLine(point, language)))
  return [
    ...result,
    { type: 'infoBox', role: 'keyPoints', title: KEY_POINTS_TITLE, items: [{ type: 'list', ordered: false, items }] },
  ]
}

/** Blocks beside the text, paid like it: the story in dated steps and the people. */
export function toStory({ timeline = [], whoiswho = [] }: EditorialNotes, language: string): ContentItem[] {
  const entries = timeline.flatMap(({ date, text }) => {
    const entry = TimelineEntry.safeParse({ date: toDay(date), text: setLine(text, language) })
    return entry.success ? [entry.data] : []
  })
  const people = whoiswho.map(({ name, role }) => ({ name: setLine(name, language), role: setLine(role, language) }))
  return [
    ...(entries.length === 0
      ? []
      : [{ type: 'timeline' as const, entries: entries.toSorted((a, b) => (a.date < b.date ? -1 : 1)) }]),
    ...(people.length === 0 ? [] : [{ type: 'people' as const, people }]),
  ]
}

/** The day of an instant; a year or a month stays as it is. */
function toDay(date: string): string {
  if (/^\d{4}(?:-\d{2}){0,2}$/.test(date)) return date
  const instant = toInstant(date)
  return instant === null ? date : toBerlinIso(new Date(instant)).slice(0, 10)
}
