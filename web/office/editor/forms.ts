/**
 * The forms of blocks and links, as data: which fields a kind has, how an item becomes the values of fields and back. `write`
 * answers the faults by field if the values do not fit the contract.
 */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import type { DocumentFile, FocalPoint, Picture } from '@lokalteil/contracts/content'
import { toChart, type Chart as DrawnChart, type ChartTable } from '@lokalteil/domain/reading/chart'
import { resolveEmbed } from '@lokalteil/domain/reading/embed-addresses'
import { toClock } from '../kit/moments.ts'
import { newId } from '../kit/new-id.ts'
import { BLOCK_FORMS } from '../messages/block-forms.ts'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'
import { toSafeLink } from './inline-html.ts'
import { readBlock } from './read-block.ts'

const { fields: names, form: say, titles } = BLOCK_FORMS

export type Values = Readonly<Record<string, unknown>>

export type Field = { name: string; label: string; help?: string } & (
  | { kind: 'text'; isNeeded?: boolean; type?: 'text' | 'url' }
  | { kind: 'area' | 'check' | 'moment' | 'picture' | 'pictures' | 'article' | 'focus' }
  | { kind: 'number'; isNeeded?: boolean }
  /** The address of a recording, which may be uploaded; `duration` names the field that gets its length. */
  | { kind: 'sound'; duration: string }
  /** An uploaded PDF; `title` names the field that gets the words of its name. */
  | { kind: 'document'; title: string }
  | { kind: 'select'; options: readonly (readonly [string, string])[] }
  | { kind: 'checks'; options: readonly (readonly [string, string])[] }
  | { kind: 'rows'; fields: readonly Field[]; blank: Values }
)

export type Faults = Readonly<Record<string, string>>
type Written<T> = { value: T } | { faults: Faults }

/** The chart as readers will see it, or the reason why there is none. */
export type Preview = { chart: DrawnChart } | { why: string }

export type Form<T> = {
  title: string
  fields: readonly Field[]
  values: Values
  write: (values: Values) => Written<T>
  /** Drawn below the fields, anew at each change. */
  preview?: (values: Values) => Preview
}

export const CLOSED_KINDS = [
  'gallery',
  'video',
  'audio',
  'document',
  'embed',
  'articleReference',
  'timeline',
  'people',
  'match',
] as const
export type ClosedKind = (typeof CLOSED_KINDS)[number]
type ItemOf<T extends BodyItem['type']> = Extract<BodyItem, { type: T }>

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const number = (value: unknown) => (text(value) === '' ? Number.NaN : Number(text(value).replace(',', '.')))
const show = (value: number | undefined) => (value === undefined ? '' : String(value).replace('.', ','))
const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Values[]) : [])

/** A new one has `item` null. */
export function toClosedForm(kind: ClosedKind, item: BodyItem | null): Form<BodyItem> {
  const { fields, read, write } = FORMS[kind]
  return {
    title: texts.blocks[kind],
    fields,
    values: read(item as never),
    write: (values) => {
      const written = write(values, item as never)
      if ('faults' in written) return written
      const known = readBlock(written.value)
      return 'item' in known ? written : { faults: { [faultField(known.path, fields)]: say.wrong } }
    },
  }
}

/** The contract names a part of the item, the form its field; '' is the form as a whole. */
function faultField(path: readonly PropertyKey[], fields: readonly Field[]): string {
  const first = String(path.find((part) => typeof part === 'string' && fields.some(({ name }) => name === part)) ?? '')
  return fields.some(({ name }) => name === first) ? first : ''
}

type ClosedForm<K extends ClosedKind> = {
  fields: readonly Field[]
  read: (item: ItemOf<K> | null) => Values
  write: (values: Values, before: ItemOf<K> | null) => Written<BodyItem>
}

