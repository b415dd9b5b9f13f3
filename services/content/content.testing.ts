/** A small publication for the tests of this service: complete in kinds, short in text. Times are relative to `NOW`. */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import type { IncomingDocument, MenuEntry, MENU_HANDLES, ContentItem, Picture } from '@lokalteil/contracts/content'
import { agencyText } from '@lokalteil/contracts/content/incoming.testing'
import { listPublicationCodes } from '@lokalteil/domain/publication/publications'
import type { ContentService } from './app.ts'
import { NO_FRONT } from './fronts/usual-fronts.ts'
import type { PublicationContent } from './save-publication.ts'
import type { ArticleSeed, ContentSeed, TestReportSeed } from './seed-input.ts'

type Carried = { publications: readonly string[] }

/** Content that several publications share, written once; `toFolder` gives each its part as its folder would. */
export type TestContent = ContentSeed & {
  sections: readonly (PublicationContent['sections'][number] & Carried)[]
  tags: readonly { id: string; slug: string; name: string; parentId: string | null; kind: string }[]
  topics: readonly (Omit<PublicationContent['topics'][number], 'tags'> & Carried & { tagIds: readonly string[] })[]
  regions: PublicationContent['regions']
  authors: readonly (Omit<PublicationContent['people'][number], 'shortname'> & { shortname?: string })[]
  coupons: readonly (Omit<PublicationContent['coupons'][number], 'validUntil'> & Carried & { validUntil: Date })[]
  newsletters: readonly (PublicationContent['newsletters'][number] & Carried)[]
  documents: readonly {
    publication: string
    id: string
    title: string
    updated: Date
    contentItems: readonly ContentItem[]
  }[]
  menus: readonly { publication: string; handle: (typeof MENU_HANDLES)[number]; entries: readonly MenuEntry[] }[]
}

/** Given as ready folders, or to be split into folders. */
export type FilledContent = TestContent | (ContentSeed & { folders: readonly PublicationContent[] })

export async function fillContent(
  service: Pick<ContentService, 'saveContent' | 'savePublication'>,
  content: FilledContent,
): Promise<'saved' | 'unchanged'> {
  const folders = 'folders' in content ? content.folders : listPublicationCodes().map((code) => toFolder(content, code))
  for (const folder of folders) await service.savePublication(folder)
  return service.saveContent(content)
}

export function toFolder(content: TestContent, code: string): PublicationContent {
  const isCarried = ({ publications }: Carried) => publications.includes(code)
  const slugs = new Map(content.tags.map(({ id, slug }) => [id, slug]))
  const isOwn = ({ publication }: { publication: string }) => publication === code
  return {
    code,
    sections: content.sections.filter(isCarried).map(({ publications: _publications, ...section }) => section),
    tags: content.tags.map(({ parentId, ...tag }) => ({ ...tag, parent: slugs.get(parentId ?? '') ?? null })),
    topics: content.topics.filter(isCarried).map(({ publications: _publications, tagIds, ...topic }) => ({
      ...topic,
      tags: tagIds.flatMap((id) => slugs.get(id) ?? []),
    })),
    regions: content.regions,
    people: content.authors.map((author) => ({ ...author, shortname: author.shortname ?? null })),
    coupons: content.coupons.filter(isCarried).map(({ publications: _publications, validUntil, ...coupon }) => ({
      ...coupon,
      validUntil: validUntil.toISOString(),
    })),
    newsletters: content.newsletters
      .filter(isCarried)
      .map(({ publications: _publications, ...newsletter }) => newsletter),
    mapping: null,
    documents: content.documents.filter(isOwn),
    menus: content.menus.filter(isOwn),
    front: NO_FRONT,
    redirects: [],
  }
}

export const NOW = new Date('2026-11-21T12:00:00Z')
export const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

/** Sentences that no public answer may hold. */
export const PAID_SECRETS = [
  'GEHEIM-ABSATZ',
  'GEHEIM-ZITAT',
  'GEHEIM-LISTE',
  'GEHEIM-GALERIE',
  'GEHEIM-VIDEO',
  'GEHEIM-URTEIL',
  'GEHEIM-KASTEN',
  'GEHEIM-ANTWORT',
  'GEHEIM-TABELLE',
  'GEHEIM-LIVE',
  'GEHEIM-KOPFFILM',
  'GEHEIM-CODE',
]

export function picture(name: string, overrides: Partial<Picture> = {}): Picture {
  return {
    baseUrl: `/demo/${name}.jpg`,
    cropVal: '16:9',
    altText: name,
    width: 1600,
    height: 900,
    credit: 'Foto',
    caption: name,
    colour: '#334455',
    ...overrides,
  }
}

export const paragraph = (html: string): BodyItem => ({ type: 'paragraph', html })

