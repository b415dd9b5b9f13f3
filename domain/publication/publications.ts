/**
 * The four publications (mandators) and what differs between them by rule rather than by look.
 * A fifth code does not exist: `toMandator` answers null and the server refuses to start with it.
 */

export const MANDATORS = ['ak', 'fb', 'ht', 'la'] as const
export type Mandator = (typeof MANDATORS)[number]

/** Two variants differ in dialog styling and in the bookmark rule (S1-02, S1-04, S6-01). */
export type SiteVariant = 'first' | 'second'

export type Publication = {
  code: Mandator
  name: string
  claim: string
  variant: SiteVariant
  /** The local edition reads no settings and shows no consent banner (S1-03). */
  isLocalEdition: boolean
  /** There are issues to read at `/epaper`. */
  hasEpaper: boolean
}

export const PUBLICATIONS: Readonly<Record<Mandator, Publication>> = {
  ak: {
    code: 'ak',
    name: 'Auenkurier',
    claim: 'Die Zeitung für Auenburg und die Region',
    variant: 'first',
    isLocalEdition: false,
    hasEpaper: false,
  },
  fb: {
    code: 'fb',
    name: 'Flussbote',
    claim: 'Nachrichten vom Hafen und von der Unteren Aue',
    variant: 'first',
    isLocalEdition: false,
    hasEpaper: false,
  },
  ht: {
    code: 'ht',
    name: 'Hügelland-Tageblatt',
    claim: 'Heimatzeitung seit 1871',
    variant: 'second',
    isLocalEdition: false,
    hasEpaper: false,
  },
  la: {
    code: 'la',
    name: 'Lokal aktuell',
    claim: 'Kostenlos. Von hier.',
    variant: 'second',
    isLocalEdition: true,
    hasEpaper: false,
  },
}

export function toMandator(code: string): Mandator | null {
  return (MANDATORS as readonly string[]).includes(code) ? (code as Mandator) : null
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
  return PUBLICATIONS[configured ?? label ?? fallback]
}
