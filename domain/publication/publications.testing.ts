/** The four publications of the specification, for tests. */
import type { Publication } from './publications.ts'

export const PUBLICATION_CODES = ['ak', 'fb', 'ht', 'la'] as const

const of = (
  position: number,
  code: string,
  name: string,
  claim: string,
  rest: Partial<Publication> = {},
): Publication => ({
  code,
  name,
  shortName: name.slice(0, 14),
  claim,
  description: `${name}: ${claim.replace(/\.$/, '')}. Nachrichten, Hintergründe und Service aus Auenburg, Hafenrode und dem Hügelland.`,
  variant: 'first',
  isLocalEdition: false,
  hasEpaper: false,
  rooms: [],
  hosts: [],
  position,
  ...rest,
})

export const TEST_PUBLICATIONS: readonly Publication[] = [
  of(0, 'ak', 'Auenkurier', 'Die Zeitung für Auenburg und die Region'),
  of(1, 'fb', 'Flussbote', 'Nachrichten vom Hafen und von der Unteren Aue'),
  of(2, 'ht', 'Hügelland-Tageblatt', 'Heimatzeitung seit 1871', { variant: 'second', shortName: 'Hügelland' }),
  of(3, 'la', 'Lokal aktuell', 'Kostenlos. Von hier.', { variant: 'second', isLocalEdition: true }),
]