export function article(id: string, title: string, overrides: Partial<ArticleSeed> = {}): ArticleSeed {
  return {
    id,
    kind: 'news',
    title,
    titlePrefix: '',
    seoTitle: '',
    teaserTextHtml: `Anriss zu ${id}`,
    sectionPath: 'lokales/auenburg',
    authorIds: ['11'],
    source: '',
    publishDate: hoursAgo(Number(id) % 100),
    updateDate: null,
    visibleFrom: null,
    contentRestriction: 'free',
    picture: picture(`bild-${id}`),
    headerVideo: null,
    tagIds: [],
    regionIds: [],
    publications: ['ak', 'fb', 'ht', 'la'],
    owner: 'ak',
    isSoldContent: false,
    urgency: 5,
    correction: '',
    aiUse: 'none',
    relatedIds: [],
    views: 0,
    body: [paragraph(`Erster Absatz von ${id}.`), paragraph('Zweiter Absatz.')],
    ...overrides,
  }
}

const film = {
  type: 'video' as const,
  src: '/media/film.mp4',
  mimeType: 'video/mp4',
  poster: null,
  caption: 'GEHEIM-VIDEO',
  credit: '',
  duration: 30,
}

export const PAID_ID = '130'
export const EMBARGOED_ID = '131'
export const PAID_TEST_ID = '902'

const paid = article(PAID_ID, 'Der Umbau des Klinikums', {
  contentRestriction: 'paid',
  tagIds: ['151'],
  teaserTextHtml: 'Was der <b>Umbau</b> kostet',
  headerVideo: { ...film, caption: 'GEHEIM-KOPFFILM' },
  publishDate: hoursAgo(3),
  body: [
    { type: 'heading', level: 2, text: 'GEHEIM-ABSATZ als Überschrift' },
    paragraph('Die öffentliche Vorschau.'),
    paragraph('GEHEIM-ABSATZ mit dem seltenen Wort Quastenflosser.'),
    { type: 'quote', text: 'GEHEIM-ZITAT', attribution: 'X' },
    { type: 'list', ordered: false, items: ['GEHEIM-LISTE'] },
    { type: 'gallery', id: 'g1', title: 'Bilder', pictures: [picture('g', { caption: 'GEHEIM-GALERIE' })] },
    film,
    { type: 'infoBox', title: 'Kasten', items: [{ type: 'paragraph', html: 'GEHEIM-KASTEN' }] },
    { type: 'question', question: 'Frage?', answer: ['GEHEIM-ANTWORT'] },
    { type: 'table', caption: '', head: ['a'], rows: [['GEHEIM-TABELLE']] },
    {
      type: 'liveEntry',
      id: 'l1',
      label: '1.',
      time: NOW.toISOString(),
      headline: '',
      paragraphs: ['GEHEIM-LIVE'],
      isImportant: false,
    },
    { type: 'articleReference', articleId: '101' },
  ],
})

const testReport = (id: string, overrides: Partial<TestReportSeed> = {}): TestReportSeed => ({
  ...article(id, `Lastenrad Modell ${id} im Test`, { sectionPath: 'leben', tagIds: ['112'] }),
  product: { name: `Lastenrad ${id}`, manufacturer: 'Radbau', price: '4.200 Euro' },
  rating: 4.5,
  verdict: 'Gut.',
  pros: ['leise'],
  cons: ['schwer'],
  criteria: [{ name: 'Fahrt', rating: 4, weight: 50 }],
  ...overrides,
})

