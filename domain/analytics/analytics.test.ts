import { describe, expect, it } from 'vitest'
import {
  toAnalyticsState,
  toContentType,
  toPageAnalytics,
  type MeasuredArticle,
  type MeasuredData,
  type MeasuredPage,
} from './analytics.ts'
import { matchRoute, type Route } from '../routing/routes.ts'

const article: MeasuredArticle = {
  id: '12',
  title: 'Rathaus öffnet wieder',
  isLive: false,
  isVideoArticle: false,
  isPodcast: false,
  isOpinion: false,
  publishDate: '2026-01-31T23:30:00.000Z',
  updateDate: '2026-02-02T08:00:00.500Z',
  authors: [{ prename: 'Lena', surname: 'Vogt', email: 'lena@auenkurier.example' } as never],
  img: { baseUrl: '/demo/rathaus.jpg' },
  galleryHeader: null,
  section: { path: 'lokales/auenburg', displayName: 'Auenburg' },
  breadcrumb: [
    { path: 'lokales', displayName: 'Lokales' },
    { path: 'lokales/auenburg', displayName: 'Auenburg' },
  ],
  maintag: { id: '101', displayName: 'Rathaus' },
  tags: [
    { id: '101', displayName: 'Rathaus' },
    { id: '7', displayName: 'Stadtrat' },
  ],
  regions: [{ id: 'auenburg', label: 'Auenburg' }],
  contentItems: [{ type: 'paragraph' }, { type: 'gallery', id: 'g1', title: 'Der Umbau in Bildern' }],
  characterCount: 4211,
  wordCount: 640,
  paragraphCount: 14,
  socialWidgetCount: 2,
  source: 'dpa',
}
const routeOf = (path: string): Route => {
  const match = matchRoute(path)
  if (match.kind !== 'route') throw new Error(path)
  return match.route
}
const of = (path: string, data: MeasuredData, more: Partial<MeasuredPage> = {}) =>
  toPageAnalytics({
    route: routeOf(path),
    title: 'Titel',
    data,
    publication: 'ak',
    device: 'desktop',
    environment: 'live',
    ...more,
  })

