/**
 * The figures of reliability, D1 to D34: what must hold, the tests and benchmarks that show it, and what of it they do not
 * show. `npm run prove` runs them; docs/reliability.md has the results.
 */

export type Proof = {
  id: string
  property: string
  target: string
  /** A test file, and parts of the titles of its cases (with those around them). */
  tests: readonly (readonly [file: string, ...titles: string[]])[]
  /**
   * Name of a benchmark (`npm run bench -- NAME`), the beginnings of its rows in docs/benchmarks.md, and the variable with which
   * it runs as long as the target says.
   */
  bench?: { name: string; rows: readonly string[]; longer?: string }
  /** Variables with which the tests run as long as the target says. */
  longer?: string
  notShown: string
}

export const PROOFS: readonly Proof[] = [
  {
    id: 'D1',
    property: 'kill -9 under writing load',
    target:
      '100 kills, 5,000 acknowledged writes, none lost or half applied; ready again in 5 s (median), 15 s (longest)',
    tests: [
      ['services/library/durability.test.ts', 'loses no acknowledged bookmark'],
      ['services/commerce/coins/ledger-durability.test.ts', 'loses no acknowledged booking'],
      ['services/commerce/orders/orders-durability.test.ts', 'no acknowledged order is lost'],
      ['services/commerce/orders/purchases-durability.test.ts', 'no acknowledged purchase is lost'],
      ['services/commerce/payments/refunds-durability.test.ts', 'every acknowledged refund is paid exactly once'],
    ],
    longer: 'KILL_ROUNDS=100',
    notShown: 'By default three kills for each kind and engine. How long a start after a kill takes.',
  },
  {
    id: 'D2',
    property: 'a second process on the data directory',
    target: 'refused within 1 s with a clear message, 50 of 50 times; the lock of a dead process is taken over',
    tests: [
      [
        'services/platform/database.test.ts',
        'refuses a second opener at once',
        'refuses a second process within a second',
        'ignores a file that names a living process',
      ],
    ],
    notShown: 'The time that Node itself takes to start before it asks for the lock.',
  },
  {
    id: 'D3',
    property: 'kill during the first start or a migration',
    target: '20 moments: the next start succeeds',
    tests: [
      [
        'services/platform/database.test.ts',
        'a migration that failed leaves nothing',
        'a creation that was killed leaves files which the next start removes',
      ],
      ['services/content/app.test.ts', 'begins again after a kill during the first filling'],
    ],
    notShown: 'Twenty moments of a whole start: a failed migration, an unfinished creation and filling are tried.',
  },
  {
    id: 'D4',
    property: 'the content API is out for ten minutes',
    target:
      'every warm page served (200 pages, 20 requests a second) with its age; others: error page in 2 s, 50 ms later; back within 30 s by at most 10 requests at once',
    tests: [
      [
        'web/server/portal-outages.test.ts',
        'an uncached page reports it within two seconds, cached ones are served',
        'answers at once while it is known to be down, and comes back',
      ],
      ['web/server/portal-caching.test.ts', 'serves the old copy of'],
      ['services/platform/upstream.test.ts', 'gets few requests at first when it is back'],
    ],
    notShown: 'Ten minutes, 200 pages and 20 requests a second: outages of seconds, a few pages of every kind.',
  },
  {
    id: 'D5',
    property: 'a slow content API (10 s)',
    target:
      'warm pages p99 < 100 ms; 200 readers of a cold page are one request for each thing; given up after 2 s; at most 64 sockets; event loop p99 < 100 ms; at most 100 MB more',
    tests: [
      [
        'web/server/portal-outages.test.ts',
        'is asked once for each thing by 200 readers of one uncached page, over few sockets',
        'readers of many uncached pages hold at most 64 sockets',
      ],
      ['web/server/portal-caching.test.ts', 'asks the content service once for two hundred parallel readers'],
      ['services/platform/upstream.test.ts', 'keeps no more of an endless answer than its limit'],
    ],
    notShown: 'Event loop and memory.',
  },
  {
    id: 'D6',
    property: 'a page expires under 1,000 requests a second (stampede)',
    target: 'one render, p99 < 250 ms, no error',
    tests: [
      [
        'web/server/rendering/page-cache.test.ts',
        'renders once for parallel readers',
        'it renders a page again before serving it, once for all',
      ],
    ],
    notShown: 'The rate and p99: parallel readers of the page cache are counted, not requests a second.',
  },
  {
    id: 'D7',
    property: 'paywall, user API, single sign-on or payment provider out, each alone',
    target: 'all free pages; paid ones locked with the fallback offer; a login says what is wrong; no page with 500',
    tests: [
      ['web/server/portal-outages.test.ts', 'another service'],
      ['web/server/api/commerce/coin-routes.test.ts', 'with services that do not answer'],
      ['web/server/session/foreign-sign-on.test.ts', 'while it is down, readers stay logged in'],
      ['web/server/access/article-access.test.ts', 'when no service answers'],
      ['services/commerce/orders/orders.test.ts', 'waits for a bank that answers later'],
    ],
    notShown: 'A payment provider of another house that is out; the built-in test bank stands in for it.',
  },
  {
    id: 'D8',
    property: 'the database is out for 60 s (PostgreSQL)',
    target: 'all public pages in memory; calls of readers 503 with Retry-After within 1 s; back within 5 s',
    tests: [
      ['web/server/portal-database-outage.test.ts', 'a database that is away'],
      ['services/platform/database-outages.test.ts', 'PostgreSQL at the end of a line'],
    ],
    notShown: '60 seconds: the outages of the tests are shorter.',
  },
  {
    id: 'D9',
    property: 'Valkey or Redis out, or coming and going',
    target: 'all public pages from the memory of the process; sessions intact; at most one log line a second',
    tests: [['web/server/rendering/shared-pages.test.ts', 'works without the server, logs that once, and reconnects']],
    notShown:
      'A whole portal behind it: page cache and connection alone are tested. Sessions lie in the database and in cookies, never there.',
  },
  {
    id: 'D10',
    property: 'keep-alive connections',
    target: '10,000 open, none refused, home p99 < 300 ms, at most 250 MB more',
    tests: [],
    bench: {
      name: 'withstand',
      rows: [
        'withstand | p99 of the home page with 10000',
        'withstand | refused or closed of 10000',
        'withstand | resident memory more with 10000',
      ],
    },
    notShown: '',
  },
  {
    id: 'D11',
    property: 'slow clients',
    target: '500 that never complete headers or body: home p99 ≤ 2 × that before, or 100 ms; all gone after 35 s',
    tests: [
      ['web/server/http/http-server.test.ts', 'a client that', 'a process that may open 1,000 descriptors'],
      ['web/server/portal-bodies.test.ts', 'an endless body without a length'],
    ],
    bench: {
      name: 'withstand',
      rows: ['withstand | p99 of the home page beside 500', 'withstand | until 500'],
    },
    notShown: '',
  },
  {
    id: 'D12',
    property: 'hostile requests',
    target: '100,000 with 3 seeds: no 5xx, no crash, none above 3 s',
    tests: [
      ['web/server/portal-errors.test.ts', 'malformed requests'],
      [
        'web/server/portal-hostile-texts.test.ts',
        'in any of its fields is refused with a code or stored as text',
        'afterwards',
      ],
    ],
    notShown:
      '100,000 requests with three seeds: some thousand random paths, and hostile texts in every field, with one seed.',
  },
  {
    id: 'D13',
    property: 'memory',
    target:
      '1,000,000 requests of 50,000 addresses: resident memory at the end within 5 % of that at the beginning; the cache keeps to its bytes',
    tests: [['web/server/rendering/page-cache.test.ts', 'limits entries and bytes']],
    bench: { name: 'withstand', rows: ['withstand | growth of resident memory'], longer: 'BENCH_REQUESTS=1000000' },
    notShown: '',
  },
  {
    id: 'D14',
    property: 'an hour at half of the capacity with a fault every five minutes',
    target: 'no unexpected error; descriptors and timers do not grow',
    tests: [],
    bench: { name: 'soak', rows: ['soak'], longer: 'BENCH_MINUTES=60' },
    notShown: '',
  },
  {
    id: 'D15',
    property: 'double spending',
    target:
      '1,000 at once on two nodes: one debit, every answer the same; 3 coins and 500 articles: 3 sold; the books balance',
    tests: [
      [
        'services/commerce/coins/ledger.test.ts',
        'D15 S7.5-03 sells an article once',
        'D15 sells as many articles as the coins pay',
        'has balanced books after all tests above',
      ],
      ['services/commerce/coins/issue-purchases.test.ts', 'D15 S7.5-03 sells an issue once'],
    ],
    notShown: 'The two nodes are two services with a pool each in one process, on PostgreSQL.',
  },
  {
    id: 'D16',
    property: 'a purchase that is sent again with the same key',
    target: '1,000 over a connection that loses a fifth of the answers: as many debits as articles and keys',
    tests: [['services/commerce/coins/ledger.test.ts', 'D16 charges 1,000 purchases once each']],
    notShown: '',
  },
  {
    id: 'D17',
    property: 'the end of a process under load (SIGTERM)',
    target: 'no failed request; not ready first; ended within 30 s; running answers are finished',
    tests: [
      ['web/server/http/drain.test.ts', 'draining'],
      ['e2e/outages.journey.ts', 'reports "not ready" before the port closes'],
      ['e2e/workers.journey.ts', 'SIGTERM breaks no request of 20 busy clients'],
    ],
    notShown: 'A second node that takes over: a refused connection counts as no loss.',
  },
  {
    id: 'D18',
    property: 'two nodes',
    target:
      'one pair of keys; own write seen in 200 ms, a purge and a logout everywhere in 1 s; after 30 s without notices caught up within 2 s',
    tests: [
      ['services/accounts/app.test.ts', 'processes that start together make one key'],
      ['services/content/app.test.ts', 'every other process sees a write of one process'],
      ['services/content/fronts/stored-edits.test.ts', 'another process sees an edit within a second'],
      ['web/server/portal-replicas.test.ts', 'shows a change at once while the replica lags'],
      [
        'web/server/rendering/shared-pages.test.ts',
        'renders once for two processes',
        'does not trust a page stored before a withdrawal',
      ],
    ],
    bench: { name: 'office', rows: ['office | publish to the pages of a second process'] },
    notShown: 'The time until a logout counts on the other node; a line for notices that is cut for 30 s.',
  },
  {
    id: 'D19',
    property: 'clocks',
    target:
      'client a day off: works; server two hours ahead: sessions renew or log out; nodes 5 s apart: none refused; changes of summer time, year end and leap day right',
    tests: [
      ['web/app/browser/session/session-machine.test.ts', 'keeps a reader whose clock is an hour'],
      ['services/platform/limits/limiter.test.ts', 'when the clock is set back'],
      ['services/platform/jobs/job-conformance.test.ts', 'when the clock is set'],
      ['domain/german.test.ts', 'agrees with the system’s time zone data, from 1996 to 2040'],
      ['web/app/pages/lists/group-by-day.test.ts', 'knows yesterday on the day after the clocks changed'],
      ['web/server/portal-readers.test.ts', 'an expired token'],
    ],
    notShown: 'A client a day off (an hour is tried); nodes 5 s apart.',
  },
  {
    id: 'D20',
    property: 'disk full, data directory read-only, no descriptors left',
    target: 'reads go on, writes 503, nothing damaged, back without a restart',
    tests: [
      ['services/platform/database-outages.test.ts', 'the embedded database on a full disk'],
      ['web/server/composition/start-full-disk.test.ts', 'a start on a full disk', 'a start on a read-only disk'],
      ['web/server/http/http-server.test.ts', 'a process that may open 1,000 descriptors'],
    ],
    notShown: 'A disk that turns read-only, and descriptors that run out, while the portal runs.',
  },
  {
    id: 'D21',
    property: 'requests that cost much: pictures, passwords, large JSON, deep queries',
    target: 'home p99 < 250 ms meanwhile',
    tests: [
      [
        'web/server/http/images.test.ts',
        'refuses a decompression bomb',
        'answers 503 when its queue is full and recovers afterwards',
      ],
    ],
    bench: { name: 'withstand', rows: ['withstand | p99 of the home page beside pictures'] },
    notShown: '',
  },
  {
    id: 'D22',
    property: '100 wrong logins a second',
    target: 'public pages p99 < 150 ms; hashing on one core at most; the right reader gets in',
    tests: [
      ['services/accounts/admission.test.ts', 'lets a fixed number of logins begin'],
      ['services/accounts/app.test.ts', 'cannot be used to lock a reader out', 'hold against parallel requests'],
    ],
    bench: { name: 'sign-on', rows: ['sign-on | p99 of public pages while 100 wrong logins'] },
    notShown: '',
  },
  {
    id: 'D23',
    property: '5,000 sessions expire in the same second',
    target: 'at most one refresh for each session, nobody logged out',
    tests: [
      ['web/server/portal-readers.test.ts', 'of many pages at once is renewed once'],
      ['web/server/session/session.test.ts', 'happens once for parallel requests'],
      ['services/accounts/app.test.ts', 'twenty tabs that refresh at once with one token stay logged in'],
    ],
    bench: { name: 'sign-on', rows: ['sign-on | tabs logged out'] },
    notShown: '5,000 sessions: one session with twenty tabs is tried.',
  },
  {
    id: 'D24',
    property: 'forged tokens',
    target: '100 forgeries or more: none accepted, no 5xx',
    tests: [
      ['web/server/api/account/account-routes.test.ts', 'a hundred forged ID tokens give no access'],
      ['web/server/portal-readers.test.ts', 'an invalid token'],
    ],
    bench: { name: 'sign-on', rows: ['sign-on | forged tokens'] },
    notShown: '',
  },
  {
    id: 'D25',
    property: 'paid text leaks nowhere',
    target: 'no sentence in any representation, any answer of a whole crawl or any built file',
    tests: [
      ['web/server/paid-text-scan.test.ts', 'no sentence of a paid text where the decision says locked'],
      ['web/server/portal-paid.test.ts', 'no sentence of a paid text'],
      ['web/server/portal-paid-media.test.ts', 'a picture of a paid gallery'],
      ['e2e/navigation.journey.ts', 'never is the text of a paid'],
    ],
    notShown: 'Built files are not searched; they are made before there is an article.',
  },
  {
    id: 'D26',
    property: 'stored pages reach only their kind of reader',
    target: '100,000 mixed requests of 6 kinds of readers with random cookies and headers: none wrong',
    tests: [
      ['web/server/portal-readers.test.ts', 'caching for readers'],
      ['web/server/portal-caching.test.ts', 'properties that separate pages'],
      ['web/server/portal-edge.test.ts', 'a page of the class that the edge says', 'a page is right and not stored'],
    ],
    notShown: '100,000 requests: 1,000 of one paid article are tried.',
  },
  {
    id: 'D27',
    property: 'OWASP ASVS 5.0, levels 1 and 2',
    target: 'every line that applies has a test, and none fails',
    tests: [
      ['tools/security-document.test.ts', 'has all lines of levels 1 and 2 of ASVS 5.0', 'names tests that exist'],
    ],
    notShown: 'The lines that docs/security.md names as gaps: those parts have no test.',
  },
  {
    id: 'D28',
    property: 'security headers',
    target:
      'Mozilla Observatory and CSP Evaluator find nothing; no violation of the policy on 12 pages, consent refused and given',
    tests: [
      ['web/server/portal-errors.test.ts', 'headers of every answer'],
      ['web/server/http/security-headers.test.ts', 'the policy of a page'],
      ['web/server/portal-policies.test.ts', 'answers below /api and /__'],
    ],
    notShown:
      'Observatory and CSP Evaluator are programs of others and not run; violations in Chromium are not counted.',
  },
  {
    id: 'D29',
    property: 'third parties before consent',
    target: 'no request to another host: all pages, all publications, Pur and app',
    tests: [
      ['e2e/consent-vendors.journey.ts', 'asks other hosts for nothing before an answer and after a refusal'],
      ['e2e/consent.journey.ts', 'loads and stores nothing before the answer', 'readers who are not asked'],
    ],
    notShown: 'Every single page: one of each kind.',
  },
  {
    id: 'D30',
    property: 'erasure of an account',
    target: 'within 60 s no address or id in a full dump and in the log; the sums of the books are unchanged',
    tests: [
      [
        'services/accounts/privacy/privacy.test.ts',
        'erases after fourteen days, completely',
        'goes on with an interrupted erasure',
      ],
      ['services/commerce/coins/ledger.test.ts', 'D30 keeps the bookings of an erased reader without the name'],
      ['services/commerce/billing/billing.test.ts', 'keeps the invoices of an erased reader unchanged'],
      ['services/library/app.test.ts', 'exports everything it stores about a reader, and erases it for good'],
      ['web/server/http/log.test.ts', 'removes '],
    ],
    notShown: 'A dump of the whole database after the erasure: each service shows its own tables.',
  },
  {
    id: 'D31',
    property: 'backup and restore',
    target:
      'written while the portal is used; restored on an empty machine within 5 min; at most 1 min lost with PostgreSQL',
    tests: [
      ['web/server/portal-backup.test.ts', 'D31 a backup of a running portal'],
      ['e2e/backup.journey.ts', 'D31 '],
    ],
    notShown: 'At most one minute lost: a backup has the state of its moment; for less, archive the log of PostgreSQL.',
  },
  {
    id: 'D32',
    property: 'one version forward and back',
    target: 'N-1, N, N-1 with data and under load: no error; old tabs reload once, not in a loop',
    tests: [
      ['web/server/portal-rollback.test.ts', 'a rollback by one version'],
      [
        'services/platform/database/migrations.test.ts',
        'going back on',
        'each says truly whether the version before works',
      ],
      ['e2e/builds.journey.ts', 'a build beside a running portal'],
      ['e2e/offline.journey.ts', 'a new build'],
    ],
    notShown: 'Under load.',
  },
  {
    id: 'D33',
    property: 'service worker',
    target:
      'a visited article opens within 1 s without a connection; nothing personal or paid after a logout; a broken worker is replaced; at most 50 MB',
    tests: [
      ['e2e/offline.journey.ts', 'without a connection', 'offline copies', 'a broken one is replaced by the next'],
      ['e2e/nothing-left.journey.ts', 'S2.2-12'],
      ['web/app/sw/kept-cache.test.ts', 'stays within its bounds', 'holds the bounds when many are kept at once'],
    ],
    notShown: '',
  },
  {
    id: 'D34',
    property: 'start',
    target: 'ready 3 s after a cold start with data; ready means database, key and home page',
    tests: [
      ['web/server/portal-errors.test.ts', 'reports whether it is alive and whether it is ready'],
      ['web/server/portal-database-outage.test.ts', 'reports "not ready", but alive'],
    ],
    bench: { name: 'publications', rows: ['20 publications | start'] },
    notShown: '',
  },
]

