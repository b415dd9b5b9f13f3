/** The portal's own API for its pages: all endpoints as one contract. */
import { ROOM_CALLS } from '@lokalteil/rooms/contracts'
import { FIGURES_ENDPOINTS } from '../figures.ts'
import { ACCOUNT_ENDPOINTS } from './account.ts'
import { ADVERTISING_ENDPOINTS } from './advertising.ts'
import { CHECKOUT_ENDPOINTS } from './checkout.ts'
import { CODES_ENDPOINTS } from './codes.ts'
import { COINS_ENDPOINTS } from './coins.ts'
import { COMMUNITY_CALLS } from './community.ts'
import { CONSENT_ENDPOINTS } from './consent.ts'
import { CONTRACTS_ENDPOINTS } from './contracts.ts'
import { LIBRARY_ENDPOINTS } from './library.ts'
import { LIVE_ENDPOINTS } from './live.ts'
import { NEWSLETTERS_ENDPOINTS } from './newsletters.ts'
import { REPORT_ENDPOINTS } from './reports.ts'
import { ROOMS_ENDPOINTS } from './rooms.ts'
import { SIGN_ON_ENDPOINTS } from './sign-on.ts'

export const PORTAL = {
  ...SIGN_ON_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...ADVERTISING_ENDPOINTS,
  ...CONTRACTS_ENDPOINTS,
  ...COINS_ENDPOINTS,
  ...CODES_ENDPOINTS,
  ...COMMUNITY_CALLS,
  ...CONSENT_ENDPOINTS,
  ...FIGURES_ENDPOINTS,
  ...LIBRARY_ENDPOINTS,
  ...LIVE_ENDPOINTS,
  ...NEWSLETTERS_ENDPOINTS,
  ...CHECKOUT_ENDPOINTS,
  ...REPORT_ENDPOINTS,
  ...ROOMS_ENDPOINTS,
  ...ROOM_CALLS,
}

export { ROOM_PAGE_CALLS } from '@lokalteil/rooms/contracts'

export const PORTAL_INFO = {
  title: 'Same-origin API',
  description: 'What the pages of a publication ask their own server.',
  version: '1',
  base: '',
}
