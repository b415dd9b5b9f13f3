import { expect, it } from 'vitest'
import { findDeviceWallet } from './device-wallet.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
const WEB_VIEW = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
const DESK = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'
const apple = (answer: () => boolean) => ({ ApplePaySession: { canMakePayments: answer } })
const request = { PaymentRequest: () => undefined }

it.each([
  ['an iPhone with it', apple(() => true), IPHONE, 'Apple Pay'],
  ['an iPhone without a card', apple(() => false), IPHONE, null],
  [
    'a frame that may not ask',
    apple(() => {
      throw new Error('InvalidAccessError')
    }),
    IPHONE,
    null,
  ],
  ['Chrome on a phone', request, ANDROID, 'Google Pay'],
  ['a browser on a phone that knows no payments', {}, ANDROID, null],
  ['the web view of an app', request, WEB_VIEW, null],
  ['the shell of the publisher’s app', request, `${ANDROID} NewsPortalApp/1.0`, null],
  ['a desk, where nobody says whether it is set up', request, DESK, null],
])('%s', (_who, known, userAgent, wallet) => {
  expect(findDeviceWallet(known, userAgent)).toBe(wallet)
})