/** What is printed about one figure. `benchmarks`: the text of docs/benchmarks.md. */
export function describeProof(proof: Proof, benchmarks: string): string[] {
  const { id, property, target, tests, bench, longer, notShown } = proof
  return [
    `${id}  ${property}`,
    `target: ${target}`,
    ...tests.flatMap(([file, ...titles]) => [`test: ${file}`, ...titles.map((title) => `        ${title}`)]),
    ...(bench === undefined
      ? []
      : [`benchmark: npm run bench -- ${bench.name}`, ...listRows(proof, benchmarks).map((row) => `        ${row}`)]),
    ...[longer, bench?.longer].flatMap((one) => (one === undefined ? [] : [`in full: ${one} npm run prove -- ${id}`])),
    ...(notShown === '' ? [] : [`not shown: ${notShown}`]),
  ]
}

/** Rows of docs/benchmarks.md: figure, measured, target and date. */
export function listRows({ bench }: Proof, benchmarks: string): string[] {
  return benchmarks
    .split('\n')
    .filter((line) => bench?.rows.some((beginning) => line.startsWith(`| ${beginning}`)))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, , figure, measured, , , limit, verdict, date]) => `${figure}: ${measured} (${limit}, ${verdict}, ${date})`)
}

/** Matches the full titles of the cases of a proof. */
export function toTitlePattern({ tests }: Proof): string {
  const titles = tests.flatMap(([, ...parts]) => parts)
  return titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
}

