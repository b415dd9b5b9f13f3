/**
 * The eight menus of each publication. A target is an address the product answers with a page, an address of a social
 * network, or a mail address; a test matches every one against the route table and the taxonomy.
 */
import type { MENU_HANDLES, MenuEntry } from '@lokalteil/contracts/content'
import { DEMO_PUBLICATIONS, type DemoCode } from './codes.ts'
import { PUBLISHERS } from './legal/publishers.ts'
import { SECTIONS, TOPICS } from './taxonomy.ts'

type Handle = (typeof MENU_HANDLES)[number]
export type DemoMenus = Readonly<Record<Handle, readonly MenuEntry[]>>

/** Top level of the main menu; sections below one of these follow as its children. */
const MAIN: Readonly<Record<DemoCode, readonly string[]>> = {
  ak: [
    'lokales/auenburg',
    'lokales',
    'blaulicht',
    'politik',
    'wirtschaft',
    'sport',
    'kultur',
    'wissen',
    'leben',
    'freizeit',
    'meinung',
    'panorama',
  ],
  fb: [
    'hafen',
    'lokales/hafenrode',
    'lokales',
    'blaulicht',
    'wirtschaft',
    'politik',
    'sport',
    'kultur',
    'wissen',
    'leben',
    'freizeit',
    'meinung',
    'panorama',
  ],
  ht: [
    'lokales/huegelland',
    'lokales/tannau',
    'lokales',
    'blaulicht',
    'sport',
    'leben',
    'politik',
    'wirtschaft',
    'kultur',
    'wissen',
    'freizeit',
    'meinung',
    'panorama',
  ],
  la: [
    'lokales',
    'blaulicht',
    'sport',
    'freizeit',
    'leben',
    'wirtschaft',
    'kultur',
    'kommunalwahl-2027',
    'meinung',
    'panorama',
  ],
}

/** Sections that stand on their own and are shown below another one. */
const ADOPTED: Readonly<Record<string, readonly string[]>> = { politik: ['kommunalwahl-2027'], wirtschaft: ['hafen'] }

/** What "Lokales" is called where it stands behind the own town. */
const REGION_LABEL: Readonly<Record<DemoCode, string>> = { ak: 'Region', fb: 'Region', ht: 'Nachbarn', la: 'Lokales' }

const HOT_TOPICS: Readonly<Record<DemoCode, readonly string[]>> = {
  ak: ['7', 'klinikum', 'kommunalwahl', 'advent', 'wohnen', 'fc-talheim', 'hochwasserschutz'],
  fb: ['hafenausbau', 'hochwasserschutz', 'advent', 'energiewende', 'klinikum', 'kommunalwahl'],
  ht: ['fc-talheim', 'wald', 'auetalbahn', 'energiewende', 'schule', 'advent', 'kommunalwahl'],
  la: ['advent', 'fc-talheim', 'kommunalwahl', 'schule', 'wohnen'],
}

const entry = (label: string, target: string, icon?: string, children: MenuEntry[] = []): MenuEntry => ({
  label,
  target,
  ...(icon === undefined ? {} : { icon }),
  children,
})

const NEWSLETTER = entry('Newsletter', '/newsletter-anmeldung', 'newsletter')
const PODCASTS = entry('Podcasts', '/podcasts', 'podcast')
const HEADLINES = entry('Schlagzeilen', '/schlagzeilen', 'clock')
const BOOKMARKS = entry('Merkliste', '/bookmarks', 'bookmark')
const TEST_REPORTS = entry('Testberichte', '/testberichte', 'star')
const COUPONS = entry('Gutscheine', '/gutscheine', 'coupon')
const SEARCH = entry('Suche', '/suche', 'search')

const UTILITY_BAR: Readonly<Record<DemoCode, readonly MenuEntry[]>> = {
  ak: [HEADLINES, NEWSLETTER, PODCASTS, BOOKMARKS, SEARCH],
  fb: [HEADLINES, PODCASTS, NEWSLETTER, BOOKMARKS, SEARCH],
  ht: [NEWSLETTER, BOOKMARKS, HEADLINES, TEST_REPORTS, SEARCH],
  la: [HEADLINES, COUPONS, NEWSLETTER, TEST_REPORTS, SEARCH],
}

const SITE_SERVICES: readonly MenuEntry[] = [
  NEWSLETTER,
  PODCASTS,
  TEST_REPORTS,
  COUPONS,
  entry('Neueste Artikel', '/neueste-artikel', 'arrow-up'),
  HEADLINES,
  entry('Alle Themen', '/themen', 'puzzle'),
  entry('Autorinnen und Autoren', '/autoren', 'user'),
]

const LEGAL: readonly MenuEntry[] = [
  entry('Impressum', '/impressum'),
  entry('Datenschutz', '/datenschutz'),
  entry('AGB', '/agb'),
  entry('Barrierefreiheit', '/accessibility'),
]