const FORMS: { [K in ClosedKind]: ClosedForm<K> } = {
  gallery: {
    fields: [
      { kind: 'text', name: 'title', label: names.title },
      { kind: 'pictures', name: 'pictures', label: names.pictures },
    ],
    read: (item) => ({ title: item?.title ?? '', pictures: item?.pictures ?? [] }),
    write: (values, before) => {
      const pictures = values.pictures as Picture[]
      if (pictures.length === 0) return { faults: { pictures: say.needed } }
      return { value: { type: 'gallery', id: before?.id ?? newId(), title: text(values.title), pictures } }
    },
  },
  video: {
    fields: [
      { kind: 'text', name: 'src', label: names.src, isNeeded: true, type: 'url' },
      { kind: 'text', name: 'caption', label: names.filmCaption },
      { kind: 'text', name: 'credit', label: names.filmCredit },
      { kind: 'number', name: 'duration', label: names.duration },
      { kind: 'picture', name: 'poster', label: names.poster },
      {
        kind: 'rows',
        name: 'captions',
        label: names.captions,
        blank: { src: '', language: 'de', label: '' },
        fields: [
          { kind: 'text', name: 'src', label: names.captionSrc, isNeeded: true },
          { kind: 'text', name: 'language', label: names.language, isNeeded: true },
          { kind: 'text', name: 'label', label: names.captionLabel },
        ],
      },
    ],
    read: (item) => ({
      src: item?.src ?? '',
      caption: item?.caption ?? '',
      credit: item?.credit ?? '',
      duration: show(item?.duration),
      poster: item?.poster ?? null,
      captions: item?.captions ?? [],
    }),
    write: (values, before) => {
      const src = toMediaAddress(values.src)
      if (src === null) return { faults: { src: say.wrongAddress } }
      const captions = rowsOf(values.captions).map((row) => ({
        src: text(row.src),
        language: text(row.language),
        label: text(row.label),
      }))
      return {
        value: {
          type: 'video',
          src,
          mimeType: src === before?.src ? before.mimeType : toMimeType(src, 'video/mp4'),
          poster: values.poster as Picture | null,
          caption: text(values.caption),
          credit: text(values.credit),
          duration: number(values.duration) || 0,
          ...(captions.length === 0 ? {} : { captions }),
        },
      }
    },
  },
  audio: {
    fields: [
      { kind: 'sound', name: 'src', label: names.src, duration: 'duration' },
      { kind: 'text', name: 'title', label: names.title, isNeeded: true },
      { kind: 'number', name: 'duration', label: names.duration },
      { kind: 'text', name: 'voiceLabel', label: names.voiceLabel, help: names.voiceHelp },
      { kind: 'select', name: 'reading', label: names.reading, options: Object.entries(names.readings) },
      { kind: 'area', name: 'chapters', label: names.chapters, help: names.chaptersHelp },
    ],
    read: (item) => ({
      src: item?.src ?? '',
      title: item?.title ?? '',
      duration: show(item?.duration),
      voiceLabel: item?.voiceLabel ?? '',
      reading: item?.reading ?? '',
      chapters: (item?.chapters ?? []).map(({ start, title }) => `${toClock(start)} ${title}`).join('\n'),
    }),
    write: (values, before): Written<BodyItem> => {
      const src = toMediaAddress(values.src)
      if (src === null) return { faults: { src: say.wrongAddress } }
      const chapters = toChapters(text(values.chapters), before?.chapters ?? [])
      if (chapters === null) return { faults: { chapters: say.wrongChapters } }
      const reading = text(values.reading)
      return {
        value: {
          type: 'audio',
          src,
          mimeType: src === before?.src ? before.mimeType : toMimeType(src, 'audio/mpeg'),
          title: text(values.title),
          duration: number(values.duration) || 0,
          voiceLabel: text(values.voiceLabel),
          ...(chapters.length === 0 ? {} : { chapters }),
          ...(reading === 'read' || reading === 'synthetic' ? { reading } : {}),
        },
      }
    },
  },
  document: {
    fields: [
      { kind: 'document', name: 'file', label: names.documentFile, title: 'title' },
      { kind: 'text', name: 'title', label: names.documentTitle, isNeeded: true },
    ],
    read: (item) => ({ file: item && { src: item.src, bytes: item.bytes }, title: item?.title ?? '' }),
    write: (values): Written<BodyItem> => {
      const file = values.file as DocumentFile | null
      const title = text(values.title)
      if (file === null) return { faults: { file: say.needed } }
      return title === '' ? { faults: { title: say.needed } } : { value: { type: 'document', title, ...file } }
    },
  },
  embed: {
    fields: [
      { kind: 'text', name: 'url', label: names.embedUrl, help: names.embedHelp, isNeeded: true, type: 'url' },
      { kind: 'text', name: 'title', label: names.embedTitle },
    ],
    read: (item) => ({ url: item?.url ?? '', title: item?.title ?? '' }),
    write: (values, before) => {
      const [url, title] = [text(values.url), text(values.title)]
      if (before !== null && url === before.url) return { value: { ...before, title } }
      const resolved = resolveEmbed(url, title)
      return resolved.kind === 'embed' ? { value: resolved.embed } : { faults: { url: say.wrongEmbed } }
    },
  },
  articleReference: {
    fields: [{ kind: 'article', name: 'articleId', label: names.article }],
    read: (item) => ({ articleId: item?.articleId ?? '' }),
    write: (values) => {
      const articleId = text(values.articleId)
      return articleId === ''
        ? { faults: { articleId: say.needed } }
        : { value: { type: 'articleReference', articleId } }
    },
  },
  timeline: {
    fields: [
      {
        kind: 'rows',
        name: 'entries',
        label: names.entries,
        blank: { date: '', text: '' },
        fields: [
          { kind: 'text', name: 'date', label: names.date, help: names.dateHelp, isNeeded: true },
          { kind: 'area', name: 'text', label: names.text },
        ],
      },
    ],
    read: (item) => ({ entries: item?.entries ?? [{ date: '', text: '' }] }),
    write: (values) => {
      const entries = rowsOf(values.entries)
        .map((row) => ({ date: text(row.date), text: text(row.text) }))
        .filter((entry) => entry.date !== '' || entry.text !== '')
      if (entries.length === 0) return { faults: { entries: say.needed } }
      if (entries.some(({ date }) => !/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(date)))
        return { faults: { entries: say.wrongDate } }
      return {
        value: { type: 'timeline', entries: entries.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)) },
      }
    },
  },
  people: {
    fields: [
      {
        kind: 'rows',
        name: 'people',
        label: names.people,
        blank: { name: '', role: '' },
        fields: [
          { kind: 'text', name: 'name', label: names.name, isNeeded: true },
          { kind: 'text', name: 'role', label: names.role },
        ],
      },
    ],
    read: (item) => ({ people: item?.people ?? [{ name: '', role: '' }] }),
    write: (values, before) => {
      const people = rowsOf(values.people)
        .map((row) => ({ name: text(row.name), role: text(row.role) }))
        .filter(({ name }) => name !== '')
        .map((person) => {
          const path = before?.people.find(({ name }) => name === person.name)?.path
          return path === undefined ? person : { ...person, path }
        })
      return people.length === 0 ? { faults: { people: say.needed } } : { value: { type: 'people', people } }
    },
  },
  match: {
    fields: [
      { kind: 'text', name: 'competition', label: names.competition },
      { kind: 'text', name: 'home', label: names.home, isNeeded: true },
      { kind: 'text', name: 'away', label: names.away, isNeeded: true },
      { kind: 'number', name: 'homeGoals', label: names.homeGoals, isNeeded: true },
      { kind: 'number', name: 'awayGoals', label: names.awayGoals, isNeeded: true },
      { kind: 'number', name: 'homeHalf', label: names.homeHalf },
      { kind: 'number', name: 'awayHalf', label: names.awayHalf },
      {
        kind: 'rows',
        name: 'goals',
        label: names.goals,
        blank: { side: 'home', scorer: '', minute: '', note: '' },
        fields: [
          {
            kind: 'select',
            name: 'side',
            label: names.side,
            options: [
              ['home', names.home],
              ['away', names.away],
            ],
          },
          { kind: 'text', name: 'scorer', label: names.scorer, isNeeded: true },
          { kind: 'text', name: 'minute', label: names.minute },
          { kind: 'text', name: 'note', label: names.goalNote },
        ],
      },
    ],
    read: (item) => ({
      competition: item?.competition ?? '',
      home: item?.home.name ?? '',
      away: item?.away.name ?? '',
      homeGoals: show(item?.home.goals ?? 0),
      awayGoals: show(item?.away.goals ?? 0),
      homeHalf: show(item?.halfTime?.home),
      awayHalf: show(item?.halfTime?.away),
      goals: item?.goals ?? [],
    }),
    write: (values) => {
      const missing = ['home', 'away', 'homeGoals', 'awayGoals'].filter((name) => text(values[name]) === '')
      if (missing.length > 0) return { faults: Object.fromEntries(missing.map((name) => [name, say.needed])) }
      const counts = ['homeGoals', 'awayGoals', 'homeHalf', 'awayHalf'].filter(
        (name) => text(values[name]) !== '' && !/^\d{1,3}$/.test(text(values[name])),
      )
      if (counts.length > 0) return { faults: Object.fromEntries(counts.map((name) => [name, say.wrong])) }
      const half = { home: number(values.homeHalf), away: number(values.awayHalf) }
      return {
        value: {
          type: 'match',
          competition: text(values.competition),
          home: { name: text(values.home), goals: number(values.homeGoals) },
          away: { name: text(values.away), goals: number(values.awayGoals) },
          ...(Number.isNaN(half.home) || Number.isNaN(half.away) ? {} : { halfTime: half }),
          goals: rowsOf(values.goals)
            .filter((row) => text(row.scorer) !== '')
            .map((row) => ({
              side: row.side === 'away' ? ('away' as const) : ('home' as const),
              scorer: text(row.scorer),
              minute: text(row.minute),
              ...(text(row.note) === '' ? {} : { note: text(row.note) }),
            })),
        },
      }
    },
  },
}

