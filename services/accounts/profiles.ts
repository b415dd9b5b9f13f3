/** Changes of readers to their account, and consents that are still to be asked for. */
import {
  checkConsents,
  checkName,
  CONSENT_FIELDS,
  isSalutation,
  listMissingConsents,
  toName,
  type ConsentName,
  type FieldErrors,
} from '@lokalteil/domain/accounts/registration'
import type { Refusal } from '../platform/serve.ts'
import { toLatest } from './account-row.ts'
import { refuseFields, type AccountsContext, type Reader, type RequestContext } from './context.ts'
import type { AccountRow } from './schema.ts'
import * as accountStore from './store/accounts.ts'
import * as consentStore from './store/consents.ts'

export async function updateAccount(
  accounts: AccountsContext,
  { account }: Reader,
  change: {
    salutation?: string | undefined
    firstName?: string | undefined
    lastName?: string | undefined
    advertising?: boolean | undefined
  },
  context: RequestContext,
): Promise<AccountRow | Refusal> {
  const fields: FieldErrors = {}
  const name = (field: 'firstName' | 'lastName') => {
    const code = change[field] === undefined ? null : checkName(change[field])
    if (code !== null) fields[field] = code
  }
  name('firstName')
  name('lastName')
  if (change.salutation !== undefined && !isSalutation(change.salutation)) fields.salutation = 'NOT_ALLOWED'
  if (Object.keys(fields).length > 0) return refuseFields(fields)
  const at = accounts.now()
  const changed = {
    salutation: change.salutation,
    first_name: change.firstName && toName(change.firstName),
    last_name: change.lastName && toName(change.lastName),
    changed_at: at,
  }
  return accounts.db.transaction().execute(async (trx) => {
    const field = CONSENT_FIELDS.find((one) => one.name === 'advertising')!
    if (change.advertising !== undefined)
      await consentStore.addConsents(
        trx,
        account,
        [{ name: field.name, version: field.version, isGiven: change.advertising }],
        at,
        context.address,
      )
    return (await accountStore.updateAccount(trx, account.mandator, account.id, changed)) ?? account
  })
}

export async function listMissingFields(accounts: AccountsContext, { account }: Reader): Promise<ConsentName[]> {
  return listMissingConsents(toLatest(await consentStore.listConsents(accounts.db, account)))
}

export async function saveMissingFields(
  accounts: AccountsContext,
  { account }: Reader,
  answers: Readonly<Record<string, boolean>>,
  context: RequestContext,
): Promise<ConsentName[] | Refusal> {
  const unknown = Object.keys(answers).filter((name) => !CONSENT_FIELDS.some((field) => field.name === name))
  if (unknown.length > 0)
    return refuseFields(Object.fromEntries(unknown.map((name) => [name, 'UNKNOWN_FIELD' as const])))
  const missing = listMissingConsents(toLatest(await consentStore.listConsents(accounts.db, account)))
  const given = Object.fromEntries(missing.map((name) => [name, answers[name] ?? false]))
  const fields = Object.fromEntries(
    Object.entries(checkConsents(given)).filter(([name]) => missing.includes(name as ConsentName)),
  )
  if (Object.keys(fields).length > 0) return refuseFields(fields)
  const rows = CONSENT_FIELDS.filter(({ name }) => missing.includes(name)).map(({ name, version }) => ({
    name,
    version,
    isGiven: given[name] === true,
  }))
  await consentStore.addConsents(accounts.db, account, rows, accounts.now(), context.address)
  return listMissingConsents(toLatest(await consentStore.listConsents(accounts.db, account)))
}
