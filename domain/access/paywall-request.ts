/**
 * The question to the paywall service (specification 7.6, decisions S7.6-01, S7.6-02), built from facts of the server. Values
 * that the page sends about itself are not used; path and referrer contain no token; a missing value has exactly one spelling.
 */
import type { Device } from '../display/device.ts'
import type { GiftToken, GiftTokenState } from './gift.ts'
import { toPaywallPageType, toPaywallRequestPageType } from '../routing/page-types.ts'
import type { RouteName } from '../routing/routes.ts'

export type PaywallQuestion = {
  /** Path of the address, without query and language prefix. */
  path: string
  /** Route of the page that asks. */
  routeName: RouteName
  contentRestriction: string | null | undefined
  /** Id of the article, or of the author on an author's page. */
  contentId: string | null
  /** Result of `toReferrer`, or null. */
  referrer: string | null
  device: Device
  anonId: string | null
  linkToken: Pick<GiftToken, 'state' | 'tokenType'>
  idToken: string | null
}

export type PaywallRequestBody = {
  inputs: {
    _dm_ressort: string
    _dm_contentRestriction: string
    _dm_referrer: string
    _dm_device: Device
    _dm_pageType: 'Artikelseite' | 'Kategorieseite' | 'Other'
    _dm_contentid: string
    _anonId: string | null
    _dm_linkTokenState: GiftTokenState
    _dm_linkTokenType: string
  }
  path: string
  session: string | null
  jwt: string | null
}

export function toPaywallRequest(question: PaywallQuestion): PaywallRequestBody {
  const path = toPlainPath(question.path)
  return {
    inputs: {
      _dm_ressort: path.split('/')[1] ?? '',
      _dm_contentRestriction: question.contentRestriction ?? '',
      _dm_referrer: question.referrer ?? 'none',
      _dm_device: question.device,
      _dm_pageType: toPaywallRequestPageType(toPaywallPageType(question.routeName)),
      _dm_contentid: question.contentId ?? '',
      _anonId: question.anonId,
      _dm_linkTokenState: question.linkToken.state,
      _dm_linkTokenType: question.linkToken.tokenType,
    },
    path,
    session: question.anonId,
    jwt: question.idToken,
  }
}

/** For a page of this publication its path, for another site origin and path; null without a usable header. */
export function toReferrer(header: string | null | undefined, ownOrigin: string): string | null {
  const parts = /^(https?:\/\/[^/?#@\s]{1,253})(\/[^?#\s]{0,1000})?(?:[?#]|$)/i.exec(header ?? '')
  if (parts === null) return null
  const [, origin = '', path = '/'] = parts
  return origin.toLowerCase() === ownOrigin.toLowerCase() ? toPlainPath(path) : origin.toLowerCase() + path
}

/** Value of `anon_cookie`: a whole number of up to 20 digits. It recognises a reader and never authorises. */
export function toAnonId(cookie: string | null | undefined): string | null {
  return /^\d{1,20}$/.test(cookie ?? '') ? cookie! : null
}

function toPlainPath(path: string): string {
  const plain = path.replace(/[?#].*$/s, '').replace(/^\/de(?=\/|$)/, '')
  return plain === '' ? '/' : plain.slice(0, 1000)
}