// ── Forms of blocks with text

export function toLinkForm(href: string): Form<string> {
  return {
    title: titles.link,
    fields: [{ kind: 'text', name: 'href', label: names.href, type: 'url' }],
    values: { href },
    write: (values) => {
      const given = text(values.href)
      if (given === '') return { value: '' }
      // People type "www.hafenrode.de" without a scheme.
      const whole = /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(given) ? `https://${given}` : given
      const safe = toSafeLink(/^[^\s@:/]+@[^\s@:/]+\.[a-z]+$/i.test(given) ? `mailto:${given}` : whole)
      return safe === null ? { faults: { href: say.wrongAddress } } : { value: safe }
    },
  }
}

/** `url` of a heading or a quote. */
export function toUrlForm(of: 'heading' | 'quote', url: string | null): Form<string | null> {
  const form = toLinkForm(url ?? '')
  const label = of === 'quote' ? names.sourceUrl : names.headingUrl
  return {
    title: titles[of],
    fields: [{ kind: 'text', name: 'href', label, type: 'url' }],
    values: form.values,
    write: (values) => {
      const written = form.write(values)
      return 'faults' in written ? written : { value: written.value === '' ? null : written.value }
    },
  }
}

export function toListForm(start: number | null): Form<number | null> {
  return {
    title: titles.list,
    fields: [{ kind: 'number', name: 'start', label: names.start }],
    values: { start: show(start ?? undefined) },
    write: (values) => {
      if (text(values.start) === '' || text(values.start) === '1') return { value: null }
      return /^\d{1,5}$/.test(text(values.start)) ? { value: number(values.start) } : { faults: { start: say.wrong } }
    },
  }
}

