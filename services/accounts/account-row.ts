/** Rows of accounts, and the normalised address by which they are found. */
import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { toEmailKey, type PasswordOwner } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { AccountRow } from './schema.ts'

/**
 * The normalised address. International domains count as equal in both spellings: `müller.example` and
 * `xn--mller-kva.example`.
 */
export function toKey(email: string): string {
  // Drops characters that PostgreSQL cannot store; no valid address holds them.
  const key = toEmailKey(email.toWellFormed())
    .replace(/\p{Cc}/gu, '')
    .slice(0, 320)
  const at = key.lastIndexOf('@')
  return at < 0 ? key : `${key.slice(0, at)}@${domainToASCII(key.slice(at + 1)) || key.slice(at + 1)}`
}

export function toPasswordOwner({ email, first_name, last_name }: AccountRow): PasswordOwner {
  return { email, firstName: first_name, lastName: last_name }
}

/** The latest answer to each field. */
export function toLatest<T extends { name: string }>(answers: readonly T[]): T[] {
  return [...new Map(answers.map((answer) => [answer.name, answer])).values()]
}

export function toAccount(
  publication: PublicationCode,
  input: {
    isShadow: boolean
    email: string
    emailKey: string
    passwordHash: string | null
    salutation: string
    firstName: string
    lastName: string
    provider: string
    verifiedAt: Date | null
    now: Date
    id?: string
  },
) {
  return {
    mandator: publication,
    id: input.id ?? randomUUID(),
    is_shadow: input.isShadow,
    email: input.email,
    email_key: input.emailKey,
    password_hash: input.passwordHash,
    salutation: input.salutation,
    first_name: input.firstName,
    last_name: input.lastName,
    email_verified_at: input.verifiedAt,
    provider: input.provider,
    created_at: input.now,
  }
}
