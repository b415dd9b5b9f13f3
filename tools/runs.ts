/**
 * Which tests belong to which run. `npm test` is the gate: the tests that every change must pass, in ten minutes. `npm run test:release`
 * runs everything. A file or case named here is left to the release run, for the reason beside it; all others are in both.
 *
 * A case is named by a part of its title or of the title of a `describe` around it, as it is printed. A journey that runs on
 * phone and desk runs in the gate at the width that decides, mostly the phone.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Run = 'gate' | 'release'

export type Rule = {
  /** Paths from the root of the repository. */
  files: readonly string[]
  /** Only these cases are left to the release run. Without `cases` and `except` the whole file is. */
  cases?: readonly string[]
  /** All cases but these are left to the release run. */
  except?: readonly string[]
  why: string
  /** Others of its files went with their rooms (docs/rooms.md). */
  isRest?: true
}

const ROOMS: ReadonlySet<string> = new Set(
  'calculator epaper games horoscope markets obituaries push quiz shop sport weather'.split(' '),
)

/** Removed from this copy (docs/rooms.md). */
export const REMOVED_ROOMS = [...ROOMS].filter((room) => !existsSync(join(import.meta.dirname, '../rooms', room)))

/** Of a room those in its folder. */
const journeys = (...names: readonly string[]) =>
  names.map((name) => (ROOMS.has(name) ? `rooms/${name}/${name}.journey.ts` : `e2e/${name}.journey.ts`))