export function toBoxForm(role: 'keyPoints' | null): Form<'keyPoints' | null> {
  return {
    title: texts.blocks.infoBox,
    fields: [{ kind: 'check', name: 'isSummary', label: names.boxRole }],
    values: { isSummary: role === 'keyPoints' },
    write: (values) => ({ value: values.isSummary === true ? 'keyPoints' : null }),
  }
}

export type Chart = NonNullable<ItemOf<'table'>['chart']>

/** `head`: names of the columns, also of a table without a head; `table`: data of the chart. */
export function toChartForm(
  chart: Chart | null,
  head: readonly string[],
  table: Omit<ChartTable, 'chart'> = { head, rows: [] },
): Form<Chart | null> {
  const columns = head.map((name, index) => [String(index), name === '' ? String(index + 1) : name] as const).slice(1)
  const write = (values: Values): Written<Chart | null> => {
    const kind = text(values.kind)
    if (kind !== 'bars' && kind !== 'lines') return { value: null }
    const chosen = (values.columns as string[]).map(Number).sort((a, b) => a - b)
    if (chosen.length === 0 || chosen.length > 4) return { faults: { columns: say.wrongColumns } }
    const unit = text(values.unit)
    return unit.length > 60 ? { faults: { unit: say.wrong } } : { value: { kind, unit, columns: chosen } }
  }
  return {
    title: titles.chart,
    fields: [
      { kind: 'select', name: 'kind', label: names.chartKind, options: Object.entries(names.chartKinds) },
      { kind: 'text', name: 'unit', label: names.unit },
      { kind: 'checks', name: 'columns', label: names.columns, options: columns },
    ],
    values: { kind: chart?.kind ?? '', unit: chart?.unit ?? '', columns: chart?.columns.map(String) ?? ['1'] },
    write,
    preview: (values) => {
      const written = write(values)
      if ('faults' in written) return { why: Object.values(written.faults)[0]! }
      if (written.value === null) return { why: say.noChart }
      const drawn = toChart({ ...table, chart: written.value })
      return drawn === null ? { why: say.cannotChart } : { chart: drawn }
    },
  }
}

