/**
 * Our format for live reports: the whole report with all entries, sent again with every change (docs/import.md, "Live
 * reports"). The newest entry comes first, pinned ones before it; entries that the desk marked as important are listed
 * on top.
 */
import { z } from 'zod'
import { toBlocks, toTeaserHtml } from '../body/body-html.ts'
import { toInstant } from '../body/dates.ts'
import { escapeHtml, setLine, shorten, toLine } from '../body/house-style.ts'
import { digestOf, GivenPicture, Line, toFoundPicture } from './own-format.ts'
import { noClasses, toStatus, toUrgency, toVersion } from '../parsed-document.ts'
import type { ContentItem, ParsedDocument } from '../parsed-document.ts'

const FORMAT = /^liveblog@1(?:\.\d+)*$/
const MOST_ENTRIES = 1000
/** Entries in the list on top. */
const MOST_KEYS = 7
/** With fewer entries the list is left out. */
const FEWEST_FOR_KEYS = 5
const KEYS_TITLE = 'Das Wichtigste im Überblick'

const Names = z.array(z.string().max(100)).max(20).default([])
const LiveEntry = z.object({
  id: z.union([z.string().min(1).max(80), z.number().int()]).transform(String),
  time: z.string(),
  label: Line(60),
  headline: Line(300),
  html: Line(20_000),
  important: z.boolean().default(false),
  pinned: z.boolean().default(false),
  picture: GivenPicture.nullish(),
})
type LiveEntry = z.infer<typeof LiveEntry>
type Dated = LiveEntry & { at: string }

const LiveReport = z.object({
  format: z.string().regex(FORMAT),
  id: z.string().min(1).max(200),
  status: z.string().max(30).default('usable'),
  title: z.string().trim().min(1).max(300),
  kicker: Line(150),
  teaser: Line(2000),
  html: Line(50_000),
  section: Line(100),
  tags: Names,
  places: Names,
  authors: Names,
  source: Line(100),
  urgency: z.number().int().min(1).max(9).default(5),
  paid: z.boolean().optional(),
  published: z.string(),
  updated: z.string(),
  picture: GivenPicture.nullish(),
  entries: z.array(LiveEntry).max(MOST_ENTRIES),
})

export function isLiveReport(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.format === 'string' && value.format.startsWith('liveblog@')
}

export function parseLiveReport(value: unknown): ParsedDocument | { reason: string } {
  const parsed = LiveReport.safeParse(value)
  if (!parsed.success)
    return {
      reason: `liveblog: ${parsed.error.issues
        .slice(0, 5)
        .map((issue) => `${issue.path.join('.')} ${issue.message}`)
        .join('; ')}`,
    }
  const report = parsed.data
  const status = toStatus(report.status)
  if (status === null) return { reason: `liveblog: unknown status "${shorten(report.status, 30)}"` }
  const published = toInstant(report.published)
  const updated = toInstant(report.updated)
  if (published === null || updated === null)
    return { reason: `liveblog: ${published === null ? 'published' : 'updated'} is no date` }
  const entries = toDated(report.entries)
  if (typeof entries === 'string') return { reason: entries }
  const notes: string[] = []
  const intro = toBlocks(report.html, { language: 'de', title: report.title })
  notes.push(...intro.notes)
  const items = entries.map((entry) => toItem(entry, notes))
  return {
    sourceId: `liveblog:${report.id}`,
    // Digests separate several states within one second; a withdrawal counts as the last of its second.
    version: toVersion('', updated) + (status === 'usable' ? 0 : 1),
    fingerprint: { digest: digestOf(report), takenAt: updated },
    status,
    embargo: null,
    publishDate: published,
    updateDate: updated > published ? updated : null,
    language: 'de',
    urgency: toUrgency(report.urgency),
    kind: 'live',
    title: setLine(report.title, 'de'),
    titlePrefix: setLine(report.kicker, 'de'),
    teaserTextHtml: toTeaserHtml(report.teaser, 'de'),
    authors: report.authors.map(toLine).filter((name) => name !== ''),
    source: toLine(report.source),
    correction: '',
    picture: report.picture ? toFoundPicture(report.picture) : null,
    contentItems: [...intro.items, ...toKeys(entries), ...items],
    contentRestriction: report.paid === undefined ? undefined : report.paid ? 'paid' : 'free',
    classes: {
      ...noClasses(),
      ressorts: report.section === '' ? [] : [{ code: '', name: toLine(report.section) }],
      keywords: report.tags.map((name) => ({ code: '', name: toLine(name) })),
      places: report.places.map((name) => ({ code: '', name: toLine(name) })),
    },
    notes: [...new Set(notes)],
  }
}

/** Entries in page order, or a text: the mistake. */
function toDated(entries: readonly LiveEntry[]): Dated[] | string {
  const ids = new Set<string>()
  const dated: Dated[] = []
  for (const entry of entries) {
    if (ids.has(toAnchor(entry))) return `liveblog: the entry "${shorten(entry.id, 40)}" is there twice`
    ids.add(toAnchor(entry))
    const at = toInstant(entry.time)
    if (at === null) return `liveblog: the time "${shorten(entry.time, 40)}" of the entry ${entry.id} cannot be read`
    dated.push({ ...entry, at })
  }
  return dated.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || b.at.localeCompare(a.at))
}

function toItem(entry: Dated, notes: string[]): ContentItem {
  const body = toBlocks(entry.html, { language: 'de', title: '' })
  notes.push(...body.notes)
  return {
    type: 'liveEntry',
    id: toAnchor(entry),
    label: toLine(entry.label),
    time: entry.at,
    headline: setLine(entry.headline, 'de'),
    paragraphs: body.items.flatMap((item) => toParagraphs(item, entry.id, notes)),
    isImportant: entry.important,
    ...(entry.pinned ? { isPinned: true } : {}),
    ...(entry.picture ? { picture: toFoundPicture(entry.picture) } : {}),
  }
}

/** An entry consists of paragraphs; other blocks become paragraphs or a note. */
function toParagraphs(item: ContentItem, id: string, notes: string[]): string[] {
  switch (item.type) {
    case 'paragraph':
      return [item.html]
    case 'heading':
      return [`<strong>${escapeHtml(item.text)}</strong>`]
    case 'list':
      return item.items.map((line) => `– ${line}`)
    case 'quote':
      return [
        ...(item.paragraphs ?? [escapeHtml(item.text)]),
        ...(item.attribution === '' ? [] : [escapeHtml(`– ${item.attribution}`)]),
      ]
    case 'embed':
      return [`<a href="${escapeHtml(item.url)}">${escapeHtml(item.title === '' ? item.url : item.title)}</a>`]
    default:
      notes.push(`in the entry ${id}: ${item.type} is left out; a picture has a field of its own`)
      return []
  }
}

function toKeys(entries: readonly Dated[]): ContentItem[] {
  const keys = entries.filter(({ important, headline }) => important && headline.trim() !== '')
  if (entries.length < FEWEST_FOR_KEYS || keys.length < 2) return []
  const items = keys
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST_KEYS)
    .map((entry) => `<a href="#${toAnchor(entry)}">${escapeHtml(setLine(entry.headline, 'de'))}</a>`)
  return [{ type: 'infoBox', title: KEYS_TITLE, items: [{ type: 'list', ordered: false, items }] }]
}

function toAnchor({ id }: { id: string }): string {
  return `eintrag-${id.replace(/[^A-Za-z0-9_-]+/g, '-')}`
}
