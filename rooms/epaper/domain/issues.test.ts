import { expect, it } from 'vitest'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import {
  canOpenIssue,
  decideIssueAccess,
  listSpreads,
  parseEpaperPath,
  toIssueArticlePath,
  toIssuePagePath,
  toIssuePath,
  type IssueRemedy,
} from './issues.ts'

const ISSUE = { edition: 'haupt', day: '2026-11-23' }
const readerWith = (...roles: string[]) => toReaderFlags({ isLoggedIn: true, roles, emailVerified: true })
const ANONYMOUS = toReaderFlags({ isLoggedIn: false, roles: ['EPAPER_USER'], emailVerified: true })

it.each<[string, ReturnType<typeof readerWith>, string[], boolean]>([
  ['R1-17 R6-08 an e-paper reader opens it', readerWith('EPAPER_USER'), [], true],
  ['R1-17 so does one with Plus beside it', readerWith('EPAPER_USER', 'PLUS_USER'), [], true],
  ['S1-08 Plus alone does not', readerWith('PLUS_USER'), [], false],
  ['R6-08 a reader without a role does not', readerWith(), [], false],
  ['nor does one with a wallet', readerWith('WALLET_USER'), [], false],
  ['nor one who pays for no advertising', readerWith('PUR_USER', 'PLUS-TAG-4'), [], false],
  ['a role without a login is none', ANONYMOUS, [], false],
  ['one who bought it does', readerWith('WALLET_USER'), ['haupt/2026-11-23'], true],
  ['and keeps it with Plus', readerWith('PLUS_USER', 'WALLET_USER'), ['haupt/2026-11-23'], true],
  ['not who bought another day', readerWith('WALLET_USER'), ['haupt/2026-11-22', 'haupt/2026-11-24'], false],
  ['not who bought another edition', readerWith('WALLET_USER'), ['nord/2026-11-23'], false],
  ['a purchase without a login is none', ANONYMOUS, ['haupt/2026-11-23'], false],
])('%s', (_what, reader, purchases, isOpen) => {
  const bought = new Set(purchases)
  expect(canOpenIssue(reader, bought, ISSUE)).toBe(isOpen)
  const access = decideIssueAccess({ reader, purchases: bought, issue: ISSUE, coins: 2, availableCreditCount: 9 })
  expect(access.kind === 'open').toBe(isOpen)
})

it.each<[string, ReturnType<typeof readerWith>, number | null, number, IssueRemedy[]]>([
  ['anybody: log in, coins, subscribe', ANONYMOUS, 2, 0, ['login', 'coins', 'subscribe']],
  ['anybody where it is not sold alone', ANONYMOUS, null, 0, ['login', 'subscribe']],
  ['who has coins enough', readerWith('WALLET_USER'), 2, 2, ['coin', 'subscribe']],
  ['who has too few', readerWith('WALLET_USER'), 2, 1, ['coins', 'subscribe']],
  ['Plus with coins', readerWith('PLUS_USER', 'WALLET_USER'), 1, 3, ['coin', 'subscribe']],
  ['where it is not sold alone', readerWith('WALLET_USER'), null, 9, ['subscribe']],
])('S1-08 remedies offered: %s', (_what, reader, coins, availableCreditCount, remedies) =>
  expect(decideIssueAccess({ reader, purchases: new Set(), issue: ISSUE, coins, availableCreditCount })).toEqual({
    kind: 'locked',
    remedies,
  }),
)

it.each([
  ['/epaper', { kind: 'issues', edition: null }],
  ['/epaper/suche', { kind: 'search' }],
  ['/epaper/haupt', { kind: 'issues', edition: 'haupt' }],
  [toIssuePath(ISSUE), { kind: 'issue', issue: ISSUE }],
  [toIssuePagePath(ISSUE, 12), { kind: 'page', issue: ISSUE, page: 12 }],
  [toIssueArticlePath(ISSUE, '3-2'), { kind: 'article', issue: ISSUE, key: '3-2' }],
  ['/epaper/', null],
  ['/epaper/Haupt', null],
  ['/epaper/suche/2026-11-23', null],
  ['/epaper/haupt/2026-02-30', null],
  ['/epaper/haupt/2026-1-3', null],
  ['/epaper/haupt/2026-11-23/', null],
  ['/epaper/haupt/2026-11-23/0', null],
  ['/epaper/haupt/2026-11-23/03', null],
  ['/epaper/haupt/2026-11-23/201', null],
  ['/epaper/haupt/2026-11-23/3/4', null],
  ['/epaper/haupt/2026-11-23/artikel', null],
  ['/epaper/haupt/2026-11-23/artikel/..', null],
  ['/epaper/haupt/2026-11-23/artikel/3-2/x', null],
  ['/e-paper', null],
])('the address %s', (path, address) => expect(parseEpaperPath(path)).toEqual(address))

it.each<[number, number[][]]>([
  [1, [[1]]],
  [2, [[1], [2]]],
  [3, [[1], [2, 3]]],
  [4, [[1], [2, 3], [4]]],
  [7, [[1], [2, 3], [4, 5], [6, 7]]],
  [8, [[1], [2, 3], [4, 5], [6, 7], [8]]],
])('facing pages of %i', (count, spreads) => expect(listSpreads(count)).toEqual(spreads))
