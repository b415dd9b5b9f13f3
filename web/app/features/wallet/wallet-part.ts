/** Loads the wallet for readers who pay per article; other readers neither load it nor make its calls (6, T18). */
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import type { Chrome } from '../../page/page.ts'
import { setSession, type ReaderPart } from '../../browser/session/session.ts'

export function createWalletPart(chrome: () => Chrome): ReaderPart {
  const load: ReaderPart['load'] = async ({ view, showToast }) => {
    setSession({ wallet: null })
    const { isWalletUser } = toReaderFlags({ isLoggedIn: view.isLoggedIn, roles: view.roles, emailVerified: false })
    if (isWalletUser) await (await import('./wallet.lazy.ts')).openWallet(chrome, showToast)
  }
  return { load, renew: load, reset: () => setSession({ wallet: null }) }
}