export type Result = { date: string; total: string; measured: readonly string[] }

const HEAD = '| # | What holds | Shown by | Not shown | Result |'

/** The results that docs/reliability.md has, by id. */
export function readResults(document: string): Map<string, Result> {
  const results = new Map<string, Result>()
  for (const line of document.split('\n')) {
    const cells = line.split(' | ')
    const [, id = ''] = /^\| (D\d+)$/.exec(cells[0] ?? '') ?? []
    const [, date = '', total = '', more = ''] =
      /^(\d{4}-\d{2}-\d{2}): ([^<]+?)(<br>.*)? \|$/.exec(cells.at(-1) ?? '') ?? []
    if (id !== '' && date !== '') results.set(id, { date, total, measured: more.split('<br>').slice(1) })
  }
  return results
}

/** The text of docs/reliability.md. */
export function toDocument(results: ReadonlyMap<string, Result>, machine: string): string {
  const rows = PROOFS.map(({ id, property, target, tests, bench, longer, notShown }) => {
    const shownBy = [
      ...tests.map(([file]) => `\`${file}\``),
      ...(bench === undefined ? [] : [`\`npm run bench -- ${bench.name}\` ([rows](benchmarks.md))`]),
    ]
    const result = results.get(id)
    const cells = [
      id,
      `**${property}**: ${target}`,
      shownBy.join('<br>'),
      [...[longer, bench?.longer].map((one) => (one === undefined ? '' : `In full with \`${one}\`.`)), notShown]
        .filter((text) => text !== '')
        .join(' ') || '–',
      result === undefined ? 'not measured here' : [`${result.date}: ${result.total}`, ...result.measured].join('<br>'),
    ]
    return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
  })
  return `${INTRODUCTION}\n${MACHINE}${machine}.\n\n${HEAD}\n|---|---|---|---|---|\n${rows.join('\n')}\n`
}

/** The machine that the document names. */
export function readMachine(document: string): string {
  const line = document.split('\n').find((one) => one.startsWith(MACHINE)) ?? ''
  return line.slice(MACHINE.length).replace(/\.$/, '')
}

const MACHINE = 'Machine of the results: '

const INTRODUCTION = `# Reliability

34 figures that the portal must reach, the command that shows each, and what it showed the last time.

\`\`\`sh
npm run prove -- --list      # all figures
npm run prove -- --list D4   # one: its tests, its benchmark, and what they do not show
npm run prove -- D4 D5       # runs its tests and its benchmark, writes what they measured into this table
\`\`\`

The tests are those of the release run (\`npm run test:release\`). A result counts passed and failed tests; below it stands what
they measured. Times depend on the machine, and other work may have run beside the tests. "Not measured here" means that
nobody has run the command on this machine yet. The table is written by the command: change \`tools/proofs.ts\` instead.
`
