/**
 * The simplest source: one JSON object a line with `ressort` and `text`, optionally `id`, `title`, `teaser`, `date`,
 * `author`, `source`, `audio`, `comments` and what `editorial-notes` reads. Without a title the first sentence gives it, shortened at a joint; the sentence itself is the
 * teaser, and the rest of the text is parted into paragraphs of a readable size.
 */
import { createHash } from 'node:crypto'
import { DISCUSSION_MODES } from '@lokalteil/domain/community/discussion'
import { z } from 'zod'
import {
  cutFirstSentence,
  createTypesetter,
  escapeHtml,
  setLine,
  shorten,
  splitSentences,
  toAuthors,
  toHeadline,
  toLine,
  toPlain,
} from '../body/house-style.ts'
import { editorialNotes, toEditorialNotes, toKeyPoints, toStory } from '../delivery/editorial-notes.ts'
import { toReading } from '../delivery/renditions.ts'
import { toInstant } from '../body/dates.ts'
import { noClasses, toVersion } from './parsed-document.ts'
import type { ContentItem, ParseContext, ParsedDocument } from './parsed-document.ts'

const PlainText = z.object({
  ressort: z.string().catch(''),
  text: z.string().min(1),
  id: z.union([z.string(), z.number()]).optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  teaser: z.string().optional().catch(undefined),
  date: z.string().optional().catch(undefined),
  author: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  audio: z
    .object({
      src: z.string().min(1).max(2000),
      durationSeconds: z.coerce.number().min(0).max(86_400).catch(0),
      kind: z.enum(['read', 'synthetic']),
    })
    .optional(),
  comments: z.enum(DISCUSSION_MODES).optional(),
  ...editorialNotes,
})

/** Characters after which a paragraph may end. */
const PARAGRAPH = 380

export function isPlain(value: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof value.text === 'string' &&
    (typeof value.ressort === 'string' || typeof value.title === 'string') &&
    value.uri === undefined &&
    value.urn === undefined
  )
}

export function parsePlain(
  value: unknown,
  context: ParseContext,
  index: number,
): ParsedDocument | { reason: string; outcome?: 'put-aside' } {
  const parsed = PlainText.safeParse(value)
  if (!parsed.success)
    return {
      reason: `plain text: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    }
  const {
    ressort,
    text,
    id,
    title: givenTitle,
    teaser: givenTeaser,
    date,
    author,
    source,
    audio,
    comments,
  } = parsed.data
  const setter = createTypesetter('de')
  const parts = toPlain(text)
    .split(/\r?\n+/)
    .map((part) => {
      setter.nextBlock()
      return setter.set(toLine(part).replace(/([?!])\.(?= |$)/g, '$1'))
    })
    .filter((part) => part !== '')
  if (parts.length === 0) return { reason: 'plain text: the text is empty' }

  const { title, teaser, rest } = toHead(parts, givenTitle, givenTeaser)
  const written = toInstant(date ?? '')
  if (written === null && date !== undefined && date.trim() !== '')
    return { reason: `its date "${shorten(date, 60)}" cannot be read`, outcome: 'put-aside' }
  const day = written ?? new Date(context.fallbackDate.getTime() - index * 60_000).toISOString()
  const contentItems: ContentItem[] = rest
    .flatMap(toParagraphs)
    .map((paragraph) => ({ type: 'paragraph', html: escapeHtml(paragraph) }))
  return {
    sourceId: `plain:${id === undefined ? createHash('sha256').update(text).digest('hex').slice(0, 32) : String(id).slice(0, 200)}`,
    version: written === null ? 1 : toVersion('', day),
    status: 'usable',
    embargo: null,
    publishDate: day,
    updateDate: null,
    language: 'de',
    urgency: 5,
    kind: 'news',
    title: shorten(title, 300),
    titlePrefix: '',
    teaserTextHtml: escapeHtml(teaser),
    authors: toAuthors(author ?? ''),
    source: toLine(source ?? '').slice(0, 100),
    correction: '',
    ...(comments === undefined ? {} : { comments }),
    ...toEditorialNotes(parsed.data, 'de'),
    picture: null,
    contentItems: [...toKeyPoints(parsed.data, 'de'), ...contentItems, ...toStory(parsed.data, 'de')],
    ...(audio === undefined ? {} : { audio: toReading(audio.src, audio.durationSeconds, audio.kind) }),
    classes: { ...noClasses(), ressorts: ressort === '' ? [] : [{ code: '', name: toLine(ressort).slice(0, 100) }] },
  }
}

/** What stands above the text; what is not given is taken from its first sentences. */
function toHead(
  parts: readonly string[],
  givenTitle: string | undefined,
  givenTeaser: string | undefined,
): { title: string; teaser: string; rest: readonly string[] } {
  const typed = setLine(givenTitle ?? '', 'de')
  const teaser = setLine(givenTeaser ?? '', 'de')
  if (typed !== '' && teaser !== '') return { title: typed, teaser, rest: parts }
  const first = takeSentence(parts)
  const title = typed || toHeadline(first.sentence)
  if (teaser !== '' || first.rest.length === 0) return { title, teaser, rest: parts }
  // A headline that is the whole sentence: the next sentence tells more.
  if (givenTitle === undefined && title === first.sentence.replace(/[.…]+$/, '')) {
    const second = takeSentence(first.rest)
    if (second.rest.length > 0 && second.sentence.length <= 400)
      return { title, teaser: second.sentence, rest: second.rest }
  }
  return { title, teaser: first.sentence, rest: first.rest }
}

function takeSentence(parts: readonly string[]): { sentence: string; rest: string[] } {
  const { sentence, rest } = cutFirstSentence(parts[0]!)
  return { sentence, rest: [rest, ...parts.slice(1)].filter((part) => part !== '') }
}

function toParagraphs(text: string): string[] {
  if (text.length <= PARAGRAPH * 1.5) return [text]
  const paragraphs: string[] = []
  let current = ''
  for (const sentence of splitSentences(text)) {
    current = current === '' ? sentence : `${current} ${sentence}`
    if (current.length >= PARAGRAPH) {
      paragraphs.push(current)
      current = ''
    }
  }
  if (current === '') return paragraphs
  // A last line of a few words belongs to the paragraph before it.
  if (current.length < 120 && paragraphs.length > 0) paragraphs[paragraphs.length - 1] += ` ${current}`
  else paragraphs.push(current)
  return paragraphs
}
