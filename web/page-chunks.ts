/**
 * Vite plugin: writes `.vite/chunks.json`, which says for the entry and for each page module which scripts and styles
 * its first view needs. Vite's own manifest loses a page that was grouped with others into one file.
 */
import type { Plugin } from 'vite'

/** `later`: what the entry loads on every page once it is loaded; without a connection it must be at hand too. */
export type PageChunks = { entry: Files; later: string | null; pages: Record<string, Files> }
export type Files = { modules: string[]; styles: string[] }

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
      const pages: Record<string, Files> = {}
      const more = chunks.find((chunk) => chunk.moduleIds.includes(`${root}app/more-pages.lazy.ts`))
      /** What the entry has to ask before it knows the page. */
      const listed = (fileName: string) =>
        more?.dynamicImports.includes(fileName) && !entry.dynamicImports.includes(fileName) ? [`/${more.fileName}`] : []
      for (const chunk of chunks) {
        for (const id of Object.keys(chunk.modules)) {
          if (id.startsWith(`${root}app/pages/`) && /Pages?\.tsx$/.test(id))
            pages[id.slice(root.length)] = collect(chunk.fileName, { modules: listed(chunk.fileName), styles: [] })
        }
      }
      const navigation = chunks.find((chunk) => chunk.moduleIds.includes(`${root}app/start-navigation.lazy.ts`))
      const later = navigation === undefined ? null : `/${navigation.fileName}`
      const result: PageChunks = { entry: collect(entry.fileName, { modules: [], styles: [] }), later, pages }
      this.emitFile({ type: 'asset', fileName: '.vite/chunks.json', source: JSON.stringify(result) })
    },
  }
}
