/**
 * The render entry and what the build left beside it: chunk names, styles, fonts. In production the built files; in
 * development Vite compiles each module when it is asked for.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mandator } from '@lokalteil/domain/publications'
import type { RouteName } from '@lokalteil/domain/routes'
import type * as Render from '../app/render.tsx'
import type { DocumentAssets } from '../app/render.tsx'

export type RenderModule = typeof Render

export type Renderer = {
  buildId: string
  load: () => Promise<RenderModule>
  assetsOf: (mandator: Mandator, route: RouteName | null, source: string | null) => DocumentAssets
  /** Development only: lets Vite put its client into the page. */
  finish?: (path: string, html: string) => Promise<string>
}

type ManifestChunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }
type Manifest = Record<string, ManifestChunk>

export async function openBuiltRenderer(dist: string): Promise<Renderer> {
  const manifest = JSON.parse(await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8')) as Manifest
  const fonts = JSON.parse(await readFile(join(dist, 'client/.vite/fonts.json'), 'utf8')) as Record<Mandator, string[]>
  const module = (await import(join(dist, 'server/render.js'))) as RenderModule
  const entry = manifest['app/entry.tsx']
  if (entry === undefined) throw new Error('The build has no browser entry; run npm run build')
  const cache = new Map<string, DocumentAssets>()
  return {
    buildId: /-([\w-]+)\.js$/.exec(entry.file)?.[1] ?? 'unknown',
    load: async () => module,
    assetsOf: (mandator, route, source) => {
      const key = `${mandator} ${route} ${source}`
      const known = cache.get(key)
      if (known) return known
      const chunks = source === null ? [] : collectChunks(manifest, source)
      const all = [...collectChunks(manifest, 'app/entry.tsx'), ...chunks]
      const assets: DocumentAssets = {
        entry: `/${entry.file}`,
        modules: [...new Set(all.map((chunk) => chunk.file))].filter((file) => file !== entry.file).map((file) => `/${file}`),
        styles: [...new Set(all.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
        fonts: fonts[mandator] ?? [],
      }
      cache.set(key, assets)
      return assets
    },
  }
}

function collectChunks(manifest: Manifest, name: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[name]
  if (chunk === undefined || seen.has(name)) return []
  seen.add(name)
  return [...(chunk.imports ?? []).flatMap((imported) => collectChunks(manifest, imported, seen)), chunk]
}

type ViteServer = { ssrLoadModule: (path: string) => Promise<unknown>; transformIndexHtml: (path: string, html: string) => Promise<string> }

/** Vite compiles each module when it is asked for; styles come by script, so development flashes once. */
export function openDevelopmentRenderer(vite: ViteServer): Renderer {
  return {
    buildId: 'development',
    load: () => vite.ssrLoadModule('/app/render.tsx') as Promise<RenderModule>,
    assetsOf: () => ({ entry: '/app/entry.tsx', modules: [], styles: [], fonts: [] }),
    finish: (path, html) => vite.transformIndexHtml(path, html),
  }
}
