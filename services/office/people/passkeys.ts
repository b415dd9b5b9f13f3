/** Passkeys (WebAuthn), always with user verification. A challenge is open for five minutes and counts once. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Caller } from '../context.ts'
import type { PeopleContext, Visit } from './people-context.ts'
import { toDigest } from './secrets.ts'
import { addChallenge, spendChallenge } from './store.ts'

const CHALLENGE_MS = 5 * 60_000
const SIGN_IN = 'sign-in'
const MOST_PASSKEYS = 20

const toRpId = ({ origin }: Visit) => new URL(origin).hostname
const toPurpose = (staff: string) => `register ${staff}`

async function keep({ db, now }: PeopleContext, challenge: string, purpose: string): Promise<void> {
  await addChallenge(db, toDigest(challenge), purpose, new Date(now().getTime() + CHALLENGE_MS))
}

const isOpen =
  ({ db, now }: PeopleContext, purpose: string) =>
  (challenge: string): Promise<boolean> =>
    spendChallenge(db, toDigest(challenge), purpose, now())

export async function startAssertion(people: PeopleContext, visit: Visit): Promise<Record<string, unknown>> {
  const options = await generateAuthenticationOptions({
    rpID: toRpId(visit),
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  })
  await keep(people, options.challenge, SIGN_IN)
  return { ...options }
}

/** The person whose passkey answered; null: nothing that can be believed. */
export async function readAssertion(
  people: PeopleContext,
  visit: Visit,
  given: Record<string, unknown>,
): Promise<string | null> {
  const id = typeof given.id === 'string' ? given.id.slice(0, 1400) : ''
  const passkey = await people.db.selectFrom('office.passkeys').selectAll().where('id', '=', id).executeTakeFirst()
  if (passkey === undefined) return null
  const verified = await verifyAuthenticationResponse({
    response: given as unknown as AuthenticationResponseJSON,
    expectedChallenge: isOpen(people, SIGN_IN),
    expectedOrigin: visit.origin,
    expectedRPID: toRpId(visit),
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
    // It throws for every answer that does not fit.
  }).catch(() => null)
  if (verified?.verified !== true) return null
  await people.db
    .updateTable('office.passkeys')
    .set({ counter: verified.authenticationInfo.newCounter })
    .where('id', '=', passkey.id)
    .execute()
  return passkey.staff
}

export async function startRegistration(
  people: PeopleContext,
  visit: Visit,
  { person }: Caller,
): Promise<Record<string, unknown>> {
  const own = await listPasskeys(people, person.id)
  const options = await generateRegistrationOptions({
    rpName: 'Redaktion',
    rpID: toRpId(visit),
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: CHALLENGE_MS,
  })
  await keep(people, options.challenge, toPurpose(person.id))
  return { ...options }
}

/** A row of the new passkey; null: nothing that can be believed, or too many passkeys. */
export async function readRegistration(
  people: PeopleContext,
  visit: Visit,
  { person }: Caller,
  name: string,
  given: Record<string, unknown>,
) {
  const verified = await verifyRegistrationResponse({
    response: given as unknown as RegistrationResponseJSON,
    expectedChallenge: isOpen(people, toPurpose(person.id)),
    expectedOrigin: visit.origin,
    expectedRPID: toRpId(visit),
    requireUserVerification: true,
  }).catch(() => null)
  if (verified?.verified !== true || (await listPasskeys(people, person.id)).length >= MOST_PASSKEYS) return null
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    id,
    staff: person.id,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: JSON.stringify(transports.slice(0, 10)),
    name,
    created_at: people.now(),
  }
}

export async function listPasskeys({ db }: PeopleContext, staff: string) {
  return db.selectFrom('office.passkeys').selectAll().where('staff', '=', staff).orderBy('created_at').execute()
}
