import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  PAID_ID,
  PAID_TEST_ID,
  SEED,
  article,
  hoursAgo,
  type TestContent,
} from '@lokalteil/services/content/content.testing'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

type Node = Record<string, unknown>

const LIVE_ID = '160'
const RUNNING_ID = '163'
const entry = (id: string, hours: number) => ({
  type: 'liveEntry' as const,
  id,
  label: `${id} Uhr`,
  time: hoursAgo(hours).toISOString(),
  headline: `Neues ${id}`,
  paragraphs: [`Es <b>geht</b> weiter ${id}`],
  isImportant: false,
})
const CONTENT: TestContent = {
  ...SEED,
  version: 'structured-data',
  articles: [
    ...SEED.articles,
    article(LIVE_ID, 'Die Sitzung zum Nachlesen', { kind: 'live', body: [entry('l2', 2), entry('l1', 3)] }),
    article(RUNNING_ID, 'Die Sitzung im Ticker', {
      kind: 'live',
      publishDate: hoursAgo(3),
      body: [
        {
          ...entry('r2', 0.02),
          headline: '',
          paragraphs: ['Müller &amp; Söhne bauen. Es sind 5 &lt; 7 Meter<br>Stand 12 Uhr', 'Weiter <i>geht</i> es.'],
        },
        { ...entry('r1', 3), headline: '', paragraphs: [] },
      ],
    }),
    article('161', 'Berichtigt', {
      correction: 'Der Fluss heißt Aue.',
      updateDate: hoursAgo(1),
      tagIds: ['111'],
      regionIds: ['nordend'],
    }),
    article('162', 'Film einer Agentur', {
      kind: 'video',
      headerVideo: {
        ...SEED.articles.find(({ headerVideo }) => headerVideo !== null)!.headerVideo!,
        src: 'https://films.example/1.mp4',
      },
    }),
  ],
}

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({
    seed: CONTENT,
    env: {
      FEDIVERSE_ACCOUNTS: '{"ak":"@auenkurier@social.example"}',
      APP_STORES: '{"ak":{"google":"https://play.google.com/store/apps/details?id=de.auenkurier.app"}}',
    },
  })
})
afterAll(() => portal.close())

const toNodes = (html: string): Node[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as Node,
  )
async function nodeOf(path: string, type: string): Promise<Node> {
  const nodes = toNodes(await portal.html(path))
  const found = nodes.find((node) => node['@type'] === type)
  expect(found, `${path}: ${nodes.map((node) => String(node['@type'])).join(', ')}`).toBeDefined()
  return found!
}
/** Dotted paths through objects and the first entry of lists. */
const has = (node: unknown, path: string): boolean => {
  const found = path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        (Array.isArray(at) ? at[0] : at) === undefined
          ? undefined
          : ((Array.isArray(at) ? at[0] : at) as Node | null)?.[key],
      node,
    )
  return found !== undefined && found !== null && found !== ''
}

const ARTICLE = [
  'headline',
  'image.contentUrl',
  'image.creditText',
  'image.license',
  'image.acquireLicensePage',
  'datePublished',
  'dateModified',
  'author.name',
  'author.url',
  'mainEntityOfPage',
  'publisher.name',
  'publisher.logo.url',
  'publisher.publishingPrinciples',
  'publisher.correctionsPolicy',
  'publisher.ownershipFundingInfo',
  'publisher.masthead',
  'articleSection',
  'keywords',
  'inLanguage',
  'wordCount',
  'isPartOf',
  'isAccessibleForFree',
]

