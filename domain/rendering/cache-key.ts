/** What of a reader distinguishes two stored pages. Apart from the rules of the cache, because browsers write it too. */
import type { ReaderFlags } from '../access/roles.ts'

/** Tag subscriptions change nothing on a stored page and are left out. */
export type ReaderClass = Pick<ReaderFlags, 'isPlusUser' | 'isPurUser' | 'isEpaperUser' | 'isWalletUser'>

export type KeyedReader = { reader: ReaderClass; hasConsent: boolean; isPersonalised: boolean }

/** The value of the `cache_key` cookie, e.g. `r:plus.pur|c:1|p:0`; a hint for edges, never read for a decision. */
export function toCacheKeyCookie(variant: KeyedReader): string {
  const { isPlusUser, isPurUser, isEpaperUser, isWalletUser } = variant.reader
  const roles = [isPlusUser && 'plus', isPurUser && 'pur', isEpaperUser && 'epaper', isWalletUser && 'wallet']
  return `r:${roles.filter(Boolean).join('.')}|c:${Number(variant.hasConsent)}|p:${Number(variant.isPersonalised)}`
}
