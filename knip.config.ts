import type { KnipConfig } from 'knip'
import { REMOVED_ROOMS } from '@lokalteil/tools/runs'

/**
 * Finds exports, files and dependencies that nothing uses. `exports` of each package.json names all its files, so knip takes every
 * file for an entry: `includeEntryExports` looks at their exports all the same, and a file that nothing imports is found by them.
 */
const isProduction = process.argv.includes('--production')
/** With --production knip reports exports of the product that only tests use. Tests, tools and the build are no product. */
const NOT_PRODUCT = [
  '**/*.testing.{ts,tsx}',
  '{e2e,bench,tools,demo}/**',
  'rooms/*/{bench,demo}/**',
  '**/*-setup.ts',
  'web/*.ts',
  'rooms/build.ts',
]

const config: KnipConfig = {
  includeEntryExports: true,
  // With --production: an export that its own file uses may be exported for tests alone.
  ignoreExportsUsedInFile: isProduction,
  // The core offers it to one room alone, whose name is its JSDoc tag (`@epaper`): unused without that room.
  tags: REMOVED_ROOMS.map((room) => `-${room}`),
  // Of the machine: tests mount a small disk and start a cache in front of a portal.
  ignoreBinaries: ['mount', 'umount', 'nginx', 'systemd-analyze'],
  // Two names for one thing: one says its content, the other its use.
  exclude: ['duplicates'],
  ignoreIssues: {
    ...(isProduction ? Object.fromEntries(NOT_PRODUCT.map((files) => [files, ['exports', 'files'] as const])) : {}),
    // Exports for publishers' extensions and rooms, and those that build and start read of them (docs/own-room.md).
    'web/app/extension.ts': ['exports', 'types'],
    '{web/app/pages/blocks,rooms/*/app}/*Block.tsx': ['exports'],
    'demo/publications/*/extensions/*.tsx': ['exports', 'types'],
    'demo/publications/rooms/**': ['exports', 'types'],
    // ArticlePage takes it out of the answer of import().
    'web/app/pages/article/ArticleBlocks.lazy.tsx': ['exports'],
    'deploy/*.js': ['exports'],
    // Vitest loads the runner by its path.
    'tools/gate-runner.ts': ['exports'],
    // Kysely reads them by their names.
    '**/migrations/*.ts': ['exports'],
    // A schema and its type have one name, and TypeScript exports both or neither.
    '{contracts/**,rooms/*/contract/*}': ['exports'],
  },
  workspaces: {
    '.': {
      // Runs at the edge of a network; a test loads it by its path.
      entry: ['deploy/*.js'],
      // Commands of package.json and the editor; no file imports them.
      ignoreDependencies: [
        'oxfmt',
        'oxlint',
        'oxlint-tsgolint',
        '@fontsource(-variable)?/.+',
        'an-array-of-german-words',
      ],
    },
    // Fonts are found by name from a table (domain/publication/font-families.ts).
    services: { ignore: ['scripts/reference/**'], ignoreDependencies: ['@fontsource(-variable)?/.+'] },
    web: {
      entry: ['app/entry.tsx!', 'app/render.tsx!'],
      vite: { config: ['vite.config.ts', 'vite.office.config.ts'] },
    },
    rooms: { entry: ['*/app/*Block.tsx!'], ignoreDependencies: ['@fontsource(-variable)?/.+'] },
    demo: {
      entry: ['publications/*/extensions/*.tsx!', 'publications/rooms/*/{room.ts,app/*.tsx}!'],
      ignoreDependencies: ['@fontsource(-variable)?/.+'],
    },
    tools: { entry: ['*.mjs'] },
  },
}

export default config