describe('structured data', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['B.1', '/101', 'NewsArticle', ARTICLE],
    ['B.1', '/161', 'NewsArticle', [...ARTICLE, 'about.name', 'contentLocation.name', 'correction.text']],
    ['B.1', '/132', 'OpinionNewsArticle', ARTICLE],
    ['B.2', `/${PAID_ID}`, 'NewsArticle', ['headline', 'image', 'hasPart.cssSelector']],
    [
      'B.3',
      `/${LIVE_ID}`,
      'LiveBlogPosting',
      [
        ...ARTICLE,
        'coverageStartTime',
        'coverageEndTime',
        'liveBlogUpdate.headline',
        'liveBlogUpdate.datePublished',
        'liveBlogUpdate.articleBody',
      ],
    ],
    [
      'B.3',
      '/134',
      'NewsArticle',
      [
        'video.name',
        'video.description',
        'video.thumbnailUrl',
        'video.uploadDate',
        'video.duration',
        'video.contentUrl',
      ],
    ],
    ['B.3', '/101', 'BreadcrumbList', ['itemListElement.position', 'itemListElement.name', 'itemListElement.item']],
    [
      'B.3',
      '/autor/lena-vogt-11',
      'ProfilePage',
      [
        'mainEntity.@id',
        'mainEntity.name',
        'mainEntity.url',
        'mainEntity.jobTitle',
        'mainEntity.description',
        'mainEntity.image',
        'mainEntity.worksFor.name',
      ],
    ],
    [
      'B.3',
      '/themen/7',
      'CollectionPage',
      ['name', 'description', 'url', 'publisher', 'mainEntity.itemListElement.url'],
    ],
    [
      'B.3',
      '/testbericht/901',
      'Review',
      [
        'itemReviewed.name',
        'itemReviewed.brand.name',
        'reviewRating.ratingValue',
        'reviewRating.bestRating',
        'reviewRating.worstRating',
        'author.name',
        'author.url',
        'publisher.name',
        'datePublished',
        'reviewBody',
        'positiveNotes.itemListElement',
        'negativeNotes.itemListElement',
      ],
    ],
    [
      'B.3',
      '/podcast/700',
      'PodcastSeries',
      ['name', 'description', 'url', 'webFeed', 'image', 'publisher', 'hasPart.name'],
    ],
    [
      'B.3',
      '/podcast/701',
      'PodcastEpisode',
      [
        'name',
        'url',
        'datePublished',
        'duration',
        'associatedMedia.contentUrl',
        'associatedMedia.encodingFormat',
        'partOfSeries.url',
      ],
    ],
    ['B.1', '/', 'NewsMediaOrganization', ['name', 'url', 'logo.url', 'ownershipFundingInfo']],
  ])(
    'law-and-search %s %s is a %s with the properties that search engines recommend',
    async (_, path, type, properties) => {
      const node = await nodeOf(path, type)
      expect(properties.filter((property) => !has(node, property))).toEqual([])
    },
  )

  it('law-and-search B.1 dates have the offset of Berlin', async () => {
    const { datePublished, dateModified } = await nodeOf('/161', 'NewsArticle')
    for (const date of [datePublished, dateModified]) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
    expect(Date.parse(dateModified as string)).toBe(hoursAgo(1).getTime())
  })

  it('law-and-search B.1 B.8 pictures come in three ratios, 1,280 pixels wide', async () => {
    const images = (await nodeOf('/101', 'NewsArticle')).image as {
      width: number
      height: number
      url: string
      contentUrl: string
    }[]
    expect(images.map(({ width, height }) => [width, height])).toEqual([
      [1280, 720],
      [1280, 960],
      [1280, 1280],
    ])
    expect(images.every(({ url, contentUrl }) => url === contentUrl && url.startsWith('http'))).toBe(true)
  })

  it.each([`/${PAID_ID}`, `/testbericht/${PAID_TEST_ID}`])(
    'law-and-search B.2 %s is marked as paid, by a class that its page has, and contains no paid text',
    async (path) => {
      const html = await portal.html(path)
      const nodes = toNodes(html)
      const paid = nodes.find((node) => node.isAccessibleForFree !== undefined)!
      expect([paid.isAccessibleForFree, paid.hasPart]).toEqual([
        false,
        { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
      ])
      expect(html.match(/class="[^"]*\bpaywall\b[^"]*"/g)).toHaveLength(1)
      expect(JSON.stringify(nodes)).not.toContain('GEHEIM')
    },
  )

  it('law-and-search B.3 an agency’s film keeps its own address', async () => {
    expect(((await nodeOf('/162', 'NewsArticle')).video as Node).contentUrl).toBe('https://films.example/1.mp4')
  })

  it('law-and-search B.3 a live report covers the time from its first entry to its last', async () => {
    const live = await nodeOf(`/${LIVE_ID}`, 'LiveBlogPosting')
    expect([live.coverageStartTime, live.coverageEndTime].map((time) => Date.parse(time as string))).toEqual([
      hoursAgo(3).getTime(),
      hoursAgo(2).getTime(),
    ])
    expect((live.liveBlogUpdate as Node[])[0]).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Neues l2',
      articleBody: 'Es geht weiter l2',
    })
  })

  it('law-and-search B.3 a running live report has no end yet, and text without markup in every entry', async () => {
    const live = await nodeOf(`/${RUNNING_ID}`, 'LiveBlogPosting')
    expect([Date.parse(live.coverageStartTime as string), 'coverageEndTime' in live]).toEqual([
      hoursAgo(3).getTime(),
      false,
    ])
    const plain = (text: unknown) => String(text).replaceAll('\u00a0', ' ')
    expect(
      (live.liveBlogUpdate as Node[]).map(({ headline, articleBody }) => [plain(headline), plain(articleBody)]),
    ).toEqual([
      ['Müller & Söhne bauen.', 'Müller & Söhne bauen. Es sind 5 < 7 Meter Stand 12 Uhr Weiter geht es.'],
      ['r1 Uhr', ''],
    ])
  })
})

