/** Endpoints for a reader's own account: fields, address, data export, erasure. */
import type { MissingField } from '@lokalteil/contracts/accounts'
import { CONSENT_FIELDS } from '@lokalteil/domain/accounts/registration'
import { isRefusal } from '../../platform/serve.ts'
import { toLatest } from '../account-row.ts'
import { refuseFields } from '../context.ts'
import * as emailChange from '../email-change/email-change.ts'
import * as erasures from '../privacy/erasures.ts'
import * as profiles from '../profiles.ts'
import { listConsents } from '../store/consents.ts'
import { listIdentities } from '../store/identities.ts'
import { listSessions } from '../store/sessions.ts'
import { asReader, notLoggedIn, proveOwner, type AccountsHandler } from './reader.ts'
import { getReader, toUser } from '../tokens/sessions.ts'

const ERASURE_MS = 14 * 86_400_000

/** Labels of the consents, as the dialog shows them. */
const CONSENT_LABELS = {
  terms: 'Ich akzeptiere die AGB und habe die Datenschutzerklärung gelesen.',
  advertising: 'Ich möchte per E-Mail über Angebote des Verlags informiert werden. Das kann ich jederzeit widerrufen.',
} as const

export const listMissingFields = asReader<'listMissingFields'>(async (accounts, reader) =>
  toFields(await profiles.listMissingFields(accounts, reader)),
)

export const saveMissingFields = asReader<'saveMissingFields'>(async (accounts, reader, body) => {
  const left = await profiles.saveMissingFields(accounts, reader, body.fields, body)
  return isRefusal(left) ? left : toFields(left)
})

function toFields(names: readonly string[]): MissingField[] {
  return CONSENT_FIELDS.filter(({ name }) => names.includes(name)).map(({ name, isRequired }) => ({
    name,
    label: CONSENT_LABELS[name],
    required: isRequired,
  }))
}

export const getAccount = asReader<'getAccount'>(async (accounts, { account, session }) => {
  const { db, now, privacy, sessions } = accounts
  const [user, identities, open, consents, kept, pendingEmail] = await Promise.all([
    toUser(sessions, account),
    listIdentities(db, account),
    listSessions(db, account, now()),
    listConsents(db, account),
    // A shadow has no data elsewhere, and must not show the owner's.
    account.is_shadow ? [] : privacy.listKept(account),
    emailChange.getPendingEmail(accounts, account),
  ])
  return {
    pendingEmail,
    kept,
    user,
    hasPassword: account.password_hash !== null,
    providers: identities.map(({ provider }) => provider as 'google' | 'apple'),
    createdAt: account.created_at.toISOString(),
    eraseAt: account.erase_at?.toISOString() ?? null,
    sessions: open.map((one) => ({
      id: one.id,
      createdAt: one.created_at.toISOString(),
      usedAt: one.used_at.toISOString(),
      userAgent: one.user_agent,
      isCurrent: one.id === session.id,
    })),
    consents: toLatest(consents).map(({ name, isGiven, at }) => ({ name, isGiven, at: at.toISOString() })),
  }
})

export const updateAccount = asReader<'updateAccount'>(async (accounts, reader, body) => {
  const changed = await profiles.updateAccount(accounts, reader, body, body)
  return isRefusal(changed) ? changed : toUser(accounts.sessions, changed)
})

// --- Another address

export const requestEmailChange = asReader<'requestEmailChange'>(async (accounts, reader, body) => {
  const fault = emailChange.checkNewEmail(reader.account, body.email)
  if (fault !== null) return refuseFields({ email: fault })
  const refusal = await proveOwner(accounts, reader, body.password)
  return refusal ?? emailChange.requestEmailChange(accounts, reader, body.email, body)
})

export const cancelEmailChange = asReader<'cancelEmailChange'>(async (accounts, { account }) => {
  await emailChange.cancelEmailChange(accounts, account)
  return undefined
})

export const confirmEmailChange: AccountsHandler<'confirmEmailChange'> = async (accounts, { body, context }) => {
  const confirmed = await emailChange.confirmEmailChange(accounts, context, body.code)
  if (!isRefusal(confirmed)) accounts.inBackground(() => accounts.notices.deliverDue())
  return confirmed
}

export const undoEmailChange: AccountsHandler<'undoEmailChange'> = async (accounts, { body, context }) => {
  const undone = await emailChange.undoEmailChange(accounts, context, body.code)
  if (!isRefusal(undone)) accounts.inBackground(() => accounts.notices.deliverDue())
  return undone
}

// --- Export and erasure

export const exportData = asReader<'exportData'>(async ({ limits, privacy }, { account }) => {
  const refusal = await limits.take({ kind: 'export', of: `${account.mandator} ${account.id}` })
  if (refusal !== null) return refusal
  const { fileName, zip } = await privacy.exportData(account)
  return { fileName, base64: zip.toString('base64') }
})

export const requestErasure = asReader<'requestErasure'>(async (accounts, reader, body) => {
  const refusal = await proveOwner(accounts, reader, body.password)
  if (refusal !== null) return refusal
  const { account } = reader
  const wanted = new Date(accounts.now().getTime() + ERASURE_MS)
  const { at, kept } = await erasures.scheduleErasure(accounts, account, wanted, {
    keepsContracts: body.keepsContracts ?? false,
  })
  return { eraseAt: at.toISOString(), kept }
})

export const undoErasure: AccountsHandler<'undoErasure'> = async (accounts, { body, context }) => {
  if (typeof body.code === 'string') {
    const undone = await erasures.undoErasureByCode(accounts, context, body.code)
    return isRefusal(undone) ? undone : undefined
  }
  const reader = await getReader(accounts.sessions, context, 'access', body.accessToken ?? '')
  if (reader === null) return notLoggedIn()
  await erasures.undoErasure(accounts, reader.account)
  return undefined
}
