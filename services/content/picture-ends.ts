/**
 * Rights of pictures that end, as the office of each publication says them. From its end on a picture is in no answer for
 * readers of that publication, whichever article names it: one that another publication owns, one that an import wrote, one that
 * could not be published anew. The office of the article's owner takes it out of the text itself.
 */
import type { Picture } from '@lokalteil/contracts/content'
import { toMediaName } from '@lokalteil/domain/reading/media'
import { remembered, type ContentContext, type PublicationContext } from './context.ts'
import { listPictureEnds, type PictureEnds } from './store/media.ts'

/** Kept in memory until the office of the publication changes one. */
export function loadPictureEnds({ db, memory }: ContentContext, publication: string): Promise<PictureEnds> {
  return remembered(memory.pictureEnds, publication, () => listPictureEnds(db, publication))
}

/** An answer for readers of the publication, without pictures whose rights have ended there. */
export async function withoutEnded<T>(
  content: ContentContext,
  { publication }: PublicationContext,
  answer: T | Promise<T>,
): Promise<T> {
  const given = await answer
  const ends = await loadPictureEnds(content, publication.code)
  if (ends.size === 0) return given
  const time = content.now().getTime()
  return dropPictures(given, (name) => (ends.get(name) ?? Infinity) <= time)
}

const DROPPED = Symbol('dropped')

/**
 * The value without these pictures: null where one picture stands, shorter lists, no block of a picture or gallery without
 * any. The same object if it has none of them.
 */
export function dropPictures<T>(value: T, isDropped: (name: string) => boolean): T {
  const next = drop(value, isDropped)
  return (next === DROPPED ? null : next) as T
}

function drop(value: unknown, isDropped: (name: string) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const before = value as unknown[]
    const next = before.map((inner) => drop(inner, isDropped))
    return next.every((inner, at) => inner === before[at]) ? value : next.filter((inner) => inner !== DROPPED)
  }
  if (isPicture(value) && isDropped(toMediaName(value.baseUrl) ?? '')) return DROPPED
  const isEntry = 'type' in value && value.type === 'liveEntry'
  let isChanged = false
  const fields = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const next = drop(inner, isDropped)
    if (next !== inner) isChanged = true
    if (next !== DROPPED) return [[key, next]]
    // An entry without a picture has no such field.
    return isEntry ? [] : [[key, null]]
  })
  if (!isChanged) return value
  const next = Object.fromEntries(fields)
  const isEmpty = next.type === 'image' ? next.picture === null : next.type === 'gallery' && isEmptyList(next.pictures)
  return isEmpty ? DROPPED : next
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

function isPicture(value: object): value is Pick<Picture, 'baseUrl'> {
  return 'baseUrl' in value && typeof value.baseUrl === 'string'
}
