import { configDefaults, defineConfig, type Plugin } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findPublications, listExtensions, publicationExtensions, withOwnBlocks } from '@lokalteil/web/extensions-build'
import { iconSprite } from '@lokalteil/web/icon-sprite'
import { ROOM_PLUGINS } from '@lokalteil/rooms/build'
import { RELEASE_ONLY, RUN, isReleaseFile } from '@lokalteil/tools/runs'

/**
 * The longest files, the longest first: begun last, one would keep a worker waiting for the others. A fresh checkout knows no
 * times, only the sizes of files, and minutes of checks may be a few lines.
 */
const LONG = [
  'consent-requests.journey',
  'accessibility-matrix.journey',
  'office-publishing.journey',
  'accessibility.journey',
  'lost-scripts.journey',
  'consent.journey',
  'looks.journey',
  'nothing-left.journey',
  'offline.journey',
  'office-newsletter.journey',
  'office-fronts.journey',
  'office-tasks.journey',
  'display.journey',
  'access.journey',
  'sign-on.journey',
  'fonts.journey',
  'checkout.journey',
  'session.journey',
  'games.journey',
  'account.journey',
  'newsletters.journey',
  'stock-provider.journey',
  'comments.journey',
  'markets.journey',
  'no-script.journey',
  'builds.journey',
  'setup.journey',
  'own-orders.journey',
  'push.journey',
  'outages.journey',
  'paid-text-scan',
  'portal-caching',
  'portal-outages',
  'portal-publications',
  'account-routes',
  'ledger-durability',
  'purchases-durability',
  'refunds-durability',
  'orders-durability',
  'import-durability',
  'library/durability',
  'services/accounts/app',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.includes(`/${name}.`))
      return place === -1 ? LONG.length : place
    }
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

/** Those of the demo. */
function extensions() {
  const publications = findPublications(undefined)
  return publicationExtensions(publications, withOwnBlocks(listExtensions(publications)))
}

const roomPlugins = () => ROOM_PLUGINS.map((create) => create())

/** Packages as publishers run them, without checks for their developers: reading Markdown takes half of the time then. */
function asPublished(): Plugin {
  return {
    name: 'as-published',
    configResolved({ ssr, environments }) {
      for (const { resolve } of [ssr, environments.ssr!]) resolve!.conditions = ['node']
    },
  }
}

/**
 * They keep nothing between tests, so their files share a process. Tests that need a document, a mock or the state of a page do
 * not.
 */
const RULES = [
  '{domain,contracts}/**/*.test.ts',
  'rooms/*/{domain,contract}/**/*.test.ts',
  '{web/app/!(browser),rooms/*/app}/**/!(*.dom|PaywallLayer|BuyLayer|HashDialogs|extensions).test.{ts,tsx}',
]
/** `table-bounds` mocks the schedules, so it needs modules of its own. */
const PORTAL = ['{web,rooms/*}/server/**/!(table-bounds).test.{ts,tsx}']
/**
 * Each file opens databases of its own; the demo is filled through the services. Tests that measure their process have one for
 * themselves.
 */
const SERVICES = ['{services,rooms/*/service}/**/!(hostile).test.ts', 'demo/**/*.test.ts']

/** On two cores: a third of a test of a service is waiting. The same for all projects of a stage, or vitest refuses. */
const WORKERS = 3
/** More of a journey is; six are no faster than four (docs/decisions/2026-11-24-cheaper-tests.md). */
const JOURNEY_WORKERS = 4
/** They measure how long something takes, or have four pages open by themselves: one at a time, after the others. */
const ALONE = ['e2e/office-processes.journey.ts', ...(RUN === 'release' ? ['e2e/consent-requests.journey.ts'] : [])]
/** The same of the release run: an edge has a second to forget, a service that is out two seconds to be given up. */
const MEASURING_PORTALS =
  RUN === 'release' ? ['web/server/portal-behind-edges.test.ts', 'web/server/portal-outages.test.ts'] : []

/** Tests that the gate leaves to the release run (tools/runs.ts): files by name, cases by a runner that knows their titles. */
const LEFT_OUT = RUN === 'release' ? [] : RELEASE_ONLY.flatMap(({ files }) => files).filter(isReleaseFile)
const GATE = RUN === 'release' ? {} : { runner: './tools/gate-runner.ts' }

