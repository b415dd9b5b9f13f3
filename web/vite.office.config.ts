/**
 * The build of the office (`web/office`): scripts and styles below `/assets/office/`, and
 * `.vite/office-manifest.json` with the files of its page. It writes beside the readers' files and changes none of them.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { toClassName } from './class-names.ts'
import { styleKit } from './style-kit.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export default defineConfig({
  root: path('.'),
  cacheDir: path('../node_modules/.vite-office'),
  publicDir: false,
  plugins: [react(), germanOnly(), officeManifest()],
  css: { modules: { generateScopedName: toClassName }, postcss: { plugins: [styleKit()] } },
  build: {
    target: 'es2023',
    manifest: false,
    // The readers' files are there already.
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: true,
    rolldownOptions: {
      input: { main: path('./office/main.tsx') },
      output: {
        entryFileNames: 'assets/office/[name]-[hash].js',
        chunkFileNames: 'assets/office/[name]-[hash].js',
        assetFileNames: 'assets/office/[name]-[hash][extname]',
      },
    },
  },
})

/** React Aria has its words in thirty languages; the office speaks German (`I18nProvider` in `office/main.tsx`). */
function germanOnly(): Plugin {
  const OTHER = /\/react-(?:aria|stately|aria-components)\/.*\/intl\/(?:.*\/)?(?!de-DE\.)[a-z]{2}-[A-Z]{2}\.m?js$/
  return {
    name: 'german-only',
    enforce: 'pre',
    load: (id) => (OTHER.test(id.replaceAll('\\', '/')) ? 'export default {}' : null),
  }
}

/** Writes the manifest of scripts and styles that the server puts into the office's page. */
function officeManifest(): Plugin {
  return {
    name: 'office-manifest',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const scripts: string[] = []
      const styles = new Set<string>()
      const takeStyles = (name: string, seen: Set<string>) => {
        const file = bundle[name]
        if (file?.type !== 'chunk' || seen.has(name)) return
        seen.add(name)
        for (const imported of file.imports) takeStyles(imported, seen)
        for (const css of file.viteMetadata?.importedCss ?? []) styles.add(`/${css}`)
      }
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.isEntry) continue
        scripts.push(`/${file.fileName}`)
        takeStyles(file.fileName, new Set())
      }
      this.emitFile({
        type: 'asset',
        fileName: '.vite/office-manifest.json',
        source: `${JSON.stringify({ scripts, styles: [...styles] })}\n`,
      })
    },
  }
}
