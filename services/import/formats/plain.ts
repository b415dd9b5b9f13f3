/**
 * The simple format: one JSON object with `ressort` and `text` and optional fields (docs/import.md, "Plain texts"). The
 * text is plain, Markdown or HTML (`markup`). Without a title the first sentence becomes one, shortened at a clause;
 * the sentence itself becomes the teaser, and the rest of a plain text is split into paragraphs of readable size.
 */
import { createHash } from 'node:crypto'
import { DISCUSSION_MODES } from '@lokalteil/domain/community/discussion'
import { afterEmbargo } from '@lokalteil/domain/reading/embargo'
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
import { toBlocks, toTeaserHtml, toText } from '../body/body-html.ts'
import { openBody } from '../body/lead.ts'
import { markdownToHtml } from '../body/markdown.ts'
import { editorialNotes, toEditorialNotes, toKeyPoints, toStory } from '../body/editorial-notes.ts'
import { toMediaAddress, toReading } from '../body/renditions.ts'
import { toInstant } from '../body/dates.ts'
import { digestOf, GivenPicture, toFoundPicture } from './own-format.ts'
import { noClasses, toStatus, toUrgency, toVersion } from '../parsed-document.ts'
import type { ContentItem, ParseContext, ParsedDocument } from '../parsed-document.ts'

/** A field of the wrong type is left out; `findIgnored` names it. */
const optional = <T extends z.ZodType>(shape: T) => shape.nullish().catch(undefined)
const Names = z.array(z.string().max(100)).max(30)

const fields = {
  ressort: z.string().catch(''),
  text: z.string().min(1),
  id: optional(z.union([z.string(), z.number()])),
  /** The markup of the text. */
  markup: optional(z.enum(['plain', 'markdown', 'html'])),
  status: optional(z.string()),
  title: optional(z.string()),
  kicker: optional(z.string()),
  teaser: optional(z.string()),
  date: optional(z.string()),
  /** Time of the last change; `date` is that of publication. */
  updated: optional(z.string()),
  embargo: optional(z.string()),
  author: optional(z.string()),
  source: optional(z.string()),
  picture: optional(GivenPicture),
  tags: optional(Names),
  places: optional(Names),
  urgency: optional(z.number().int().min(1).max(9)),
  paid: optional(z.boolean()),
  correction: optional(z.string().max(2000)),
  audio: optional(
    z.object({
      src: z.string().min(1).max(2000),
      durationSeconds: z.coerce.number().min(0).max(86_400).catch(0),
      kind: z.enum(['read', 'synthetic']),
    }),
  ),
  comments: optional(z.enum(DISCUSSION_MODES)),
  ...editorialNotes,
}
const PlainText = z.object(fields)
type PlainText = z.infer<typeof PlainText>
/** A withdrawal needs no text. */
const Withdrawal = z.object({ ...fields, text: z.string().catch('') })

/** Characters after which a paragraph may end. */
const PARAGRAPH = 380

export function isPlain(value: Readonly<Record<string, unknown>>): boolean {
  if (value.uri !== undefined || value.urn !== undefined || value.guid !== undefined) return false
  const isText =
    typeof value.text === 'string' && (typeof value.ressort === 'string' || typeof value.title === 'string')
  const isEnd = value.id !== undefined && isWithdrawn(value.status) && typeof value.format !== 'string'
  return isText || isEnd
}

const isWithdrawn = (status: unknown): boolean => !['usable', null].includes(toStatus(status))

