/**
 * Calls of the account's pages to this site's server. Promises: never throws; an expired session is renewed once and
 * the call repeated (safe, because a call without a session did nothing); when the session is over, the login opens.
 */
import type { EXPORT_PATH, PORTAL } from '@lokalteil/contracts/portal'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { FieldErrors } from '@lokalteil/domain/accounts/registration'
import { session } from '../../browser/session/session.ts'
import { toReason } from '../../page/failure-reason.ts'
import { portalClient, type PortalClient, type PortalFailure, type PortalResult } from '../../page/portal-client.ts'
import { ACCOUNT_REFUSALS, type AccountRefusal } from '../../messages/accounts/account.ts'

export type AccountResult<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'fields'; faults: FieldErrors }
  | { kind: 'no-match' }
  | { kind: 'refused'; reason: AccountRefusal }

type Write =
  | 'updateAccount'
  | 'changeEmail'
  | 'cancelEmailChange'
  | 'endSession'
  | 'requestErasure'
  | 'undoErasure'
  | 'verifyPlus'
  | 'sendEmailConfirmation'
  | 'logoutEverywhere'
type Answer<Name extends Write> = AnswerOf<(typeof PORTAL)[Name]>

export const ACCOUNT_WRITES: { readonly [Name in Write]: (typeof PORTAL)[Name]['path'] } = {
  updateAccount: '/api/mein/account',
  changeEmail: '/api/mein/account/email',
  cancelEmailChange: '/api/mein/account/email/cancel',
  endSession: '/api/mein/account/sessions/end',
  requestErasure: '/api/mein/account/erasure',
  undoErasure: '/api/mein/account/erasure/undo',
  verifyPlus: '/api/mein/account/plus-verification',
  sendEmailConfirmation: '/api/auth/send-email-confirmation',
  logoutEverywhere: '/api/mein/oauth2/logout/everywhere',
}
export const EXPORT: typeof EXPORT_PATH = '/api/mein/account/export'

const TIMEOUT_MS = 30_000

export type AccountClient = ReturnType<typeof createAccountClient>

/** `onLoggedOut` is called when the session is over and the call needs one. */
export function createAccountClient({ client, onLoggedOut }: { client: PortalClient; onLoggedOut: () => void }) {
  function settle<T>(result: PortalResult<T>, opensLogin = true): AccountResult<T> {
    if (result.kind === 'ok') return result
    if (result.kind === 'refused' && result.status === 401 && opensLogin) onLoggedOut()
    return toRefusal(result)
  }

  async function write<Name extends Write>(name: Name, body: object = {}): Promise<AccountResult<Answer<Name>>> {
    const options = { as: 'reader', timeoutMs: TIMEOUT_MS, body } as const
    // A logout needs no session.
    return settle(await client.send<Answer<Name>>('POST', ACCOUNT_WRITES[name], options), name !== 'logoutEverywhere')
  }

  return {
    updateAccount: (change: { salutation?: string; firstName?: string; lastName?: string; advertising?: boolean }) =>
      write('updateAccount', change),
    changeEmail: (typed: { email: string; password: string | null }) => write('changeEmail', typed),
    cancelEmailChange: () => write('cancelEmailChange'),
    endSession: (id: string) => write('endSession', { id }),
    requestErasure: (password: string | null, keepsContracts: boolean) =>
      write('requestErasure', { password, keepsContracts }),
    undoErasure: () => write('undoErasure'),
    verifyPlus: (typed: { customerNumber: string; postcode: string }) => write('verifyPlus', typed),
    sendEmailConfirmation: (email: string) => write('sendEmailConfirmation', { email }),
    logoutEverywhere: () => write('logoutEverywhere'),

    exportData: async () =>
      settle(await client.send('GET', EXPORT, { as: 'reader', timeoutMs: TIMEOUT_MS, read: toFile })),
  }
}

async function toFile(response: Response): Promise<{ file: Blob; name: string }> {
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { file: await response.blob(), name: name ?? 'meine-daten.zip' }
}

function toRefusal(failure: PortalFailure): Exclude<AccountResult<never>, { kind: 'ok' }> {
  if (failure.kind !== 'refused') return { kind: 'refused', reason: toReason(failure) }
  const { code, fields } = failure
  if (code === 'INVALID_FIELDS' && Object.keys(fields).length > 0)
    return { kind: 'fields', faults: fields as FieldErrors }
  if (code === 'NO_MATCH') return { kind: 'no-match' }
  if (ACCOUNT_REFUSALS.has(code)) return { kind: 'refused', reason: code as AccountRefusal }
  return { kind: 'refused', reason: toReason(failure) }
}

export const accountClient = (): AccountClient =>
  createAccountClient({
    client: portalClient,
    onLoggedOut: () => void session.openLogin(location.pathname).catch(() => {}),
  })
