/** What surrounds a page: menus, breaking news, the publication's settings, and what the configuration says of every page. */
import type { MenuEntry, Site } from '@lokalteil/contracts/content'
import { DEFAULT_BUCKET_COOKIE } from '@lokalteil/domain/analytics/ab-bucket'
import { toAppFlags, toDevice } from '@lokalteil/domain/display/device'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { listPageSettings, type Settings } from '@lokalteil/domain/publication/settings'
import { within } from '@lokalteil/services/platform/deadline'
import { DEFAULT_BEARER_COOKIE } from '../../app/browser/session/content-token.ts'
import type { Chrome } from '../../app/page/page.ts'
import type { Config } from '../config/config.ts'
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
  { config, renderer, now }: PagesContext,
  request: PageRequest,
  { site, breaking, hasOffers }: Surroundings,
  settings: Settings,
  lines: readonly (MenuEntry | null)[],
): Chrome {
  const { publication } = request
  const stores = config.storesOf(publication.code)
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
    thirdParties: thirdPartiesOf(config, request),
    ...(config.legalSiteIds.length === 0 ? {} : { legalSiteIds: config.legalSiteIds }),
    ...(config.cookies.bearer === DEFAULT_BEARER_COOKIE ? {} : { bearerCookie: config.cookies.bearer }),
    ...(hasOffers ? {} : { hasNoOffers: true as const }),
    ...(config.libraryApi === 'none' ? { isLibraryOff: true as const } : {}),
    ...(config.isBookmarkLimitBypassed ? { isBookmarkLimitBypassed: true as const } : {}),
  }
}

/** Scripts that may load after consent; undefined if there are never any. */
function thirdPartiesOf(config: Config, { publication, userAgent }: PageRequest): Chrome['thirdParties'] {
  const { scripts, bucketCookie } = config.thirdParties
  const entries = Object.entries(scripts)
  if (entries.length === 0 || publication.isLocalEdition || toAppFlags(userAgent).isNativeApp) return undefined
  return {
    scripts: Object.fromEntries(
      entries.map(([name, address]) => [name, address.replaceAll('{mandator}', publication.code)]),
    ),
    ...(bucketCookie === DEFAULT_BUCKET_COOKIE ? {} : { bucketCookie }),
  }
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
