/** The frame of a page: menus, breaking news, the publication's settings, and facts of the configuration for every page. */
import type { MenuEntry, Site } from '@lokalteil/contracts/content'
import { DEFAULT_BUCKET_COOKIE } from '@lokalteil/domain/analytics/ab-bucket'
import { toExternalManager } from '@lokalteil/domain/consent/external-manager'
import { toRecipientsSince } from '@lokalteil/domain/consent/recipients'
import { toAppFlags, toDevice } from '@lokalteil/domain/display/device'
import { toDayKey } from '@lokalteil/domain/german'
import { isHostOfFolder, type Publication } from '@lokalteil/domain/publication/publications'
import { listPageSettings, withoutForeignScripts, type Settings } from '@lokalteil/domain/publication/settings'
import { ROOMS } from '@lokalteil/domain/rooms/rooms'
import { AD_FRAME_ATTRIBUTE, listUsedVendors } from '@lokalteil/domain/third-parties/vendors'
import { within } from '@lokalteil/services/platform/deadline'
import { DEFAULT_BEARER_COOKIE } from '../../app/browser/session/content-token.ts'
import type { Chrome } from '../../app/page/page.ts'
import { isOfficeApart } from '../config/third-parties.ts'
import { OWN_WAIT_MS } from '../session/patient-session.ts'
import type { Surroundings } from './chrome-source.ts'
import type { PageRequest, PagesContext } from './pages-context.ts'
import { peekLines, readLines, withLines } from './utility-lines.ts'

/** Milliseconds of a page's time for data it can do without. */
const SETTINGS_MS = 500

export async function readChrome(context: PagesContext, request: PageRequest): Promise<Chrome> {
  const { publication } = request
  const [surroundings, settings, lines] = await Promise.all([
    context.chrome.read(publication, context.contentOf(publication, request), context.offersOf(publication)),
    within(
      SETTINGS_MS,
      () => context.settings.read(publication.code),
      () => context.settings.peek(publication.code),
      context.config.libraryApi === 'embedded' ? OWN_WAIT_MS : SETTINGS_MS,
    ),
    readLines(context.lines, publication.code),
  ])
  return toChrome(context, request, surroundings, settings, lines)
}

/** From known data without waiting; without menus if none were ever loaded. */
export function peekChrome(context: PagesContext, request: PageRequest): Chrome {
  const { publication } = request
  const surroundings = context.chrome.peek(publication) ?? {
    site: toEmptySite(publication),
    breaking: null,
    hasOffers: true,
  }
  return toChrome(
    context,
    request,
    surroundings,
    context.settings.peek(publication.code),
    peekLines(context.lines, publication.code),
  )
}

function toChrome(
  context: PagesContext,
  request: PageRequest,
  { site, breaking, hasOffers }: Surroundings,
  given: Settings,
  lines: readonly (MenuEntry | null)[],
): Chrome {
  const { config, renderer, isCounted, now, advertisingOf } = context
  const { publication } = request
  const stores = config.storesOf(publication.code)
  // The office may answer at this origin, where a foreign script would have its power (`office-place.ts`).
  const settings = isOfficeApart(config) ? given : withoutForeignScripts(given)
  const thirdParties = thirdPartiesOf(context, request, settings)
  return {
    publication,
    site: withLines(site, lines),
    breaking,
    device: toDevice(request.userAgent),
    app: toAppFlags(request.userAgent),
    now: now().toISOString(),
    buildId: renderer.buildId,
    canonicalOrigin: config.originOf(publication.code),
    settings: listPageSettings(settings),
    ...(stores === null ? {} : { stores }),
    ...toAdvertising(request, thirdParties, advertisingOf),
    thirdParties,
    ...(config.legalSiteIds.length === 0 ? {} : { legalSiteIds: config.legalSiteIds }),
    ...(config.cookies.bearer === DEFAULT_BEARER_COOKIE ? {} : { bearerCookie: config.cookies.bearer }),
    ...(hasOffers ? {} : toSales(publication)),
    ...(isCounted(publication.code) ? {} : { hasNoFigures: true as const }),
    ...(config.libraryApi === 'none' ? { isLibraryOff: true as const } : {}),
    ...(config.isBookmarkLimitBypassed ? { isBookmarkLimitBypassed: true as const } : {}),
  }
}

