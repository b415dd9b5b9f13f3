/**
 * A second way from the box of a locked article to the checkout, with the card preselected, where the browser has a
 * wallet.
 */
import { findDeviceWallet } from '../../browser/device-wallet.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import css from './PaywallLayer.module.css'
import { useIsBrowser } from './use-is-browser.ts'

export default function WalletButton({ checkout }: { checkout: string }) {
  const wallet = useIsBrowser() ? findDeviceWallet() : null
  if (wallet === null) return null
  return (
    <a href={checkout} className={css.wallet}>
      {articleTexts.paywallWallet(wallet)}
    </a>
  )
}
