/** A text of an agency, as an importer delivers it: for tests, journeys and the bench. */
import type { IncomingDocument } from './incoming.ts'

export function agencyText(sourceId: string, more: Partial<IncomingDocument> = {}): IncomingDocument {
  return {
    sourceId,
    version: 1,
    status: 'usable',
    embargo: null,
    publishDate: new Date().toISOString(),
    updateDate: null,
    language: 'de',
    urgency: 4,
    kind: 'news',
    title: `Meldung ${sourceId}`,
    titlePrefix: '',
    teaserTextHtml: 'Kurz gesagt.',
    contentRestriction: 'free',
    sectionPath: 'panorama',
    tags: [],
    regions: [],
    authors: [],
    source: 'Agentur Nord',
    isOpinion: false,
    correction: '',
    picture: null,
    contentItems: [{ type: 'paragraph', html: 'Text der Meldung.' }],
    ...more,
  }
}
