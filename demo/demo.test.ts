import { ROOMS } from '@lokalteil/domain/rooms/rooms'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentItem, MenuEntry } from '@lokalteil/contracts/content'
import { MENU_HANDLES } from '@lokalteil/contracts/content'
import { slugOf } from '@lokalteil/domain/german-text'
import { CONSENT_RESET_PATH } from '@lokalteil/domain/routing/links'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { readExtensionPage } from '@lokalteil/domain/routing/extension-pages'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { describe, expect, it } from 'vitest'
import type { DemoArticle, DemoBlock } from './article-notation.ts'
import type { DemoCode } from './codes.ts'
import { EPISODES, episodeFile } from './media/episodes.ts'
import { VIDEOS, videoFile } from './media/videos.ts'
import { PICTURES, PORTRAITS } from './pictures/catalogue.ts'
import { PODCASTS } from './podcasts.ts'
import { ARTICLES, toOwner, toPublications, URGENT_ARTICLE_ID } from './publications-content.ts'
import { TABLE, toSportWidget } from './sport-table.ts'
import { DEMO_FOLDERS } from './demo.testing.ts'
import { PEOPLE, PLACE_IDS, SECTIONS, TAGS } from './order.ts'
import { TEST_REPORTS } from './test-reports.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
/** Entries that several folders share, once each, with the folders that have them. */
function once<T>(listOf: (folder: (typeof DEMO_FOLDERS)[number]) => readonly T[], toId: (one: T) => string) {
  const all = DEMO_FOLDERS.flatMap((folder) => listOf(folder).map((one) => ({ code: folder.code as DemoCode, one })))
  return [...Map.groupBy(all, ({ one }) => toId(one)).values()].map((same) => ({
    ...same[0]!.one,
    same: same.map(({ one }) => one),
    publications: same.map(({ code }) => code),
  }))
}
const TOPICS = once(
  ({ topics }) => topics,
  ({ id }) => id,
)
const NEWSLETTERS = once(
  ({ newsletters }) => newsletters,
  ({ slug }) => slug,
)
const COUPONS = once(
  ({ coupons }) => coupons,
  ({ id }) => id,
)
const menuOf = (code: string, handle: (typeof MENU_HANDLES)[number]) =>
  DEMO_FOLDERS.find((folder) => folder.code === code)!.menus.find((menu) => menu.handle === handle)!.entries
const DOCUMENTS = DEMO_FOLDERS.flatMap(({ code, documents }) =>
  documents.map((document) => ({ ...document, publication: code })),
)
/** Articles and test reports together. */
const ALL = [...ARTICLES, ...TEST_REPORTS.map((report): DemoArticle => report)]

const ids = {
  section: new Set(SECTIONS.map(({ path }) => path)),
  tag: new Set(TAGS.map(({ id }) => id)),
  region: PLACE_IDS,
  author: new Set(PEOPLE.map(({ key }) => key)),
  picture: new Set(PICTURES.map(({ key }) => key)),
  video: new Set(VIDEOS.map(({ key }) => key)),
  audio: new Set(EPISODES.map(({ key }) => key)),
  article: new Set(ARTICLES.map(({ id }) => id)),
  topic: new Set(TOPICS.map(({ id }) => id)),
}

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)
const count = (values: readonly string[]) =>
  values.reduce((counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1), new Map<string, number>())

/** Every text a reader sees in a block, with its inline markup. */
function textsOf(block: DemoBlock): string[] {
  if (typeof block === 'string') return [block]
  if ('h' in block) return [block.h]
  if ('quote' in block) return [block.quote, block.by]
  if ('info' in block)
    return [block.info, ...block.text.flatMap((item) => (typeof item === 'string' ? [item] : [...item.list]))]
  if ('picture' in block) return [block.caption]
  if ('gallery' in block) return [block.title, ...block.gallery.map(({ caption }) => caption)]
  if ('table' in block) return [block.caption, ...block.head, ...block.table.flat()]
  if ('video' in block) return [block.caption]
  if ('embed' in block) return [block.title]
  if ('live' in block) return [block.headline ?? '', ...block.text]
  if ('q' in block) return [block.q, ...block.a]
  return 'list' in block ? [...block.list] : []
}
const textsOfArticle = (article: DemoArticle) => [
  article.prefix,
  article.title,
  article.teaser,
  article.caption ?? '',
  article.correction ?? '',
  ...article.body.flatMap(textsOf),
]

