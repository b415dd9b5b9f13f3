import { fileURLToPath } from 'node:url'
import { defineConfig, type BuildOptions } from 'vite'
import react from '@vitejs/plugin-react'
import { ROOM_PLUGINS } from '@lokalteil/rooms/build'
import { findPublications, listExtensions, publicationExtensions, withOwnBlocks } from './extensions-build.ts'
import { fonts } from './fonts.ts'
import { serviceWorkers } from './service-worker-build.ts'
import { iconSprite } from './icon-sprite.ts'
import { lateReact } from './late-react.ts'
import { styleKit } from './style-kit.ts'
import { chunkGroups } from './chunk-groups.ts'
import { toClassName } from './class-names.ts'
import { pageChunks } from './page-chunks.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const publications = findPublications(process.env.PUBLICATIONS_DIR)
const extensions = withOwnBlocks(listExtensions(publications))

/** Created by the plugin `fonts` beside the build. */
const external = [/^\/assets\/fonts\//]
const AT_ONCE = /\/(?:discussion|forms)-[^/]+$/
const serverBuild: BuildOptions['rolldownOptions'] = {
  external,
  input: { render: path('./app/render.tsx') },
  output: { entryFileNames: '[name].js' },
  // On the server all pages are in one file; only the browser's are split.
  checks: { ineffectiveDynamicImport: false },
}
const browserBuild: BuildOptions['rolldownOptions'] = {
  external,
  input: { entry: path('./app/entry.tsx') },
  output: {
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
    assetFileNames: 'assets/[name]-[hash][extname]',
    codeSplitting: { groups: chunkGroups(path('./app/entry.tsx')) },
  },
}

/**
 * Two builds from one configuration: the browser's files and the render entry; `tools/build.mjs` sets their folders. An
 * article needs two scripts: the shell (React, page layer, everything on every page) and the page's own chunk.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: path('.'),
  cacheDir: path('../node_modules/.vite'),
  publicDir: false,
  plugins: [
    react(),
    iconSprite(),
    lateReact(),
    ...ROOM_PLUGINS.map((create) => create()),
    fonts(path('../node_modules/.cache/fonts')),
    serviceWorkers(),
    publicationExtensions(publications, extensions),
    pageChunks(extensions),
  ],
  // In development the browser loads extensions from their folders.
  server: { fs: { allow: [path('..'), publications] } },
  css: { modules: { generateScopedName: toClassName }, postcss: { plugins: [styleKit()] } },
  build: {
    target: 'es2023',
    manifest: !isSsrBuild,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Preloads the files of a part only if a reader waits for it, because a list for every part would enlarge the
    // shell.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) =>
        files.filter(
          (name) => name.endsWith('.css') || (hostType === 'js' && AT_ONCE.test(file) && AT_ONCE.test(name)),
        ),
    },
    cssCodeSplit: true,
    rolldownOptions: isSsrBuild ? serverBuild : browserBuild,
  },
  ssr: { noExternal: [/^@lokalteil\//, '@tabler/icons-react'] },
}))
