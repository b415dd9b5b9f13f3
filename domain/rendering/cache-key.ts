/**
 * The properties of a reader that belong to the cache key. Separate from the rules of the cache, because browsers write
 * the key, too.
 */
import type { ReaderFlags } from '../access/roles.ts'

/** Tag subscriptions do not change a stored page and are left out. */
export type ReaderClass = Pick<ReaderFlags, 'isPlusUser' | 'isPurUser' | 'isEpaperUser' | 'isWalletUser'>

/**
 * `hasConsent`: in the cookie any consent; of a stored page only one to a vendor whose script loads, because frames
 * change nothing in a page or its policy.
 */
export type KeyedReader = { reader: ReaderClass; hasConsent: boolean; isPersonalised: boolean }

/** The value of the `cache_key` cookie, e.g. `r:plus.pur|c:1|p:0`. A hint for CDN edges; never used for a decision. */
export function toCacheKeyCookie(variant: KeyedReader): string {
  const { isPlusUser, isPurUser, isEpaperUser, isWalletUser } = variant.reader
  const roles = [isPlusUser && 'plus', isPurUser && 'pur', isEpaperUser && 'epaper', isWalletUser && 'wallet']
  return `r:${roles.filter(Boolean).join('.')}|c:${Number(variant.hasConsent)}|p:${Number(variant.isPersonalised)}`
}
