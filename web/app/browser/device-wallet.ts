/** What the browser pays with on a payment provider's page. Asks nobody: no request leaves the page for it. */

export type DeviceWallet = 'Apple Pay' | 'Google Pay'

type Known = { ApplePaySession?: { canMakePayments: () => boolean }; PaymentRequest?: unknown }

/** Google Pay does not say whether it is set up without a request; Android's browsers have it, its web views do not. */
export function findDeviceWallet(
  known: Known = window as Known,
  userAgent: string = navigator.userAgent,
): DeviceWallet | null {
  try {
    if (known.ApplePaySession?.canMakePayments() === true) return 'Apple Pay'
  } catch {
    // Not in a frame of another site.
  }
  return known.PaymentRequest !== undefined && /Android/.test(userAgent) && !/; wv\)|NewsPortalApp/.test(userAgent)
    ? 'Google Pay'
    : null
}
