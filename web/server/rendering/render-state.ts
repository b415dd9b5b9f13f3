/** Renders the state of a page: HTML, status, and the headers that are stored with it. */
import { toExternalManager } from '@lokalteil/domain/consent/external-manager'
import { listPolicyOrigins, type PolicyClass } from '@lokalteil/domain/third-parties/vendors'
import { isBot } from '@lokalteil/domain/display/device'
import type { ReaderClass } from '@lokalteil/domain/rendering/cache-key'
import { ANONYMOUS_CLASS } from '@lokalteil/domain/rendering/page-cache'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { isFramed, isWidgetName } from '@lokalteil/domain/routing/layouts'
import { ROUTE_META, type Route, type RouteName } from '@lokalteil/domain/routing/routes'
import type { Files } from '../../page-chunks.ts'
import type { Chrome, PageState } from '../../app/page/page.ts'
import type { DocumentAssets } from '../../app/render.tsx'
import type { Config } from '../config/config.ts'
import { toContentSecurityPolicy, toScriptHash } from '../http/security-headers.ts'
import type { Filled } from './page-cache.ts'
import { UNINDEXED, type PageRequest, type PagesContext } from './pages-context.ts'
import type { RenderModule } from './renderer.ts'

const RETRY_AFTER = '10'

/** Pages on which a reader may load the script of token-based sign-in. */
const SOCIAL_ROUTES: ReadonlySet<RouteName> = new Set([
  '__mein-portal/dialog-flow/login',
  '__mein-portal/dialog-flow/registration',
])

/** `upstream`: status of the failed service, 0 without an answer; null: no failure. */
export async function renderState(
  context: PagesContext,
  render: RenderModule,
  loaded: PageState,
  request: PageRequest,
  upstream: number | null,
  reader: Pick<ReaderClass, 'isPurUser' | 'isPlusUser'> = ANONYMOUS_CLASS,
): Promise<Filled> {
  const { config, renderer, now } = context
  const { publication, requestId } = request
  const state = render.dropFailingExtensions(loaded, (key, error) =>
    context.onError(toExtensionError(key, error), requestId),
  )
  const { content, route } = state
  // Status 0: the offline page of the service worker, sent like any other.
  const status = content.kind === 'error' && content.status !== 0 ? content.status : 200
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': toPolicy(context, render, route, state.chrome, {
      ...reader,
      hasConsent: request.hasConsent,
    }),
    ...(route !== null && ROUTE_META[route.name].layout === 'mein-dialog-flow'
      ? { 'x-frame-options': 'SAMEORIGIN' }
      : {}),
    ...(upstream === null ? {} : { 'x-upstream-status': String(upstream) }),
    ...(status === 503 ? { 'retry-after': RETRY_AFTER } : {}),
  }
  if (status !== 200 && isBot(request.userAgent))
    return { status, headers: { ...headers, ...(status === 503 ? {} : UNINDEXED) }, body: '', isStorable: false }
  const assets = withFiles(
    renderer.assetsOf(publication.code, content.kind === 'error' ? 'error-page' : (route?.name ?? null)),
    render.listExtensionKeys(state).map((key) => {
      const files = renderer.filesOfExtension(key)
      return render.isOwnBlock(key) ? { ...files, modules: [] } : files
    }),
  )
  headers.link = toLinks(assets)
  const { html, isIndexable } = await context.observeRender(route?.name ?? 'error-page', () =>
    render.renderDocument(state, {
      assets,
      origin: config.originOf(publication.code),
      originOf: config.originOf,
      fediverseAccount: config.fediverseAccounts[publication.code] ?? '',
      now: now(),
      contentApi: contentApiOf(config, publication),
    }),
  )
  if (!isIndexable) Object.assign(headers, UNINDEXED)
  return { status, headers, body: html, isStorable: false }
}

/** Adds files of a publication's extension, only to pages that show it. */
function withFiles(assets: DocumentAssets, extensions: readonly Files[]): DocumentAssets {
  if (extensions.length === 0) return assets
  const { entry, sheets, styles } = assets
  const modules = new Set([...assets.modules, ...extensions.flatMap((files) => files.modules)])
  const own = extensions.flatMap((files) => files.styles).filter((style) => !styles.includes(style))
  return {
    ...assets,
    modules: [...modules].filter((file) => file !== entry),
    sheets: [...new Set([...sheets, ...own])],
  }
}

export function toExtensionError(key: string, error: unknown): Error {
  return new Error(`Extension ${key}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
}

/** Preload headers, which the browser reads before the document. */
function toLinks({ sheets }: DocumentAssets): string {
  return sheets.map((file) => `<${file}>;rel=preload;as=style`).join(',')
}

/** Undefined: the browser uses the proxy on its own origin. */
function contentApiOf(config: Config, publication: Publication): string | undefined {
  return config.isContentProxied ? undefined : `${config.contentApiUrl ?? '/__services/content'}/${publication.code}`
}

function toPolicy(
  { config, streamOf }: PagesContext,
  render: RenderModule,
  route: Route | null,
  chrome: Chrome,
  reader: Pick<PolicyClass, 'isPurUser' | 'isPlusUser' | 'hasConsent'>,
): string {
  const { publication, app } = chrome
  const { scripts, frames, hasManager, hasFrames } = listPolicyOrigins(
    chrome,
    {
      isPurUser: reader.isPurUser,
      isPlusUser: reader.isPlusUser,
      hasConsent: reader.hasConsent,
      isLocalEdition: publication.isLocalEdition,
      isNativeApp: app.isNativeApp,
      isDialogFlow: route !== null && isFramed(ROUTE_META[route.name].layout),
    },
    config.thirdParties.origins,
  )
  const manager = toExternalManager(chrome.settings, new URL(chrome.canonicalOrigin).host)
  return toContentSecurityPolicy({
    scriptHashes: [hashOf(render.EARLY_SCRIPT)],
    frames: route !== null && isWidgetName(route.name) ? 'anyone' : 'self',
    isSecure: config.originOf(config.defaultPublication).startsWith('https:'),
    development: config.isDevelopment,
    contentApi: config.isContentProxied ? null : config.contentApiUrl,
    imageCdn: config.imageCdn?.url ?? null,
    // The external consent manager loads before an answer, and brings frames of its own.
    thirdParties: [...(manager === null || !hasManager ? [] : [manager.endpoint]), ...scripts],
    stream: hasFrames ? toForeign(streamOf(publication)) : null,
    frameOrigins: frames,
    providerScript:
      config.social.google !== undefined && route !== null && SOCIAL_ROUTES.has(route.name)
        ? config.googleScript
        : null,
  })
}

const hashes = new Map<string, string>()

/** Memoised: in production it is always the same script. */
function hashOf(script: string): string {
  let hash = hashes.get(script)
  if (hash === undefined) {
    hashes.clear()
    hashes.set(script, (hash = toScriptHash(script)))
  }
  return hash
}

/** Our own origin needs no entry in the policy. */
function toForeign(address: string | null): string | null {
  return address?.startsWith('/') === true ? null : address
}
