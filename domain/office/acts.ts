/**
 * Permissions of the office: one row for each call of the contract `OFFICE`. The service checks it before it reads a body, the
 * screens hide acts without permission, and a test walks all calls with all roles.
 */
import type { PublicationCode } from '../publication/publications.ts'
import { isAtOrBelow } from '../section-path.ts'

export const OFFICE_ROLES = ['editor', 'chief', 'moderator', 'service', 'publisher', 'operator'] as const
export type OfficeRole = (typeof OFFICE_ROLES)[number]

export type Grant = {
  /** Code of a publication; `*`: all. */
  publication: string
  role: OfficeRole
  /** Of editors; a chief always may. */
  mayPublish: boolean
  /** Section paths with everything below them; empty: all sections. */
  sections: readonly string[]
}

export type Act = {
  /** `anyone`: without a session; `staff`: every signed-in person, about the own account. */
  by: 'anyone' | 'staff' | readonly OfficeRole[]
  /** Editors need `mayPublish`. */
  publishes?: true
  /** Sign-in or confirmation must not be older than ten minutes. */
  isGrave?: true
}

/** Minutes for which a sign-in or confirmation covers grave acts. */
export const GRAVE_MINUTES = 10

const WRITERS = ['editor', 'chief'] as const
const READERS = ['editor', 'chief', 'moderator', 'publisher'] as const
const HEADS = ['publisher', 'operator'] as const
const CHIEF = ['chief'] as const
const FIGURE_READERS = ['chief', 'publisher'] as const

export const ACTS = {
  signIn: { by: 'anyone' },
  confirmCode: { by: 'anyone' },
  startPasskey: { by: 'anyone' },
  signInByPasskey: { by: 'anyone' },
  getWays: { by: 'anyone' },
  startProvider: { by: 'anyone' },
  finishProvider: { by: 'anyone' },
  getInvitation: { by: 'anyone' },
  acceptInvitation: { by: 'anyone' },
  openPreviewLink: { by: 'anyone' },
  signOut: { by: 'staff' },
  getMe: { by: 'staff' },
  confirmAgain: { by: 'staff' },
  changePassword: { by: 'staff', isGrave: true },
  startSecret: { by: 'staff', isGrave: true },
  saveSecret: { by: 'staff', isGrave: true },
  renewRecoveryCodes: { by: 'staff', isGrave: true },
  listPasskeys: { by: 'staff' },
  startNewPasskey: { by: 'staff', isGrave: true },
  savePasskey: { by: 'staff', isGrave: true },
  removePasskey: { by: 'staff', isGrave: true },
  listOwnSessions: { by: 'staff' },
  endOwnSession: { by: 'staff' },
  listStaff: { by: HEADS },
  invite: { by: HEADS, isGrave: true },
  withdrawInvitation: { by: HEADS, isGrave: true },
  changeStaff: { by: HEADS, isGrave: true },
  removeStaff: { by: HEADS, isGrave: true },
  endSessions: { by: HEADS, isGrave: true },
  listAudit: { by: HEADS },

  getDesk: { by: READERS },
  listArticles: { by: READERS },
  getArticle: { by: READERS },
  listRevisions: { by: READERS },
  getRevision: { by: READERS },
  compareRevisions: { by: READERS },
  listSuggestions: { by: READERS },
  makePreview: { by: READERS },
  listPreviewLinks: { by: READERS },
  createArticle: { by: WRITERS },
  saveDraft: { by: WRITERS },
  chooseBlock: { by: WRITERS },
  restoreRevision: { by: WRITERS },
  takePen: { by: WRITERS },
  addNote: { by: WRITERS },
  answerNote: { by: WRITERS },
  changeState: { by: WRITERS },
  listMedia: { by: WRITERS },
  getMedium: { by: WRITERS },
  uploadPicture: { by: WRITERS },
  uploadSound: { by: WRITERS },
  uploadDocument: { by: WRITERS },
  createPreviewLink: { by: WRITERS },
  revokePreviewLink: { by: WRITERS },
  adoptPicture: { by: WRITERS },
  /** Changes of published articles also need the right to publish in their sections (`mayTouch`). */
  saveMedium: { by: WRITERS },
  replaceMedium: { by: WRITERS },
  cropMedium: { by: WRITERS },
  listArrivals: { by: WRITERS },
  takeArrival: { by: WRITERS },
  mergeArrival: { by: WRITERS },
  publish: { by: WRITERS, publishes: true },
  schedule: { by: WRITERS, publishes: true },
  undoPublish: { by: WRITERS, publishes: true },
  correct: { by: WRITERS, publishes: true },
  /** An editor: the own text, within an hour after it went online (`mayWithdraw`). */
  withdraw: { by: WRITERS, publishes: true },
  bringBack: { by: ['chief'] },
  leadTo: { by: ['chief'] },

  listFronts: { by: WRITERS, publishes: true },
  getFront: { by: WRITERS, publishes: true },
  makeFrontPreview: { by: WRITERS, publishes: true },
  saveFrontDraft: { by: WRITERS, publishes: true },
  publishFront: { by: WRITERS, publishes: true },
  dropFrontDraft: { by: WRITERS, publishes: true },
  getBreaking: { by: WRITERS, publishes: true },
  getBreakingArticle: { by: WRITERS, publishes: true },
  setBreaking: { by: WRITERS, publishes: true },
  endBreaking: { by: WRITERS, publishes: true },
  countAudience: { by: WRITERS, publishes: true },
  orderPush: { by: WRITERS, publishes: true, isGrave: true },
  /** Not grave: a minute is short. */
  stopPush: { by: WRITERS, publishes: true },
  listQuizzes: { by: WRITERS },
  getQuiz: { by: WRITERS },
  createQuiz: { by: WRITERS },
  saveQuiz: { by: WRITERS },
  dropQuiz: { by: WRITERS },
  settleQuiz: { by: WRITERS },
  publishQuiz: { by: WRITERS, publishes: true },
  withdrawQuiz: { by: WRITERS, publishes: true },
  listNewsletters: { by: CHIEF },
  getIssue: { by: CHIEF },
  createIssue: { by: CHIEF },
  saveIssue: { by: CHIEF },
  dropIssue: { by: CHIEF },
  previewIssue: { by: CHIEF },
  testIssue: { by: CHIEF },
  releaseIssue: { by: CHIEF, isGrave: true },
  /** Not grave: a message that is stopped in time reaches no device. */
  stopIssue: { by: CHIEF },
  resumeIssue: { by: CHIEF, isGrave: true },
  getFigures: { by: FIGURE_READERS },
  listFigures: { by: FIGURE_READERS },
  listAds: { by: FIGURE_READERS },
} as const satisfies Record<string, Act>

