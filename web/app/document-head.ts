/** The head of a document as text: early resources of the browser first, then metadata. */
import type { Publication } from '@lokalteil/domain/publication/publications'
import { toBerlinIso } from '@lokalteil/domain/german'
import { escapeHtml, toInlineJson } from './html.ts'
import type { PageMeta, PageState, PicturePreload } from './page/page.ts'
import { ownSources } from './page/picture-sources.ts'

/** The look of the publication; a page contains no other. */
export type DocumentLook = {
  /** Custom properties on `:root`. */
  css: string
  /** Attributes of `<html>` that style sheets refer to. */
  marks: Readonly<Record<string, string>>
  theme: { light: string; dark: string }
  /** SVG symbols for `Logo`, and custom properties with their sizes. */
  wordmark: string
  sizes: string
}

export type DocumentAssets = {
  look: DocumentLook
  /** Entry module for the browser, which the early script runs. */
  entry: string
  /** Loaded by the entry after the page; listed so that a service worker keeps them. */
  later: readonly string[]
  /** Modules the entry needs at once: the page's own chunk. */
  modules: readonly string[]
  /** Style sheets of the first view. */
  sheets: readonly string[]
  /** Style files contained in the sheets, which the page's scripts would otherwise request. */
  styles: readonly string[]
  /** The publication's fonts that every page needs. */
  fonts: readonly string[]
}

export type Head = {
  state: PageState
  meta: PageMeta
  robots: string
  /** The complete canonical address. */
  canonical: string
  origin: string
  assets: DocumentAssets
  /** Fediverse account of the publication, `@name@host`, or ''. */
  fediverseAccount: string
}

export function headLines(head: Head): string[] {
  const { state, meta, robots, canonical, assets } = head
  const { publication } = state.chrome
  return [
    `<title>${escapeHtml(state.title)}</title>`,
    ...toPreload(meta.preload),
    ...toAssets(assets, meta.needsScripts === true),
    ...named('description', meta.description),
    ...named('robots', robots),
    ...(state.content.kind === 'page' ? [`<link rel="canonical" href="${escapeHtml(canonical)}" data-head>`] : []),
    ...toNeighbours(meta),
    ...toOpenGraph(head),
    ...toArticleProperties(meta),
    ...named('twitter:card', 'summary_large_image'),
    ...named('fediverse:creator', head.fediverseAccount),
    ...named('tdm-reservation', '1'),
    ...toPublicationLinks(publication, assets.look),
    ...toFeeds(meta.feeds ?? [{ title: publication.name, path: '/rss' }]),
    ...(meta.jsonLd ?? []).map((item) => `<script type="application/ld+json">${toInlineJson(item)}</script>`),
  ]
}

function named(name: string, value: string | null | undefined): string[] {
  return value ? [`<meta name="${name}" content="${escapeHtml(value)}">`] : []
}

function property(name: string, value: string | null | undefined): string[] {
  return value ? [`<meta property="${name}" content="${escapeHtml(value)}">`] : []
}

function toPreload(preload: PicturePreload | null | undefined): string[] {
  if (!preload) return []
  const { srcSet, sizes } = preload
  return [
    `<link rel="preload" as="image" type="image/avif" imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`,
  ]
}

/**
 * Scripts run after the first paint; only if the page needs them to work are they preloaded with the styles. A disabled
 * style sheet is not fetched, and Vite does not request one that is in the document. It comes after the scripts,
 * because some browsers' preload scanners fetch it anyway.
 */
function toAssets(assets: DocumentAssets, needsScripts: boolean): string[] {
  const preload = (files: readonly string[], more = '') =>
    files.map((file) => `<link rel="modulepreload" href="${file}"${more}>`).join('')
  const later = assets.later.map((file, index) => ` data-later${index}-src="${file}"`).join('')
  const held = assets.styles.map((style) => `<link rel="stylesheet" href="${style}" disabled>`).join('')
  const early = needsScripts ? preload([assets.entry, ...assets.modules], ' fetchpriority="low"') : ''
  return [
    ...assets.sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`),
    `<style>${assets.look.css}</style>${early}`,
    `<template id="entry">${held}<script type="module" src="${assets.entry}"${later}></script>${needsScripts ? '' : preload(assets.modules)}</template>`,
    ...assets.fonts.map(
      (font) =>
        `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin fetchpriority="low" media="(min-width: 48rem)">`,
    ),
  ]
}

function toNeighbours({ previous, next }: PageMeta): string[] {
  return [
    ...(previous ? [`<link rel="prev" href="${escapeHtml(previous)}">`] : []),
    ...(next ? [`<link rel="next" href="${escapeHtml(next)}">`] : []),
  ]
}

function toOpenGraph({ state, meta, canonical, origin }: Head): string[] {
  const { publication } = state.chrome
  const picture = toSharePicture(meta, publication)
  return [
    ...property('og:site_name', publication.name),
    ...property('og:locale', 'de_DE'),
    ...property('og:type', meta.ogType ?? 'website'),
    ...property('og:title', meta.card?.title ?? state.title),
    ...property('og:description', meta.description),
    ...property('og:url', canonical),
    ...property('og:image', origin + picture.path),
    ...property('og:image:width', String(picture.width)),
    ...property('og:image:height', String(picture.height)),
    ...property('og:image:alt', meta.card?.altText ?? meta.picture?.altText ?? publication.name),
  ]
}

function toSharePicture({ card, picture }: PageMeta, publication: Publication) {
  if (card) return { path: card.path, width: card.width ?? 1280, height: card.height ?? 720 }
  // 16:9 and at least 1200 px wide, as Google Discover requires.
  const sources = picture ? ownSources(picture, { ratio: '16:9', quality: 75 }) : null
  if (sources !== null) return { path: sources.share, width: 1280, height: 720 }
  return { path: `/assets/brand/${publication.code}/og-default.jpg`, width: 1200, height: 630 }
}

function toArticleProperties({ published, modified, section, authors = [], tags = [] }: PageMeta): string[] {
  return [
    ...property('article:published_time', published === undefined ? null : toBerlinIso(new Date(published))),
    ...property('article:modified_time', modified ? toBerlinIso(new Date(modified)) : null),
    ...property('article:section', section),
    ...authors.flatMap((author) => property('article:author', author)),
    ...tags.flatMap((tag) => property('article:tag', tag)),
  ]
}

function toPublicationLinks({ code, name }: Publication, { theme }: DocumentLook): string[] {
  return [
    `<link rel="icon" href="/favicon.ico" sizes="32x32">`,
    `<link rel="icon" href="/assets/brand/${code}/favicon.svg" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="/assets/brand/${code}/apple-touch-icon.png">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    `<link rel="search" type="application/opensearchdescription+xml" title="${escapeHtml(name)}" href="/opensearch.xml">`,
    `<link rel="license" href="/license.xml" type="application/rsl+xml">`,
    `<meta name="theme-color" content="${theme.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${theme.dark}" media="(prefers-color-scheme: dark)">`,
  ]
}

function toFeeds(feeds: readonly { title: string; path: string }[]): string[] {
  return feeds.map(
    ({ title, path }) =>
      `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(title)}" href="${escapeHtml(path)}">`,
  )
}