describe('the page object', () => {
  it('R3.12-03 S3.12-01 R1-04 names publication, environment, kind and place of a page', () => {
    expect(of('/rathaus-oeffnet-wieder-12', { article }, { publication: 'fb' })).toMatchObject({
      categoryName: 'Auenburg',
      contentType: 'article',
      environment: 'live',
      ivwZone: 'lokales',
      mandator: 'fb',
      pageName: 'Rathaus öffnet wieder',
      pageType: 'Artikelseiten',
    })
    expect(of('/', {})).toMatchObject({
      categoryName: '',
      contentType: '',
      ivwZone: 'home',
      pageName: 'Titel',
      pageType: 'Homepage',
    })
    expect(of('/sport', { kind: 'channel', displayName: 'Sport', path: 'sport', page: 2 })).toMatchObject({
      categoryName: 'Sport',
      ivwZone: 'sport',
      pageType: 'Themenseiten',
    })
    expect(of('/agb', {}, { legalSiteIds: ['agb'] }).pageType).toBe('Legalseite')
    expect(of('/', {}, { route: null, title: 'Fehler' }).pageType).toBe('')
  })

  it.each([
    ['mobile', 'Mobile'],
    ['desktop', 'Online'],
  ] as const)('R9-51 S9-10 calls a %s device %s', (device, called) => {
    expect(of('/', {}, { device })).toMatchObject({ device: called })
  })

  it('R3.12-04 S3.12-01 has terms, number and page of a search, and the id of a tag', () => {
    expect(of('/suche/2', { search: { term: 'ä'.repeat(150) }, total: 41, page: 2 })).toMatchObject({
      noOfResults: '41',
      searchTerms: 'ä'.repeat(100),
      pagination: '2',
      tagId: '',
    })
    expect(of('/suche', { search: { term: '' }, total: 0, page: 1 })).toMatchObject({
      noOfResults: '',
      searchTerms: '',
    })
    expect(of('/sport', { kind: 'tag', tag: { id: '77', displayName: 'Ruderclub' }, page: 1 })).toMatchObject({
      tagId: '77',
      categoryName: 'Ruderclub',
      pagination: '1',
    })
  })

  it('R3.12-05 R9-10 has seconds since 1970 and the German day of Berlin', () => {
    expect(of('/a-12', { article })).toMatchObject({
      originalPublishDate: '1.2.2026',
      originalPublishUnixtime: '1769902200',
      lastPublishUnixtime: '1770019200',
    })
    expect(of('/a-12', { article: { ...article, updateDate: null } })).toMatchObject({
      lastPublishUnixtime: '1769902200',
      unifierModified: '',
    })
  })

  it.each<[string, Partial<MeasuredArticle>, string, string]>([
    ['R3.12-06 a gallery in the text', {}, 'g1', 'Der Umbau in Bildern'],
    [
      'R3.12-06 R3.5-05 a gallery above it',
      { galleryHeader: { content: { gallery: { params: { teaser: { reference: { id: 'g9' } } } } } } },
      'g9',
      'Rathaus öffnet wieder',
    ],
    ['R3.12-06 none', { contentItems: [] }, '', ''],
  ])('%s', (_name, change, id, name) => {
    expect(of('/a-12', { article: { ...article, ...change } })).toMatchObject({ galleryId: id, galleryName: name })
  })

  it('R3.12-07 S3.12-01 has the counts of the full text and its source', () => {
    expect(of('/a-12', { article })).toMatchObject({
      articleCharacterCount: '4211',
      articleNumberOfSocialWidgets: '2',
      articleParagraphCount: '14',
      articleWordCount: '640',
      articleSource: 'dpa',
    })
  })

  it('R3.12-08 S3.12-01 has the subjects of the article, lists joined by commas', () => {
    expect(of('/a-12', { article })).toMatchObject({
      imCategories: 'Lokales,Auenburg',
      imCategoriesId: 'lokales,lokales/auenburg',
      imEntities: 'Auenburg',
      imEntitiesId: 'auenburg',
      imTopics: 'Rathaus,Stadtrat',
      imTopicsId: '101,7',
      imConceptIDs: '',
      unifierModified: '2026-02-02T08:00:00.500Z',
    })
  })

  it('S3.12-01 is text throughout, has the same fields on every page, and contains no mail address', () => {
    const [long, short] = [of('/a-12', { article }), of('/', {})]
    expect(Object.keys(long).toSorted()).toEqual(Object.keys(short).toSorted())
    expect([...Object.values(long), ...Object.values(short)].filter((value) => typeof value !== 'string')).toEqual([])
    expect(JSON.stringify([long, toAnalyticsState(article)])).not.toContain('@')
  })
})

it('R3.12-09 the state holds authors, main tag, tags, the gallery’s name and the main picture', () => {
  expect(toAnalyticsState(article)).toEqual({
    authors: [{ prename: 'Lena', surname: 'Vogt' }],
    maintag: { id: '101', displayName: 'Rathaus' },
    tags: [
      { id: '101', displayName: 'Rathaus' },
      { id: '7', displayName: 'Stadtrat' },
    ],
    galleryName: 'Der Umbau in Bildern',
    mainArticleImage: '/demo/rathaus.jpg',
  })
  expect(toAnalyticsState(undefined)).toEqual({
    authors: [],
    maintag: null,
    tags: [],
    galleryName: '',
    mainArticleImage: '',
  })
})

it.each<[Partial<Parameters<typeof toContentType>[0]>, string]>([
  [{}, 'article'],
  [{ isOpinion: true }, 'opinion'],
  [{ isLive: true, isOpinion: true }, 'live'],
  [{ isVideoArticle: true }, 'video'],
  [{ isPodcast: true }, 'podcast'],
  [{ isGallery: true }, 'gallery'],
  [{ galleryHeader: {} }, 'gallery'],
  [{ isTestReport: true }, 'testReport'],
  [{ product: {} }, 'testReport'],
])('R3.12-01 %o is of the type %s', (change, type) => {
  expect(toContentType({ isLive: false, isVideoArticle: false, isPodcast: false, isOpinion: false, ...change })).toBe(
    type,
  )
})
