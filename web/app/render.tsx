/**
 * The server's render entry: page data in, a complete HTML document out. A pure function of its input, so that a cached
 * document depends on nothing outside its cache key. The head is built as text here (in the browser only title,
 * canonical and robots change on a navigation, see `browser/head.ts`).
 */
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { forcedColourMode } from '@lokalteil/domain/display/colour-mode'
import { ROUTE_META, buildPath, type Route } from '@lokalteil/domain/routing/routes'
import { App } from './App.tsx'
import { headLines, type DocumentAssets } from './document-head.ts'
import { EARLY_SCRIPT } from './browser/navigation/early-script.ts'
import { INDEXED, UNINDEXED } from './browser/navigation/head.ts'
import type { PageMeta, PageState } from './page/page.ts'
import { dropFailingExtensions, listExtensionKeys } from './pages/blocks/failing-extensions.tsx'
import { isOwnBlock } from './page/extensions.ts'
import { listIndexedPages } from './pages/extension/indexed-pages.ts'
import { ErrorPage } from './pages/error/ErrorPage.tsx'
import { errorState, loadRoute, outageState, toPageState } from './page/page-loader.ts'
import type { Chrome } from './page/page.ts'
import type { PageSettings } from '@lokalteil/domain/publication/settings'
import { pwaTexts } from './messages/display/pwa.ts'
import { settingTexts } from './messages/display/settings.ts'
import { escapeHtml, toAttributes, toInlineJson } from './html.ts'
import { metaOf, pageOf } from './server-registry.ts'
import { isBare } from './features/shell/Layout.tsx'
import { withKnownIcons } from './pages/blocks/known-icons.ts'

export {
  dropFailingExtensions,
  EARLY_SCRIPT,
  errorState,
  isOwnBlock,
  listExtensionKeys,
  listIndexedPages,
  loadRoute,
  outageState,
  pageOf,
  toPageState,
}
/** Loaded on demand, because it is rarely needed. */
export const loadLooks = () => import('./pages/looks/render-looks.tsx')
export type { DocumentAssets, DocumentLook } from './document-head.ts'
export { errorTexts } from './messages/routing/errors.ts'

/** The error page as an offline device shows it; status 0 means no answer. */
export function offlineState(path: string, chrome: Chrome): PageState {
  return {
    ...errorState(null, path, 0, pwaTexts.offlinePageMessage, chrome),
    title: pwaTexts.offlinePageTitle(chrome.publication.name),
  }
}

export type DocumentOptions = {
  assets: DocumentAssets
  origin: string
  originOf: (publication: string) => string
  /** Fediverse account of the publication, `@name@host`, or ''. */
  fediverseAccount: string
  now: Date
  /** Address of the content API for this publication if the browser calls it directly. */
  contentApi?: string | undefined
}

export type RenderedDocument = { html: string; isIndexable: boolean }

/**
 * Blocks rendering until the header is parsed. Painted in parts, its utility bar and name would move: a layout shift. Rendering
 * begins with the start tag that is named, so it is that of the element behind the header.
 */
const WHOLE_HEADER = '\n<link rel="expect" href="#content" blocking="render">'

export async function renderDocument(given: PageState, options: DocumentOptions): Promise<RenderedDocument> {
  const state = { ...given, chrome: { ...given.chrome, site: withKnownIcons(given.chrome.site) } }
  const { chrome, route, content } = state
  const page = route === null ? null : pageOf(route.name)
  const pageMeta = content.kind === 'page' && route !== null ? describe(route, content.data, state, options) : {}
  const body = await drawWhole(
    <App state={state} module={content.kind === 'page' ? page : null} ErrorPage={ErrorPage} />,
  )
  const meta = route === null ? null : ROUTE_META[route.name]
  const layout = meta?.layout ?? 'default'
  const robots = pageMeta.robots ?? (isGone(content) || meta?.isIndexable === false ? UNINDEXED : INDEXED)
  const { assets, origin, originOf, fediverseAccount } = options
  const owner = pageMeta.canonicalOwner === undefined ? origin : originOf(pageMeta.canonicalOwner)
  const canonical = owner + canonicalPathOf(state)
  const forcedMode = route === null ? null : forcedColourMode(route.name)
  const html = `<!doctype html>
<html lang="de" dir="ltr" data-publication="${chrome.publication.code}" data-variant="${chrome.publication.variant}"${chrome.publication.isLocalEdition ? ' data-edition="local"' : ''}${toAttributes(assets.look.marks)} data-route="${escapeHtml(route?.name ?? 'error')}" data-layout="${layout}" data-device="${chrome.device}"${settingMarks(chrome.settings)}${options.contentApi === undefined ? '' : ` data-content-api="${escapeHtml(options.contentApi)}"`}${forcedMode === null ? '' : ` data-mode="${forcedMode}" data-forced=""`}>
<head>
<meta charset="utf-8">
<script>${EARLY_SCRIPT}</script>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">${isBare(layout, route?.name ?? null) ? '' : WHOLE_HEADER}
${headLines({ state, meta: pageMeta, robots, canonical, origin, assets, fediverseAccount }).join('\n')}
</head>
<body style="${assets.look.sizes}">
<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false">${assets.look.wordmark}</svg>
<div id="app">${body}</div>
<script type="application/json" id="state">${toInlineJson(state)}</script>
</body>
</html>`
  return { html, isIndexable: !robots.startsWith('noindex') }
}

/** React's marker for a Suspense boundary that it left to the browser. */
const UNFINISHED = '<!--$!-->'
const MOST_WAITING_MS = 2000

/**
 * In a young process a lazy part may not be loaded yet and would be missing from the page, also in the cache. So wait
 * once for all parts and render again. A part that still fails would fail in every process and stays a gap.
 */
async function drawWhole(page: ReactNode): Promise<string> {
  const first = renderToString(page)
  if (!first.includes(UNFINISHED)) return first
  await prerender(page, { signal: AbortSignal.timeout(MOST_WAITING_MS), onError: () => {} })
  return renderToString(page)
}

/** An outage (503) must not remove a page from search indexes. */
function isGone(content: PageState['content']): boolean {
  return content.kind === 'error' && content.status !== 503
}

function describe(route: Route, data: unknown, state: PageState, options: DocumentOptions): PageMeta {
  const pageMeta = metaOf(route.name)
  if (pageMeta === null) return {}
  return pageMeta(data, route, {
    publication: state.chrome.publication,
    origin: options.origin,
    now: options.now,
  })
}

/** Attributes for settings that change the style of every page without a script (S3.13-03). */
function settingMarks({ xp_lgbtqi_logo_enabled, plus_logo_enabled, swipe_tooltip_enabled }: PageSettings): string {
  return [
    xp_lgbtqi_logo_enabled ? ' data-rainbow-logo=""' : '',
    plus_logo_enabled ? ' data-plus-logo=""' : '',
    swipe_tooltip_enabled ? ` data-swipe-hint="" style="--swipe-hint:'${escapeHtml(settingTexts.swipe)}'"` : '',
  ].join('')
}

/** Path of the canonical address. */
function canonicalPathOf(state: PageState): string {
  const { route, content } = state
  if (route === null) return state.path
  const own = content.kind === 'page' ? pageOf(route.name)?.canonical?.(content.data, route) : undefined
  return own ?? buildPath(route)
}
