/**
 * The render entry of the server: page data in, a whole HTML document out. A pure function of its input, so that what
 * is stored under a cache key holds nothing that is not in the key. The head is written as text here (in the browser
 * only title, canonical and robots change on navigation, see `browser/head.ts`).
 */
import { renderToString } from 'react-dom/server'
import { forcedColourMode } from '@lokalteil/domain/display/colour-mode'
import { toBerlinIso } from '@lokalteil/domain/german'
import { ROUTE_META, buildPath, type Route, type RouteName } from '@lokalteil/domain/routing/routes'
import { App } from './App.tsx'
import { EARLY_SCRIPT } from './browser/navigation/early-script.ts'
import { INDEXED, UNINDEXED } from './browser/navigation/head.ts'
import type { PageMeta, PageModule, PageState } from './page/page.ts'
import { ownSources } from './page/picture-sources.ts'
import { ErrorPage } from './pages/error/ErrorPage.tsx'
import { errorState, loadRoute, outageState, toPageState } from './page/page-loader.ts'
import type { Chrome } from './page/page.ts'
import type { PageSettings } from '@lokalteil/domain/publication/settings'
import { pwaTexts } from './messages/display/pwa.ts'
import { settingTexts } from './messages/display/settings.ts'
import { escapeHtml, toInlineJson } from './html.ts'
import { metaOf, pageOf } from './server-registry.ts'
import { getWordmark } from './wordmark.ts'

export { EARLY_SCRIPT, errorState, loadRoute, outageState, pageOf, toPageState }
export { errorTexts } from './messages/routing/errors.ts'

/** The error page as a device without a connection shows it; status 0 means that nobody answered. */
export function offlineState(path: string, chrome: Chrome): PageState {
  return {
    ...errorState(null, path, 0, pwaTexts.offlinePageMessage, chrome),
    title: pwaTexts.offlinePageTitle(chrome.publication.name),
  }
}

export type DocumentAssets = {
  /** Entry module of the browser; the early script runs it. */
  entry: string
  /** Loaded by the entry once the page is; named so that a service worker keeps them. */
  later: readonly string[]
  /** Modules the entry needs at once: the page's own chunk. */
  modules: readonly string[]
  styles: readonly string[]
  /** Fonts of the publication that every page needs. */
  fonts: readonly string[]
}

export type DocumentOptions = {
  assets: DocumentAssets
  origin: string
  owners: Readonly<Record<string, string>>
  /** Of the publication, `@name@host`; '' without one. */
  fediverseAccount: string
  now: Date
  /** Address of the content API for this publication when the browser asks it directly. */
  contentApi?: string | undefined
}

export type RenderedDocument = { html: string; isIndexable: boolean }

export function renderDocument(state: PageState, options: DocumentOptions): RenderedDocument {
  const { chrome, route, content } = state
  const page = route === null ? null : pageOf(route.name)
  const pageMeta = content.kind === 'page' && route !== null ? describe(route, content.data, state, options) : {}
  const body = renderToString(
    <App state={state} module={content.kind === 'page' ? page : null} ErrorPage={ErrorPage} />,
  )
  const meta = route === null ? null : ROUTE_META[route.name]
  const robots = pageMeta.robots ?? (isGone(content) || meta?.isIndexable === false ? UNINDEXED : INDEXED)
  const wordmark = getWordmark(chrome.publication.code)
  const forcedMode = route === null ? null : forcedColourMode(route.name)
  const html = `<!doctype html>
<html lang="de" dir="ltr" data-publication="${chrome.publication.code}" data-variant="${chrome.publication.variant}" data-route="${escapeHtml(route?.name ?? 'error')}" data-layout="${meta?.layout ?? 'default'}" data-device="${chrome.device}"${settingMarks(chrome.settings)}${options.contentApi === undefined ? '' : ` data-content-api="${escapeHtml(options.contentApi)}"`}${forcedMode === null ? '' : ` data-mode="${forcedMode}" data-forced=""`}>
<head>
<meta charset="utf-8">
<script>${EARLY_SCRIPT}</script>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${headLines(state, pageMeta, options, robots).join('\n')}
</head>
<body style="${wordmark.style}">
<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false">${wordmark.symbols}</svg>
<div id="app">${body}</div>
<script type="application/json" id="state">${toInlineJson(state)}</script>
</body>
</html>`
  return { html, isIndexable: !robots.startsWith('noindex') }
}

/** An outage takes no page out of an index. */
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

/** Settings that change the looks of every page reach the styles without any script (S3.13-03). */
function settingMarks({ xp_lgbtqi_logo_enabled, plus_logo_enabled, swipe_tooltip_enabled }: PageSettings): string {
  return [
    xp_lgbtqi_logo_enabled ? ' data-rainbow-logo=""' : '',
    plus_logo_enabled ? ' data-plus-logo=""' : '',
    swipe_tooltip_enabled ? ` data-swipe-hint="" style="--swipe-hint:'${escapeHtml(settingTexts.swipe)}'"` : '',
  ].join('')
}

