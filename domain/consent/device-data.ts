/**
 * What may stay in a browser when a login ends, each with its reason; everything else of ours is the reader's and goes
 * (`forget-reader.ts`). Storage is emptied by what is named here, so that what is added later goes unless somebody says
 * here why it stays. Cookies are taken away by name, because others on the same host are not ours to judge.
 */

export type Kept = { name: string; why: string }

/** Local storage. Nothing of the session storage stays. */
export const DEVICE_STORAGE: readonly Kept[] = [
  { name: 'color-mode', why: 'how this screen is read, whoever sits at it' },
  { name: 'gameContrast', why: 'how the boards of games are drawn on this screen' },
  { name: 'install-offer', why: 'when this device was last offered the app' },
  { name: 'lastVisit', why: 'when this device was last here, for what is new since; what was read goes' },
  { name: 'playerSettings', why: 'how fast and how loud this device plays; what was heard goes' },
  { name: 'readArticlesOff', why: 'a wish that nothing be recorded here; forgetting it would record again' },
  { name: 'shortcutsOff', why: 'a wish of whoever cannot use single keys; forgetting it would press them again' },
  { name: 'userState', why: 'says to other tabs that nobody is logged in' },
]

/** `*` at the end: any name that begins so. */
export const DEVICE_COOKIES: readonly Kept[] = [
  { name: 'consents', why: 'what was answered about consent on this device' },
  { name: 'euconsent-v2', why: 'the same answer in the form of the framework' },
  { name: 'fontSize', why: 'how this screen is read' },
  { name: 'density', why: 'how this screen is read' },
  { name: 'lineSpacing', why: 'how this screen is read' },
  { name: 'locale', why: 'how this screen is read' },
  { name: 'anon_cookie', why: 'a new number: the specification wants one as soon as nobody is logged in' },
  { name: 'FA_CPC', why: 'a new number, once the consent given on this device allows one; the old one goes' },
  { name: 'cache_key', why: 'says that nobody is logged in' },
  { name: 'reco_95', why: 'the half of an experiment this device is in' },
  { name: 'DM_STATE_*', why: 'the way back that the specification wants left by a logout: a path of this site' },
  { name: 'FA_DEVICE', why: 'says that a login succeeded here once, so that strangers cannot use up its attempts' },
  { name: 'FA_RELOGIN', why: 'has a publisher’s provider ask for the password again' },
  { name: 'institution', why: 'the access of a library or school, whoever sits there' },
]

/** Of the offline copies: files of the build, which are the same for everybody. Kept pages and pictures go. */
export const DEVICE_CACHES: readonly Kept[] = [
  { name: 'shell-*', why: 'the offline page and what it needs' },
  { name: 'files', why: 'scripts, styles and typefaces' },
  { name: 'device', why: 'whether this device saves data' },
  { name: 'push', why: 'which device this is to push messages; the account it belonged to is told of the logout' },
]

/** Cookies a page can take away, beside the content/auth bearer, whose name is configured. */
export const READER_COOKIES = [
  'FA_ID_TOKEN',
  'idToken',
  'FA_CLAIMS',
  'redirectAfterLogin',
  'bookmarkedArticleId',
  'invitation',
  'recent_visits',
  'resort_visits',
  'FA_CPC',
] as const

export function isKept(name: string, list: readonly Kept[]): boolean {
  return list.some((kept) => (kept.name.endsWith('*') ? name.startsWith(kept.name.slice(0, -1)) : name === kept.name))
}