describe('other metadata of a page', () => {
  const headOf = (html: string) => html.slice(0, html.indexOf('</head>'))

  it('law-and-search B.7 a preview card has all data that networks show, and an account to follow if configured', async () => {
    const head = headOf(await portal.html('/161'))
    const properties = [
      ...head.matchAll(/<meta (?:property|name)="((?:og|article|twitter|fediverse):[^"]+)" content="[^"]+"/g),
    ].map(([, name]) => name)
    expect(properties).toEqual(
      expect.arrayContaining([
        'og:title',
        'og:type',
        'og:image',
        'og:image:width',
        'og:image:height',
        'og:image:alt',
        'og:url',
        'og:description',
        'og:site_name',
        'og:locale',
        'article:published_time',
        'article:modified_time',
        'article:author',
        'article:section',
        'article:tag',
        'twitter:card',
        'fediverse:creator',
      ]),
    )
    expect(head).toContain('<meta name="fediverse:creator" content="@auenkurier@social.example">')
    expect(headOf(await portal.html('/101', { publication: 'fb' }))).not.toContain('fediverse:creator')
  })

  it.each(PUBLICATION_CODES)(
    'law-and-search B.9 the footer of %s links to Google’s choice of sources with its own domain, without a script of Google',
    async (publication) => {
      const html = await portal.html('/', { publication })
      const host = new URL(/<link rel="canonical" href="([^"]+)"/.exec(html)![1]!).hostname
      expect(html.slice(html.indexOf('<footer'))).toContain(
        `href="https://www.google.com/preferences/source?q=${host}"`,
      )
      expect(html).not.toMatch(/<script[^>]+google/)
    },
  )

  it.each(['/gibt-es-nicht-999999', '/gibt/es/nicht'])(
    'law-and-search B.16 a robot learns from the header alone that %s must not be indexed',
    async (path) => {
      const response = await portal.get(path, {
        headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      })
      expect([response.status, response.headers.get('x-robots-tag'), await response.text()]).toEqual([
        404,
        'noindex, follow',
        '',
      ])
    },
  )
})

it('R1-88 the footer shows an app’s badges only for the stores it is in', async () => {
  const badgesOf = async (publication: 'ak' | 'fb') => {
    const footer = (await portal.html('/', { publication })).split('<footer')[1]!
    return [
      footer.includes('Unsere App'),
      /apps\.apple\.com/.test(footer),
      /details\?id=de\.auenkurier\.app/.test(footer),
    ]
  }
  expect([await badgesOf('ak'), await badgesOf('fb')]).toEqual([
    [true, false, true],
    [false, false, false],
  ])
})