/** The path other addresses of the same page point to. */
export function canonicalPathOf(state: PageState): string {
  const { route, content } = state
  if (route === null) return state.path
  const own = content.kind === 'page' ? pageOf(route.name)?.canonical?.(content.data, route) : undefined
  return own ?? buildPath(route)
}

function headLines(state: PageState, pageMeta: PageMeta, options: DocumentOptions, robots: string): string[] {
  const { chrome, content } = state
  const { publication } = chrome
  const { assets, origin } = options
  const owner = pageMeta.canonicalOwner === undefined ? origin : (options.owners[pageMeta.canonicalOwner] ?? origin)
  const canonical = owner + canonicalPathOf(state)
  const lines = [`<title>${escapeHtml(state.title)}</title>`]
  const meta = (name: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined && value !== '')
      lines.push(`<meta name="${name}" content="${escapeHtml(value)}">`)
  }
  const property = (name: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined && value !== '')
      lines.push(`<meta property="${name}" content="${escapeHtml(value)}">`)
  }
  if (pageMeta.preload) {
    const { srcSet, sizes } = pageMeta.preload
    lines.push(
      `<link rel="preload" as="image" type="image/avif" imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`,
    )
  }
  for (const style of assets.styles) lines.push(`<link rel="stylesheet" href="${style}">`)
  const modules = assets.modules.map((module) => `<link rel="modulepreload" href="${module}">`).join('')
  const later = assets.later.map((file, index) => ` data-later${index}-src="${file}"`).join('')
  lines.push(`<template id="entry"><script type="module" src="${assets.entry}"${later}></script>${modules}</template>`)
  for (const font of assets.fonts)
    lines.push(`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin fetchpriority="low">`)

  meta('description', pageMeta.description)
  meta('robots', robots)
  if (content.kind === 'page') lines.push(`<link rel="canonical" href="${escapeHtml(canonical)}" data-head>`)
  if (pageMeta.previous) lines.push(`<link rel="prev" href="${escapeHtml(pageMeta.previous)}">`)
  if (pageMeta.next) lines.push(`<link rel="next" href="${escapeHtml(pageMeta.next)}">`)
  property('og:site_name', publication.name)
  property('og:locale', 'de_DE')
  property('og:type', pageMeta.ogType ?? 'website')
  property('og:title', pageMeta.card?.title ?? state.title)
  property('og:description', pageMeta.description)
  property('og:url', canonical)
  const picture = pageMeta.card
    ? { path: pageMeta.card.path, width: 1280, height: 720 }
    : pageMeta.picture
      ? shareImage(pageMeta.picture)
      : null
  property('og:image', origin + (picture?.path ?? `/assets/brand/${publication.code}/og-default.jpg`))
  property('og:image:width', String(picture?.width ?? 1200))
  property('og:image:height', String(picture?.height ?? 630))
  property('og:image:alt', pageMeta.card?.altText ?? pageMeta.picture?.altText ?? publication.name)
  property(
    'article:published_time',
    pageMeta.published === undefined ? null : toBerlinIso(new Date(pageMeta.published)),
  )
  property('article:modified_time', pageMeta.modified ? toBerlinIso(new Date(pageMeta.modified)) : null)
  property('article:section', pageMeta.section)
  for (const author of pageMeta.authors ?? []) property('article:author', author)
  for (const tag of pageMeta.tags ?? []) property('article:tag', tag)
  meta('twitter:card', 'summary_large_image')
  meta('fediverse:creator', options.fediverseAccount)
  meta('tdm-reservation', '1')
  lines.push(
    `<link rel="icon" href="/favicon.ico" sizes="32x32">`,
    `<link rel="icon" href="/assets/brand/${publication.code}/favicon.svg" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="/assets/brand/${publication.code}/apple-touch-icon.png">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    `<link rel="search" type="application/opensearchdescription+xml" title="${escapeHtml(publication.name)}" href="/opensearch.xml">`,
    `<link rel="license" href="/license.xml" type="application/rsl+xml">`,
    `<meta name="theme-color" content="${THEME[publication.code].light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${THEME[publication.code].dark}" media="(prefers-color-scheme: dark)">`,
  )
  const feeds = pageMeta.feeds ?? [{ title: publication.name, path: '/rss' }]
  for (const feed of feeds)
    lines.push(
      `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(feed.title)}" href="${escapeHtml(feed.path)}">`,
    )
  for (const item of pageMeta.jsonLd ?? [])
    lines.push(`<script type="application/ld+json">${toInlineJson(item)}</script>`)
  return lines
}

/** 16:9 and at least 1200 px wide, as Discover asks. */
function shareImage(picture: NonNullable<PageMeta['picture']>): { path: string; width: number; height: number } | null {
  const sources = ownSources(picture, { ratio: '16:9', quality: 75 })
  return sources === null ? null : { path: sources.share, width: 1280, height: 720 }
}

const THEME = {
  ak: { light: '#fdfcf9', dark: '#15181a' },
  fb: { light: '#fbfcfd', dark: '#10161c' },
  ht: { light: '#fbf8f1', dark: '#1a1614' },
  la: { light: '#1f2933', dark: '#14191f' },
} as const