export const MENUS: Readonly<Record<DemoCode, DemoMenus>> = Object.fromEntries(
  DEMO_PUBLICATIONS.map((code) => [code, toMenus(code)]),
) as Record<DemoCode, DemoMenus>

function toMenus(code: DemoCode): DemoMenus {
  return {
    mainMenuHandle: toMainMenu(code),
    hotTopicsMenuHandle: HOT_TOPICS[code].map((id) => {
      const topic = TOPICS.find((candidate) => candidate.id === id)
      if (topic === undefined) throw new Error(`The demo has no topic "${id}"`)
      return entry(topic.title, `/themen/${id}`)
    }),
    utilityBarMenuHandle: UTILITY_BAR[code],
    siteServicesMenuHandle: SITE_SERVICES,
    treeServicesMenuHandle: toServiceTree(code),
    userSupportMenuHandle: toSupport(code),
    socialNetworksMenuHandle: toSocialNetworks(code),
    legalMenuHandle: LEGAL,
  }
}

function toMainMenu(code: DemoCode): MenuEntry[] {
  const carried = SECTIONS.filter(({ publications }) => publications === undefined || publications.includes(code))
  const top = MAIN[code]
  const toEntry = (path: string): MenuEntry => {
    const section = carried.find((candidate) => candidate.path === path)
    if (section === undefined) throw new Error(`${code} does not carry the section "${path}"`)
    const below = carried.filter(
      (candidate) => candidate.path.startsWith(`${path}/`) && !candidate.path.slice(path.length + 1).includes('/'),
    )
    const adopted = carried.filter((candidate) => ADOPTED[path]?.includes(candidate.path))
    const children = [...below, ...adopted]
      .filter((child) => !top.includes(child.path))
      .map((child) => toEntry(child.path))
    return entry(path === 'lokales' ? REGION_LABEL[code] : section.name, `/${path}`, undefined, children)
  }
  return top.map(toEntry)
}

function toServiceTree(code: DemoCode): MenuEntry[] {
  const readersPart = entry('Mein Portal', '/deine-themen', 'user', [
    BOOKMARKS,
    entry('Meine Themen', '/deine-themen', 'star'),
    entry('Meine Region', '/meineregion', 'pin'),
    entry('Aus meinen Regionen', '/deine-regionen', 'home'),
    entry('Gelesene Artikel', '/read-articles', 'check'),
  ])
  const offers = entry('Angebote', '/gutscheine', 'gift', [
    COUPONS,
    entry('Newsletter', '/newsletter-anmeldung', 'newsletter', [
      entry('Das Wichtigste am Morgen', '/newsletter-anmeldung/das-wichtigste-am-morgen'),
      ...(code === 'fb' || code === 'ak'
        ? [entry('Hafenpost', '/newsletter-anmeldung/hafenpost')]
        : [entry('Hügelland-Brief', '/newsletter-anmeldung/huegelland-brief')]),
      entry('Anpfiff', '/newsletter-anmeldung/anpfiff'),
    ]),
    PODCASTS,
    TEST_REPORTS,
  ])
  const newsroom = entry('Redaktion', '/autoren', 'message', [
    entry('Wer hier schreibt', '/autoren'),
    entry('So korrigieren wir', '/impressum#korrekturen'),
    entry('Wem wir gehören', '/impressum#eigentuemer'),
  ])
  const subscription = entry('Abo', '/order/abo', 'unlocked', [
    entry('Alle Angebote', '/order/abo'),
    entry('Bedingungen', '/agb'),
  ])
  // The free edition sells least, so it offers last.
  return code === 'la' ? [readersPart, offers, newsroom, subscription] : [subscription, readersPart, offers, newsroom]
}

function toSupport(code: DemoCode): MenuEntry[] {
  const { host } = PUBLISHERS[code]
  return [
    entry('Kontakt', '/impressum#kontakt', 'mail'),
    entry('Abo-Service', '/order/abo', 'unlocked'),
    entry('Leserbrief schreiben', `mailto:leserbriefe@${host}`, 'message'),
    entry('Fehler melden', '/impressum#korrekturen', 'alert'),
    entry('Barriere melden', '/accessibility#barriere-melden', 'legal'),
  ]
}

function toSocialNetworks(code: DemoCode): MenuEntry[] {
  const { account, host } = PUBLISHERS[code]
  const all = [
    entry('Mastodon', `https://mastodon.example/@${account}`, 'mastodon'),
    entry('Bluesky', `https://bluesky.example/profile/${host}`, 'bluesky'),
    entry('Instagram', `https://instagram.example/${account}`, 'instagram'),
    entry('YouTube', `https://youtube.example/@${account}`, 'youtube'),
    entry('Facebook', `https://facebook.example/${account}`, 'facebook'),
  ]
  return code === 'la' ? all.filter(({ icon }) => icon !== 'bluesky' && icon !== 'youtube') : all
}
