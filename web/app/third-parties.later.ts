/**
 * Consent and all third parties: after every change (page in view, reader, choice) one function decides what may load.
 * Promises: no third-party script without its consent; what must go is removed by a reload; the banner loads once.
 * Never started in the native app, local editions, frames and widgets.
 */
import { decideBucket, DEFAULT_BUCKET_COOKIE } from '@lokalteil/domain/analytics/ab-bucket'
import { decideAdTargeting, toTargetingValues } from '@lokalteil/domain/analytics/ad-targeting'
import {
  decideThirdParties,
  NO_CONSENT,
  THIRD_PARTY_SCRIPTS,
  type ThirdParties,
  type ThirdPartyScript,
} from '@lokalteil/domain/consent/consent'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { isLegalRoute } from '@lokalteil/domain/routing/routes'
import { untilIdle } from './browser/navigation/after-paint.ts'
import type { Analytics } from './browser/analytics/analytics.lazy.ts'
import { writeCacheKey } from './browser/session/cache-key.ts'
import {
  getConsent,
  loadPageAnew,
  lookAtConsentAgain,
  saveConsent,
  subscribeConsent,
} from './browser/consent/consent.ts'
import { readCookie, writeCookie } from './browser/consent/cookies.ts'
import type { CurrentPageStore } from './browser/navigation/current-page.ts'
import type { PageStore } from './page/page-store.ts'
import { getSession, setSession, subscribeSession } from './browser/session/session.ts'
import { recommending, setThirdParties } from './browser/consent/third-parties.ts'
import { keepTrackingCookies } from './browser/analytics/tracking-id.ts'
import { exposeConsentQueries } from './features/consent/consent-queries.ts'
import type { ConsentManager } from './features/consent/consent-manager.lazy.tsx'

export type ThirdPartyControl = {
  /** False: there are no choices. */
  openSettings: () => Promise<boolean>
  /** Refuses everything and reloads the page (S2.9-04). */
  reset: () => void
}

/** Long, because one consent decides about all parties, and the loaded ones are known only here. */
export function startThirdParties(
  store: PageStore,
  current: CurrentPageStore,
  announce: (text: string) => void,
): ThirdPartyControl {
  const { thirdParties: configured, settings, publication, app } = store.get().state.chrome
  const scripts = configured?.scripts ?? {}
  const loaded = new Set<ThirdPartyScript>()
  let manager: Promise<ConsentManager> | null = null
  let parties: ThirdParties | null = null
  let hasBucket = false
  let analytics: Promise<Analytics> | null = null

  const openManager = () =>
    (manager ??= import('./features/consent/consent-manager.lazy.tsx').then(({ createConsentManager }) =>
      createConsentManager(announce),
    ))

  function decide(): void {
    const { status, view } = getSession()
    if (status === 'unknown') return
    const { route, chrome } = store.get().state
    const consent = getConsent()
    parties = decideThirdParties({
      consent,
      isPurUser: view.isPurUser,
      isPlusUser: view.isPlusUser,
      isLocalEdition: publication.isLocalEdition,
      isNativeApp: app.isNativeApp,
      isLegal: route !== null && isLegalRoute(route, chrome.legalSiteIds),
      isDialogFlow: false,
      isBannerEnabled: settings.sourcepoint_enabled === true,
      isRecoEnabled: scripts.recommendations !== undefined,
    })
    const isAsked = parties.banner && consent === null && !hasPrivacySignal()
    if (isAsked || manager !== null)
      void openManager()
        .then(({ showBanner }) => showBanner(isAsked && getConsent() === null))
        .catch(report)
    if (parties.choice) exposeConsentQueries()
    measure(scripts.analytics === undefined ? false : parties.analytics || (isAsked ? null : false))
    keepTrackingCookies(parties.trackingCookies)
    keepBucket(view.isPurUser, consent?.consent !== false)
    document.documentElement.toggleAttribute('data-ads', parties.ads)
    if (parties.ads) window.adTargeting = toTargeting()
    for (const name of THIRD_PARTY_SCRIPTS) {
      const address = scripts[name]
      if (parties[name] && address !== undefined && !loaded.has(name)) load(name, address)
    }
    setThirdParties(parties)
    // A reader of Pur has logged in, or another tab withdrew the consent.
    if ([...loaded].some((name) => !parties![name])) loadPageAnew()
  }

  /** Null: no answer yet; events wait, and a refusal drops them. */
  function measure(isAllowed: boolean | null): void {
    if (isAllowed === false && analytics === null) return
    analytics ??= untilIdle()
      .then(() => import('./browser/analytics/analytics.lazy.ts'))
      .then(({ startAnalytics }) => startAnalytics(store))
    analytics.then(({ allow }) => allow(isAllowed)).catch(report)
  }

  function load(name: ThirdPartyScript, address: string): void {
    loaded.add(name)
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.dataset.thirdParty = name
    script.addEventListener('error', () => report(new Error(`The script for ${name} could not be loaded`)))
    document.head.append(script)
  }

  /** Readers who may get recommendations are in a bucket, whose cookie is prolonged by every visit (4.9). */
  function keepBucket(isPurUser: boolean, isNotRefused: boolean): void {
    if (scripts.recommendations === undefined || isPurUser || !isNotRefused || hasBucket) return
    hasBucket = true
    const cookie = configured?.bucketCookie ?? DEFAULT_BUCKET_COOKIE
    recommending.bucket = decideBucket(readCookie(cookie), cookie, Math.random())
    writeCookie(cookie, recommending.bucket)
  }

  function toTargeting(): NonNullable<Window['adTargeting']> {
    const { status, view } = getSession()
    const { content } = store.get().state
    const { article } = ((content.kind === 'page' ? content.data : null) ?? {}) as {
      article?: { section?: { path?: string }; tags?: { displayName: string }[] }
    }
    return {
      ...decideAdTargeting({ isLoggedIn: status === 'reader', isPlusUser: view.isPlusUser }, app.isApp, new Date()),
      pagetype: toTargetingValues(current.get().currentPageType),
      section: toTargetingValues(article?.section?.path ?? ''),
      tags: toTargetingValues(article?.tags?.map(({ displayName }) => displayName) ?? []),
    }
  }

  function tellConsent(): void {
    const { status, view } = getSession()
    const gdprConsent = getConsent()?.consent ?? null
    if (getSession().gdprConsent !== gdprConsent) setSession({ gdprConsent })
    if (status !== 'unknown')
      writeCacheKey(
        toReaderFlags({ isLoggedIn: status === 'reader', roles: view.roles, emailVerified: view.hasVerifiedEmail }),
      )
  }

  recommending.tell = current.setRecommendation
  store.subscribe(decide)
  subscribeSession(decide)
  subscribeConsent(() => {
    tellConsent()
    decide()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookAtConsentAgain())
  tellConsent()
  decide()

  return {
    async openSettings() {
      if (parties?.choice !== true) return false
      await (await openManager()).openSettings()
      return true
    },
    reset: () => saveConsent(NO_CONSENT, { isReset: true }),
  }
}

/**
 * Global Privacy Control: a browser that sends it has already refused, so the banner is not shown; the settings stay
 * available.
 */
function hasPrivacySignal(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Only logged; the page goes on. */
function report(error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error('Error while setting up consent', error)
}