function toSales({ rooms }: PageRequest['publication']): Pick<Chrome, 'hasNoOffers' | 'hasSingleSales'> {
  const sells = rooms.some((room) => ROOMS[room].sells)
  return { hasNoOffers: true, ...(sells ? { hasSingleSales: true } : {}) }
}

/** A local edition, and the app (S1-03, S2.11-08), have no advertising and nothing of others. */
function isWithoutOthers({ publication, userAgent }: Pick<PageRequest, 'publication' | 'userAgent'>): boolean {
  return publication.isLocalEdition || toAppFlags(userAgent).isNativeApp
}

function toAdvertising(
  { publication, userAgent }: PageRequest,
  thirdParties: Chrome['thirdParties'],
  advertisingOf: PagesContext['advertisingOf'],
): Pick<Chrome, 'advertising'> {
  if (isWithoutOthers({ publication, userAgent })) return {}
  const advertising = advertisingOf(publication.code, thirdParties?.scripts.ads !== undefined)
  return advertising === undefined ? {} : { advertising }
}

/** What may load after consent; undefined where nothing can, or all is as in a portal without scripts of others. */
function thirdPartiesOf(
  { config, now, streamOf, recipientsOf }: PagesContext,
  { publication, userAgent }: PageRequest,
  settings: Settings,
): Chrome['thirdParties'] {
  if (isWithoutOthers({ publication, userAgent })) return undefined
  const stream = streamOf(publication)
  const { scripts, attributes, bidding, bucketCookie, embeds, frames, manager, registration } = config.thirdParties
  const { host } = new URL(config.originOf(publication.code))
  const privacyManager = manager.privacyManagers[publication.code]
  const toOwn = (address: string) => address.replaceAll('{mandator}', publication.code)
  const withCodes = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toOwn(value)]))
  const adFrame = attributes.ads?.[AD_FRAME_ATTRIBUTE]
  const isOwnFrame = adFrame !== undefined && isHostOfFolder(new URL(toOwn(adFrame)).hostname)
  // A frame at a publication's own host would reach its pages.
  const withoutAds = <Value>(byName: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
    isOwnFrame ? Object.fromEntries(Object.entries(byName).filter(([name]) => name !== 'ads')) : byName
  const facts: NonNullable<Chrome['thirdParties']> = {
    scripts: withCodes(withoutAds(scripts)),
    ...(Object.keys(withoutAds(attributes)).length === 0
      ? {}
      : {
          attributes: Object.fromEntries(
            Object.entries(withoutAds(attributes)).map(([name, values]) => [name, withCodes(values)]),
          ),
        }),
    ...(bidding === undefined ? {} : { bidding: toOwn(bidding) }),
    ...(bucketCookie === DEFAULT_BUCKET_COOKIE ? {} : { bucketCookie }),
    ...(embeds === null ? {} : { embeds }),
    ...(Object.keys(frames).length === 0 ? {} : { frames }),
    ...(registration === null ? {} : { isRegistered: true as const }),
    ...(stream === null || stream.startsWith('/') ? {} : { hasStream: true as const }),
    ...(toExternalManager(settings, host) === null
      ? {}
      : { manager: { vendors: manager.vendors, ...(privacyManager === undefined ? {} : { privacyManager }) } }),
  }
  const used = listUsedVendors({ publication, settings: listPageSettings(settings), thirdParties: facts })
  const recipientsSince = toRecipientsSince(recipientsOf(publication.code), used, toDayKey(now()))
  if (recipientsSince !== undefined) facts.recipientsSince = recipientsSince
  return Object.keys(facts).length === 1 && Object.keys(facts.scripts).length === 0 ? undefined : facts
}

const NO_MENUS: Site['menuHandles'] = {
  legalMenuHandle: '',
  socialNetworksMenuHandle: '',
  siteServicesMenuHandle: '',
  hotTopicsMenuHandle: '',
  treeServicesMenuHandle: '',
  userSupportMenuHandle: '',
  utilityBarMenuHandle: '',
  mainMenuHandle: '',
}

function toEmptySite({ code, name, claim }: Publication): Site {
  return { mandator: code, name, claim, menuHandles: NO_MENUS, menus: {} }
}