export type ActName = keyof typeof ACTS

export type Refused = 'NOT_SIGNED_IN' | 'NOT_ALLOWED' | 'SECOND_FACTOR_MISSING' | 'CONFIRM_AGAIN'

export type Asking = {
  /** Null: no session. */
  grants: readonly Grant[] | null
  /** Null: the call concerns no publication. */
  publication: PublicationCode | null
  /** Minutes since sign-in or confirmation. */
  minutesSinceProof: number
  /** The person has neither a passkey nor one-time codes yet, so only the own account is open. Default: no. */
  lacksSecondFactor?: boolean
}

/** Null: the person may do it. The section of an article is checked with `mayTouch` when the article is known. */
export function refusalOf(name: ActName, asking: Asking): Refused | null {
  const { grants, publication, minutesSinceProof, lacksSecondFactor = false } = asking
  const act: Act = ACTS[name]
  if (act.by === 'anyone') return null
  if (grants === null) return 'NOT_SIGNED_IN'
  if (act.by !== 'staff') {
    if (!grants.some((grant) => covers(grant, act, publication))) return 'NOT_ALLOWED'
    if (lacksSecondFactor) return 'SECOND_FACTOR_MISSING'
  }
  return act.isGrave === true && minutesSinceProof > GRAVE_MINUTES ? 'CONFIRM_AGAIN' : null
}

/** Whether a grant that allows the act includes the section. An article without a section yet is in all of them. */
export function mayTouch(
  name: ActName,
  grants: readonly Grant[],
  publication: PublicationCode,
  sectionPath: string,
): boolean {
  const act: Act = ACTS[name]
  return grants.some(
    (grant) =>
      covers(grant, act, publication) &&
      (sectionPath === '' ||
        grant.sections.length === 0 ||
        grant.sections.some((path) => isAtOrBelow(sectionPath, path))),
  )
}

/** Whether a grant that allows the act includes the front. The home page is of those who have all sections. */
export function mayTouchFront(
  name: ActName,
  grants: readonly Grant[],
  publication: PublicationCode,
  path: string,
): boolean {
  const wide = grants.filter(({ sections }) => sections.length === 0)
  return mayTouch(name, path === '' ? wide : grants, publication, path)
}

export function isChief(grants: readonly Grant[], publication: PublicationCode): boolean {
  return grants.some(({ role, publication: of }) => role === 'chief' && (of === '*' || of === publication))
}

/** Minutes in which an editor may take down a text of their own. */
const OWN_WITHDRAWAL_MINUTES = 60

export function mayWithdraw(
  grants: readonly Grant[],
  publication: PublicationCode,
  article: { isOwn: boolean; minutesOnline: number },
): boolean {
  return isChief(grants, publication) || (article.isOwn && article.minutesOnline <= OWN_WITHDRAWAL_MINUTES)
}

/** Roles that may invite people and change their roles. */
export const HEAD_ROLES: readonly OfficeRole[] = HEADS

/** Whether a person may give or take these grants: only in publications whose head the person is. */
export function mayGrant(grants: readonly Grant[], wanted: readonly Pick<Grant, 'publication'>[]): boolean {
  const own = new Set(grants.filter(({ role }) => HEAD_ROLES.includes(role)).map(({ publication }) => publication))
  return wanted.every(({ publication }) => own.has('*') || own.has(publication))
}

function covers(grant: Grant, { by, publishes }: Act, publication: PublicationCode | null): boolean {
  if (typeof by === 'string') return true
  if (!by.includes(grant.role)) return false
  if (publication !== null && grant.publication !== '*' && grant.publication !== publication) return false
  return publishes !== true || grant.role === 'chief' || grant.mayPublish
}
