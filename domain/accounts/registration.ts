/**
 * Checks of a registration (decisions S2.2-13, S2.2-16): names, address, password, consents. Answers are error codes by field;
 * their texts stand in the message catalogue. Browser and server use the same functions; only the list of common passwords
 * stays on the server. Unknown fields (roles, ids, flags) are ignored.
 */

/** '' means: not stated. */
export const SALUTATIONS = ['Frau', 'Herr', 'Divers', ''] as const
export type Salutation = (typeof SALUTATIONS)[number]

export const PASSWORD_LENGTH = { least: 10, most: 128 } as const
const NAME_LENGTH = 80

/** Opt-in fields; a reader who never answered one is asked to complete the registration. */
export const CONSENT_FIELDS = [
  { name: 'terms', isRequired: true, version: '2026-01' },
  { name: 'advertising', isRequired: false, version: '2026-01' },
] as const
export type ConsentName = (typeof CONSENT_FIELDS)[number]['name']
export type Consents = Partial<Record<ConsentName, boolean>>

export type FieldCode =
  | 'REQUIRED'
  | 'TOO_LONG'
  | 'NOT_ALLOWED'
  | 'INVALID_EMAIL'
  | 'EMAIL_UNCHANGED'
  | 'PASSWORD_TOO_SHORT'
  | 'PASSWORD_TOO_LONG'
  | 'PASSWORD_IS_EMAIL'
  | 'PASSWORD_COMMON'
  | 'PASSWORDS_DIFFER'
  | 'UNKNOWN_FIELD'
export type FieldErrors = Record<string, FieldCode>

export type Registration = {
  salutation: string
  firstName: string
  lastName: string
  email: string
  password: string
  consents: Consents
}

/** Whose name and address are easy to guess as a password. */
export type PasswordOwner = { email: string; firstName?: string; lastName?: string }
export type IsCommon = (password: string, owner: PasswordOwner) => boolean

export function checkRegistration(input: Registration, isCommon: IsCommon = () => false): FieldErrors {
  const email = isEmail(input.email) ? null : 'INVALID_EMAIL'
  return toErrors({
    salutation: isSalutation(input.salutation) ? null : 'NOT_ALLOWED',
    firstName: checkName(input.firstName),
    lastName: checkName(input.lastName),
    email,
    password: checkPassword(input.password, input, isCommon),
    ...checkConsents(input.consents),
  })
}

export function isSalutation(value: string): value is Salutation {
  return (SALUTATIONS as readonly string[]).includes(value)
}

/**
 * Letters of any script and the punctuation of names ("Klein, Dr.", "Kurz (geb. Lang)"); nothing that reads like an
 * address or markup in a mail.
 */
export function checkName(value: string): FieldCode | null {
  const name = toName(value)
  if (name === '') return 'REQUIRED'
  if (Array.from(name).length > NAME_LENGTH) return 'TOO_LONG'
  return /^[\p{L}\p{M}][\p{L}\p{M}\p{N} .,'’ʼ`´·&+/()–-]*$/u.test(name) && !/\w\.\w{2,}/.test(name)
    ? null
    : 'NOT_ALLOWED'
}

export function toName(value: string): string {
  return value.normalize('NFC').trim().replace(/ +/g, ' ')
}

/** Required consents must be given; optional ones may be given, refused or left out. */
export function checkConsents(consents: Consents): FieldErrors {
  return toErrors(
    Object.fromEntries(
      CONSENT_FIELDS.map(({ name, isRequired }) => [name, isRequired && consents[name] !== true ? 'REQUIRED' : null]),
    ),
  )
}

/** Consents without an answer in their current version. A required one counts as answered only when it was given. */
export function listMissingConsents(
  answers: readonly { name: string; version: string; isGiven: boolean }[],
): ConsentName[] {
  return CONSENT_FIELDS.filter(
    ({ name, version, isRequired }) =>
      !answers.some((answer) => answer.name === name && answer.version === version && (answer.isGiven || !isRequired)),
  ).map(({ name }) => name)
}

/**
 * Null: accepted. Length is counted in code points after Unicode composition, so that the same password typed on two
 * systems has the same length.
 */
export function checkPassword(
  password: string,
  owner: PasswordOwner,
  isCommon: IsCommon = () => false,
): FieldCode | null {
  const text = toPassword(password)
  const { length } = Array.from(text)
  if (length < PASSWORD_LENGTH.least) return 'PASSWORD_TOO_SHORT'
  if (length > PASSWORD_LENGTH.most) return 'PASSWORD_TOO_LONG'
  if (text.toLowerCase() === toEmailKey(owner.email)) return 'PASSWORD_IS_EMAIL'
  return isCommon(text, owner) ? 'PASSWORD_COMMON' : null
}

export function checkNewPassword(
  input: { password: string; passwordConfirmation: string },
  owner: PasswordOwner,
  isCommon?: IsCommon,
): FieldErrors {
  return toErrors({
    password: checkPassword(input.password, owner, isCommon),
    passwordConfirmation: input.password === input.passwordConfirmation ? null : 'PASSWORDS_DIFFER',
  })
}

export function toPassword(password: string): string {
  return password.toWellFormed().normalize('NFC')
}

const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** Plain addresses: no quotes, comments or line breaks; letters beyond ASCII only in the domain. */
export function isEmail(value: string): boolean {
  const text = value.trim()
  return text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text)
}

/** The key that makes two spellings of an address the same account. */
export function toEmailKey(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase()
}

/** Enough for the owner to recognise it, too little for others to write to it: `e…@example.org`. */
export function toMaskedEmail(value: string): string {
  const text = value.trim()
  return `${Array.from(text)[0] ?? ''}…${text.slice(text.lastIndexOf('@'))}`
}

function toErrors(checks: Record<string, FieldCode | null>): FieldErrors {
  return Object.fromEntries(Object.entries(checks).filter((entry): entry is [string, FieldCode] => entry[1] !== null))
}
