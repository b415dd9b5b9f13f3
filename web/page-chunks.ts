/**
 * Vite plugin: writes `.vite/chunks.json` with the scripts and styles that the first view of each page, and the entry,
 * need. Vite's own manifest loses a page that was grouped with others into one file. The styles of a first view are one
 * file as well, because nothing is drawn before the last of them is loaded.
 *
 * Beside the entry `entry-{hash}.js` it writes `edition-files-{hash}.js`, a list of all scripts and styles that a page
 * of the offline edition may request, later parts included. The service worker keeps them all.
 */
import { createHash } from 'node:crypto'
import { parseAst, type Plugin, type Rolldown } from 'vite'

/** `later`: files loaded automatically on every page; needed offline, too. */
export type PageChunks = {
  entry: Files
  later: string[]
  /** The error page. */ error: FirstView
  pages: Record<string, FirstView>
  /** Additional files for extensions, by `{code}/{name}`. */
  extensions: Record<string, Files>
}
export type Files = { modules: string[]; styles: string[] }
/** `sheet`: the styles of entry and page in one file. */
type FirstView = Files & { sheet: string }

/** `x.later.ts` loads automatically after the first view, `x.lazy.ts` on demand. */
const LATER = /\.later\.tsx?$/

/** Pages that an offline edition may contain, and its own page. */
const EDITION_PAGES: ReadonlySet<string> = new Set([
  'home',
  'article',
  'testbericht',
  'channel',
  'tag',
  'topic',
  'author',
  'offline-ausgabe',
])

/** `extensions`: `{code}/{name}` → file. */
export function pageChunks(extensions: ReadonlyMap<string, string> = new Map()): Plugin {
  const extensionOf = new Map([...extensions].map(([key, file]) => [file, key]))
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
      /** Files the entry requests before it knows the page. */
      const listed = (fileName: string) =>
        entry.dynamicImports.includes(fileName)
          ? []
          : chunks
              .filter(
                (chunk) => chunk.dynamicImports.includes(fileName) && entry.dynamicImports.includes(chunk.fileName),
              )
              .map((chunk) => `/${chunk.fileName}`)
      const toFirstView = (files: Files): FirstView => {
        const source = [...new Set([...own.styles, ...files.styles])]
          .map((style) => textOf(bundle[style.slice(1)]))
          .join('')
        const fileName = `assets/page-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.css`
        if (bundle[fileName] === undefined) this.emitFile({ type: 'asset', fileName, source })
        return { ...files, sheet: `/${fileName}` }
      }
      const pages: Record<string, FirstView> = {}
      const ofExtensions: Record<string, Files> = {}
      let error: FirstView | null = null
      const later = new Set<string>()
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) {
          const info = this.getModuleInfo(id)
          if (info === null || info.dynamicImporters.length === 0) continue
          const files = (first: string[]) => collect(chunk.fileName, { modules: first, styles: [] })
          const extension = extensionOf.get(id)
          if (extension !== undefined) {
            ofExtensions[extension] = files([])
            continue
          }
          if (info.exports.includes('ErrorPage')) error = toFirstView(files([]))
          for (const name of listPageNames(info.code ?? '')) pages[name] = toFirstView(files(listed(chunk.fileName)))
          if (LATER.test(id)) for (const file of files([]).modules) if (!own.modules.includes(file)) later.add(file)
        }
      }
      this.emitFile({
        type: 'asset',
        fileName: entry.fileName.replace(/entry-(?=[^/]+$)/, 'edition-files-'),
        source: JSON.stringify(
          listReached(entry.fileName, (fileName) => {
            const chunk = byFile.get(fileName)
            const names = (chunk?.moduleIds ?? []).flatMap((id) => {
              const info = this.getModuleInfo(id)
              const isPage = info !== null && info.dynamicImporters.length > 0 && !extensionOf.has(id)
              return isPage ? listPageNames(info.code ?? '') : []
            })
            const isOtherPage = names.length > 0 && !names.some((name) => EDITION_PAGES.has(name))
            return chunk === undefined || isOtherPage
              ? null
              : {
                  imports: [...chunk.imports, ...chunk.dynamicImports],
                  styles: [...(chunk.viteMetadata?.importedCss ?? [])],
                }
          }),
        ),
      })
      if (error === null) return this.error('No module that is loaded on demand exports ErrorPage')
      const result: PageChunks = { entry: own, later: [...later], error, pages, extensions: ofExtensions }
      this.emitFile({ type: 'asset', fileName: '.vite/chunks.json', source: JSON.stringify(result) })
      const sizes = new Map(chunks.map(({ fileName, code }) => [`/${fileName}`, code.length]))
      this.emitFile({ type: 'asset', fileName: '.vite/loads.txt', source: toLoads(sizes, result) })
    },
  }
}

const MOST_NAMES = 4

/** When each script loads, for developers: a line each, with its size before compression. Exported for its test. */
export function toLoads(sizes: ReadonlyMap<string, number>, { entry, later, pages, extensions }: PageChunks): string {
  const whenOf = (file: string): string => {
    if (entry.modules.includes(file)) return '1 first view of every page'
    const names = Object.keys(pages).filter((name) => pages[name]!.modules.includes(file))
    if (names.length > MOST_NAMES) return `2 first view of ${names.length} pages`
    if (names.length > 0) return `3 first view: ${names.join(', ')}`
    const keys = Object.keys(extensions).filter((key) => extensions[key]!.modules.includes(file))
    if (keys.length > 0) return `4 with ${keys.join(', ')}`
    return later.includes(file) ? '5 after the first view of every page' : '6 on demand'
  }
  return [...sizes]
    .map(([file, size]) => ({ file, size, when: whenOf(file) }))
    .toSorted((a, b) => a.when.localeCompare(b.when) || b.size - a.size)
    .map(({ file, size, when }) => `${when.slice(2)}\t${(size / 1000).toFixed(1)} kB\t${file}\n`)
    .join('')
}

type Reached = { imports: readonly string[]; styles: readonly string[] }

/** All files requested from `first` on. `read` returns null where the search ends. Exported for its test. */
export function listReached(first: string, read: (fileName: string) => Reached | null): string[] {
  const scripts = new Set([first])
  const found = new Set<string>()
  for (const fileName of scripts) {
    const reached = read(fileName)
    if (reached === null) continue
    for (const style of reached.styles) found.add(style)
    for (const imported of reached.imports) scripts.add(imported)
    found.add(fileName)
  }
  return [...found].map((fileName) => `/${fileName}`)
}

function textOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (file?.type !== 'asset') throw new Error('A style sheet of a page is not in the build')
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
}

/** The names in `export const … = definePage(name or names, …)`. Exported for its test. */
export function listPageNames(code: string): string[] {
  if (!code.includes('definePage')) return []
  return parseAst(code).body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
      if (init.callee.name !== 'definePage') return []
      const [names] = init.arguments
      const literals = names?.type === 'ArrayExpression' ? names.elements : [names]
      return literals.map((literal) => {
        if (literal?.type !== 'Literal' || typeof literal.value !== 'string')
          throw new Error('definePage takes the names of its routes as literals')
        return literal.value
      })
    })
  })
}
