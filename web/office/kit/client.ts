/**
 * The typed client of the office. Of the contracts it takes the types alone: their schemas would add zod (23 kB) to the
 * first load, and the answers come from the process that sent this script. The compiler holds the table below to the
 * contracts, call by call.
 */
import { ACTS, type ActName } from '@lokalteil/domain/office/acts'
import type { OFFICE_ARTICLES } from '@lokalteil/contracts/office/articles'
import type { OFFICE_BREAKING } from '@lokalteil/contracts/office/breaking'
import type { OFFICE_FIGURES } from '@lokalteil/contracts/office/figures'
import type { OFFICE_FRONTS } from '@lokalteil/contracts/office/fronts'
import type { OFFICE_MEDIA } from '@lokalteil/contracts/office/media'
import type { OFFICE_NEWSLETTERS } from '@lokalteil/contracts/office/newsletters'
import type { OFFICE_PEOPLE } from '@lokalteil/contracts/office/people'
import type { OFFICE_PREVIEWS } from '@lokalteil/contracts/office/previews'
import type { OFFICE_QUIZZES } from '@lokalteil/contracts/office/quizzes'
import type { AnswerOf, CallOf, Contract } from '@lokalteil/contracts/kernel/endpoint'

type People = typeof OFFICE_PEOPLE
type Articles = typeof OFFICE_ARTICLES & typeof OFFICE_PREVIEWS
type Media = typeof OFFICE_MEDIA
/** Of a publication. */
type OfDesk = Articles &
  typeof OFFICE_FRONTS &
  Media &
  typeof OFFICE_BREAKING &
  typeof OFFICE_QUIZZES &
  typeof OFFICE_NEWSLETTERS &
  typeof OFFICE_FIGURES
type Calls = People & OfDesk
type CallName = Extract<keyof Calls, ActName>
type Table<C extends Contract> = { readonly [Name in keyof C]: `${C[Name]['method']} ${C[Name]['path']}` }

const PEOPLE: Table<People> = {
  signIn: 'POST /session',
  confirmCode: 'POST /session/code',
  startPasskey: 'POST /session/passkey/options',
  signInByPasskey: 'POST /session/passkey',
  getWays: 'GET /session/ways',
  startProvider: 'POST /session/provider',
  finishProvider: 'POST /session/provider/answer',
  signOut: 'DELETE /session',
  confirmAgain: 'POST /session/proof',
  getMe: 'GET /me',
  changePassword: 'PUT /me/password',
  startSecret: 'POST /me/secret',
  saveSecret: 'PUT /me/secret',
  renewRecoveryCodes: 'POST /me/recovery-codes',
  listPasskeys: 'GET /me/passkeys',
  startNewPasskey: 'POST /me/passkeys/options',
  savePasskey: 'POST /me/passkeys',
  removePasskey: 'DELETE /me/passkeys/{id}',
  listOwnSessions: 'GET /me/sessions',
  endOwnSession: 'DELETE /me/sessions/{id}',
  getInvitation: 'POST /invitations/open',
  acceptInvitation: 'POST /invitations/accept',
  openPreviewLink: 'POST /preview-links/open',
  listStaff: 'GET /staff',
  invite: 'POST /staff',
  withdrawInvitation: 'DELETE /staff/{id}/invitation',
  changeStaff: 'PUT /staff/{id}',
  removeStaff: 'DELETE /staff/{id}',
  endSessions: 'DELETE /staff/{id}/sessions',
  listAudit: 'GET /audit',
}