function textsOfItem(item: ContentItem): string[] {
  switch (item.type) {
    case 'paragraph':
      return [item.html]
    case 'heading':
      return [item.text]
    case 'list':
      return item.items
    case 'table':
      return [item.caption, ...item.head, ...item.rows.flat()]
    default:
      return []
  }
}
const flatten = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flatten(entry.children)])

/** Routes that have a page. */
const PAGES: ReadonlySet<string> = new Set([
  'home',
  'article',
  'author',
  'authors',
  'search',
  'topics',
  'topic',
  'channel',
  'tag',
  'headlines',
  'newest-articles',
  'newsletter-registration',
  'newsletter-detail',
  'bookmarks-feed',
  'bookmarks-region',
  'meineregion',
  'agb-document',
  'accessibility-document',
  'datenschutz-document',
  'impressum-document',
  'testberichte-feed',
  'testbericht',
  'podcasts',
  'podcast-detail',
  'coupons',
  'kuendigen',
  'widerrufen',
  'bookmarks',
  'read-articles',
  'order/abo',
  'order/code',
  'order/invite',
  'order/haushalt',
  '__mein-portal-auth-account-abo',
  'offline-ausgabe',
  'briefing',
  ...Object.values(ROOMS).map(({ route }) => route),
])

/** Pages added by the papers themselves and by their own rooms. */
const OWN_PAGES = new Set(
  globSync('publications/{*/extensions/*.tsx,rooms/*/app/*Page.tsx}', { cwd: import.meta.dirname }).flatMap(
    (file) => readExtensionPage(readFileSync(join(import.meta.dirname, file), 'utf8'))?.path ?? [],
  ),
)