export function parsePlain(
  value: unknown,
  context: ParseContext,
  index: number,
): ParsedDocument | { reason: string; outcome?: 'put-aside' } {
  const written = (value as { status?: unknown }).status
  const parsed = (isWithdrawn(written) ? Withdrawal : PlainText).safeParse(value)
  if (!parsed.success)
    return {
      reason: `plain text: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    }
  const given = parsed.data
  const status = toStatus(written)
  if (status === null) return { reason: `plain text: status "${shorten(String(written), 40)}" is not known` }
  const dates = readDates(given, context, index)
  if ('reason' in dates) return { reason: dates.reason, outcome: 'put-aside' }
  const { published, updated, embargo, takenAt } = dates
  const notes = findIgnored(value as Record<string, unknown>, given)
  const text = status === 'usable' ? readText(given, notes) : { title: toTitle(given), teaser: '', items: [] }
  if (text === null) return { reason: 'plain text: the text is empty' }
  const { ressort, id, author, source, audio, comments, picture, tags, places, urgency, paid } = given
  const toNames = (names: readonly string[] | null | undefined) =>
    (names ?? []).map((name) => ({ code: '', name: toLine(name) })).filter(({ name }) => name !== '')
  const isDated = Boolean(given.date?.trim()) || updated !== null
  return {
    sourceId: `plain:${id === undefined || id === null ? createHash('sha256').update(given.text).digest('hex').slice(0, 32) : String(id).slice(0, 200)}`,
    version:
      status === 'usable'
        ? isDated
          ? toVersion('', updated ?? published)
          : 1
        : // A withdrawal counts as newer than every version before it.
          toVersion('', updated ?? (takenAt > published ? takenAt : published)) + 1,
    fingerprint: { digest: digestOf({ ...given, date: published }), takenAt: updated ?? takenAt },
    status,
    embargo,
    publishDate: published,
    updateDate: updated !== null && updated > published ? updated : null,
    language: 'de',
    urgency: toUrgency(urgency),
    kind: 'news',
    title: shorten(text.title || String(id), 300),
    titlePrefix: shorten(setLine(given.kicker ?? '', 'de'), 150),
    teaserTextHtml: text.teaser,
    authors: toAuthors(author ?? ''),
    source: toLine(source ?? '').slice(0, 100),
    correction: setLine(given.correction ?? '', 'de'),
    ...(comments === undefined || comments === null ? {} : { comments }),
    ...(typeof paid === 'boolean' ? { contentRestriction: paid ? 'paid' : 'free' } : {}),
    ...toEditorialNotes(given, 'de'),
    picture: picture ? toFoundPicture(picture) : null,
    contentItems: [...toKeyPoints(given, 'de'), ...text.items, ...toStory(given, 'de')],
    ...(audio ? { audio: toReading(audio.src, audio.durationSeconds, audio.kind) } : {}),
    classes: {
      ...noClasses(),
      ressorts: ressort === '' ? [] : [{ code: '', name: toLine(ressort).slice(0, 100) }],
      keywords: toNames(tags),
      places: toNames(places),
    },
    ...(notes.length === 0 ? {} : { notes }),
  }
}

const toTitle = ({ title }: PlainText): string => setLine(title ?? '', 'de')

/** Unknown fields, and known ones of the wrong type. */
function findIgnored(value: Readonly<Record<string, unknown>>, read: PlainText): string[] {
  return Object.keys(value)
    .slice(0, 100)
    .flatMap((name) => {
      const short = shorten(name, 40)
      if (!Object.hasOwn(fields, name)) return [`"${short}" is no field of a plain text and was left out`]
      const isLost = value[name] !== null && value[name] !== undefined && read[name as keyof PlainText] === undefined
      return isLost ? [`"${short}" is not in the shape of this field and was left out`] : []
    })
}

type Dates = { published: string; updated: string | null; embargo: string | null; takenAt: string }

function readDates(
  { date, updated, embargo }: PlainText,
  { now, fallbackDate }: ParseContext,
  index: number,
): Dates | { reason: string } {
  const read = (name: string, text: string | null | undefined) => {
    const instant = toInstant(text ?? '')
    const isWrong = instant === null && Boolean(text?.trim())
    return { instant, reason: isWrong ? `its ${name} "${shorten(text!, 60)}" cannot be read` : '' }
  }
  const all = [read('date', date), read('updated', updated), read('embargo', embargo)] as const
  const reason = all.map((one) => one.reason).find((text) => text !== '')
  if (reason !== undefined) return { reason }
  const [published, changed, until] = all.map(({ instant }) => instant)
  const taken = (fallbackDate < now ? fallbackDate : now).toISOString()
  const day = published ?? changed ?? new Date(fallbackDate.getTime() - index * 60_000).toISOString()
  return {
    published: afterEmbargo(day, until ?? null),
    updated: changed ?? null,
    embargo: until ?? null,
    takenAt: taken,
  }
}

type Text = { title: string; teaser: string; items: ContentItem[] }

/** Null: it has no words. */
function readText(given: PlainText, notes: string[]): Text | null {
  return given.markup === 'markdown' || given.markup === 'html' ? readMarkup(given, notes) : readPlain(given)
}

function readMarkup({ text, markup, title, teaser }: PlainText, notes: string[]): Text | null {
  const typed = setLine(title ?? '', 'de')
  const body = toBlocks(markup === 'markdown' ? markdownToHtml(text) : text, {
    language: 'de',
    title: typed,
    findPicture: ({ src = '', alt = '' }) => {
      const address = toMediaAddress(src)
      return address === '' ? null : toFoundPicture({ url: address, alt, caption: '', credit: '', width: 0, height: 0 })
    },
  })
  notes.push(...body.notes)
  const [first] = body.items
  if (first === undefined) return null
  const heading = typed === '' && first.type === 'heading' ? first.text : ''
  const items = heading === '' ? body.items : body.items.slice(1)
  const words = items.find((item) => item.type === 'paragraph')
  const said = words?.type === 'paragraph' ? cutFirstSentence(toText(words.html)).sentence : ''
  const opened = openBody(items, { teaser: teaser ? toTeaserHtml(escapeHtml(teaser), 'de') : '', dateline: '' })
  return { title: typed || heading || toHeadline(said), teaser: opened.teaserTextHtml, items: opened.items }
}

function readPlain({ text, title: givenTitle, teaser: givenTeaser }: PlainText): Text | null {
  const setter = createTypesetter('de')
  const parts = toPlain(text)
    .split(/\r?\n+/)
    .map((part) => {
      setter.nextBlock()
      return setter.set(toLine(part).replace(/([?!])\.(?= |$)/g, '$1'))
    })
    .filter((part) => part !== '')
  if (parts.length === 0) return null
  const { title, teaser, rest } = toHead(parts, givenTitle ?? undefined, givenTeaser ?? undefined)
  const items = rest
    .flatMap(toParagraphs)
    .map((paragraph): ContentItem => ({ type: 'paragraph', html: escapeHtml(paragraph) }))
  return { title, teaser: escapeHtml(teaser), items }
}

/** Title and teaser; missing ones are taken from the first sentences. */
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
  // If the headline is the whole sentence, the next sentence becomes the teaser.
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
  // A last line of a few words joins the paragraph before it.
  if (current.length < 120 && paragraphs.length > 0) paragraphs[paragraphs.length - 1] += ` ${current}`
  else paragraphs.push(current)
  return paragraphs
}