const OF_DESK: Table<OfDesk> = {
  getDesk: 'GET /desk',
  listArticles: 'GET /articles',
  createArticle: 'POST /articles',
  getArticle: 'GET /articles/{id}',
  saveDraft: 'PUT /articles/{id}/draft',
  chooseBlock: 'POST /articles/{id}/conflicts/{conflict}',
  takePen: 'POST /articles/{id}/pen',
  addNote: 'POST /articles/{id}/notes',
  answerNote: 'POST /articles/{id}/notes/{note}',
  changeState: 'POST /articles/{id}/state',
  publish: 'POST /articles/{id}/publish',
  schedule: 'POST /articles/{id}/schedule',
  undoPublish: 'POST /articles/{id}/undo',
  correct: 'POST /articles/{id}/correction',
  withdraw: 'POST /articles/{id}/withdrawal',
  bringBack: 'POST /articles/{id}/return',
  leadTo: 'POST /articles/{id}/redirect',
  listRevisions: 'GET /articles/{id}/revisions',
  getRevision: 'GET /articles/{id}/revisions/{number}',
  compareRevisions: 'GET /articles/{id}/diff',
  restoreRevision: 'POST /articles/{id}/revisions/{number}/restore',
  makePreview: 'POST /preview',
  makeFrontPreview: 'POST /front/preview',
  listPreviewLinks: 'GET /articles/{id}/preview-links',
  createPreviewLink: 'POST /articles/{id}/preview-links',
  revokePreviewLink: 'DELETE /articles/{id}/preview-links/{link}',
  listSuggestions: 'GET /suggestions',
  listMedia: 'GET /media',
  getMedium: 'GET /media/{id}',
  uploadPicture: 'POST /media',
  uploadSound: 'POST /media/sound',
  uploadDocument: 'POST /media/document',
  adoptPicture: 'POST /media/adopt',
  saveMedium: 'PUT /media/{id}',
  replaceMedium: 'POST /media/{id}/replace',
  cropMedium: 'POST /media/{id}/crop',
  listArrivals: 'GET /arrivals',
  takeArrival: 'POST /arrivals/take',
  mergeArrival: 'POST /arrivals/merge',
  listFronts: 'GET /fronts',
  getFront: 'GET /front',
  saveFrontDraft: 'PUT /front/draft',
  publishFront: 'POST /front/publish',
  dropFrontDraft: 'POST /front/drop',
  getBreaking: 'GET /breaking',
  getBreakingArticle: 'GET /breaking/articles/{id}',
  setBreaking: 'POST /breaking',
  endBreaking: 'POST /breaking/end',
  countAudience: 'GET /push/audience',
  orderPush: 'POST /push',
  stopPush: 'DELETE /push/{id}',
  listQuizzes: 'GET /quizzes',
  createQuiz: 'POST /quizzes',
  getQuiz: 'GET /quizzes/{slug}',
  saveQuiz: 'PUT /quizzes/{slug}/draft',
  publishQuiz: 'POST /quizzes/{slug}/publish',
  withdrawQuiz: 'POST /quizzes/{slug}/withdrawal',
  dropQuiz: 'POST /quizzes/{slug}/drop',
  settleQuiz: 'POST /quizzes/{slug}/update',
  listNewsletters: 'GET /newsletters',
  createIssue: 'POST /newsletters/{slug}',
  getIssue: 'GET /newsletters/{slug}/{issue}',
  saveIssue: 'PUT /newsletters/{slug}/{issue}/draft',
  dropIssue: 'DELETE /newsletters/{slug}/{issue}/draft',
  previewIssue: 'GET /newsletters/{slug}/{issue}/preview',
  testIssue: 'POST /newsletters/{slug}/{issue}/test',
  releaseIssue: 'POST /newsletters/{slug}/{issue}/schedule',
  stopIssue: 'POST /newsletters/{slug}/{issue}/stop',
  resumeIssue: 'POST /newsletters/{slug}/{issue}/resume',
  getFigures: 'GET /figures/summary',
  listFigures: 'GET /figures',
  listAds: 'GET /figures/ads',
}

export const API = '/redaktion/api'
const TIMEOUT_MS = 30_000
const UPLOAD_TIMEOUT_MS = 300_000

/** An answer that is no success. `status` 0: no answer came. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, code: string, fields: Readonly<Record<string, string>> = {}) {
    super(code)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

type CallInput<Name extends CallName> =
  object extends CallOf<Calls[Name]> ? [input?: CallOf<Calls[Name]>] : [input: CallOf<Calls[Name]>]
type Ask<Names extends CallName> = <Name extends Names>(
  name: Name,
  ...input: CallInput<Name>
) => Promise<AnswerOf<Calls[Name]>>

export type DeskAsk = Ask<keyof OfDesk & CallName>

export type Office = {
  ask: Ask<keyof People & CallName>
  /** `getMe` without the sign-in dialog: the first question of a page. */
  askMe: () => Promise<AnswerOf<People['getMe']>>
  at: (code: string) => DeskAsk
  upload: (code: string, file: File) => Promise<AnswerOf<Media['uploadPicture']>>
  uploadSound: (code: string, file: File) => Promise<AnswerOf<Media['uploadSound']>>
  uploadDocument: (code: string, file: File) => Promise<AnswerOf<Media['uploadDocument']>>
  /** Gives a picture another file. */
  replace: (
    code: string,
    medium: { id: number; version: number },
    file: File,
  ) => Promise<AnswerOf<Media['replaceMedium']>>
}

