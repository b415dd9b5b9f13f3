/**
 * The publications of this process and their differences by rule (not by look). They are data: read from folders,
 * replaced while the portal runs. Readable everywhere, like the time zone; written only by `setPublications`, when a
 * portal starts and when a publication changes.
 */

import type { RoomKey } from '../rooms/rooms.ts'

/** The code of a publication. Validated at the boundary by `toPublicationCode`. */
export type PublicationCode = string

/** Two variants differ in dialog styling and in the bookmark rule (S1-02, S1-04, S6-01). */
export type SiteVariant = 'first' | 'second'

export type Publication = {
  code: PublicationCode
  name: string
  /** Name below an app's icon; at most 14 characters. */
  shortName: string
  claim: string
  /** Meta description of the home page. */
  description: string
  variant: SiteVariant
  /** The local edition reads no settings and shows no consent banner (S1-03). */
  isLocalEdition: boolean
  /** A room at `/epaper` has the issues that the right `epaper` of an offer opens. */
  hasEpaper: boolean
  /** Rooms that are switched on, see `domain/rooms`. */
  rooms: readonly RoomKey[]
  /** The publisher's own rooms that are switched on (docs/own-room.md); absent: none. */
  ownRooms?: readonly string[]
  /** Readers may comment or review; absent: they may not. */
  hasCommunity?: true
  /** The first is the publication's address. Without hosts it answers at `{code}.` and the portal's host. */
  hosts: readonly string[]
  /** Order of creation, from 0. Never changes and is never reused. */
  position: number
}

type Registry = {
  publications: readonly Publication[]
  codes: readonly PublicationCode[]
  byCode: ReadonlyMap<PublicationCode, Publication>
  byHost: ReadonlyMap<string, PublicationCode>
}

let registry = toRegistry([])

export function setPublications(publications: readonly Publication[]): void {
  registry = toRegistry(publications)
}

function toRegistry(publications: readonly Publication[]): Registry {
  return {
    publications: [...publications],
    codes: publications.map(({ code }) => code),
    byCode: new Map(publications.map((publication) => [publication.code, publication])),
    byHost: new Map(publications.flatMap(({ code, hosts }) => hosts.map((host) => [host, code] as const))),
  }
}

/** Memoises a value that depends on all publications: computed once for each state of the list. */
export function oncePerState<T>(make: () => T): () => T {
  let made: { of: Registry; value: T } | null = null
  return () => {
    if (made?.of !== registry) made = { of: registry, value: make() }
    return made.value
  }
}

/** In the order of creation. */
export function listPublications(): readonly Publication[] {
  return registry.publications
}

export function listPublicationCodes(): readonly PublicationCode[] {
  return registry.codes
}

export function findPublication(code: string): Publication | null {
  return registry.byCode.get(code) ?? null
}

/** `code` must be validated. */
export function publicationOf(code: PublicationCode): Publication {
  const publication = findPublication(code)
  if (publication === null) throw new Error(`There is no publication "${code}"`)
  return publication
}

/** Also used as the first label of a host and in cookies, keys and file names. */
export const CODE = /^[a-z][a-z0-9]{1,15}$/

/** Checks only the form; whether the publication exists is known only inside the portal. */
export function toCode(word: string): PublicationCode | null {
  return CODE.test(word) ? word : null
}

export function toPublicationCode(code: string): PublicationCode | null {
  return registry.byCode.has(code) ? code : null
}

/** Whether a publication's folder names the host. */
export function isHostOfFolder(host: string): boolean {
  return registry.byHost.has(host.toLowerCase())
}

/**
 * The publication that answers on a host: `{code}.anything` selects it, every other host gets `fallback` (S1-01).
 * `hosts` holds a publisher's own names and wins over the first label.
 */
export function publicationOfHost(
  host: string,
  fallback: PublicationCode,
  hosts: Readonly<Record<string, PublicationCode>> = {},
): Publication {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const configured = Object.hasOwn(hosts, name) ? hosts[name] : undefined
  const label = name.includes('.') ? toPublicationCode(name.slice(0, name.indexOf('.'))) : null
  return publicationOf(configured ?? registry.byHost.get(name) ?? label ?? fallback)
}
