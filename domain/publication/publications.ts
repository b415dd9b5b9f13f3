/**
 * The publications of this process and what differs between them by rule rather than by look. They are data: read from
 * folders, applied while the portal runs. Known everywhere like the time zone, written in one place
 * (`setPublications`), when a portal opens and whenever a publication changes.
 */

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
  /** The first is its address; none: it answers at `{code}.` and the portal's host. */
  hosts: readonly string[]
  /** Never changes and is never given twice: 0 for the first that came. */
  position: number
}

let inForce: ReadonlyMap<Mandator, Publication> = new Map()
let byHost: ReadonlyMap<string, Mandator> = new Map()

export function setPublications(publications: readonly Publication[]): void {
  inForce = new Map(publications.map((publication) => [publication.code, publication]))
  byHost = new Map(publications.flatMap(({ code, hosts }) => hosts.map((host) => [host, code] as const)))
}

/** In the order they came. */
export function listPublications(): readonly Publication[] {
  return [...inForce.values()]
}

export function listMandators(): readonly Mandator[] {
  return [...inForce.keys()]
}

export function findPublication(code: string): Publication | null {
  return inForce.get(code) ?? null
}

/** Of a code that was checked. */
export function publicationOf(code: Mandator): Publication {
  const publication = inForce.get(code)
  if (publication === undefined) throw new Error(`There is no publication "${code}"`)
  return publication
}

/** Of a word that can be a code; whether there is such a publication is known to the portal alone. */
export function toCode(word: string): Mandator | null {
  return /^[a-z][a-z0-9]{1,15}$/.test(word) ? word : null
}

export function toMandator(code: string): Mandator | null {
  return inForce.has(code) ? code : null
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
  return publicationOf(configured ?? byHost.get(name) ?? label ?? fallback)
}
