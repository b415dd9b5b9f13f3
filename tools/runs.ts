/**
 * Which tests belong to which run. `npm test` is the gate: what every change must pass, in ten minutes. `npm run test:release`
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
}

/** Of a room those in its folder. */
const journeys = (...names: readonly string[]) =>
  names.map((name) =>
    existsSync(join(import.meta.dirname, `../rooms/${name}`))
      ? `rooms/${name}/${name}.journey.ts`
      : `e2e/${name}.journey.ts`,
  )

export const RELEASE_ONLY: readonly Rule[] = [
  // ── Tests beside the code
  {
    files: [
      'services/commerce/coins/ledger-durability.test.ts',
      'services/commerce/payments/refunds-durability.test.ts',
      'services/commerce/orders/orders-durability.test.ts',
      'services/commerce/purchases/purchases-durability.test.ts',
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
    files: ['rooms/shop/service/shop.test.ts'],
    cases: ['sells ten of the last ten to a thousand'],
    why: 'A thousand orders of two processes need a machine for themselves; the other cases have the rules of stock.',
  },
  { files: ['web/server/composition/start-full-disk.test.ts'], why: 'It starts portals on a disk that it fills.' },
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
    files: ['web/server/portal-hostile-texts.test.ts', 'services/epaper/drawing/hostile.test.ts'],
    why: 'Hundreds of hostile inputs; the sanitiser and the limits have tables of their own.',
  },
  { files: ['web/server/portal-chance.test.ts'], why: 'Random walks with a seed that differs from run to run.' },
  {
    files: ['tools/rooms.test.ts'],
    cases: ['the core alone compiles'],
    why: 'It compiles the product once more; import rules, which the gate has, keep the core from entering a room.',
  },
  {
    files: ['tools/builds.test.ts'],
    why: 'It builds the product several times.',
  },

  // ── Journeys with portals, builds or providers of their own
  {
    files: journeys(
      'accessibility-matrix',
      'builds',
      'looks',
      'nothing-left',
      'outages',
      'own-orders',
      'push',
      'setup',
      'social',
      'stock-provider',
    ),
    why: 'They start portals, builds or providers of their own, or look at many pages in many looks.',
  },
  {
    files: journeys('extensions'),
    except: ['a block of the publication'],
    why: 'One block of a publication shows the way; pages and the others go the same.',
  },
  {
    files: journeys('offline-edition'),
    except: ['R4.3-03 a bookmark', '(phone)'],
    why: 'The edition and the outbox are the main ways; saving data and keys are decided without a network.',
  },

  // ── Cases that a cheaper test covers, or that repeat a case at another width, in another paper or another colour mode
  {
    files: journeys('accessibility'),
    cases: ['on a desk', 'on the main kinds of ', 'a small window of a reader', 'with less motion'],
    why: 'Each kind of page is asked once, by day and on a phone; widths, nights and motion are the release run’s.',
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
      'email-change',
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
    cases: ['without JavaScript on a desk', 'shows every kind of page'],
    why: 'The same steps as on a phone; what the server sends for each kind of page is asked of it by its tests.',
  },
  { files: journeys('offline'), cases: ['(desk)'], why: 'The worker answers alike at every width.' },
  {
    files: journeys('article'),
    cases: ['(desk)', 'has at most two left edges'],
    why: 'The contents of a long article are drawn alike; axes are the release run’s, as all that only a desk shows.',
  },
  {
    files: journeys('links'),
    except: ['R2.9-01 R2.9-07', 'R2.9-12 opens', 'R2.9-13'],
    why: 'In place, in a window and out of the app; which link goes where is a table of the tests of navigation.',
  },
  {
    files: journeys('email-change'),
    cases: ['R2.2-25 one navigation'],
    why: 'The tabs of the account lead the same way in account.journey.ts.',
  },
  {
    files: journeys('sport'),
    cases: ['the block stands on home'],
    why: 'extensions.journey.ts shows how a block gets its script.',
  },
  { files: journeys('native-shell'), cases: ['the flutter shell'], why: 'The same words through another bridge.' },
  {
    files: journeys('comments', 'markets', 'obituaries', 'sport'),
    cases: [' has a page of comments', ' has homes and jobs', ' has notices', ' has a league'],
    why: 'That each publication has the room, and without scripts, is asked of the server by its tests.',
  },
  {
    files: journeys('quiz', 'weather', 'display', 'fonts'),
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
    cases: ['script in every field', 'keeps a search of jobs'],
    why: 'Hostile texts are the release run’s, the importer’s tests have the table; saved searches are decided in the service of the markets.',
  },
  {
    files: journeys('display'),
    except: ['R9-73 S9-13', 'S3.2-02 font size and colours'],
    why: 'The header and the settings; night, density and several tabs are the release run’s, colours are decided in look.test.ts.',
  },
  {
    files: journeys('fonts'),
    cases: ['is first read in a stand-in'],
    why: 'Widths of stand-in letters are decided in web/fonts.test.ts.',
  },
  {
    files: journeys('comments'),
    except: ['R1-61 is read and sorted', 'R1-61 R1-62 is written', 'R1-63 a tested thing'],
    why: 'Reading, writing and reviewing; votes, answers, reports and decisions are decided in services/community.',
  },
  {
    files: journeys('shop'),
    cases: ['pays for a delivery to somebody else', 'has a shop in every publication'],
    why: 'A product and a voucher are bought; how a voucher pays is decided in rooms/shop/service.',
  },
  {
    files: journeys('pages'),
    except: ['R1-20 R1-21 R1-22 R1-23 R1-24', 'is seen before it fetches', 'loses no click'],
    why: 'The order in which files come is the release run’s, which measures it on both devices.',
  },
  {
    files: journeys('icon-features'),
    except: ['R1-54 newsletters', 'an article is shared by its address'],
    why: 'One icon leads the way of all; listen.journey.ts plays an episode and a film, coupons and stores are links.',
  },
  {
    files: journeys('epaper'),
    cases: ['on a phone pages turn by finger'],
    why: 'Keyboard and address show that pages turn; the finger is the release run’s.',
  },
  {
    files: journeys('contract'),
    cases: ['R1-85 works without JavaScript', 'loses nothing when the line breaks'],
    why: 'The forms are the same without scripts; the door’s tests send what they send, twice too.',
  },
  {
    files: journeys('live'),
    except: ['entries appear without a reload', 'a paid report grows'],
    why: 'Entries come, and paid ones to those who may read them; the rest is decided in domain/reading/live.',
  },
  {
    files: journeys('games', 'horoscope', 'listen', 'weather', 'epaper'),
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
    except: [
      'R2.2-11 R2.2-12 are linked',
      'R3.1-02 R7.5-17 a new name',
      'R2.2-13 a paper',
      'are exported as one file',
      'R2.2-22 R2.2-21 an invented reset link',
    ],
    why: 'One case for each thing readers do there; which tabs and messages there are is decided by tests of the routes.',
  },
  {
    files: journeys('analytics'),
    except: ['R3.12-03 R3.12-04', 'R3.12-01 R2.9-16'],
    why: 'The page object and events; what an article tells and who is not measured are tables of web/app/browser/analytics.',
  },
  {
    files: journeys('bookmarks'),
    except: ['R4.3-02 R4.3-09', 'R4.2-05 R4.2-06', 'R4.3-16 R4.3-17', 'resumes at the last position'],
    why: 'One case for each thing that is kept; marks.test.ts has what goes wrong.',
  },
  {
    files: journeys('checkout'),
    except: ['R2.3-05 R1-33', 'S2.3-05 orders with an address'],
    why: 'A reader and a guest order; that nothing is ordered twice and what a refused card does is decided in services/commerce.',
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
    except: ['R9-25 /account asks', 'of the account sends nothing', 'R1-43 the app shell', 'R2.4-07 R4.2-20'],
    why: 'One case for each guard; guards.test.ts has the table.',
  },
  {
    files: journeys('hash-dialogs'),
    except: ['R6-19 R2.4-01', 'R2.4-02 R2.5-01', 'R5-04 R2.2-07'],
    why: 'Opening, closing and the frame; which hash opens for whom is a table in hash-dialogs.test.ts.',
  },
  {
    files: journeys('listen'),
    except: ['R1-56 R1-58', 'R1-57 S1-08 an article', 'R1-57 an icon', 'R1-60 a film has captions'],
    why: 'Episode, article, radio and film are each played once.',
  },
  {
    files: journeys('navigation'),
    except: [
      'S2.5-01 back and forward',
      'R2.10-01 answers the first taps',
      'R2.10-01 R2.10-02',
      'R2.1-05 R2.1-06',
      'R2.5-02 goes to another page',
      'R3.2-03 R9-23',
      'never is the text of a paid',
      'R2.11-01 R2.11-03',
    ],
    why: 'One case for each way to move and each part of the frame; the rest is decided by tests of navigation and pages.',
  },
  {
    files: journeys('newsletters'),
    except: ['R2.1-18 S2.1-13', 'R1-29 R2.2-15', 'R2.4-05 R6-24', 'R4.7-01 S4.7-01'],
    why: 'One order, the switch, the onboarding and visits; settings and flags are a table of the onboarding’s tests.',
  },
  {
    files: journeys('weather'),
    except: ['R1-78 the icon', 'ak has its own places'],
    why: 'The way in and the reader’s own place; offline.journey.ts has what is kept.',
  },
  {
    files: journeys('consent'),
    except: [
      'R1-44 R1-45 R1-46 R1-47 R9-13',
      'R4.8-04 S4.8-01',
      'R4.8-10 R4.8-11 R4.8-12',
      'S4.8-05 opens the settings',
      'R1-08 R4.8-09 R1-07',
      'R5-08 of another version',
    ],
    why: 'Question, refusal, consent, revocation and who is not asked; cookies, scripts and calls of the rest are decided by tests without pixels.',
  },
  {
    files: journeys('session'),
    except: ['R9-12 R9-26', 'R4.2-01 R4.2-03', 'R2.8-01 R2.8-02', 'R4.2-26 a navigation'],
    why: 'One case for each part of a session; session-machine.test.ts has all its rules.',
  },
  {
    files: journeys('offline'),
    except: [
      'R2.11-10 R4.12-03',
      'neither a paid page',
      'nothing that was read after',
      'R4.11-05 R4.11-06 offers',
      'R4.11-08 R4.11-09',
      'R4.11-04 R8-52',
    ],
    why: 'What is kept, what is not, and how it is renewed; the rest is decided in the tests of the worker, or by the clock ("within a second").',
  },
]

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
