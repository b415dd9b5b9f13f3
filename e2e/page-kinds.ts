/** One address of every kind of page, found in the running demo, so that journeys follow its content. */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { request } from 'node:http'
import { originOf, servedPortal, type PublicationCode } from './reader.ts'

type Teaser = {
  documentId: string
  targetPathOrUrl: string
  contentRestriction: 'free' | 'paid'
  isVideoArticle: boolean
  isGallery: boolean
  isLive: boolean
  isOpinion: boolean
  title: string
  img: object | null
}

export type Answer = { status: number; type: string; location: string; body: string }

/** With node:http, because names below localhost are not resolved outside of browsers on every machine. */
export function getPage(
  publication: PublicationCode,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: servedPortal().port,
        path,
        headers: { ...headers, host: new URL(originOf(publication)).host },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            location: response.headers.location ?? '',
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    call.on('error', reject)
    call.end()
  })
}

/** @shop */
export async function readApi<T>(path: string, publication: PublicationCode = 'ak'): Promise<T> {
  const { status, body } = await getPage(publication, path)
  if (status !== 200) throw new Error(`${path}: ${status}`)
  return JSON.parse(body) as T
}

export function readContent<T>(path: string, publication: PublicationCode = 'ak'): Promise<T> {
  return readApi(`/__proxy_content_api/v5/${path}`, publication)
}

/** All articles, newest first. */
export async function listArticles(publication: PublicationCode = 'ak'): Promise<Teaser[]> {
  const teasers: Teaser[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await readContent<{ teasers: Teaser[]; pages: number }>(`newest-articles?page=${page}`, publication)
    teasers.push(...list.teasers)
    pages = list.pages
  }
  return teasers
}

/** Path of a free article with a film of YouTube; not a live report, whose entries move. */
export async function findFilm(publication: PublicationCode = 'ak'): Promise<string | undefined> {
  for (const { targetPathOrUrl: path, contentRestriction, documentId } of await listArticles(publication)) {
    if (contentRestriction !== 'free' || !path.startsWith('/')) continue
    const { contentItems, isLive } = await readContent<{ contentItems: { vendor?: string }[]; isLive: boolean }>(
      `articles/${documentId}`,
      publication,
    )
    if (!isLive && contentItems.some(({ vendor }) => vendor === 'youtube')) return path
  }
  return undefined
}

export type PageKinds = Record<string, string>