const WITH_DATABASE = {
  ...GATE,
  maxWorkers: WORKERS,
  // Every embedded database compiles its machine code anew; optimized it would be done when the test is over.
  execArgv: ['--liftoff-only'],
  globalSetup: ['tools/postgres-setup.ts', 'services/platform/database/template-setup.ts'],
  // A busy machine takes its time to open an embedded database.
  testTimeout: 180_000,
  // Creating an embedded database or a PostgreSQL cluster on a busy machine.
  hookTimeout: 240_000,
}

const portals = (
  name: string,
  more: { exclude?: string[]; include?: string[]; maxWorkers?: number; sequence?: { groupOrder: number } },
) => ({
  plugins: [iconSprite(), ...roomPlugins(), extensions(), asPublished()],
  // The React that draws for readers has no other.
  oxc: { jsx: { runtime: 'automatic' as const, development: false } },
  test: {
    ...WITH_DATABASE,
    name,
    // The others' cache holds the same files for React as it is developed with, under the same names.
    fsModuleCachePath: 'node_modules/.vitest-cache-portal',
    // Each file opens portals of its own; the modules of a portal they share.
    isolate: false,
    setupFiles: ['web/production-react.testing.ts', 'domain/publication/test-publications.testing.ts'],
    ...more,
  },
})

const JOURNEYS = {
  ...GATE,
  globalSetup: ['e2e/portal-setup.ts'],
  // Every file opens and closes a browser of its own; the browser's client need not be loaded for each.
  isolate: false,
  // The gate has no second try. The release run has one, and names the journeys that needed it.
  retry: RUN === 'release' ? 1 : 0,
  // A poll over much data (all storage of a page, say) may itself take a second there.
  expect: { poll: { timeout: 10_000 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
}

/**
 * `unit`, `unit-services`, `unit-portal` and `unit-rules`: everything beside the code. `journey` and `journey-alone`: real Chromium against a real server.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // A failure in the release run is seen once in an hour: its message has the whole list, not "(2)".
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      {
        // The render entry is tested from its source.
        plugins: [iconSprite(), ...roomPlugins(), extensions(), asPublished()],
        test: {
          ...WITH_DATABASE,
          name: 'unit',
          setupFiles: ['domain/publication/test-publications.testing.ts'],
          include: ['{domain,contracts,services,web,rooms,demo,bench,tools}/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...LEFT_OUT, ...RULES, ...SERVICES, ...PORTAL],
        },
      },
      {
        plugins: [iconSprite(), ...roomPlugins(), extensions(), asPublished()],
        test: {
          ...WITH_DATABASE,
          name: 'unit-services',
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          include: SERVICES,
          exclude: [...configDefaults.exclude, ...LEFT_OUT],
          setupFiles: ['domain/publication/test-publications.testing.ts'],
        },
      },
      portals('unit-portal', {
        include: PORTAL,
        exclude: [...configDefaults.exclude, ...LEFT_OUT, ...MEASURING_PORTALS],
      }),
      ...(MEASURING_PORTALS.length === 0
        ? []
        : [
            portals('unit-portal-alone', {
              include: MEASURING_PORTALS,
              maxWorkers: 1,
              sequence: { groupOrder: 3 },
            }),
          ]),
      {
        plugins: [iconSprite(), ...roomPlugins(), extensions(), asPublished()],
        test: {
          ...GATE,
          name: 'unit-rules',
          setupFiles: ['domain/publication/test-publications.testing.ts'],
          maxWorkers: WORKERS,
          isolate: false,
          include: RULES,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...JOURNEYS,
          name: 'journey',
          include: ['{e2e,rooms}/**/*.journey.ts'],
          exclude: [...configDefaults.exclude, ...LEFT_OUT, ...ALONE],
          // Each with a portal of its own.
          maxWorkers: JOURNEY_WORKERS,
          // No stage runs them beside the others.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...JOURNEYS,
          name: 'journey-alone',
          include: ALONE,
          exclude: [...configDefaults.exclude, ...LEFT_OUT],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
