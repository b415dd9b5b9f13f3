/** The own account: password, one-time codes, passkeys, sessions. */
import { GRAVE_MINUTES } from '@lokalteil/domain/office/acts'
import { toPasswordStrength } from '@lokalteil/domain/accounts/password-strength'
import { listPublications } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { OfficeDb } from '../schema.ts'
import type { AuditInput, Caller } from '../context.ts'
import { listPasskeys, readRegistration, startRegistration } from './passkeys.ts'
import { callerOf, followsProvider, type PeopleContext, type PeopleHandlers } from './people-context.ts'
import { createRecoveryCodes, createSecret, findStep, toRecoveryDigest, toSecretUri } from './secrets.ts'
import {
  endSessions,
  findStaff,
  getSecret,
  keepSecret,
  listSessions,
  saveRecoveryCodes,
  setPendingSecret,
  type StaffRow,
} from './store.ts'

const LEAST_LETTERS = 12

export function isWeak(people: PeopleContext, password: string, email: string): boolean {
  return (
    Array.from(password.normalize('NFC')).length < LEAST_LETTERS ||
    ['short', 'weak', 'fair'].includes(toPasswordStrength(password, email)) ||
    people.isCommonPassword(password, { email })
  )
}

export const weak = (): Refusal => problem(422, 'WEAK_PASSWORD', 'At least twelve characters that are hard to guess')

/** An act on the own account: in one transaction with its entry in the audit. */
function change(
  people: PeopleContext,
  caller: Caller,
  act: AuditInput['act'],
  work: (trx: OfficeDb) => Promise<unknown>,
  after?: unknown,
): Promise<void> {
  return people.db.transaction().execute(async (trx) => {
    await work(trx)
    await people.log(caller, { act, publication: null, target: caller.person.name, after }, trx)
  })
}

async function selfOf(people: PeopleContext, { person }: Caller): Promise<StaffRow> {
  const staff = await findStaff(people.db, person.id)
  if (staff === null) throw new Error('The person of the session is gone')
  return staff
}

export const ACCOUNT_HANDLERS: Pick<
  PeopleHandlers,
  | 'getMe'
  | 'changePassword'
  | 'startSecret'
  | 'saveSecret'
  | 'renewRecoveryCodes'
  | 'listPasskeys'
  | 'startNewPasskey'
  | 'savePasskey'
  | 'removePasskey'
  | 'listOwnSessions'
  | 'endOwnSession'
> = {
  async getMe(people, { context }) {
    const caller = callerOf(context)
    const { has_secret, has_passkey, is_demo, subject } = await selfOf(people, caller)
    const byProvider = followsProvider(people, { subject })
    const { person, grants, minutesSinceProof } = caller
    const isEverywhere = grants.some(({ publication }) => publication === '*')
    return {
      ...person,
      grants: grants.map((grant) => ({ ...grant, sections: [...grant.sections] })),
      hasSecret: has_secret,
      hasPasskey: has_passkey,
      byProvider,
      needsSecondFactor: !byProvider && !is_demo && !has_secret && !has_passkey,
      publications: listPublications()
        .filter(({ code }) => isEverywhere || grants.some(({ publication }) => publication === code))
        .map(({ code, name, rooms }) => ({ code, name, origin: people.originOf(code), rooms: [...rooms] })),
      parts: [...people.parts],
      proofSeconds: Math.max(0, Math.floor((GRAVE_MINUTES - minutesSinceProof) * 60)),
    }
  },

  async changePassword(people, { body: { password }, context }) {
    const caller = callerOf(context)
    if (isWeak(people, password, caller.person.email)) return weak()
    const hash = await people.passwords.hash(password)
    if (isRefusal(hash)) return hash
    await change(people, caller, 'changePassword', async (trx) => {
      await trx.updateTable('office.staff').set({ password_hash: hash }).where('id', '=', caller.person.id).execute()
      await endSessions(trx, caller.person.id, { except: caller.sessionId })
    })
    return undefined
  },

  async startSecret(people, { context }) {
    const caller = callerOf(context)
    const secret = createSecret()
    await change(people, caller, 'startSecret', (trx) => setPendingSecret(trx, caller.person.id, people.seal(secret)))
    return { uri: toSecretUri(secret, caller.person.email), secret }
  },

  async saveSecret(people, { body: { code }, context }) {
    const caller = callerOf(context)
    const stored = await getSecret(people.db, caller.person.id)
    const secret = stored?.pending ? people.open(stored.pending) : null
    const step = secret === null ? null : findStep(secret, code, people.now())
    if (secret === null || step === null) return problem(422, 'WRONG', 'The code does not prove the secret')
    const recoveryCodes = createRecoveryCodes()
    await change(people, caller, 'saveSecret', async (trx) => {
      await keepSecret(trx, caller.person.id, people.seal(secret), step)
      await saveRecoveryCodes(trx, caller.person.id, recoveryCodes.map(toRecoveryDigest))
    })
    return { recoveryCodes }
  },

  async renewRecoveryCodes(people, { context }) {
    const caller = callerOf(context)
    const { has_secret, has_passkey } = await selfOf(people, caller)
    if (!has_secret && !has_passkey)
      return problem(409, 'SECOND_FACTOR_MISSING', 'Recovery codes replace a second factor, and there is none')
    const recoveryCodes = createRecoveryCodes()
    await change(people, caller, 'renewRecoveryCodes', (trx) =>
      saveRecoveryCodes(trx, caller.person.id, recoveryCodes.map(toRecoveryDigest)),
    )
    return { recoveryCodes }
  },

  async listPasskeys(people, { context }) {
    const rows = await listPasskeys(people, callerOf(context).person.id)
    return { passkeys: rows.map(({ id, name, created_at }) => ({ id, name, since: created_at.toISOString() })) }
  },

  startNewPasskey: async (people, { context }) => startRegistration(people, context, callerOf(context)),

  async savePasskey(people, { body: { name, response }, context }) {
    const caller = callerOf(context)
    const row = await readRegistration(people, context, caller, name, response)
    if (row === null) return problem(422, 'WRONG', 'The passkey could not be stored')
    await change(
      people,
      caller,
      'savePasskey',
      (trx) =>
        trx
          .insertInto('office.passkeys')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      { name },
    )
    return undefined
  },

  async removePasskey(people, { params: { id }, context }) {
    const caller = callerOf(context)
    await change(people, caller, 'removePasskey', (trx) =>
      trx.deleteFrom('office.passkeys').where('staff', '=', caller.person.id).where('id', '=', id).execute(),
    )
    return undefined
  },

  async listOwnSessions(people, { context }) {
    const { person, sessionId } = callerOf(context)
    const sessions = await listSessions(people.db, person.id)
    return {
      sessions: sessions.map(({ id, device, created_at, seen_at }) => ({
        id,
        device,
        since: created_at.toISOString(),
        lastSeen: seen_at.toISOString(),
        isThis: id === sessionId,
      })),
    }
  },

  async endOwnSession(people, { params: { id }, context }) {
    const caller = callerOf(context)
    await change(people, caller, 'endOwnSession', (trx) => endSessions(trx, caller.person.id, { only: id }))
    return undefined
  },
}