export function toPictureForm(picture: Picture): Form<Picture> {
  return {
    title: titles.picture,
    fields: [
      { kind: 'focus', name: 'focus', label: say.focus, help: say.focusHelp },
      { kind: 'area', name: 'altText', label: names.altText, help: names.altTextHelp },
      { kind: 'text', name: 'credit', label: names.credit },
    ],
    values: { focus: { picture, point: picture.focus ?? null }, altText: picture.altText, credit: picture.credit },
    write: (values) => {
      const { focus: _focus, ...rest } = picture
      const { point } = values.focus as { point: FocalPoint | null }
      return {
        value: {
          ...rest,
          altText: text(values.altText),
          credit: text(values.credit),
          ...(point === null ? {} : { focus: point }),
        },
      }
    },
  }
}

export type LiveAttributes = Omit<ItemOf<'liveEntry'>, 'type' | 'headline' | 'paragraphs'>

export function toLiveForm(entry: LiveAttributes): Form<LiveAttributes> {
  return {
    title: titles.liveEntry,
    fields: [
      { kind: 'text', name: 'label', label: names.entryLabel },
      { kind: 'moment', name: 'time', label: names.time },
      { kind: 'check', name: 'isImportant', label: names.isImportant },
      { kind: 'check', name: 'isPinned', label: names.isPinned },
      { kind: 'picture', name: 'picture', label: names.entryPicture },
    ],
    values: {
      label: entry.label,
      time: entry.time,
      isImportant: entry.isImportant,
      isPinned: entry.isPinned === true,
      picture: entry.picture ?? null,
    },
    write: (values) => {
      const time = text(values.time)
      if (!/^\d{4}-/.test(time)) return { faults: { time: say.needed } }
      const { isPinned: _isPinned, picture: _picture, ...rest } = entry
      const picture = values.picture as Picture | null
      return {
        value: {
          ...rest,
          label: text(values.label),
          time,
          isImportant: values.isImportant === true,
          ...(values.isPinned === true ? { isPinned: true } : {}),
          ...(picture === null ? {} : { picture }),
        },
      }
    },
  }
}

// ── Values

/** A path of this site or an https address. */
function toMediaAddress(value: unknown): string | null {
  const safe = toSafeLink(text(value))
  return safe !== null && /^(?:https:|\/)/i.test(safe) ? safe : null
}

const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  m3u8: 'application/vnd.apple.mpegurl',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
}

function toMimeType(src: string, otherwise: string): string {
  return TYPES[/\.(\w{2,4})(?:[?#]|$)/.exec(src)?.[1]?.toLowerCase() ?? ''] ?? otherwise
}

type Chapters = NonNullable<ItemOf<'audio'>['chapters']>

/** Fractions of a second, which the form does not show, are kept. */
function toChapters(lines: string, before: Chapters): Chapters | null {
  const chapters: Chapters = []
  for (const line of lines.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [, hours = '0', minutes, seconds, title] = /^(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\s+(.+)$/.exec(line) ?? []
    if (minutes === undefined || title === undefined) return null
    const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    chapters.push({ start: before.find((one) => Math.floor(one.start) === start)?.start ?? start, title })
  }
  return chapters
}
