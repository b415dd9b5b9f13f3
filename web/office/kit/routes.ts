/** The addresses of the office: one table, read by the shell and by all links. */
import type { ActName } from '@lokalteil/domain/office/acts'

export type Place =
  | { screen: 'start' }
  | { screen: 'invitation' }
  | { screen: 'provider' }
  | { screen: 'outside' }
  | { screen: 'team' }
  | { screen: 'audit' }
  | { screen: 'account' }
  | { screen: 'desk'; code: string }
  | { screen: 'articles'; code: string }
  | { screen: 'arrivals'; code: string }
  /** `path` '': the home page. */
  | { screen: 'front'; code: string; path: string }
  | { screen: 'media'; code: string }
  | { screen: 'medium'; code: string; id: number }
  | { screen: 'breaking'; code: string }
  | { screen: 'article'; code: string; id: string }
  | { screen: 'revision'; code: string; id: string; number: number }
  | { screen: 'comparison'; code: string; id: string; from: number; to: number }
  | { screen: 'figures'; code: string }
  | { screen: 'newsletters'; code: string }
  | { screen: 'issue'; code: string; slug: string; issue: string }
  | { screen: 'quizzes'; code: string }
  | { screen: 'quiz'; code: string; slug: string }
  | { screen: 'nowhere' }

export type Screen = Place['screen']

const BASE = '/redaktion'

/** `{code}` is never one of the fixed words, because those rows come first. */
const ROUTES: readonly (readonly [RegExp, (groups: Record<string, string>) => Place])[] = [
  [/^$/, () => ({ screen: 'start' })],
  [/^\/einladung$/, () => ({ screen: 'invitation' })],
  [/^\/anmeldung$/, () => ({ screen: 'provider' })],
  [/^\/einsicht$/, () => ({ screen: 'outside' })],
  [/^\/team$/, () => ({ screen: 'team' })],
  [/^\/protokoll$/, () => ({ screen: 'audit' })],
  [/^\/konto$/, () => ({ screen: 'account' })],
  [/^\/(?:api|vorschau|betrieb)(?:\/|$)/, () => ({ screen: 'nowhere' })],
  [/^\/(?<code>[a-z0-9-]{1,40})$/, ({ code = '' }) => ({ screen: 'desk', code })],
  [/^\/(?<code>[a-z0-9-]{1,40})\/artikel$/, ({ code = '' }) => ({ screen: 'articles', code })],
  [/^\/(?<code>[a-z0-9-]{1,40})\/agenturen$/, ({ code = '' }) => ({ screen: 'arrivals', code })],
  [/^\/(?<code>[a-z0-9-]{1,40})\/seiten(?:\/start)?$/, ({ code = '' }) => ({ screen: 'front', code, path: '' })],
  [
    /^\/(?<code>[a-z0-9-]{1,40})\/seiten\/(?<path>[a-z0-9.-]+(?:\/[a-z0-9.-]+){0,9})$/,
    ({ code = '', path = '' }) => ({ screen: 'front', code, path }),
  ],
  [/^\/(?<code>[a-z0-9-]{1,40})\/medien$/, ({ code = '' }) => ({ screen: 'media', code })],
  [
    /^\/(?<code>[a-z0-9-]{1,40})\/medien\/(?<id>\d{1,15})$/,
    ({ code = '', id }) => ({ screen: 'medium', code, id: Number(id) }),
  ],
  [/^\/(?<code>[a-z0-9-]{1,40})\/eil$/, ({ code = '' }) => ({ screen: 'breaking', code })],
  [
    /^\/(?<code>[a-z0-9-]{1,40})\/artikel\/(?<id>\d{1,40})$/,
    ({ code = '', id = '' }) => ({ screen: 'article', code, id }),
  ],
  [
    /^\/(?<code>[a-z0-9-]{1,40})\/artikel\/(?<id>\d{1,40})\/stand\/(?<number>\d{1,9})$/,
    ({ code = '', id = '', number }) => ({ screen: 'revision', code, id, number: Number(number) }),
  ],
  [
    /^\/(?<code>[a-z0-9-]{1,40})\/artikel\/(?<id>\d{1,40})\/vergleich\/(?<from>\d{1,9})\.\.(?<to>\d{1,9})$/,
    ({ code = '', id = '', from, to }) => ({
      screen: 'comparison',
      code,
      id,
      from: Number(from),
      to: Number(to),
    }),
  ],
  [/^\/(?<code>[a-z0-9-]{1,40})\/zahlen$/, ({ code = '' }) => ({ screen: 'figures', code })],
  [/^\/(?<code>[a-z0-9-]{1,40})\/newsletter$/, ({ code = '' }) => ({ screen: 'newsletters', code })],
  [
    /^\/(?<code>[a-z0-9-]{1,40})\/newsletter\/(?<slug>[a-z0-9-]{1,100})\/(?<issue>\d{8}-\d{4}|sonder-[a-z0-9]{10})$/,
    ({ code = '', slug = '', issue = '' }) => ({ screen: 'issue', code, slug, issue }),
  ],
  [/^\/(?<code>[a-z0-9-]{1,40})\/quiz$/, ({ code = '' }) => ({ screen: 'quizzes', code })],
  [
    /^\/(?<code>[a-z0-9-]{1,40})\/quiz\/(?<slug>[a-z0-9-]{1,100})$/,
    ({ code = '', slug = '' }) => ({ screen: 'quiz', code, slug }),
  ],
]

