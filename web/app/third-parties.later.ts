/**
 * Consent and all third parties: after every change (page in view, reader, choice) one function decides what may load.
 * Promises: no third-party script without its consent; what must go is removed by a reload, and the hosts of scripts come
 * into the policy by one; the banner loads once.
 * Never started in the native app, local editions, frames and widgets.
 */
import { decideBucket, DEFAULT_BUCKET_COOKIE } from '@lokalteil/domain/analytics/ab-bucket'
import { decideAdTargeting, toTargetingValues } from '@lokalteil/domain/analytics/ad-targeting'
import { toAudienceMeasurement } from '@lokalteil/domain/analytics/audience-measurement'
import { isAskingDue } from '@lokalteil/domain/consent/asking'
import {
  CONSENT_COOKIES,
  hasScriptConsent,
  limitConsent,
  NO_CONSENT,
  REVOCATION_RELOAD_MS,
  THIRD_PARTY_SCRIPTS,
  type Partners,
  type ThirdParties,
  type ThirdPartyScript,
  type Vendor,
} from '@lokalteil/domain/consent/consent'
import { toExternalManager } from '@lokalteil/domain/consent/external-manager'
import { decideThirdParties } from '@lokalteil/domain/consent/third-party-decision'
import { toPartners, toTcString, type Framework } from '@lokalteil/domain/consent/tc-string'
import { AD_FRAME_ATTRIBUTE, listOriginsOf, listUsedVendors } from '@lokalteil/domain/third-parties/vendors'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { isLegalRoute } from '@lokalteil/domain/routing/routes'
import { untilIdle } from './browser/navigation/after-paint.ts'
import type { Analytics } from './browser/analytics/analytics.lazy.ts'
import { writeCacheKey } from './browser/session/cache-key.ts'
import {
  canKeepPartners,
  getAnswer,
  getConsent,
  loadPageAnew,
  lookAtConsentAgain,
  renewTcString,
  saveConsent,
  setManager,
  setUsedVendors,
  subscribeConsent,
} from './browser/consent/consent.ts'
import { readCookie, writeCookie } from './browser/consent/cookies.ts'
import type { CurrentPageStore } from './browser/navigation/current-page.ts'
import type { PageStore } from './page/page-store.ts'
import { getSession, setSession, subscribeSession } from './browser/session/session.ts'
import { recommending, setThirdParties } from './browser/consent/third-parties.ts'
import { keepTrackingCookies } from './browser/analytics/tracking-id.ts'
import { readFramework } from './browser/consent/framework.ts'
import { loadScript } from './browser/consent/load-script.ts'
import { keepReceipt } from './browser/consent/receipts.ts'
import { readRecipients } from './browser/consent/recipients.ts'
import type { ConsentManager } from './features/consent/consent-manager.ts'
import { installTcfStub } from './features/consent/tcf-stub.ts'
import { CONSENT_TEXTS } from './messages/consent/versions.ts'

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
  const { chrome: surroundings } = store.get().state
  const { thirdParties: configured, settings, publication, app } = surroundings
  const scripts = configured?.scripts ?? {}
  const used = listUsedVendors(surroundings)
  const external = toExternalManager(settings, new URL(surroundings.canonicalOrigin).host)
  const measurement = toAudienceMeasurement(settings, surroundings.device)
  const loaded = new Set<ThirdPartyScript>()
  let manager: Promise<ConsentManager> | null = null
  let parties: ThirdParties | null = null
  let hasBucket = false
  let analytics: Promise<Analytics> | null = null
  let isMeasured = false
  let isLeaving = false
  /** The policy of this document names the hosts of scripts only if its reader had consented to some, and had a choice. */
  let isPolicyOpen: boolean | null = null
  let hasQueries = false
  /** The registered vendors of today; none until the server has named them. */
  let partners: Partners = {}

  const readShown = async () => {
    const [framework, recipients] = await Promise.all([
      readFramework(configured?.isRegistered === true),
      readRecipients(configured?.recipientsSince !== undefined),
    ])
    return { framework, recipients, originsOf: (vendor: Vendor) => listOriginsOf(vendor, surroundings) }
  }

  /** Either manager keeps its answers in the same store, so the rest of the page does not know which one asks. */
  const openManager = () =>
    (manager ??=
      external === null
        ? Promise.all([import('./features/consent/built-in-manager.lazy.tsx'), readShown()]).then(
            ([{ createBuiltInManager }, shown]) => createBuiltInManager(announce, shown),
          )
        : import('./features/consent/sourcepoint.lazy.ts').then(({ createSourcepointManager }) =>
            createSourcepointManager(external, configured?.manager ?? { vendors: {} }),
          ))

  function decide(): void {
    const { status, view } = getSession()
    if (status === 'unknown') return
    const { route, chrome } = store.get().state
    const answer = getAnswer()
    const consent = answer && limitConsent(answer.consent, used)
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
    isPolicyOpen ??= parties.choice && hasScriptConsent(getConsent())
    if (!isPolicyOpen && needsOtherHosts(parties)) return askForPolicy()
    const isAsked = parties.banner && used.length > 0 && isDue() && !hasPrivacySignal()
    // The external manager knows by itself whether it asks; it also brings answers that were given elsewhere.
    const isNeeded = external === null ? isAsked : parties.banner && !(answer === null && hasPrivacySignal())
    const asking =
      isNeeded || manager !== null
        ? openManager()
            .then(({ ask }) => ask(isNeeded && isDue()))
            .catch(report)
        : Promise.resolve()
    if (parties.choice && !hasQueries) exposeQueries(asking)
    measure(scripts.analytics === undefined ? false : parties.analytics || (isAsked && consent === null ? null : false))
    if (parties.audienceMeasurement && measurement !== null && !isMeasured) {
      isMeasured = true
      void import('./browser/analytics/audience-measurement.lazy.ts')
        .then(({ startAudienceMeasurement }) => startAudienceMeasurement(store, measurement))
        .catch(report)
    }
    keepTrackingCookies(parties.trackingCookies)
    keepBucket(view.isPurUser, consent?.consent !== false)
    document.documentElement.toggleAttribute('data-ads', parties.ads)
    document.documentElement.toggleAttribute('data-pur', view.isPurUser)
    if (parties.ads) window.adTargeting = toTargeting()
    for (const name of THIRD_PARTY_SCRIPTS) {
      const address = scripts[name]
      if (parties[name] && address !== undefined && !loaded.has(name)) load(name, address)
    }
    setThirdParties(parties)
    // A reader of Pur has logged in, or another tab withdrew the consent.
    const mayStay =
      [...loaded].every((name) => parties![name]) &&
      (!isMeasured || parties.audienceMeasurement) &&
      (external === null || manager === null || parties.choice)
    if (!mayStay) loadPageAnew()
  }

  /** Leaves time for the receipt, as a revocation does. */
  function askForPolicy(): void {
    if (!isLeaving) setTimeout(() => location.reload(), REVOCATION_RELOAD_MS)
    isLeaving = true
  }

  /** Not without the cookie: the server would not know of the grant. */
  function needsOtherHosts(allowed: ThirdParties): boolean {
    if (readCookie(CONSENT_COOKIES.consents) === null) return false
    const isForeign = (name: ThirdPartyScript) => allowed[name] && scripts[name]?.startsWith('/') === false
    return (
      THIRD_PARTY_SCRIPTS.some(isForeign) ||
      (allowed.audienceMeasurement && measurement !== null) ||
      (allowed.ads && configured?.attributes?.ads?.[AD_FRAME_ATTRIBUTE] !== undefined)
    )
  }

  const isDue = () =>
    isAskingDue(getAnswer(), {
      used,
      now: Date.now(),
      purposesSince: CONSENT_TEXTS.purposesSince,
      recipientsSince: configured?.recipientsSince,
      // A browser that cannot keep them would be asked on every page; its answers name none of them.
      partners: canKeepPartners() ? partners : {},
    })

  /**
   * Scripts ask the stub until the manager has taken its place; the external one brings its own. `asking`: settled once the
   * question is in view, so that no script hears of a silent manager before.
   */
  function exposeQueries(asking: Promise<void>): void {
    hasQueries = true
    installTcfStub()
    if (external !== null) return
    const framework = readFramework(configured?.isRegistered === true)
    Promise.all([import('./features/consent/tcf-api.lazy.ts'), framework, asking])
      .then(([{ exposeTcfApi }, found]) => exposeTcfApi(found))
      .catch(report)
    framework.then(takeFramework).catch(report)
  }

  /** Asks readers again who answered before one of the registered vendors was named. */
  function takeFramework(framework: Framework): void {
    partners = toPartners(framework, used)
    setManager({ partners })
    if (Object.keys(partners).length > 0) decide()
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
    loadScript(address, name, configured?.attributes?.[name]).catch(report)
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
    const { content, route } = store.get().state
    const { article } = ((content.kind === 'page' ? content.data : null) ?? {}) as {
      article?: { section?: { path?: string }; tags?: { displayName: string }[] }
    }
    return {
      ...decideAdTargeting({ isLoggedIn: status === 'reader', isPlusUser: view.isPlusUser }, app.isApp, new Date()),
      pagetype: toTargetingValues(current.get().currentPageType),
      section: toTargetingValues(article?.section?.path ?? (route?.name === 'channel' ? route.path : '')),
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

  setUsedVendors(used)
  if (external === null) setManager({ toTcString: (consent, now) => toTcString(consent, now) })
  if (external === null && getAnswer() !== null && readCookie(CONSENT_COOKIES.tcString) === null) renewTcString()
  recommending.tell = current.setRecommendation
  store.subscribe(decide)
  subscribeSession(decide)
  subscribeConsent(() => {
    tellConsent()
    decide()
    void keepReceipt(getAnswer())
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lookAtConsentAgain())
  tellConsent()
  decide()
  void keepReceipt(getAnswer())

  return {
    async openSettings() {
      if (parties?.choice !== true) return false
      return (await openManager()).openSettings()
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
