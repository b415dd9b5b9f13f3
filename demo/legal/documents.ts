/** The legal documents of every publication. */
import type { ContentItem, LegalDocument } from '@lokalteil/contracts/content'
import { DEMO_PUBLICATIONS, LOCAL_EDITION, type DemoCode } from '../codes.ts'
import { toAccessibilityStatement } from './accessibility.ts'
import { toImprint, toOwnership } from './imprint.ts'
import { toPrivacyStatement } from './privacy.ts'
import { PUBLISHERS } from './publishers.ts'
import { toTerms } from './terms.ts'

export type DemoDocument = {
  publication: DemoCode
  id: LegalDocument['id']
  title: string
  updated: Date
  contentItems: ContentItem[]
}

export const DOCUMENTS: readonly DemoDocument[] = DEMO_PUBLICATIONS.flatMap((publication): DemoDocument[] => {
  const house = PUBLISHERS[publication]
  const isLocalEdition = publication === LOCAL_EDITION
  return [
    {
      publication,
      id: 'impressum',
      title: 'Impressum',
      updated: new Date('2026-10-05T08:00:00Z'),
      contentItems: toImprint(house),
    },
    {
      publication,
      id: 'datenschutz',
      title: 'Datenschutz',
      updated: new Date('2026-10-01T08:00:00Z'),
      contentItems: toPrivacyStatement(house, isLocalEdition),
    },
    {
      publication,
      id: 'agb',
      title: 'Allgemeine Geschäftsbedingungen',
      updated: new Date('2026-06-19T08:00:00Z'),
      contentItems: toTerms(house),
    },
    {
      publication,
      id: 'accessibility',
      title: 'Erklärung zur Barrierefreiheit',
      updated: new Date('2026-10-01T08:00:00Z'),
      contentItems: toAccessibilityStatement(house, isLocalEdition),
    },
    {
      publication,
      id: 'eigentuemer',
      title: 'Wem wir gehören',
      updated: new Date('2026-02-16T08:00:00Z'),
      contentItems: toOwnership(house),
    },
  ]
})
