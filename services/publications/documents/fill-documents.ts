/**
 * Generates the first documents of a publication: its data filled into the templates, with a mark wherever a person
 * must decide.
 */
import { readFileSync } from 'node:fs'
import type { Community } from '@lokalteil/contracts/publication/community'
import type { Rooms } from '@lokalteil/contracts/publication/rooms'
import type { Offers, Newsletters } from '@lokalteil/contracts/publication/selling'
import type { Identity } from '@lokalteil/contracts/publication/identity'
import type { PublicationText } from '@lokalteil/contracts/publication/publication-folder'
import { type Published, toDocumentFacts } from './document-facts.ts'
import { withNames } from './publisher-fields.ts'
import { listAskedRooms } from './rooms-in-notice.ts'
import { fillTemplate, parseTemplate } from './template.ts'

/** In the order of the list; `isWanted` tells whether a publication needs the document (absent: always). */
export const DOCUMENT_TEMPLATES: readonly { id: string; title: string; isWanted?: (identity: Identity) => boolean }[] =
  [
    { id: 'impressum', title: 'Impressum' },
    { id: 'kontakt', title: 'Kontakt' },
    { id: 'ueber-uns', title: 'Über uns' },
    { id: 'eigentuemer', title: 'Wem wir gehören', isWanted: ({ publisher }) => publisher.ownership !== undefined },
    { id: 'datenschutz', title: 'Datenschutz' },
    { id: 'agb', title: 'Allgemeine Geschäftsbedingungen' },
    { id: 'widerruf', title: 'Widerrufsbelehrung' },
    { id: 'accessibility', title: 'Erklärung zur Barrierefreiheit' },
    { id: 'werbung', title: 'Werbung und bezahlte Inhalte' },
    { id: 'ki', title: 'Wie wir mit KI arbeiten' },
  ]

export function fillDocuments(
  identity: Identity,
  has: {
    offers?: Offers | null
    newsletters?: Newsletters
    rooms?: Rooms | undefined
    community?: Community | undefined
    today: string
    /**
     * Keeps the names of address fields instead of their values (`publisher-fields.ts`): for the folder, not for
     * readers.
     */
    isDraft?: boolean
  },
): PublicationText[] {
  const published: Published = {
    identity,
    offers: has.offers?.offers ?? [],
    newsletters: has.newsletters?.newsletters ?? [],
    rooms: has.rooms,
    hasCommunity: has.community?.comments !== undefined || has.community?.reviews !== undefined,
    today: has.today,
  }
  const filled = toDocumentFacts(published)
  const facts = has.isDraft ? { ...filled, publisher: withNames(filled.publisher ?? null, identity.publisher) } : filled
  return DOCUMENT_TEMPLATES.filter(({ isWanted }) => isWanted?.(identity) ?? true).map(({ id, title }) => {
    const text = readTemplate(id)
    // A room that was removed from the product (docs/rooms.md) is off.
    const off = Object.fromEntries(listAskedRooms(text).map((key) => [key, false]))
    const rooms = { ...off, ...(filled.rooms as Record<string, boolean>) }
    const markdown = fillTemplate(parseTemplate(`${id}.md`, text), { ...facts, rooms })
      .replace(/[ \t]+\n/g, (blanks) => (blanks.startsWith('  ') ? '  \n' : '\n'))
      .replace(/\n{3,}/g, '\n\n')
    return { id, title, updated: has.today, markdown: markdown.trim() }
  })
}

export function readTemplate(id: string): string {
  return readFileSync(new URL(`templates/${id}.md`, import.meta.url), 'utf8')
}