/** Kinds that the publication has no page of are left out. */
export async function listPageKinds(publication: PublicationCode = 'ak'): Promise<PageKinds> {
  const kinds = Object.entries(await findPageKinds(publication))
  return Object.fromEntries(kinds.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** All kinds; undefined: the publication has no page of it. */
export async function findPageKinds(publication: PublicationCode = 'ak'): Promise<Record<string, string | undefined>> {
  const [articles, { topics }, { authors }, reports, { podcasts }, { newsletters }, { products }, { quizzes }] =
    await Promise.all([
      listArticles(publication),
      readContent<{ topics: { id: string }[] }>('topics', publication),
      readContent<{ authors: { urlPath?: string; id: string }[] }>('authors', publication),
      readContent<{ teasers: Teaser[] }>('test-reports', publication),
      readContent<{ podcasts: { path?: string; id: string }[] }>('podcasts', publication),
      readContent<{ newsletters: { slug: string }[] }>('newsletters', publication),
      hasRoom('shop') ? readApi<{ products: { id: string }[] }>('/api/shop', publication) : { products: [] },
      hasRoom('quiz') ? readApi<{ quizzes: { slug: string }[] }>('/api/quizzes', publication) : { quizzes: [] },
    ])
  const first = (isWanted: (teaser: Teaser) => boolean) =>
    articles.find((teaser) => isWanted(teaser) && teaser.targetPathOrUrl.startsWith('/'))?.targetPathOrUrl
  const article = first(
    (teaser) =>
      teaser.contentRestriction === 'free' &&
      teaser.img !== null &&
      !teaser.isVideoArticle &&
      !teaser.isGallery &&
      !teaser.isLive &&
      !teaser.isOpinion,
  )!
  const { tags } = await readContent<{ tags: { fullPath: string }[] }>(
    `articles/${article.split('-').at(-1)}`,
    publication,
  )
  return {
    home: '/',
    article,
    'paid article': first((teaser) => teaser.contentRestriction === 'paid'),
    'opinion piece': first((teaser) => teaser.isOpinion),
    gallery: first((teaser) => teaser.isGallery),
    film: first((teaser) => teaser.isVideoArticle),
    'live report': first((teaser) => teaser.isLive),
    section: '/lokales',
    tag: tags[0]?.fullPath,
    topics: '/themen',
    topic: topics[0] && `/themen/${encodeURIComponent(topics[0].id)}`,
    authors: '/autoren',
    author: authors[0] && `/autor/${authors[0].id}`,
    headlines: '/schlagzeilen',
    newest: '/neueste-artikel',
    'test reports': '/testberichte',
    'test report': reports.teasers[0]?.targetPathOrUrl,
    podcasts: '/podcasts',
    podcast: podcasts[0] && `/podcast/${podcasts[0].id}`,
    coupons: '/gutscheine',
    ...(hasRoom('weather') && { weather: '/wetter' }),
    radio: '/radio',
    ...(hasRoom('push') && { 'push messages': '/mitteilungen' }),
    briefing: '/in-fuenf-minuten',
    'offline edition': '/offline-ausgabe',
    ...(hasRoom('horoscope') && { horoscope: '/horoskop', 'horoscope of a sign': '/horoskop/widder' }),
    ...(hasRoom('shop') && { shop: '/shop' }),
    ...(hasRoom('shop') && { product: products[0] && `/shop/artikel/${products[0].id}`, cart: '/shop/warenkorb' }),
    ...(hasRoom('quiz') && { quizzes: '/quiz', quiz: quizzes[0] && `/quiz/${quizzes[0].slug}` }),
    ...(hasRoom('notices') && { notices: '/trauer' }),
    newsletters: '/newsletter-anmeldung',
    newsletter: newsletters[0] && `/newsletter-anmeldung/${newsletters[0].slug}`,
    search: '/suche',
    'search results': '/suche?q=Hafen',
    'search without results': '/suche?q=Xyzzyqwv',
    terms: '/agb',
    privacy: '/datenschutz',
    imprint: '/impressum',
    'accessibility statement': '/accessibility',
    'my region': '/meineregion',
    bookmarks: '/bookmarks',
    'read articles': '/read-articles',
    'my topics': '/deine-themen',
    'my regions': '/deine-regionen',
    ...(hasRoom('sport') && { 'sport widget': '/sport-widget' }),
    'account error': '/error/login-failed',
    'not found': '/gibt-es-nicht-999999999',
  }
}

/**
 * Kinds of pages that only the request log visits: rooms have journeys of their own for everything else. Single pages are those
 * that the room's first page links to.
 */
export async function listMoreKinds(publication: PublicationCode = 'ak'): Promise<PageKinds> {
  const linkOn = async (path: string, below: string) =>
    new RegExp(`href="(${below}[^"#?]+)"`).exec((await getPage(publication, path)).body)?.[1]
  const rooms: Record<string, string | undefined> = {
    ...(hasRoom('games') && { games: '/spiele', game: '/spiele/sudoku' }),
    ...(hasRoom('sport') && { results: '/ergebnisse', match: await linkOn('/ergebnisse', '/ergebnisse/spiel/') }),
    ...(hasRoom('homes') && {
      homes: '/immobilien',
      'home for sale': await linkOn('/immobilien', '/immobilien/angebot/'),
    }),
    ...(hasRoom('jobs') && { jobs: '/jobs', job: await linkOn('/jobs', '/jobs/angebot/') }),
    ...(hasRoom('epaper') && { 'e-paper': '/epaper', issue: await linkOn('/epaper', '/epaper/') }),
    ...(hasRoom('calculator') && { calculator: '/rechner' }),
    ...(hasRoom('notices') && { obituary: await linkOn('/trauer', '/trauer/(?:anzeige|person)/') }),
  }
  const found = Object.entries(rooms).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    ...Object.fromEntries(found),
    account: '/account',
    subscription: '/account/abo',
    offers: '/order/abo',
    order: '/order',
    checkout: '/order/checkout',
    comments: '/deine-kommentare',
  }
}