const RULES: readonly Rule[] = [
  // ── Tests beside the code
  {
    files: [
      'services/commerce/coins/ledger-durability.test.ts',
      'services/commerce/payments/refunds-durability.test.ts',
      'services/commerce/orders/orders-durability.test.ts',
      'services/commerce/orders/purchases-durability.test.ts',
      'services/commerce/imports/import-durability.test.ts',
      'services/library/durability.test.ts',
    ],
    why: 'They kill processes in the middle of their work, again and again.',
  },
  {
    files: ['services/platform/jobs/job-conformance.test.ts'],
    cases: ['processes on ', 'two processes share the work'],
    why: 'They start and kill processes; the same rules run in one process in the other cases.',
  },
  {
    files: ['services/platform/database.test.ts'],
    cases: ['durability', 'refuses a second process within a second', 'a creation that was killed'],
    why: 'They start and kill processes.',
  },
  {
    files: ['services/platform/database.test.ts'],
    cases: ['drops the answer and the transaction of a connection that was closed', 'keeps databases in memory apart'],
    why: 'They wait for servers; an error and a time limit of a connection stay in the gate.',
  },
  {
    files: ['rooms/shop/service/shop.test.ts'],
    cases: ['sells ten of the last ten to a thousand'],
    why: 'A thousand orders of two processes need a machine for themselves; the other cases have the rules of stock.',
  },
  {
    files: ['services/platform/database/migrations.test.ts'],
    cases: ['each says truly whether the version before works'],
    why: 'It applies every migration of every service and reads all tables after each; rows.test.ts applies them in the gate.',
  },
  {
    files: ['services/content/records.test.ts'],
    cases: ['every seeded article comes back'],
    why: 'Many articles; every kind of block stays in the gate.',
  },
  {
    files: ['web/server/api/commerce/checkout-routes.test.ts'],
    cases: ['waits for the next answer at each door'],
    why: 'It waits for the brake of four doors; code-brake.test.ts has its rule.',
  },
  { files: ['web/server/composition/start-full-disk.test.ts'], why: 'It starts portals on a disk that it fills.' },
  {
    files: ['web/server/portal-backup.test.ts'],
    why: 'It starts and restores portals on both engines; backup.test.ts has every kind of table, row and damage.',
  },
  { files: ['web/server/portal-rollback.test.ts'], why: 'It starts the portal on data of a later version.' },
  {
    files: ['web/server/portal-outages.test.ts', 'web/server/portal-database-outage.test.ts'],
    why: 'Every service is out once for every kind of page; upstream.test.ts and portal-caching.test.ts have the rules.',
  },
  {
    files: ['web/server/composition/services/upstreams.test.ts'],
    why: 'It waits for time limits of the whole portal; upstream.test.ts has the rules.',
  },
  {
    files: ['web/server/paid-text-scan.test.ts'],
    why: 'It walks the whole site for every sentence of every paid article; portal-paid.test.ts asks every door once.',
  },
  {
    files: ['web/server/portal-hostile-texts.test.ts', 'rooms/epaper/service/drawing/hostile.test.ts'],
    why: 'Hundreds of hostile inputs; the sanitiser and the limits have tables of their own.',
  },
  {
    files: ['web/server/portal-behind-edges.test.ts'],
    why: 'It starts Varnish and nginx and sends them thousands of readers; portal-edge.test.ts has what the portal says to them.',
  },
  {
    files: ['rooms/epaper/service/store/files.test.ts'],
    cases: ['is drawn into them'],
    why: 'It draws pages; what is stored where, and removed, stays in the gate.',
  },
  {
    files: ['services/content/replicas.test.ts', 'web/server/portal-replicas.test.ts'],
    why: 'It starts servers of PostgreSQL with replicas; read-replicas.test.ts has which of them answers.',
  },
  { files: ['web/server/portal-chance.test.ts'], why: 'Random walks with a seed that differs from run to run.' },
  {
    files: ['tools/rooms.test.ts'],
    cases: ['in a copy of the product', 'the import rules hold', 'the core alone keeps the import rules'],
    why: 'They compile and test copies of the product without rooms, or check its sources without them; the gate checks the product as it is.',
  },
  {
    files: ['tools/builds.test.ts', 'tools/deploy-image.test.ts', 'tools/office-build.test.ts'],
    why: 'They build the product several times.',
  },

  {
    files: ['tools/run-tests.test.ts'],
    why: 'It runs the runner of the tests, twice.',
  },
  {
    files: ['web/server/portal-bodies.test.ts'],
    why: 'It sends every address a body without an end; request-body.test.ts has the limit.',
  },
  {
    files: ['services/platform/database-outages.test.ts'],
    why: 'Frozen and busy servers of PostgreSQL; what an outage means for readers is decided in upstream.test.ts.',
  },
  {
    files: ['services/import/cli.test.ts'],
    except: ['goes through the running portal'],
    why: 'Each case starts processes; what a delivery does is decided in services/import and services/content.',
  },
  {
    files: ['services/publications/cli.test.ts'],
    cases: ['applies it, and lists the changes before', 'export writes the state in force'],
    why: 'They start portals and processes; reading, applying and exporting a folder is decided in services/publications.',
  },
  {
    files: ['services/paywall/cli.test.ts'],
    cases: ['when no portal runs'],
    why: 'It starts a database beside the portal; the same command through the portal is in the gate.',
  },
  {
    files: ['tools/start.test.ts'],
    cases: ['a broken folder'],
    why: 'It starts the product once more; a wrong configuration ends the start in the same place.',
  },
  {
    files: ['web/server/portal-errors.test.ts'],
    cases: ['never answers 5xx'],
    why: 'Random addresses through the whole portal; routes.test.ts has them for the table of routes.',
  },
  {
    files: ['rooms/markets/server/portal-markets.test.ts'],
    cases: ['of every process on the same database'],
    why: 'Two portals; announcements between processes have tests of their own.',
  },
  {
    files: ['web/server/office/office-fronts.test.ts'],
    cases: ['of every process within a second'],
    why: 'Two portals; what each does with a change of a front stays in the gate.',
  },
  {
    files: ['web/server/portal-jobs.test.ts'],
    cases: ['renews contracts and writes their invoices'],
    why: 'All services catch up with a month; billing.test.ts has renewals, the other cases that jobs run in the portal.',
  },
  {
    files: ['web/server/composition/own-rooms.test.ts'],
    cases: ['takes rooms outside of the repository', 'ends when a folder has settings that its room refuses'],
    why: 'They start processes; portal-own-room.test.ts has a room of a publisher, other cases how a room refuses settings.',
  },
  {
    files: ['web/server/portal-publications.test.ts'],
    cases: ['a database left by the demo'],
    why: 'It fills a demo and starts again without it.',
  },
  {
    files: ['web/server/portal-pictures.test.ts'],
    cases: ['that an older portal had only in its folder'],
    why: 'Portals after one another; how a picture is stored and served stays in the gate.',
  },
  {
    files: ['web/server/portal-radio.test.ts'],
    cases: ['without the demo', 'comes from its own process'],
    why: 'They start portals and a broadcaster.',
  },
  {
    files: ['web/server/portal-looks.test.ts'],
    cases: ['are off elsewhere'],
    why: 'It starts a portal without the demo.',
  },
  {
    files: ['web/server/http/http-server.test.ts'],
    cases: ['1,000 clients never complete'],
    why: 'A thousand connections; the limits of one are in the gate.',
  },
  {
    files: ['web/server/discovery/discovery-files.test.ts'],
    cases: ['50,000 addresses'],
    why: 'A sitemap as large as the protocol allows.',
  },
  {
    files: ['services/commerce/coins/ledger.test.ts'],
    cases: ['D16 charges 1,000 purchases', 'D15 sells as many articles as the coins pay'],
    why: 'Hundreds of purchases; that one is charged once, also when asked for at the same time, stays in the gate.',
  },
  {
    files: ['rooms/obituaries/service/app.test.ts', 'services/community/app.test.ts'],
    cases: ['operating-system processes'],
    why: 'They start processes; two services on one database, which the gate has, share the same rows.',
  },
  {
    files: ['services/accounts/app.test.ts'],
    cases: ['is not told by time'],
    why: 'It measures time.',
  },
  {
    files: ['services/mail/app.test.ts'],
    cases: ['keeps its outbox over a restart'],
    why: 'It waits for retries after a restart.',
  },
  {
    files: ['services/platform/upstream.test.ts'],
    cases: ['drip'],
    why: 'It waits for time limits; a service that is silent meets the same.',
  },
  {
    files: ['services/import/archives/wordpress.test.ts'],
    cases: ['far beyond the size of a document', 'a CDATA section that never ends'],
    why: 'Archives of a size that takes seconds to read.',
  },
  {
    files: [
      'demo/seed/shared-data.test.ts',
      'demo/seed/content.test.ts',
      'demo/seed/readers.test.ts',
      'demo/pictures/catalogue.test.ts',
      'rooms/epaper/demo/typeset.test.ts',
    ],
    cases: [
      'is imported, twice without a change',
      'become articles with a headline',
      'has an order and an invoice that opens',
      'saves nothing if it is interrupted',
      'size and colour of every file',
      'the layout heuristic finds',
    ],
    why: 'The content of the demo and the agency documents, each whole; the importer’s tests have every format.',
  },
  {
    files: ['rooms/epaper/service/shared-cases.test.ts'],
    cases: ['through the service'],
    why: 'It draws an issue; all files are read in the gate, and app.test.ts delivers issues, damaged ones too.',
  },
  {
    files: ['demo/seed/records.test.ts'],
    why: 'Every article of the demo; services/content/records.test.ts has every kind of block.',
  },
  {
    files: ['rooms/games/domain/kakuro.test.ts', 'rooms/games/domain/sudoku.test.ts'],
    cases: ['leicht', 'mittel', 'schwer, 50 seeds'],
    why: 'Hundreds of puzzles; some of the hardest kind are in the gate.',
  },

  // ── Journeys with portals, builds or providers of their own
  {
    files: journeys(
      'accessibility-matrix',
      'ad-frames',
      'backup',
      'builds',
      'consent-vendors',
      'looks',
      'nothing-left',
      'office-breaking',
      'office-newsletter',
      'outages',
      'own-orders',
      'own-room',
      'push',
      'setup',
      'social',
      'stock-provider',
      'workers',
    ),
    why: 'They start portals, builds or providers of their own, or look at many pages in many looks.',
  },
  {
    files: journeys('consent-requests'),
    except: ['the demo'],
    why: 'Every kind of page in every publication for every answer, on a portal of its own; one article and a legal page of the demo stay.',
  },
  {
    files: journeys('figures'),
    cases: ['consent was refused', 'consent was unasked'],
    why: 'The other answers of the same reader; one page that tells its answer and its speed is in the gate.',
  },
  {
    files: journeys('extensions'),
    except: ['a block of the publication'],
    why: 'One block of a publication shows the way; pages and the others go the same.',
  },
  {
    files: journeys('office-processes', 'office-provider', 'office-tasks'),
    why: 'They start portals of their own, measure time beside a long import, and walk through every task of the office.',
  },
  {
    files: journeys('office'),
    except: ['an article is written by a reporter'],
    why: 'The main way of the office; saving, merging and roles are tables of the tests of office and screens.',
  },
  {
    files: journeys('office-screens'),
    why: 'Every address and dialog of the office by day and by night; office.journey.ts looks at one screen of each kind.',
  },
  {
    files: journeys('office-fronts'),
    why: 'Edits, drafts and pages have tables of the tests of content, office and portal; here the screen is tried.',
  },
  {
    files: journeys('office-media'),
    why: 'It moves the clock of a portal of its own; rights, their end and the checks are tables of the tests of the office.',
  },
  {
    files: journeys('office-quizzes'),
    why: 'It starts a portal of its own; drafts, roles and states are tables of the tests of content, office and the screen.',
  },
  {
    files: journeys('offline-edition'),
    except: ['(phone)'],
    why: 'The edition; outbox, saving data and keys are decided by tests without a network.',
  },

  // ── Cases that a cheaper test covers, or that repeat a case at another width, in another paper or another colour mode
  {
    files: journeys('advertising'),
    cases: ['every kind of page fills its places', 'with the smallest type', 'as low as'],
    why: 'Layout shifts and distances are the release run’s, as on other pages; that places are seen and clicked stays.',
  },
  {
    files: journeys('accessibility'),
    cases: [
      'on a desk',
      'on the main kinds of ',
      'a small window of a reader',
      'with less motion',
      'while home',
      'nothing moves',
      'with the sidebar open',
    ],
    why: 'Each kind of page is asked once, by day and on a phone; widths, nights and what moves are the release run’s.',
  },
  {
    files: journeys(
      'access',
      'account',
      'calculator',
      'checkout',
      'comments',
      'consent',
      'contract',
      'display',
      'epaper',
      'fonts',
      'games',
      'guarded-pages',
      'hash-dialogs',
      'horoscope',
      'icon-features',
      'listen',
      'live',
      'markets',
      'navigation',
      'obituaries',
      'pages',
      'quiz',
      'shop',
      'sign-on',
      'sport',
      'weather',
    ),
    cases: ['on a desk'],
    why: 'The same steps as on a phone, where most readers are.',
  },
  {
    files: journeys('no-script'),
    except: ['keeps a paid article closed', 'plays a film'],
    why: 'What the server sends for each kind of page, its links and forms is asked of it by its tests.',
  },
  { files: journeys('offline'), cases: ['(desk)'], why: 'The worker answers alike at every width.' },
  {
    files: journeys('article'),
    except: ['opens its pictures', 'is read by its contents, and says how far (phone)', 'leaves locked parts out'],
    why: 'Pictures and contents on a phone; what stands on the page without a script is asked of the server by its tests.',
  },
  {
    files: journeys('links'),
    except: ['R2.9-01 R2.9-07'],
    why: 'One link in place; which link goes where is a table of the tests of navigation.',
  },
  {
    files: journeys('email-change'),
    why: 'Who may change an address, and take it back, is decided in services/accounts/email-change.',
  },
  {
    files: journeys('sport'),
    cases: ['the block stands on home'],
    why: 'extensions.journey.ts shows how a block gets its script.',
  },
  {
    files: journeys('sport'),
    cases: ['the embedded widget'],
    why: 'early-script.dom.test.ts has the table of modes.',
  },
  {
    files: journeys('native-shell'),
    except: ['the plain shell', 'R1-55 registers'],
    why: 'One bridge and the push token; the words of the other bridge and framed pages are tables of the tests of the shell.',
  },
  {
    files: journeys('markets', 'obituaries', 'sport'),
    cases: [' has homes and jobs', ' has notices', ' has a league'],
    why: 'That each publication has the room, and without scripts, is asked of the server by its tests.',
  },
  {
    files: journeys('display', 'fonts'),
    cases: [
      'fb has ',
      'ht has ',
      'la has ',
      'of fb',
      'of ht',
      'of la',
      ' fb is first read',
      ' ht is first read',
      ' la is first read',
    ],
    why: 'One publication shows it.',
  },
  {
    files: journeys('markets'),
    cases: ['script in every field', 'keeps a search of jobs', 'an advertisement is written'],
    why: 'A listing is found and answered; searches, hostile texts and what an advertisement costs are decided by unit tests.',
  },
  {
    files: journeys('display'),
    except: ['R9-73 S9-13'],
    why: 'The header; settings are opened in navigation.journey.ts, night, density and several tabs are the release run’s, colours are decided in look.test.ts.',
  },
  {
    files: journeys('fonts'),
    cases: ['is first read in a stand-in'],
    why: 'Widths of stand-in letters are decided in web/fonts.test.ts.',
  },
  {
    files: journeys('comments'),
    except: ['R1-61 R1-62 is written'],
    why: 'Writing, review and change; order, votes, answers, reports and decisions are decided in services/community.',
  },
  {
    files: journeys('shop'),
    except: ['R1-84 puts a product'],
    why: 'A product is bought; vouchers and what they pay are decided in rooms/shop/service.',
  },
  {
    files: journeys('pages'),
    except: ['loses no click'],
    why: 'accessibility.journey.ts opens every kind of page; links to them and the order in which files come are the release run’s.',
  },
  {
    files: journeys('icon-features'),
    except: ['an article is shared by its address'],
    why: 'An icon leads the way in the journeys of the rooms; listen.journey.ts plays an episode and a film, coupons and stores are links.',
  },
  {
    files: journeys('epaper'),
    except: ['R1-17 R6-08', 'R1-53 a reader with coins'],
    why: 'Reading and buying; fingers and the offer of a locked issue are the release run’s, the server’s tests have its words.',
  },
  {
    files: journeys('contract'),
    except: ['R1-85 goes from the footer', 'R2.3-02 show price'],
    why: 'The form and the prices; what it requires, without scripts and twice, is sent by the door’s tests.',
  },
  {
    files: journeys('live'),
    except: ['a paid report grows'],
    why: 'Entries come, to those who may read them; the rest is decided in domain/reading/live.',
  },
  {
    files: journeys('games', 'horoscope'),
    cases: ['is accessible', 'are accessible'],
    why: 'axe looks at each kind of page once in accessibility.journey.ts.',
  },
  {
    files: journeys('access'),
    except: ['R1-19 R1-36', 'R1-37 R1-83'],
    why: 'Coins and a gift open an article; subscriptions, locks and failed payments are decided by tests of the paywall.',
  },
  {
    files: journeys('account'),
    except: ['R2.2-11 R2.2-12 are linked', 'are exported as one file', 'R2.2-22 R2.2-21 an invented reset link'],
    why: 'One case for each thing readers do there; which tabs and messages there are is decided by tests of the routes.',
  },
  {
    files: journeys('quiz'),
    except: ['a quiz leads from the list'],
    why: 'A quiz is answered; without scripts and in the other papers the server’s tests ask for it.',
  },
  {
    files: journeys('calculator'),
    cases: ['without scripts'],
    why: 'The server’s tests ask for the result of an address.',
  },
  {
    files: journeys('analytics'),
    except: ['R3.12-01 R2.9-16'],
    why: 'Events reach the data layer; the page object of each kind, what an article tells and who is not measured are tables of web/app/browser/analytics.',
  },
  {
    files: journeys('bookmarks'),
    except: ['R4.3-02 R4.3-09', 'R4.3-16 R4.3-17'],
    why: 'One case for each thing that is kept; marks.test.ts has what goes wrong.',
  },
  {
    files: journeys('checkout'),
    except: ['R2.3-05 R1-33'],
    why: 'A reader orders; guests, that nothing is ordered twice and what a refused card does is decided in services/commerce.',
  },
  {
    files: journeys('office-previews', 'office-people', 'office-publishing'),
    why: 'They start portals of their own; tests of services/office and web/server/office have the rules.',
  },
  {
    files: journeys('games'),
    except: [
      'R1-68 a sudoku takes',
      'R1-70 a guess',
      'R1-71 a kakuro',
      'R1-72 a shot',
      'R1-73 two pieces',
      'R1-74 the boat',
      'a puzzle can be read',
    ],
    why: 'Games are played once, but the crossword, which takes a minute; the rules of play are decided in rooms/games/domain.',
  },
  {
    files: journeys('guarded-pages'),
    except: ['R9-25 /account asks', 'of the account sends nothing'],
    why: 'The guard of the account; guards.test.ts has the table.',
  },
  {
    files: journeys('hash-dialogs'),
    except: ['R6-19 R2.4-01'],
    why: 'Every form opens; which hash opens for whom is a table in hash-dialogs.test.ts.',
  },
  {
    files: journeys('lost-scripts'),
    except: ['a page of the kind', 'has an address'],
    why: 'One script of an article; each script of each kind of page, with readers and what they open, is the release run’s.',
  },
  {
    files: journeys('listen'),
    except: ['R1-56 R1-58', 'R1-57 S1-08 an article'],
    why: 'An episode is played and an article read; radio and films go through the same player.',
  },
  {
    files: journeys('navigation'),
    except: [
      'S2.5-01 back and forward',
      'R2.10-01 R2.10-02',
      'R2.5-02 goes to another page',
      'never is the text of a paid',
    ],
    why: 'One case for each way to move and the sidebar; the rest is decided by tests of navigation and pages.',
  },
  {
    files: journeys('newsletters'),
    except: ['R2.1-18 S2.1-13', 'R2.4-05 R6-24'],
    why: 'One order and the onboarding; visits, settings and flags are a table of the onboarding’s tests.',
  },
  {
    files: journeys('weather'),
    except: ['R1-78 the icon'],
    why: 'The way in and to another place; offline.journey.ts has what is kept.',
  },
  {
    files: journeys('consent'),
    except: [
      'R1-44 R1-45 R1-46 R1-47 R9-13',
      'R4.8-04 S4.8-01',
      'R4.8-10 R4.8-11 R4.8-12',
      'S4.8-05 opens the settings',
      'R1-08 R4.8-09 R1-07',
    ],
    why: 'Question, refusal, consent, revocation and who is not asked; cookies, scripts and calls of the rest are decided by tests without pixels.',
  },
  {
    files: journeys('session'),
    except: ['R9-12 R9-26', 'R4.2-01 R4.2-03', 'R2.8-01 R2.8-02'],
    why: 'One case for each part of a session; session-machine.test.ts has all its rules.',
  },
  {
    files: journeys('offline'),
    except: ['R2.11-10 R4.12-03', 'neither a paid page'],
    why: 'What is kept and what is not; the rest is decided in the tests of the worker, or by the clock ("within a second").',
  },
]

