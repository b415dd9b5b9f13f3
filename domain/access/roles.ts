/**
 * Flags of a reader from the roles of the verified token (section 6, decisions S3.1-01, S6-01 to S6-07). Every flag is
 * false without a login, whatever the roles say. Unknown roles are ignored.
 */

export type ReaderFlags = {
  isLoggedIn: boolean
  isPlusUser: boolean
  isPurUser: boolean
  isEpaperUser: boolean
  /** WALLET_USER without PLUS_USER; only for these readers the wallet is loaded. */
  isWalletUser: boolean
  isPlusUserWithWallet: boolean
  /** Subscribed tags, without leading zeros. */
  tagIds: readonly string[]
  hasVerifiedEmail: boolean
}

export const ANONYMOUS_READER: ReaderFlags = {
  isLoggedIn: false,
  isPlusUser: false,
  isPurUser: false,
  isEpaperUser: false,
  isWalletUser: false,
  isPlusUserWithWallet: false,
  tagIds: [],
  hasVerifiedEmail: false,
}

/** The `subscriptionRoles` claim: a list, or one string separated by commas or blanks. */
export function parseRoles(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((role) => role !== '')
  return Array.isArray(claim) ? claim.filter((role) => typeof role === 'string') : []
}

export function toReaderFlags(login: {
  isLoggedIn: boolean
  roles: readonly string[]
  emailVerified: boolean
}): ReaderFlags {
  if (!login.isLoggedIn) return ANONYMOUS_READER
  const has = (role: string) => login.roles.includes(role)
  const isPlusUser = has('PLUS_USER')
  return {
    isLoggedIn: true,
    isPlusUser,
    isPurUser: has('PUR_USER'),
    isEpaperUser: has('EPAPER_USER'),
    isWalletUser: has('WALLET_USER') && !isPlusUser,
    isPlusUserWithWallet: has('WALLET_USER') && isPlusUser,
    tagIds: login.roles.map(parseTagRole).filter((id) => id !== null),
    hasVerifiedEmail: login.emailVerified,
  }
}

/** 'PLUS-TAG-012' → '12'; null for every other role. A string, because 18 digits do not fit a number. */
export function parseTagRole(role: string): string | null {
  const id = /^PLUS-TAG-(\d{1,18})$/.exec(role)?.[1]
  return id === undefined ? null : toPlainId(id)
}

/** Whether a subscribed tag is among the article's tags and their ancestors. */
export function hasTagSubscription(reader: ReaderFlags, articleTagIds: readonly string[]): boolean {
  const subscribed = new Set(reader.tagIds)
  return articleTagIds.some((id) => subscribed.has(toPlainId(id)))
}

function toPlainId(id: string): string {
  return /^\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id
}