export function placeOf(pathname: string): Place {
  const path = pathname.replace(/\/+$/, '')
  if (path !== BASE && !path.startsWith(`${BASE}/`)) return { screen: 'nowhere' }
  const rest = path.slice(BASE.length)
  for (const [pattern, read] of ROUTES) {
    const match = pattern.exec(rest)
    if (match !== null) return read(match.groups ?? {})
  }
  return { screen: 'nowhere' }
}

export function pathOf(place: Place): string {
  switch (place.screen) {
    case 'start':
    case 'nowhere':
      return BASE
    case 'invitation':
      return `${BASE}/einladung`
    case 'provider':
      return `${BASE}/anmeldung`
    case 'outside':
      return `${BASE}/einsicht`
    case 'team':
      return `${BASE}/team`
    case 'audit':
      return `${BASE}/protokoll`
    case 'account':
      return `${BASE}/konto`
    case 'desk':
      return `${BASE}/${place.code}`
    case 'articles':
      return `${BASE}/${place.code}/artikel`
    case 'arrivals':
      return `${BASE}/${place.code}/agenturen`
    case 'front':
      return `${BASE}/${place.code}/seiten/${place.path === '' ? 'start' : place.path}`
    case 'media':
      return `${BASE}/${place.code}/medien`
    case 'medium':
      return `${BASE}/${place.code}/medien/${place.id}`
    case 'breaking':
      return `${BASE}/${place.code}/eil`
    case 'article':
      return `${BASE}/${place.code}/artikel/${place.id}`
    case 'revision':
      return `${BASE}/${place.code}/artikel/${place.id}/stand/${place.number}`
    case 'comparison':
      return `${BASE}/${place.code}/artikel/${place.id}/vergleich/${place.from}..${place.to}`
    case 'figures':
      return `${BASE}/${place.code}/zahlen`
    case 'newsletters':
      return `${BASE}/${place.code}/newsletter`
    case 'issue':
      return `${BASE}/${place.code}/newsletter/${place.slug}/${place.issue}`
    case 'quizzes':
      return `${BASE}/${place.code}/quiz`
    case 'quiz':
      return `${BASE}/${place.code}/quiz/${place.slug}`
  }
}

/** The call that a screen begins with: who may not make it, does not see the screen. */
export const ACT_OF: Readonly<Partial<Record<Screen, ActName>>> = {
  desk: 'getDesk',
  articles: 'listArticles',
  article: 'getArticle',
  revision: 'getRevision',
  comparison: 'compareRevisions',
  arrivals: 'listArrivals',
  front: 'getFront',
  media: 'listMedia',
  medium: 'getMedium',
  breaking: 'getBreaking',
  figures: 'getFigures',
  newsletters: 'listNewsletters',
  issue: 'getIssue',
  quizzes: 'listQuizzes',
  quiz: 'getQuiz',
  team: 'listStaff',
  audit: 'listAudit',
  account: 'getMe',
}

/** Filters of the list of articles, as they stand in its address. */
const FILTERS = ['stand', 'ressort', 'wer', 'quelle', 'q'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

export function readFilters(search: string): Filters {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = given.get(name)?.trim().slice(0, 300)
      return value ? [[name, value]] : []
    }),
  )
}

export function articlesPath(code: string, filters: Filters): string {
  const query = new URLSearchParams()
  for (const name of FILTERS) if (filters[name]) query.set(name, filters[name])
  const text = query.toString()
  return `${pathOf({ screen: 'articles', code })}${text === '' ? '' : `?${text}`}`
}

/** Filters of the library, as they stand in its address. */
const MEDIA_CHOICES = ['rechte-enden', 'ohne-urheber'] as const
export type MediaFilters = { q?: string; auswahl?: (typeof MEDIA_CHOICES)[number] }

export function readMediaFilters(search: string): MediaFilters {
  const given = new URLSearchParams(search)
  const q = given.get('q')?.trim().slice(0, 200)
  const auswahl = MEDIA_CHOICES.find((one) => one === given.get('auswahl'))
  return { ...(q && { q }), ...(auswahl && { auswahl }) }
}

export function mediaPath(code: string, { q, auswahl }: MediaFilters): string {
  const query = new URLSearchParams({ ...(auswahl && { auswahl }), ...(q && { q }) }).toString()
  return `${pathOf({ screen: 'media', code })}${query === '' ? '' : `?${query}`}`
}

/** Breaking news with an article chosen. */
export function breakingPath(code: string, id: string): string {
  return `${pathOf({ screen: 'breaking', code })}?artikel=${id}`
}

export function readChosen(search: string): string | null {
  return /^\d{1,40}$/.exec(new URLSearchParams(search).get('artikel') ?? '')?.[0] ?? null
}
