/**
 * Maps `taxonomy.yaml`, `places.yaml`, `people.yaml`, `coupons.yaml` and `newsletters.yaml` to the data the content
 * service needs.
 */
import type { Picture } from '@lokalteil/contracts/content'
import type { Place } from '@lokalteil/contracts/publication/order'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { FolderPicture } from '@lokalteil/contracts/publication/values'
import { toBerlinIso } from '@lokalteil/domain/german'

/** The stored picture for each picture file of the folder; a file without an entry cannot be shown. */
export type StoredPictures = ReadonlyMap<string, Pick<Picture, 'baseUrl' | 'width' | 'height' | 'colour' | 'focus'>>

export function toOrder(
  { taxonomy, places, people, coupons, newsletters }: PublicationFolder,
  pictures: StoredPictures,
) {
  return {
    mapping: taxonomy.mapping ?? null,
    sections: taxonomy.sections,
    tags: taxonomy.tags.map(({ slug, name, id, parent, kind }) => ({
      slug,
      name,
      kind,
      id: id ?? null,
      parent: parent ?? null,
    })),
    topics: taxonomy.topics.map(({ picture, ...topic }) => ({
      ...topic,
      picture: toPicture(picture, '16:9', pictures),
    })),
    regions: places.regions.flatMap((place) => toRegions(place, null)),
    people: people.people.map(({ id, firstName, lastName, shortName, role, bio, email, portrait }) => ({
      id,
      role,
      bio,
      prename: firstName,
      surname: lastName,
      shortname: shortName ?? null,
      email: email ?? '',
      portrait: toPicture(portrait, '1:1', pictures),
    })),
    coupons: coupons.coupons.map(({ validUntil, ...coupon }) => ({ ...coupon, validUntil: toEndOfDay(validUntil) })),
    newsletters: newsletters.newsletters.map(({ sections, picture, ...newsletter }) => ({
      ...newsletter,
      picture: toPicture(picture, '16:9', pictures),
      sampleSections: sections,
    })),
  }
}

/** The pictures of the folder that pages show, each once. */
export function listPictures({ taxonomy, people, newsletters }: PublicationFolder): FolderPicture[] {
  const named = [
    ...people.people.map(({ portrait }) => portrait),
    ...taxonomy.topics.map(({ picture }) => picture),
    ...newsletters.newsletters.map(({ picture }) => picture),
  ].filter((picture) => picture !== undefined)
  return [...new Map(named.map((picture) => [fileOf(picture), picture])).values()]
}

export const fileOf = (picture: FolderPicture): string => (typeof picture === 'string' ? picture : picture.file)

export function toPicture(given: FolderPicture | undefined, cropVal: string, pictures: StoredPictures): Picture | null {
  const stored = given === undefined ? undefined : pictures.get(fileOf(given))
  if (given === undefined || stored === undefined) return null
  const { alt = '', caption = '', credit = '', width, height, colour, focus } = typeof given === 'string' ? {} : given
  return {
    baseUrl: stored.baseUrl,
    cropVal,
    altText: alt,
    width: width ?? stored.width,
    height: height ?? stored.height,
    credit,
    caption,
    colour: colour ?? stored.colour,
    ...((focus ?? stored.focus) && { focus: focus ?? stored.focus }),
  }
}

/** A place without a section of its own belongs to the section of the place above it. */
function toRegions(
  place: Place,
  above: { id: string; sectionPath: string } | null,
): {
  id: string
  label: string
  sectionPath: string
  parentId: string | null
}[] {
  const { id, name } = place
  const sectionPath = place.section ?? above?.sectionPath ?? ''
  return [
    { id, label: name, sectionPath, parentId: above?.id ?? null },
    ...place.places.flatMap((child) => toRegions(child, { id, sectionPath })),
  ]
}

/** A coupon is valid until the end of its last day in Berlin. */
function toEndOfDay(day: string): string {
  const offset = toBerlinIso(new Date(`${day}T21:00:00Z`)).slice(-6)
  return new Date(`${day}T23:59:59${offset}`).toISOString()
}