export const SEED: TestContent = {
  version: '1',
  sections: [
    {
      path: 'lokales',
      name: 'Lokales',
      seoTitle: 'Lokales aus der Region',
      description: 'Vor Ort',
      publications: ['ak', 'fb', 'ht', 'la'],
    },
    {
      path: 'lokales/auenburg',
      name: 'Auenburg',
      seoTitle: '',
      description: '',
      publications: ['ak', 'fb', 'ht', 'la'],
    },
    { path: 'politik', name: 'Politik', seoTitle: '', description: '', publications: ['ak', 'fb', 'ht'] },
    { path: 'sport', name: 'Sport', seoTitle: '', description: '', publications: ['ak', 'fb', 'ht', 'la'] },
    { path: 'sport/fussball', name: 'Fußball', seoTitle: '', description: '', publications: ['ak', 'fb', 'ht', 'la'] },
    { path: 'jahr/2026', name: 'Das Jahr 2026', seoTitle: '', description: '', publications: ['ak'] },
    { path: 'leben', name: 'Leben', seoTitle: '', description: '', publications: ['ak', 'fb', 'ht', 'la'] },
    { path: 'meinung', name: 'Meinung', seoTitle: '', description: '', publications: ['ak', 'fb', 'ht', 'la'] },
    { path: 'panorama', name: 'Panorama', seoTitle: '', description: '', publications: ['ak', 'fb', 'ht', 'la'] },
    { path: 'hafen', name: 'Hafen', seoTitle: '', description: '', publications: ['fb'] },
  ],
  tags: [
    { id: '110', slug: 'verkehr', name: 'Verkehr', parentId: null, kind: 'topic' },
    { id: '111', slug: 'strassenbahn', name: 'Straßenbahn', parentId: '110', kind: 'topic' },
    { id: '112', slug: 'radverkehr', name: 'Radverkehr', parentId: '110', kind: 'topic' },
    { id: '113', slug: 'lastenrad', name: 'Lastenrad', parentId: '112', kind: 'topic' },
    { id: '151', slug: 'klinikum', name: 'Klinikum', parentId: null, kind: 'topic' },
    // A cycle, as an editor may make it by mistake.
    { id: '190', slug: 'kreis-a', name: 'Kreis A', parentId: '191', kind: 'topic' },
    { id: '191', slug: 'kreis-b', name: 'Kreis B', parentId: '190', kind: 'topic' },
  ],
  topics: [
    {
      id: '7',
      title: 'Linie 7',
      description: 'Die neue Bahn',
      tagIds: ['111'],
      picture: picture('bahn'),
      publications: ['ak', 'fb', 'ht', 'la'],
    },
    {
      id: 'mobil',
      title: 'Ämter und Räder',
      description: '',
      tagIds: ['112', '151'],
      picture: null,
      publications: ['ak'],
    },
    { id: 'leer', title: 'Öde', description: '', tagIds: ['190'], picture: null, publications: ['ak'] },
  ],
  regions: [
    { id: 'auenburg', label: 'Auenburg', sectionPath: 'lokales/auenburg', parentId: null },
    { id: 'altstadt', label: 'Altstadt', sectionPath: 'lokales/auenburg', parentId: 'auenburg' },
    { id: 'nordend', label: 'Nordend', sectionPath: 'lokales/auenburg', parentId: 'auenburg' },
    { id: 'untere-aue', label: 'Untere Aue', sectionPath: 'lokales', parentId: null },
    { id: 'huegelland', label: 'Hügelland', sectionPath: 'lokales', parentId: null },
  ],
  authors: [
    {
      id: '11',
      prename: 'Lena',
      surname: 'Vogt',
      shortname: 'lv',
      role: 'Redakteurin',
      bio: 'Aus Auenburg.',
      email: 'lena.vogt@auenkurier.example',
      portrait: picture('lena'),
    },
    { id: '12', prename: 'Tarek', surname: 'Öztürk', role: 'Redakteur', bio: '', email: '', portrait: null },
    { id: '13', prename: 'Susanne', surname: 'Maurer', role: 'Redakteurin', bio: '', email: '', portrait: null },
  ],
  articles: [
    ...Array.from({ length: 26 }, (_unused, index) =>
      article(String(101 + index), `Meldung ${101 + index} aus dem Rathaus`, {
        regionIds: [index % 2 === 0 ? 'altstadt' : 'nordend'],
        tagIds: index < 5 ? ['111'] : [],
        views: index === 9 ? 500 : index === 3 ? 90 : 0,
        authorIds: index === 4 ? ['11', '12'] : ['11'],
        ...(index % 5 === 4 ? { picture: null } : {}),
      }),
    ),
    paid,
    article(EMBARGOED_ID, 'Der gesperrte Haushalt', {
      visibleFrom: new Date(NOW.getTime() + 3_600_000),
      publishDate: hoursAgo(2),
      tagIds: ['111'],
    }),
    article('132', 'Ein Kommentar zur Bahn', {
      kind: 'opinion',
      sectionPath: 'meinung',
      authorIds: ['12'],
      tagIds: ['111'],
    }),
    article('133', 'Noch ein Kommentar', { kind: 'opinion', sectionPath: 'meinung', authorIds: ['13'] }),
    article('134', 'Film ab', { kind: 'video', headerVideo: { ...film, caption: 'offen' } }),
    article('135', 'Noch ein Film', { kind: 'video', headerVideo: { ...film, caption: 'offen' } }),
    article('136', 'Nur für den Flussboten', { sectionPath: 'hafen', publications: ['fb'], owner: 'fb' }),
    article('137', 'Anzeige: Kaufen Sie', { isSoldContent: true }),
    article('138', 'Talheim siegt', {
      sectionPath: 'sport/fussball',
      tagIds: ['113'],
      picture: null,
      authorIds: [],
      source: 'Agentur',
    }),
    article('139', 'Galerie der Lichter', {
      kind: 'gallery',
      body: [{ type: 'gallery', id: 'lichter', title: 'Lichter', pictures: [picture('l1')] }],
      relatedIds: ['102', PAID_ID],
      tagIds: ['111', '151'],
    }),
  ],
  testReports: [
    testReport('901'),
    testReport(PAID_TEST_ID, {
      contentRestriction: 'paid',
      verdict: 'GEHEIM-URTEIL',
      pros: ['GEHEIM-LISTE'],
      cons: ['GEHEIM-LISTE'],
      body: [paragraph('Vorschau.'), paragraph('GEHEIM-ABSATZ')],
    }),
  ],
  podcasts: [
    {
      id: '700',
      title: 'Auengespräch',
      description: 'Der Podcast',
      picture: picture('mikro'),
      publications: ['ak'],
      episodes: [
        {
          id: '701',
          title: 'Folge eins',
          description: '',
          publishDate: hoursAgo(100),
          audio: {
            type: 'audio',
            src: '/media/1.mp3',
            mimeType: 'audio/mpeg',
            title: 'Folge eins',
            duration: 600,
            voiceLabel: '',
          },
          transcript: ['Hallo.'],
          picture: null,
          bytes: 1000,
        },
        {
          id: '702',
          title: 'Folge zwei',
          description: '',
          publishDate: hoursAgo(10),
          audio: {
            type: 'audio',
            src: '/media/2.mp3',
            mimeType: 'audio/mpeg',
            title: 'Folge zwei',
            duration: 700,
            voiceLabel: '',
          },
          transcript: [],
          picture: picture('folge'),
          bytes: 2000,
        },
        {
          id: '703',
          title: 'Folge drei',
          description: '',
          publishDate: hoursAgo(-10),
          audio: {
            type: 'audio',
            src: '/media/3.mp3',
            mimeType: 'audio/mpeg',
            title: 'Folge drei',
            duration: 700,
            voiceLabel: '',
          },
          transcript: [],
          picture: null,
          bytes: 2000,
        },
      ],
    },
  ],
  coupons: [
    {
      id: 'c1',
      partner: 'Radhaus',
      title: 'Zehn Prozent',
      description: '',
      discount: '10 %',
      code: 'GEHEIM-CODE',
      validUntil: new Date(NOW.getTime() + 86_400_000),
      target: 'https://rad.example',
      publications: ['ak'],
    },
    {
      id: 'c2',
      partner: 'Alt',
      title: 'Abgelaufen',
      description: '',
      discount: '5 %',
      code: 'ALT',
      validUntil: hoursAgo(1),
      target: '/gutscheine',
      publications: ['ak'],
    },
  ],
  newsletters: [
    {
      slug: 'morgen',
      title: 'Der Morgen',
      description: 'Früh informiert',
      rhythm: 'werktags',
      sender: 'Lena Vogt',
      picture: null,
      publications: ['ak', 'fb', 'ht', 'la'],
      sampleSections: ['lokales'],
    },
  ],
  documents: [
    {
      publication: 'ak',
      id: 'impressum',
      title: 'Impressum',
      updated: hoursAgo(1000),
      contentItems: [{ type: 'paragraph', html: 'Verlag <script>alert(1)</script>' }],
    },
    {
      publication: 'ak',
      id: 'eigentuemer',
      title: 'Eigentümer',
      updated: hoursAgo(1000),
      contentItems: [{ type: 'paragraph', html: 'Allen.' }],
    },
    {
      publication: 'fb',
      id: 'impressum',
      title: 'Impressum',
      updated: hoursAgo(1000),
      contentItems: [{ type: 'paragraph', html: 'Hafenverlag' }],
    },
  ],
  menus: [
    {
      publication: 'ak',
      handle: 'mainMenuHandle',
      entries: [
        {
          label: 'Lokales',
          target: '/lokales',
          children: [{ label: 'Auenburg', target: '/lokales/auenburg', children: [] }],
        },
        { label: 'Böse', target: 'javascript:alert(1)', children: [] },
      ],
    },
    {
      publication: 'ak',
      handle: 'siteServicesMenuHandle',
      entries: [{ label: 'E-Paper', target: '/epaper', icon: 'epaper', children: [] }],
    },
  ],
  sport: [
    {
      publication: 'ak',
      widget: {
        league: 'Regionalliga',
        matchday: '15',
        results: [{ home: 'A', away: 'B', homeGoals: 1, awayGoals: null, kickoff: NOW.toISOString() }],
        table: [{ rank: 1, team: 'A', played: 1, goals: '1:0', difference: 1, points: 3 }],
      },
    },
  ],
}

export function incoming(sourceId: string, overrides: Partial<IncomingDocument> = {}): IncomingDocument {
  return agencyText(sourceId, {
    publishDate: hoursAgo(1).toISOString(),
    title: `Dokument ${sourceId}`,
    teaserTextHtml: 'Kurz gesagt',
    source: 'Agentur',
    contentItems: [{ type: 'paragraph', html: 'Text des Dokuments.' }],
    ...overrides,
  })
}
