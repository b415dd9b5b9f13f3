/**
 * The render entry and the files of the build: chunk names, styles, fonts. In production the built files; in
 * development Vite compiles each module on request.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { RouteName } from '@lokalteil/domain/routing/routes'
import type * as Render from '../../app/render.tsx'
import type { DocumentAssets } from '../../app/render.tsx'
import type { Files, PageChunks } from '../../page-chunks.ts'
import type { Looks } from './looks.ts'

export type RenderModule = typeof Render

export type Renderer = {
  buildId: string
  load: () => Promise<RenderModule>
  /** Style sheets of every page, in every publication. */
  styles: readonly string[]
  /** null: files of every page. */
  assetsOf: (publication: PublicationCode, page: RouteName | 'error-page' | null) => DocumentAssets
  /** Files of a publication's extension block, `{code}/{name}`, beside those of its page. */
  filesOfExtension: (key: string) => Files
  /** Development only: lets Vite add its client to the page. */
  finish?: (path: string, html: string) => Promise<string>
}

/** `folder`: of one build. */
export async function openBuiltRenderer(folder: string, looks: Looks): Promise<Renderer> {
  const chunks = JSON.parse(await readFile(join(folder, 'client/.vite/chunks.json'), 'utf8')) as PageChunks
  const fonts = JSON.parse(await readFile(join(folder, 'client/.vite/fonts.json'), 'utf8')) as Record<string, string[]>
  const module = (await import(join(folder, 'server/render.js'))) as RenderModule
  const entry = chunks.entry.modules.at(-1)
  if (entry === undefined) throw new Error('The build has no browser entry; run npm run build')
  const cache = new Map<string, DocumentAssets>()
  return {
    buildId: /-([\w-]+)\.js$/.exec(entry)?.[1] ?? 'unknown',
    load: async () => module,
    styles: chunks.entry.styles,
    filesOfExtension: (key) => chunks.extensions[key] ?? { modules: [], styles: [] },
    assetsOf: (publication, name) => {
      const look = looks.of(publication)
      const key = `${publication} ${name}`
      const known = cache.get(key)
      // A look applied since then is another object.
      if (known?.look === look.document) return known
      const page = name === null ? undefined : name === 'error-page' ? chunks.error : chunks.pages[name]
      if (name !== null && page === undefined) throw new Error(`The build has no files for the page ${name}`)
      const assets: DocumentAssets = {
        entry,
        modules: [...new Set([...chunks.entry.modules, ...(page?.modules ?? [])])].filter((file) => file !== entry),
        sheets: page === undefined ? chunks.entry.styles : [page.sheet],
        styles: page === undefined ? [] : [...new Set([...chunks.entry.styles, ...page.styles])],
        fonts: [...look.families.flatMap((family) => fonts[family] ?? []), ...look.ownFonts],
        look: look.document,
        later: chunks.later,
      }
      cache.set(key, assets)
      return assets
    },
  }
}

type ViteServer = {
  ssrLoadModule: (path: string) => Promise<unknown>
  transformIndexHtml: (path: string, html: string) => Promise<string>
}

/** Vite compiles each module on request. Styles load by script, so pages flash once in development. */
export function openDevelopmentRenderer(vite: ViteServer, looks: Looks): Renderer {
  return {
    buildId: 'development',
    styles: [],
    filesOfExtension: () => ({ modules: [], styles: [] }),
    load: () => vite.ssrLoadModule('/app/render.tsx') as Promise<RenderModule>,
    assetsOf: (publication) => ({
      entry: '/app/entry.tsx',
      modules: [],
      sheets: [],
      styles: [],
      fonts: [],
      later: [],
      look: looks.of(publication).document,
    }),
    finish: (path, html) => vite.transformIndexHtml(path, html),
  }
}
