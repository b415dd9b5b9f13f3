/**
 * Vite plugin: writes `.vite/chunks.json`, which says for the entry and for each page module which scripts and styles
 * its first view needs. Vite's own manifest loses a page that was grouped with others into one file.
 */
import type { Plugin } from 'vite'

/** `later`: what comes by itself on every page once it is loaded; without a connection it must be at hand too. */
export type PageChunks = { entry: Files; later: string[]; pages: Record<string, Files> }
export type Files = { modules: string[]; styles: string[] }

/** `x.later.ts` comes by itself after the first view, `x.lazy.ts` when something asks for it. */
const LATER = /\.later\.tsx?$/
const LAZY = /\.lazy\.tsx?$/

export function pageChunks(root: string): Plugin {
  return {
    name: 'page-chunks',
    generateBundle(_options, bundle) {
      if (this.environment?.name === 'ssr') return
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const collect = (fileName: string, files: Files, seen = new Set<string>()): Files => {
        const chunk = byFile.get(fileName)
        if (chunk === undefined || seen.has(fileName)) return files
        seen.add(fileName)
        for (const imported of chunk.imports) collect(imported, files, seen)
        files.modules.push(`/${fileName}`)
        files.styles.push(...[...(chunk.viteMetadata?.importedCss ?? [])].map((style) => `/${style}`))
        return files
      }
      const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === 'entry')
      if (entry === undefined) return
      const own = collect(entry.fileName, { modules: [], styles: [] })
      /** What the entry has to ask before it knows the page. */
      const listed = (fileName: string) =>
        entry.dynamicImports.includes(fileName)
          ? []
          : chunks
              .filter(
                (chunk) => chunk.dynamicImports.includes(fileName) && entry.dynamicImports.includes(chunk.fileName),
              )
              .map((chunk) => `/${chunk.fileName}`)
      const pages: Record<string, Files> = {}
      const later = new Set<string>()
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) {
          if ((this.getModuleInfo(id)?.dynamicImporters ?? []).length === 0) continue
          const files = (first: string[]) => collect(chunk.fileName, { modules: first, styles: [] })
          if (id.startsWith(`${root}app/pages/`) && !LAZY.test(id))
            pages[id.slice(root.length)] = files(listed(chunk.fileName))
          if (LATER.test(id)) for (const file of files([]).modules) if (!own.modules.includes(file)) later.add(file)
        }
      }
      const result: PageChunks = { entry: own, later: [...later], pages }
      this.emitFile({ type: 'asset', fileName: '.vite/chunks.json', source: JSON.stringify(result) })
    },
  }
}
