/** Which wallet the browser offers on a payment provider's page. Makes no request. */

export type DeviceWallet = 'Apple Pay' | 'Google Pay'

type Known = { ApplePaySession?: { canMakePayments: () => boolean }; PaymentRequest?: unknown }

/** Google Pay reveals only by a request whether it is set up; Android browsers have it, its web views do not. */
export function findDeviceWallet(
  known: Known = window as Known,
  userAgent: string = navigator.userAgent,
): DeviceWallet | null {
  try {
    if (known.ApplePaySession?.canMakePayments() === true) return 'Apple Pay'
  } catch {
    // Throws in a frame of another site.
  }
  return known.PaymentRequest !== undefined && /Android/.test(userAgent) && !/; wv\)|NewsPortalApp/.test(userAgent)
    ? 'Google Pay'
    : null
}
