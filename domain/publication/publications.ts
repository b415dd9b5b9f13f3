/**
 * The publications of this process and what differs between them by rule rather than by look. They are data: read from
 * folders, applied while the portal runs. Known everywhere like the time zone, written in one place
 * (`setPublications`), when a portal opens and whenever a publication changes.
 */

import type { RoomKey } from '../rooms/rooms.ts'

/** The code of a publication. Checked where it comes in (`toMandator`). */
export type Mandator = string

/** Two variants differ in dialog styling and in the bookmark rule (S1-02, S1-04, S6-01). */
export type SiteVariant = 'first' | 'second'

export type Publication = {
  code: Mandator
  name: string
  /** Below an app's icon; at most 14 characters. */
  shortName: string
  claim: string
  /** Of the home page, for search engines. */
  description: string
  variant: SiteVariant
  /** The local edition reads no settings and shows no consent banner (S1-03). */
  isLocalEdition: boolean
  /** There are issues to read at `/epaper`. */
  hasEpaper: boolean
  /** Switched on, see `domain/rooms`. */
  rooms: readonly RoomKey[]
  /** Readers comment or review; absent: nobody writes anything. */
  hasCommunity?: true
  /** The first is its address; none: it answers at `{code}.` and the portal's host. */
  hosts: readonly string[]
  /** Never changes and is never given twice: 0 for the first that came. */
  position: number
}

type Registry = {
  publications: readonly Publication[]
  mandators: readonly Mandator[]
  byCode: ReadonlyMap<Mandator, Publication>
  byHost: ReadonlyMap<string, Mandator>
}

let registry = toRegistry([])

export function setPublications(publications: readonly Publication[]): void {
  registry = toRegistry(publications)
}

function toRegistry(publications: readonly Publication[]): Registry {
  return {
    publications: [...publications],
    mandators: publications.map(({ code }) => code),
    byCode: new Map(publications.map((publication) => [publication.code, publication])),
    byHost: new Map(publications.flatMap(({ code, hosts }) => hosts.map((host) => [host, code] as const))),
  }
}

/** What is made of all publications and asked on every request: made once for each state of them. */
export function oncePerState<T>(make: () => T): () => T {
  let made: { of: Registry; value: T } | null = null
  return () => {
    if (made?.of !== registry) made = { of: registry, value: make() }
    return made.value
  }
}

/** In the order they came. */
export function listPublications(): readonly Publication[] {
  return registry.publications
}

export function listMandators(): readonly Mandator[] {
  return registry.mandators
}

export function findPublication(code: string): Publication | null {
  return registry.byCode.get(code) ?? null
}

/** Of a code that was checked. */
export function publicationOf(code: Mandator): Publication {
  const publication = findPublication(code)
  if (publication === null) throw new Error(`There is no publication "${code}"`)
  return publication
}

/** Also the first label of a host, a part of cookies, keys and file names. */
export const CODE = /^[a-z][a-z0-9]{1,15}$/

/** Of a word that can be a code; whether there is such a publication is known to the portal alone. */
export function toCode(word: string): Mandator | null {
  return CODE.test(word) ? word : null
}

export function toMandator(code: string): Mandator | null {
  return registry.byCode.has(code) ? code : null
}

/**
 * The publication that answers on a host: `{code}.anything` selects it, every other host gets `fallback` (S1-01).
 * `hosts` holds a publisher's own names and wins over the first label.
 */
export function publicationOfHost(
  host: string,
  fallback: Mandator,
  hosts: Readonly<Record<string, Mandator>> = {},
): Publication {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const configured = Object.hasOwn(hosts, name) ? hosts[name] : undefined
  const label = name.includes('.') ? toMandator(name.slice(0, name.indexOf('.'))) : null
  return publicationOf(configured ?? registry.byHost.get(name) ?? label ?? fallback)
}