export type OfficeOptions = {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  /** Asks the person to sign in (`signIn`) or to confirm who is there (`proof`); rejects when they will not. */
  askPerson: (what: 'signIn' | 'proof') => Promise<void>
}

type Sent = { method: string; address: string; body?: BodyInit; isJson: boolean; asks: boolean; timeout: number }

export function createOffice({ fetch, askPerson }: OfficeOptions): Office {
  const asked = new Map<string, Promise<void>>()
  /** Calls that are refused at the same time wait for one dialog. */
  const askOnce = (what: 'signIn' | 'proof') => {
    const open = asked.get(what)
    if (open !== undefined) return open
    const answer = askPerson(what).finally(() => asked.delete(what))
    asked.set(what, answer)
    return answer
  }

  async function attempt({ method, address, body, isJson, timeout }: Sent): Promise<unknown> {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (isJson && body !== undefined) headers['content-type'] = 'application/json'
    let response: Response
    try {
      response = await fetch(address, {
        method,
        headers,
        body,
        credentials: 'same-origin',
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
    } catch {
      throw new Refusal(0, 'UNREACHABLE')
    }
    if (!response.ok) throw await toRefusal(response)
    if (response.status === 204) return undefined
    const text = await response.text().catch(() => {
      throw new Refusal(0, 'UNREACHABLE')
    })
    if (text === '') return undefined
    try {
      return JSON.parse(text)
    } catch {
      throw new Refusal(502, 'BROKEN_ANSWER')
    }
  }

  async function send(call: Sent): Promise<unknown> {
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(call)
      } catch (error) {
        const what = error instanceof Refusal && call.asks && tries < 3 ? whatToAsk(error) : null
        if (what === null) throw error
        await askOnce(what)
      }
    }
  }

  function callOf(base: string, row: string, name: ActName, input: unknown): Sent {
    const [method = '', path = ''] = row.split(' ')
    const {
      params = {},
      query = {},
      body,
    } = (input ?? {}) as {
      params?: Values
      query?: Values
      body?: unknown
    }
    const asks = ACTS[name].by !== 'anyone' && name !== 'confirmAgain'
    return {
      method,
      address: `${base}${addressOf(path, params, query)}`,
      body: body === undefined ? undefined : JSON.stringify(body),
      isJson: true,
      asks,
      timeout: TIMEOUT_MS,
    }
  }

  const ask = (name: keyof People & CallName, input?: unknown) => send(callOf(API, PEOPLE[name], name, input))
  const at = (code: string) => (name: keyof OfDesk & CallName, input?: unknown) =>
    send(callOf(baseOf(code), OF_DESK[name], name, input))
  const sendFile = (address: string, file: File) => {
    const body = new FormData()
    body.append('file', file)
    return send({ method: 'POST', address, body, isJson: false, asks: true, timeout: UPLOAD_TIMEOUT_MS })
  }
  return {
    ask: ask as Office['ask'],
    askMe: () => send({ ...callOf(API, PEOPLE.getMe, 'getMe', {}), asks: false }) as ReturnType<Office['askMe']>,
    at: at as Office['at'],
    upload: (code, file) => sendFile(`${baseOf(code)}/media`, file) as ReturnType<Office['upload']>,
    uploadSound: (code, file) => sendFile(`${baseOf(code)}/media/sound`, file) as ReturnType<Office['uploadSound']>,
    uploadDocument: (code, file) =>
      sendFile(`${baseOf(code)}/media/document`, file) as ReturnType<Office['uploadDocument']>,
    replace: (code, { id, version }, file) =>
      sendFile(`${baseOf(code)}/media/${id}/replace?version=${version}`, file) as ReturnType<Office['replace']>,
  }
}

function baseOf(code: string): string {
  return `${API}/${encodeURIComponent(code)}`
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>

function addressOf(path: string, params: Values, query: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

function whatToAsk({ status, code }: Refusal): 'signIn' | 'proof' | null {
  if (status === 401 && code !== 'WRONG') return 'signIn'
  return status === 403 && code === 'CONFIRM_AGAIN' ? 'proof' : null
}

async function toRefusal(response: Response): Promise<Refusal> {
  const problem: unknown = await response.json().catch(() => null)
  if (typeof problem !== 'object' || problem === null || !('code' in problem))
    return new Refusal(response.status, 'UNKNOWN')
  const { code, fields } = problem as { code: unknown; fields?: unknown }
  return new Refusal(response.status, String(code), (fields ?? {}) as Record<string, string>)
}