/** Null if the address exists, else the fault. */
function faultOfLink(href: string): string | null {
  if (/^(mailto|tel):/.test(href)) return null
  if (/^https:\/\//.test(href)) return new URL(href).hostname.endsWith('.example') ? null : 'another host'
  if (href === CONSENT_RESET_PATH) return null
  const match = matchRoute(href.replace(/[?#].*$/, ''))
  if (match.kind !== 'route') return match.kind
  const { route } = match
  if (!PAGES.has(route.name)) return `no page for ${route.name}`
  // `/kommunalwahl-2027` looks like an article and is a section when there is none (S2.1-06).
  if (route.name === 'article')
    return ids.article.has(route.id) || ids.section.has(href.slice(1)) ? null : 'no such article'
  if (route.name === 'testbericht') return TEST_REPORTS.some(({ id }) => id === route.id) ? null : 'no such test report'
  if (route.name === 'author') return PEOPLE.some(({ id }) => id === route.id) ? null : 'no such author'
  if (route.name === 'topic') return ids.topic.has(route.id) ? null : 'no such topic'
  if (route.name === 'newsletter-detail')
    return NEWSLETTERS.some(({ slug }) => slug === route.slug) ? null : 'no such newsletter'
  if (route.name === 'channel')
    return OWN_PAGES.has(href) || ids.section.has(route.path) || TAGS.some(({ slug }) => slug === route.path)
      ? null
      : 'no such section or tag'
  return null
}
const hrefsOf = (text: string) => [...text.matchAll(/href="([^"]*)"/g)].map((match) => match[1]!)

describe('the articles', () => {
  it('are at least 150, with unique numeric ids', () => {
    expect(ARTICLES.length).toBeGreaterThanOrEqual(150)
    const all = ALL.map(({ id }) => id)
    expect(repeated(all)).toEqual([])
    expect(all.filter((id) => !/^\d+$/.test(id))).toEqual([])
  })

  it('name only sections, tags, regions, authors, pictures, films, episodes and articles that exist', () => {
    const unknown = ALL.flatMap((article) => {
      const { id, section, tags, regions = [], authors, picture, headerVideo, body } = article
      const named: [keyof typeof ids, string][] = [
        ['section', section],
        ...tags.map((tag): [keyof typeof ids, string] => ['tag', tag]),
        ...regions.map((region): [keyof typeof ids, string] => ['region', region]),
        ...authors.map((author): [keyof typeof ids, string] => ['author', author]),
        ...(picture === undefined ? [] : [['picture', picture] as [keyof typeof ids, string]]),
        ...(headerVideo === undefined ? [] : [['video', headerVideo] as [keyof typeof ids, string]]),
        ...body.flatMap((block): [keyof typeof ids, string][] => {
          if (typeof block === 'string') return []
          if ('picture' in block) return [['picture', block.picture]]
          if ('gallery' in block) return block.gallery.map((entry) => ['picture', entry.picture])
          if ('video' in block) return [['video', block.video]]
          if ('audio' in block) return [['audio', block.audio]]
          return 'article' in block ? [['article', block.article]] : []
        }),
      ]
      return named.filter(([kind, key]) => !ids[kind].has(key)).map(([kind, key]) => `${id}: ${kind} ${key}`)
    })
    expect(unknown).toEqual([])
  })

  it('are carried by at least one publication, their owner among them, and every publication has 60 or more', () => {
    expect(ALL.filter((article) => toPublications(article).length === 0).map(({ id }) => id)).toEqual([])
    expect(ALL.filter((article) => !toPublications(article).includes(toOwner(article))).map(({ id }) => id)).toEqual([])
    // An `owner` that the list of publications would override is a mistake.
    expect(
      ALL.filter((article) => article.owner !== undefined && toOwner(article) !== article.owner).map(({ id }) => id),
    ).toEqual([])
    const carried = count(ARTICLES.flatMap(toPublications))
    for (const code of PUBLICATION_CODES) expect(carried.get(code), code).toBeGreaterThanOrEqual(60)
  })

  it('stand in sections that the carrying publications have', () => {
    const strays = ALL.filter((article) => {
      const having = SECTIONS.find(({ path }) => path === article.section)?.publications ?? []
      return toPublications(article).some((code) => !having.includes(code))
    })
    expect(strays.map(({ id, section }) => `${id} ${section}`)).toEqual([])
  })

  it('were published before the first start and updated after their publication', () => {
    expect(ALL.filter(({ hoursAgo }) => !(hoursAgo > 0)).map(({ id }) => id)).toEqual([])
    expect(
      ALL.filter(
        ({ hoursAgo, updatedHoursAgo }) =>
          updatedHoursAgo !== undefined && (updatedHoursAgo >= hoursAgo || updatedHoursAgo <= 0),
      ).map(({ id }) => id),
    ).toEqual([])
  })

  it('fill more than one page of an author and of a tag', () => {
    const byAuthor = count(ALL.flatMap(({ authors }) => authors))
    expect(PEOPLE).toHaveLength(12)
    expect(PEOPLE.filter(({ key }) => !byAuthor.has(key)).map(({ key }) => key)).toEqual([])
    for (const key of ['lena-vogt', 'anja-weidlich', 'paul-oster', 'henrik-petersen'])
      expect(byAuthor.get(key), key).toBeGreaterThan(20)
    expect(Math.max(...count(ARTICLES.flatMap(({ tags }) => tags)).values())).toBeGreaterThan(20)
  })

  it('are written in good typography: no straight quotes, no hyphens for dashes, no doubled blanks', () => {
    const faults = ALL.flatMap((article) =>
      textsOfArticle(article).flatMap((text) => {
        const plain = text.replace(/<[^>]*>/g, '')
        const found = /"|'| - |(?<=\p{L})\.\.\.|  |&(amp|quot|nbsp);|(?<=\p{Ll})“(?=\p{L})/u.exec(plain)
        return found === null ? [] : [`${article.id}: ${plain.slice(Math.max(0, found.index - 30), found.index + 30)}`]
      }),
    )
    expect(faults).toEqual([])
  })

  it('open as many quotation marks as they close', () => {
    const faults = ALL.flatMap((article) =>
      textsOfArticle(article)
        .filter((text) => (text.match(/„/g) ?? []).length !== (text.match(/“/g) ?? []).length)
        .map((text) => `${article.id}: ${text.slice(0, 80)}`),
    )
    expect(faults).toEqual([])
  })

  it('use no markup but bold, italics and links, all of it closed', () => {
    const faults = ALL.flatMap((article) =>
      textsOfArticle(article)
        .filter((text) => {
          const tags = [...text.matchAll(/<(\/?)(\w+)([^>]*)>/g)]
          const open: string[] = []
          return (
            tags.some(([, slash, name, rest]) => {
              if (!['b', 'i', 'a'].includes(name!)) return true
              if (slash === '/') return open.pop() !== name
              open.push(name!)
              return name === 'a' ? !/^ href="[^"]+"$/.test(rest!) : rest !== ''
            }) || open.length > 0
          )
        })
        .map((text) => `${article.id}: ${text.slice(0, 80)}`),
    )
    expect(faults).toEqual([])
  })

  it('link only to existing pages', () => {
    const faults = ALL.flatMap((article) =>
      textsOfArticle(article)
        .flatMap(hrefsOf)
        .flatMap((href) => {
          const fault = faultOfLink(href)
          return fault === null ? [] : [`${article.id}: ${href} (${fault})`]
        }),
    )
    expect(faults).toEqual([])
  })

  it('have plausible lengths, and the demo has short ones and a long read', () => {
    const wordsOf = (article: DemoArticle) => article.body.flatMap(textsOf).join(' ').split(/\s+/).length
    expect(
      ARTICLES.filter((article) => wordsOf(article) < 35).map(
        ({ id }) => `${id} ${wordsOf(ARTICLES.find((one) => one.id === id)!)}`,
      ),
    ).toEqual([])
    expect(Math.min(...ARTICLES.map(wordsOf))).toBeLessThan(110)
    expect(Math.max(...ARTICLES.map(wordsOf))).toBeGreaterThan(1200)
    const lengths = ARTICLES.map(({ title }) => title.length)
    expect(Math.min(...lengths)).toBeLessThan(25)
    expect(Math.max(...lengths)).toBeGreaterThan(120)
    expect(ARTICLES.filter(({ teaser }) => teaser.length < 20 || teaser.length > 400).map(({ id }) => id)).toEqual([])
  })

  it('never share a sentence', () => {
    const seen = new Map<string, string>()
    const shared: string[] = []
    for (const article of ALL) {
      for (const text of article.body.flatMap(textsOf)) {
        for (const sentence of text.replace(/<[^>]*>/g, '').split(/(?<=[.!?…“])\s+/)) {
          if (sentence.length < 60) continue
          const first = seen.get(sentence)
          if (first !== undefined && first !== article.id) shared.push(`${first} and ${article.id}: ${sentence}`)
          seen.set(sentence, article.id)
        }
      }
    }
    expect(shared).toEqual([])
  })

  it('contain everything an article can: free and paid, with and without picture, every kind of block', () => {
    const paid = ARTICLES.filter(({ paid: isPaid }) => isPaid === true).length
    expect(paid / ARTICLES.length).toBeGreaterThan(0.25)
    expect(paid / ARTICLES.length).toBeLessThan(0.5)
    expect(ARTICLES.filter(({ picture }) => picture === undefined).length).toBeGreaterThan(10)
    const blocks = new Set(
      ARTICLES.flatMap(({ body }) =>
        body.map((block) =>
          typeof block === 'string'
            ? 'paragraph'
            : (['table', 'gallery', 'live'].find((key) => key in block) ?? Object.keys(block)[0]!),
        ),
      ),
    )
    for (const kind of [
      'paragraph',
      'h',
      'quote',
      'list',
      'info',
      'picture',
      'gallery',
      'table',
      'video',
      'audio',
      'embed',
      'article',
      'live',
      'q',
    ])
      expect(blocks, kind).toContain(kind)
    for (const kind of [
      'opinion',
      'interview',
      'report',
      'service',
      'live',
      'video',
      'gallery',
      'podcast',
      'long-read',
    ])
      expect(
        ARTICLES.some((article) => article.kind === kind),
        kind,
      ).toBe(true)
    expect(ARTICLES.some(({ correction }) => correction !== undefined)).toBe(true)
  })

  it('list entries of live reports newest first', () => {
    const faults = ARTICLES.filter(({ body }) => {
      const hours = body.flatMap((block) => (typeof block === 'object' && 'live' in block ? [block.hoursAgo] : []))
      return hours.some((value, index) => index > 0 && value < hours[index - 1]!)
    })
    expect(faults.map(({ id }) => id)).toEqual([])
  })

  it('have one urgent among them, free and less than an hour old', () => {
    const urgent = ARTICLES.find(({ id }) => id === URGENT_ARTICLE_ID)
    expect(urgent).toMatchObject({ section: expect.stringMatching(/^(lokales|blaulicht)/) })
    expect(urgent!.hoursAgo).toBeLessThan(1)
    expect(urgent!.paid).toBeUndefined()
  })
})

describe('sections, tags, places and people', () => {
  it('has unique ids, parents before children, and pictures that exist', () => {
    expect(repeated(SECTIONS.map(({ path }) => path))).toEqual([])
    expect(repeated([...TAGS.map(({ id }) => id), ...TAGS.map(({ slug }) => slug)])).toEqual([])
    expect(repeated(PEOPLE.flatMap(({ id, key }) => [id, key]))).toEqual([])
    for (const [index, { path }] of SECTIONS.entries()) {
      const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
      if (parent !== '')
        expect(
          SECTIONS.findIndex((section) => section.path === parent),
          path,
        ).toBeLessThan(index)
      if (parent !== '') expect(ids.section, path).toContain(parent)
    }
    for (const [index, { id, parent }] of TAGS.entries())
      if (parent !== undefined)
        expect(
          TAGS.slice(0, index).some((tag) => tag.slug === parent),
          id,
        ).toBe(true)
    const shown = [...TOPICS, ...NEWSLETTERS].map(({ picture }) => picture?.baseUrl ?? '')
    expect(shown.filter((address) => !PICTURES.some(({ path }) => `/${path}` === address))).toEqual([])
    expect(TOPICS.flatMap(({ tags }) => tags.filter((tag) => !TAGS.some(({ slug }) => slug === tag)))).toEqual([])
    expect(
      PEOPLE.filter(({ key }) => !PORTRAITS.some((portrait) => portrait.key === key)).map(({ key }) => key),
    ).toEqual([])
  })

  it('are equal in every folder that shares them', () => {
    for (const { same } of [...TOPICS, ...NEWSLETTERS, ...COUPONS])
      for (const one of same as readonly unknown[]) expect(one).toEqual(same[0])
    const [first, ...others] = DEMO_FOLDERS
    for (const { tags, regions, people } of others)
      expect({ tags, regions, people }).toEqual({ tags: first!.tags, regions: first!.regions, people: first!.people })
  })

  it('gives no tag the address of a section', () => {
    expect(TAGS.filter(({ slug }) => ids.section.has(slug)).map(({ slug }) => slug)).toEqual([])
  })

  it('every section and topic of a publication has articles', () => {
    for (const code of PUBLICATION_CODES) {
      const carried = ARTICLES.filter((article) => toPublications(article).includes(code))
      const empty = SECTIONS.filter(
        ({ path, publications }) =>
          publications.includes(code) &&
          !carried.some(({ section }) => section === path || section.startsWith(`${path}/`)),
      )
      expect(empty.map(({ path }) => `${code} ${path}`)).toEqual([])
      const silent = TOPICS.filter(
        (topic) =>
          topic.publications.includes(code) &&
          !carried.some(({ tags }) => TAGS.some(({ id, slug }) => tags.includes(id) && topic.tags.includes(slug))),
      )
      expect(silent.map(({ id }) => `${code} ${id}`)).toEqual([])
    }
  })
})

describe('the menus', () => {
  it.each(PUBLICATION_CODES)('%s has all eight, none of them empty', (code) => {
    for (const handle of MENU_HANDLES) expect(menuOf(code, handle).length, handle).toBeGreaterThan(0)
    expect(menuOf(code, 'utilityBarMenuHandle').length).toBeLessThanOrEqual(6)
  })

  it.each(PUBLICATION_CODES)('%s links only to existing pages that the publication carries', (code) => {
    const entries = MENU_HANDLES.flatMap((handle) => flatten(menuOf(code, handle)))
    expect(
      entries.flatMap(({ target }) => (faultOfLink(target) === null ? [] : [`${target}: ${faultOfLink(target)}`])),
    ).toEqual([])
    for (const { target } of entries) {
      const section = SECTIONS.find(({ path }) => `/${path}` === target)
      if (section !== undefined) expect(section.publications, target).toContain(code)
      const topic = TOPICS.find(({ id }) => `/themen/${id}` === target)
      if (topic !== undefined) expect(topic.publications, target).toContain(code)
      const newsletter = NEWSLETTERS.find(({ slug }) => `/newsletter-anmeldung/${slug}` === target)
      if (newsletter !== undefined) expect(newsletter.publications, target).toContain(code)
    }
  })

  it.each(PUBLICATION_CODES)(
    '%s links podcasts, newest articles and coupons, which are linked nowhere else',
    (code) => {
      const targets = MENU_HANDLES.flatMap((handle) => flatten(menuOf(code, handle))).map(({ target }) => target)
      expect(targets).toEqual(
        expect.arrayContaining([
          '/podcasts',
          '/neueste-artikel',
          '/gutscheine',
          '/testberichte',
          '/themen',
          '/autoren',
          '/schlagzeilen',
          '/newsletter-anmeldung',
        ]),
      )
    },
  )

  it.each(PUBLICATION_CODES)('%s shows every section somewhere in its main menu, each once', (code) => {
    const targets = flatten(menuOf(code, 'mainMenuHandle')).map(({ target }) => target)
    expect(repeated(targets)).toEqual([])
    const carried = SECTIONS.filter(({ publications }) => publications.includes(code)).map(({ path }) => `/${path}`)
    expect(
      carried.filter((path) => !targets.includes(path) && path !== '/kommunalwahl-2027' && path !== '/hafen'),
    ).toEqual([])
  })

  it('begin with the publication’s main subjects', () => {
    expect(PUBLICATION_CODES.map((code) => menuOf(code, 'mainMenuHandle')[0]!.target)).toEqual([
      '/lokales/auenburg',
      '/hafen',
      '/lokales/huegelland',
      '/lokales',
    ])
  })

  it('never name the same target twice among siblings', () => {
    const siblings = (entries: readonly MenuEntry[]): string[] => [
      ...repeated(entries.map(({ target }) => target)),
      ...entries.flatMap(({ children }) => siblings(children)),
    ]
    expect(
      PUBLICATION_CODES.flatMap((code) => MENU_HANDLES.flatMap((handle) => siblings(menuOf(code, handle)))),
    ).toEqual([])
  })
})

describe('the legal documents', () => {
  it.each(PUBLICATION_CODES)('%s has all five, in good typography and with working links', (code) => {
    const own = DOCUMENTS.filter(({ publication }) => publication === code)
    expect(own.map(({ id }) => id).toSorted()).toEqual([
      'accessibility',
      'agb',
      'datenschutz',
      'eigentuemer',
      'impressum',
    ])
    const texts = own.flatMap(({ contentItems }) => contentItems.flatMap(textsOfItem))
    expect(texts.filter((text) => /"|'| - |  /.test(text.replace(/<[^>]*>/g, '')))).toEqual([])
    expect(texts.flatMap(hrefsOf).flatMap((href) => (faultOfLink(href) === null ? [] : [href]))).toEqual([])
  })

  it.each([
    ['impressum', ['redaktion', 'korrekturen', 'kontakt', 'jugendschutz', 'streitbeilegung']],
    ['datenschutz', ['einstellungen', 'ihre-rechte', 'beschwerde', 'cookies-und-lokaler-speicher']],
    ['accessibility', ['barriere-melden', 'marktueberwachung', 'bekannte-hindernisse']],
  ] as const)('%s has the headings that other pages link to, in every publication', (id, anchors) => {
    for (const code of PUBLICATION_CODES) {
      const document = DOCUMENTS.find((candidate) => candidate.publication === code && candidate.id === id)!
      const headings = document.contentItems.flatMap((item) => (item.type === 'heading' ? [slugOf(item.text)] : []))
      expect(headings).toEqual(expect.arrayContaining([...anchors]))
      expect(repeated(headings)).toEqual([])
    }
  })

  it('name the law in force, the editor and the reservation against mining', () => {
    const textOf = (code: string, id: string) =>
      DOCUMENTS.find((document) => document.publication === code && document.id === id)!
        .contentItems.flatMap(textsOfItem)
        .join(' ')
    for (const code of PUBLICATION_CODES) {
      expect(textOf(code, 'impressum')).toMatch(
        /§ 18 Abs\. 2 MStV.*Pressekodex.*§ 7 JMStV.*\(EU\) 2022\/2065.*§ 36 VSBG.*§ 44b UrhG/,
      )
      expect(textOf(code, 'agb')).toMatch(/Coins.*Widerrufsrecht.*§ 44b UrhG/)
      expect(textOf(code, 'eigentuemer')).toMatch(/\(EU\) 2024\/1083.*Gesellschafter.*Öffentliche Werbung/)
    }
  })

  it('mention no consent tool in the local edition, and the cookies of section 9 elsewhere', () => {
    const privacy = (code: string) =>
      DOCUMENTS.find((document) => document.publication === code && document.id === 'datenschutz')!
        .contentItems.flatMap(textsOfItem)
        .join(' ')
    expect(privacy('la')).not.toMatch(/euconsent|FA_CPC|Transparency/)
    for (const name of [
      'FA_ACCESS_TOKEN',
      'FA_REFRESH_TOKEN_ID',
      'FA_ID_TOKEN',
      '__Host-FA_SESSION',
      '__Host-FA_DEVICE',
      'FA_CPC',
      'DM_STATE_',
      'anon_cookie',
      'FA_RAL',
      'recent_visits',
      'cache_key',
      'resort_visits',
      'reco_95',
      'consents',
      'euconsent-v2',
      'fontSize',
      'bookmarkedArticleId',
      'redirectAfterLogin',
      'idToken',
    ]) {
      for (const code of ['ak', 'fb', 'ht']) expect(privacy(code), name).toContain(name)
    }
  })
})

describe('test reports', () => {
  it('are more than one page of them, all free, one of them the coffee machine with the id 77', () => {
    expect(TEST_REPORTS.length).toBeGreaterThan(20)
    expect(TEST_REPORTS.filter((report) => 'paid' in report)).toEqual([])
    expect(slugOf(TEST_REPORTS.find(({ id }) => id === '77')!.title)).toBe('kaffeemaschine')
  })

  it('have ratings in halves, the weighted mean of their criteria', () => {
    for (const { id, rating, criteria, pros, cons, verdict, body } of TEST_REPORTS) {
      expect(
        criteria.reduce((sum, { weight }) => sum + weight, 0),
        id,
      ).toBe(100)
      expect(
        Math.round((criteria.reduce((sum, criterion) => sum + criterion.rating * criterion.weight, 0) / 100) * 2) / 2,
        id,
      ).toBe(rating)
      for (const value of [rating, ...criteria.map((criterion) => criterion.rating)])
        expect(value >= 1 && value <= 5 && value * 2 === Math.round(value * 2), id).toBe(true)
      expect(pros.length * cons.length, id).toBeGreaterThan(0)
      expect(verdict.length, id).toBeGreaterThan(40)
      const words = body.flatMap(textsOf).join(' ').split(/\s+/).length
      expect(words, id).toBeGreaterThanOrEqual(150)
      expect(words, id).toBeLessThanOrEqual(400)
    }
  })
})

describe('podcasts, newsletters, coupons and the league', () => {
  it('has two podcasts whose episodes are files that can be played', () => {
    expect(PODCASTS).toHaveLength(2)
    const all = PODCASTS.flatMap(({ id, episodes }) => [id, ...episodes.map((episode) => episode.id)])
    expect(repeated(all)).toEqual([])
    expect(all.filter((id) => !/^\d+$/.test(id))).toEqual([])
    expect(PODCASTS.flatMap(({ episodes }) => episodes.map(({ key }) => key)).toSorted()).toEqual(
      EPISODES.map(({ key }) => key).toSorted(),
    )
    for (const episode of EPISODES) expect(statSync(episodeFile(episode)).size, episode.key).toBe(episode.bytes)
    for (const video of VIDEOS)
      expect(existsSync(videoFile(video)) && existsSync(new URL(video.poster, videoFile(video))), video.key).toBe(true)
    for (const { episodes, picture } of PODCASTS) {
      expect(ids.picture).toContain(picture)
      for (const episode of episodes) expect(ids.picture).toContain(episode.picture)
      const hours = episodes.map(({ hoursAgo }) => hoursAgo)
      expect(hours).toEqual(hours.toSorted((a, b) => a - b))
    }
  })

  it('has newsletters with a sample that is not empty wherever they are offered', () => {
    expect(NEWSLETTERS).toHaveLength(5)
    expect(repeated(NEWSLETTERS.map(({ slug }) => slug))).toEqual([])
    for (const { slug, publications, sampleSections } of NEWSLETTERS) {
      expect(
        sampleSections.filter((path) => !ids.section.has(path)),
        slug,
      ).toEqual([])
      for (const code of publications) {
        const sample = ARTICLES.filter(
          (article) =>
            toPublications(article).includes(code) &&
            (sampleSections.length === 0 ||
              sampleSections.some((path) => article.section === path || article.section.startsWith(`${path}/`))),
        )
        expect(sample.length, `${slug} ${code}`).toBeGreaterThan(3)
      }
    }
  })

  it('has nine coupons, one of them expired, of partners with invented addresses', () => {
    expect(COUPONS).toHaveLength(9)
    expect(COUPONS.filter(({ validUntil }) => Date.parse(validUntil) < NOW.getTime())).toHaveLength(1)
    expect(repeated(COUPONS.flatMap(({ id, code }) => [id, code]))).toEqual([])
    expect(COUPONS.filter(({ target }) => !new URL(target).hostname.endsWith('.example')).map(({ id }) => id)).toEqual(
      [],
    )
    for (const code of PUBLICATION_CODES)
      expect(
        COUPONS.filter(
          ({ publications, validUntil }) => Date.parse(validUntil) > NOW.getTime() && publications.includes(code),
        ).length,
        code,
      ).toBeGreaterThan(2)
  })

  it('has a league whose numbers add up, as the article prints them', () => {
    const sum = (index: 1 | 2 | 3 | 4 | 5) => TABLE.reduce((total, row) => total + row[index], 0)
    expect(TABLE).toHaveLength(18)
    expect(sum(1)).toBe(sum(3))
    expect(sum(2) % 2).toBe(0)
    expect(sum(4)).toBe(sum(5))
    const { table, results } = toSportWidget(NOW)
    const ordered = table.toSorted((a, b) => b.points - a.points || b.difference - a.difference)
    expect(table.map(({ team }) => team)).toEqual(ordered.map(({ team }) => team))
    expect(table[3]).toEqual({ rank: 4, team: '1. FC Talheim', played: 17, goals: '34:27', difference: 7, points: 28 })
    expect(results.flatMap(({ home, away }) => [home, away]).toSorted()).toEqual(
      table.map(({ team }) => team).toSorted(),
    )
    const printed = ARTICLES.find(({ id }) => id === '30033')!.body.flatMap((block) =>
      typeof block === 'object' && 'table' in block ? block.table : [],
    )
    expect(printed).toEqual(
      TABLE.map(([team, wins, draws, losses, scored, conceded], index) =>
        [index + 1, team, wins + draws + losses, wins, draws, losses, `${scored}:${conceded}`, wins * 3 + draws].map(
          String,
        ),
      ),
    )
  })

  it('plays the open matches after the first start, in the afternoon', () => {
    for (const now of [
      '2026-11-21T09:00:00Z',
      '2026-11-21T13:00:00Z',
      '2026-11-21T23:30:00Z',
      '2026-07-05T11:59:00Z',
    ]) {
      const open = toSportWidget(new Date(now)).results.filter(({ homeGoals }) => homeGoals === null)
      expect(open).toHaveLength(8)
      for (const { kickoff } of open) {
        expect(new Date(kickoff) > new Date(now), now).toBe(true)
        expect(
          new Date(kickoff).toLocaleTimeString('de', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' }),
        ).toBe('14:00')
      }
    }
  })
})