/** Without files of rooms that were removed. */
export const RELEASE_ONLY: readonly Rule[] = RULES.flatMap((rule) => {
  const files = rule.files.filter((file) => {
    const [, room] = /^rooms\/(\w+)\//.exec(file) ?? []
    return room === undefined || !REMOVED_ROOMS.includes(room)
  })
  if (files.length === rule.files.length) return [rule]
  return files.length === 0 ? [] : [{ ...rule, files, isRest: true as const }]
})

/** The run of this process. `npm test` sets nothing, `npm run test:release` sets TEST_RUN. */
export const RUN: Run = process.env.TEST_RUN === 'release' ? 'release' : 'gate'

export function isReleaseFile(path: string): boolean {
  return RELEASE_ONLY.some((rule) => rule.cases === undefined && rule.except === undefined && rule.files.includes(path))
}

/** A pattern that the full titles of a file's cases must match in the gate; null: all cases are in it. */
export function gateTitles(path: string): RegExp | null {
  const rules = RELEASE_ONLY.filter((rule) => rule.files.includes(path))
  const parts = rules.flatMap(({ cases, except }) => [
    ...(cases === undefined ? [] : [`(?!.*${toPattern(cases)})`]),
    ...(except === undefined ? [] : [`(?=.*${toPattern(except)})`]),
  ])
  return parts.length === 0 ? null : new RegExp(`^${parts.join('')}`, 's')
}

function toPattern(titles: readonly string[]): string {
  return `(?:${titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`
}
