/**
 * An allow-list of the data that may stay in a browser after logout, each with its reason. All other data of ours is
 * deleted (`forget-reader.ts`), so new storage keys are deleted by default. Cookies work the other way round: they are
 * deleted by name, because other cookies of the same host are not ours.
 */
import { ROOM_CACHES, ROOM_STORAGE } from '@lokalteil/rooms/device-data'
import type { Kept } from './kept.ts'

/** Local storage. The session storage is emptied completely. */
export const DEVICE_STORAGE: readonly Kept[] = [
  { name: 'color-mode', why: 'how this screen is read, independent of the reader' },
  {
    name: 'consentManager',
    why: 'the last answer of an external consent manager, so that an older one changes nothing',
  },
  {
    name: 'consentPartners',
    why: 'which vendors of the framework this device was asked about, a part of its answer',
  },
  { name: 'install-offer', why: 'when this device was last offered the app' },
  {
    name: 'lastVisit',
    why: 'time of the last visit of this device, to mark new articles; the list of read ones is deleted',
  },
  { name: 'playerSettings', why: 'how fast and how loud this device plays; what was heard goes' },
  { name: 'readArticlesOff', why: 'a wish that nothing be recorded here; forgetting it would record again' },
  { name: 'shortcutsOff', why: 'an accessibility setting of readers who cannot use single-key shortcuts' },
  { name: 'userState', why: 'tells other tabs about the logout' },
  ...ROOM_STORAGE,
]

export const DEVICE_COOKIES: readonly Kept[] = [
  { name: 'consents', why: 'what was answered about consent on this device' },
  { name: 'euconsent-v2', why: 'the same answer in the form of the framework' },
  { name: 'consentGiven', why: 'the day of this answer, and which texts were shown' },
  { name: 'fontSize', why: 'how this screen is read' },
  { name: 'density', why: 'how this screen is read' },
  { name: 'lineSpacing', why: 'how this screen is read' },
  { name: 'locale', why: 'how this screen is read' },
  { name: 'anon_cookie', why: 'a new number: the specification requires one after the logout' },
  { name: 'FA_CPC', why: 'a new number, once the consent given on this device allows one; the old one goes' },
  { name: 'cache_key', why: 'contains the anonymous class' },
  { name: 'reco_95', why: 'the half of an experiment this device is in' },
  { name: 'DM_STATE_*', why: 'the way back that the specification wants left by a logout: a path of this site' },
  {
    name: '__Host-FA_DEVICE',
    why: 'says that a login succeeded here once, so that strangers cannot use up its attempts',
  },
  { name: '__Host-FA_RELOGIN', why: 'has a publisher’s provider ask for the password again' },
  { name: '__Host-institution', why: 'access by a library or school, independent of the account' },
  { name: 'institution', why: 'the same over plain http' },
]

/**
 * Caches of the offline copies: files of the build are the same for every reader and stay; stored pages and pictures
 * are deleted.
 */
export const DEVICE_CACHES: readonly Kept[] = [
  { name: 'shell-*', why: 'the offline page and what it needs' },
  { name: 'files', why: 'scripts, styles and typefaces' },
  { name: 'device', why: 'whether this device saves data' },
  ...ROOM_CACHES,
]

/** Cookies that a page can delete, beside the content/auth bearer, whose name is configured. */
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
