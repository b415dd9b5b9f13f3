import { fileURLToPath } from 'node:url'
import { defineConfig, type BuildOptions } from 'vite'
import react from '@vitejs/plugin-react'
import { fonts } from './fonts.ts'
import { serviceWorkers } from './service-worker-build.ts'
import { iconSprite } from './icon-sprite.ts'
import { pageChunks } from './page-chunks.ts'
import { reactSentinels } from './react-sentinels.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Made by the plugin `fonts` and put beside the build. */
const external = [/^\/assets\/fonts\//]
const serverBuild: BuildOptions['rolldownOptions'] = {
  external,
  input: { render: path('./app/render.tsx') },
  output: { entryFileNames: '[name].js' },
}
const browserBuild: BuildOptions['rolldownOptions'] = {
  external,
  input: { entry: path('./app/entry.tsx') },
  output: {
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
    assetFileNames: 'assets/[name]-[hash][extname]',
    codeSplitting: {
      groups: [
        { name: 'shell', test: isShell, priority: 2 },
        { name: 'article', test: isArticle, priority: 1 },
        { name: 'navigation', test: isNavigation, priority: 1 },
        { name: 'lists', test: isList, priority: 1 },
        // Not with the shell's teasers, who need nothing of it: what every visitor gets later, and a session's own machinery.
        { name: 'roles', test: /\/domain\/access\/roles\./, priority: 3 },
        { name: 'visitor', test: /\/app\/browser\/session\/visitor\.lazy\./, priority: 0.9 },
        { name: 'session', test: /\/app\/browser\/session\/session-machine\.lazy\./, priority: 0.8 },
      ],
    },
  },
}

/**
 * Two builds from one configuration: the browser's files and the render entry; `tools/build.mjs` says where to.
 * An article needs two scripts: the shell (React, page layer, everything every page has) and the page's own chunk.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: path('.'),
  cacheDir: path('../node_modules/.vite'),
  publicDir: false,
  plugins: [
    react(),
    reactSentinels(),
    iconSprite(),
    fonts(path('../node_modules/.cache/fonts')),
    serviceWorkers(),
    pageChunks(path('.')),
  ],
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
  build: {
    target: 'es2023',
    manifest: !isSsrBuild,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: true,
    rolldownOptions: isSsrBuild ? serverBuild : browserBuild,
  },
  ssr: { noExternal: [/^@lokalteil\//, '@tabler/icons-react'] },
}))

/** What articles and test reports are drawn with, in one file. */
function isArticle(id: string): boolean {
  return (
    !id.includes('.lazy.') &&
    /\/app\/(pages\/article|features\/(article|media|share))\/|\/messages\/(article|media)\./.test(id)
  )
}

/** What fronts and lists share. */
function isList(id: string): boolean {
  return !id.includes('.lazy.') && /\/app\/pages\/(lists|blocks)\/|\/messages\/(blocks|lists)\./.test(id)
}

/**
 * What every page has: React, the page layer, the surroundings, teasers. Rules, browser modules and texts are named one by
 * one, because what is not needed for a first view must not slip into it; `*.lazy.tsx` comes when it is asked for.
 */
const SHELL = [
  /node_modules\/(react|react-dom|scheduler)\//,
  /\/domain\/(?:\w+\/)?(access|breakpoints|dialog-names|german|paths|routes|teaser)\./,
  /\/app\/(?:browser\/\w+|browser|page)\/(after-paint|article-access|build-watch|native-bridge|picture-sources|portal|session|session-start|third-parties)\./,
  /\/app\/messages\/(bookmark|shell|teaser|urls)\./,
  /\/app\/ui\/(Button|Figure|Icon|icon-names)\b/,
  /\/app\/styles\//,
  /\/app\/features\/(shell|teaser|bookmark)\//,
  /\/app\/pages\/blocks\/(BookmarkableTeaser|SectionHeader|Breadcrumb)/,
  /\/app\/[A-Za-z-]+\.tsx?$/,
]

/** Styles of what comes with a press; their lists of names would be in the shell's script. */
const LAZY_STYLES = /\/(Sidebar|MarkDialogs|DisplayPanel)\.module\.css/

/** What shows the next page without a document; comes after the first one. */
function isNavigation(id: string): boolean {
  return /\/app\/start-navigation\.lazy|\/app\/(?:browser\/\w+|browser|page)\/(content-api|display|head|link-clicks|navigation|page-loader|portal-client|prefetch|read-cache|scroll-memory)\.|\/domain\/(?:\w+\/)?(colour-mode|font-size|http-retry|links|scroll|titles)\.|\/contracts\/(?:kernel\/)?(address|content-paths)\.|\/app\/messages\/(errors|titles)\./.test(
    id,
  )
}

function isShell(id: string): boolean {
  return !id.includes('.lazy.') && !LAZY_STYLES.test(id) && SHELL.some((pattern) => pattern.test(id))
}
