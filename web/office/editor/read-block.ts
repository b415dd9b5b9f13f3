/**
 * Reads a block as the contract `BodyItem` has it, from the clipboard and from forms. Written out, because the contract's
 * schema would bring zod (23 kB) into the editor. The compiler holds the shapes to the contract, and a test holds their limits
 * to its schema. The server checks every save with the schema.
 */
import type { Picture } from '@lokalteil/contracts/content'
import type { BodyItem } from '@lokalteil/contracts/content/records'

type Path = readonly (string | number)[]
/** The value without fields that the contract does not have, or an exception with the place of the fault. */
type Read<T> = (value: unknown, path: Path) => T
type Shape<T> = { readonly [K in keyof T]-?: Read<T[K]> }
type ItemOf<T extends BodyItem['type']> = Extract<BodyItem, { type: T }>

class Unfit extends Error {
  readonly path: Path
  constructor(path: Path) {
    super('Not as the contract has it')
    this.path = path
  }
}

export function readBlock(value: unknown): { item: BodyItem } | { path: Path } {
  try {
    return { item: block(value, []) }
  } catch (error) {
    if (error instanceof Unfit) return { path: error.path }
    throw error
  }
}

function unfit(path: Path): never {
  throw new Unfit(path)
}

const text =
  (most = Infinity, least = 0, pattern = /(?:)/): Read<string> =>
  (value, path) =>
    typeof value === 'string' && value.length >= least && value.length <= most && pattern.test(value)
      ? value
      : unfit(path)

const number =
  (least = -Infinity, most = Infinity): Read<number> =>
  (value, path) =>
    Number.isFinite(value) && (value as number) >= least && (value as number) <= most ? (value as number) : unfit(path)

const whole =
  (least = 0, most = Infinity): Read<number> =>
  (value, path) =>
    Number.isSafeInteger(value) ? number(least, most)(value, path) : unfit(path)

const flag: Read<boolean> = (value, path) => (typeof value === 'boolean' ? value : unfit(path))

const oneOf =
  <const T>(...values: readonly T[]): Read<T> =>
  (value, path) =>
    values.includes(value as T) ? (value as T) : unfit(path)

const maybe =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value, path) =>
    value === undefined ? undefined : read(value, path)

const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value, path) =>
    value === null ? null : read(value, path)

const list =
  <T>(read: Read<T>, most = Infinity, least = 0): Read<T[]> =>
  (value, path) =>
    Array.isArray(value) && value.length >= least && value.length <= most
      ? value.map((one, index) => read(one, [...path, index]))
      : unfit(path)

const object =
  <T extends object>(shape: Shape<T>): Read<T> =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unfit(path)
    const read: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(shape) as [string, Read<unknown>][]) {
      const found = part((value as Record<string, unknown>)[name], [...path, name])
      if (found !== undefined) read[name] = found
    }
    return read as T
  }

const byType =
  <T>(kinds: Readonly<Record<string, Read<T>>>): Read<T> =>
  (value, path) => {
    const type = (value as { type?: unknown } | null)?.type
    return typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type]!(value, path) : unfit(path)
  }

const picture = object<Picture>({
  baseUrl: text(),
  cropVal: text(),
  altText: text(),
  width: whole(),
  height: whole(),
  credit: text(),
  caption: text(),
  colour: orNull(text()),
  focus: maybe(object({ x: number(0, 100), y: number(0, 100) })),
  sources: maybe(object({ avif: text(), webp: text(), fallback: text(), share: text() })),
})
const paragraph = object<ItemOf<'paragraph'>>({ type: oneOf('paragraph'), html: text() })
const heading = object<ItemOf<'heading'>>({
  type: oneOf('heading'),
  level: oneOf(2, 3),
  text: text(),
  url: maybe(text()),
  anchor: maybe(text(100, 1, /^[a-z0-9-]+$/)),
})
const bulleted = object<ItemOf<'list'>>({
  type: oneOf('list'),
  ordered: flag,
  items: list(text()),
  start: maybe(whole(0, 100_000)),
})
const side = object({ name: text(120, 1), goals: whole(0, 999) })

const KINDS: { readonly [K in BodyItem['type']]: Read<ItemOf<K>> } = {
  paragraph,
  heading,
  list: bulleted,
  articleReference: object({ type: oneOf('articleReference'), articleId: text(40, 1, /^\d+$/) }),
  video: object({
    type: oneOf('video'),
    src: text(),
    mimeType: text(),
    poster: orNull(picture),
    caption: text(),
    credit: text(),
    duration: number(),
    captions: maybe(
      list(
        object({
          src: text(),
          language: text(Infinity, 0, /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/),
          label: text(100),
        }),
        10,
      ),
    ),
  }),
  audio: object({
    type: oneOf('audio'),
    src: text(),
    mimeType: text(),
    title: text(),
    duration: number(),
    voiceLabel: text(),
    chapters: maybe(list(object({ start: number(0), title: text() }), 500)),
    reading: maybe(oneOf('read', 'synthetic')),
  }),
  document: object({ type: oneOf('document'), title: text(), src: text(), bytes: whole(1) }),
  gallery: object({ type: oneOf('gallery'), id: text(), title: text(), pictures: list(picture) }),
  embed: object({
    type: oneOf('embed'),
    vendor: oneOf(
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
      'other',
    ),
    url: text(),
    title: text(),
    provider: maybe(text(100)),
  }),
  image: object({ type: oneOf('image'), picture }),
  quote: object({
    type: oneOf('quote'),
    text: text(),
    attribution: text(),
    paragraphs: maybe(list(text())),
    url: maybe(text()),
  }),
  table: object({
    type: oneOf('table'),
    caption: text(),
    head: list(text()),
    rows: list(list(text())),
    cells: maybe(oneOf('html')),
    chart: maybe(object({ kind: oneOf('bars', 'lines'), unit: text(60), columns: list(whole(1, 39), 4, 1) })),
  }),
  infoBox: object({
    type: oneOf('infoBox'),
    title: text(),
    role: maybe(oneOf('keyPoints')),
    items: list(byType<ItemOf<'paragraph' | 'heading' | 'list'>>({ paragraph, heading, list: bulleted })),
  }),
  timeline: object({
    type: oneOf('timeline'),
    entries: list(
      object({
        date: text(10, 4, /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/),
        text: text(500, 1),
      }),
      40,
      1,
    ),
  }),
  people: object({
    type: oneOf('people'),
    people: list(object({ name: text(120, 1), role: text(300), path: maybe(text()) }), 20, 1),
  }),
  match: object({
    type: oneOf('match'),
    competition: text(160),
    home: side,
    away: side,
    halfTime: maybe(object({ home: whole(0, 999), away: whole(0, 999) })),
    goals: list(
      object({ side: oneOf('home', 'away'), scorer: text(120, 1), minute: text(10), note: maybe(text(60)) }),
      60,
    ),
  }),
  question: object({ type: oneOf('question'), question: text(), answer: list(text()) }),
  liveEntry: object({
    type: oneOf('liveEntry'),
    id: text(),
    label: text(),
    time: text(),
    headline: text(),
    paragraphs: list(text()),
    isImportant: flag,
    isPinned: maybe(flag),
    picture: maybe(picture),
  }),
}

const block = byType<BodyItem>(KINDS)
