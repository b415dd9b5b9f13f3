/** Progress in the games, stored with an account: several devices, and callers without access. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { toLibraryBase } from '@lokalteil/contracts/library/paths'
import { LONGEST_STATE, type Progress } from '@lokalteil/domain/games/progress'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { get, NOW, openTestLibrary, refusalOf, toTestToken } from './library.testing.ts'

const DAY = '2026-11-21'
const KEY = `wortraten.${DAY}`
const some = (more: Partial<Progress> = {}): Progress => ({
  at: NOW.getTime() - 60_000,
  seconds: 50,
  outcome: 'open',
  state: 'birne',
  wonIn: null,
  isOnTime: false,
  ...more,
})
const won = (more: Partial<Progress> = {}) => some({ outcome: 'won', wonIn: 50, isOnTime: true, ...more })

describe.each(ENGINES)('games of an account on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let test: Awaited<ReturnType<typeof openTestLibrary>>
  const of = (user: string) => test.of('ak', user)

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    test = await openTestLibrary(opened.database)
  })
  beforeEach(async () => {
    test.setClock(NOW)
    await sql`delete from reader.readers`.execute(opened.database.db)
  })
  afterEach(() => test.throwErrors())
  afterAll(() => opened.drop())

  it('S1-08 a second device continues the game of the first; each device receives only news', async () => {
    const phone = of('eva')
    const first = await get(phone.mergeGameProgress({ body: { puzzles: { [KEY]: some() } } }))
    expect(first).toMatchObject({ puzzles: { [KEY]: some() }, records: {} })
    const desk = await get(phone.mergeGameProgress({ body: {} }))
    expect(desk.puzzles).toEqual({ [KEY]: some() })
    test.later(1000)
    const further = some({ at: NOW.getTime(), state: 'birne.lampe' })
    const second = await get(phone.mergeGameProgress({ body: { since: desk.revision, puzzles: { [KEY]: further } } }))
    expect(second.puzzles).toEqual({ [KEY]: further })
    const heard = await get(phone.mergeGameProgress({ body: { since: first.revision } }))
    expect(heard).toEqual({ ...second, records: {} })
    expect(await get(phone.mergeGameProgress({ body: { since: heard.revision } }))).toEqual({
      revision: heard.revision,
      puzzles: {},
      records: {},
    })
    // Sending the same state twice is idempotent.
    const again = await get(
      phone.mergeGameProgress({
        body: { since: heard.revision, puzzles: { [KEY]: further, [`sudoku.${DAY}.leicht`]: some() } },
      }),
    )
    expect(Object.keys(again.puzzles)).toEqual([`sudoku.${DAY}.leicht`])
  })

  it('a won game is never lost, whichever device writes last', async () => {
    const eva = of('eva')
    await get(eva.mergeGameProgress({ body: { puzzles: { [KEY]: won() } } }))
    await get(
      eva.mergeGameProgress({
        body: {
          puzzles: { [KEY]: some({ at: NOW.getTime(), state: '' }) },
          records: { wortraten: { runs: [[20_000, 20_003]], best: { '': 90 } } },
        },
      }),
    )
    const { puzzles, records } = await get(eva.mergeGameProgress({ body: {} }))
    expect(puzzles[KEY]).toEqual(some({ at: NOW.getTime(), state: '', wonIn: 50, isOnTime: true }))
    expect(records).toEqual({
      wortraten: {
        runs: [
          [20_000, 20_003],
          [20_778, 20_778],
        ],
        best: { '': 50 },
      },
    })
  })

  it('two devices that write at the same time are both stored', async () => {
    const eva = of('eva')
    const levels = ['leicht', 'mittel', 'schwer', 'experte']
    await Promise.all(
      levels.map((level, index) =>
        get(eva.mergeGameProgress({ body: { puzzles: { [`sudoku.${DAY}.${level}`]: won({ wonIn: 100 + index }) } } })),
      ),
    )
    const { puzzles, records } = await get(eva.mergeGameProgress({ body: {} }))
    expect(Object.keys(puzzles)).toHaveLength(4)
    expect(records.sudoku?.best).toEqual({ leicht: 100, mittel: 101, schwer: 102, experte: 103 })
  })

  it('progress of a device whose clock is ahead does not outlast later progress', async () => {
    const eva = of('eva')
    await get(eva.mergeGameProgress({ body: { puzzles: { [KEY]: some({ at: NOW.getTime() + 86_400_000 }) } } }))
    test.later(1000)
    const later = some({ at: NOW.getTime() + 1000, state: 'later' })
    const { puzzles } = await get(eva.mergeGameProgress({ body: { puzzles: { [KEY]: later } } }))
    expect(puzzles[KEY]).toEqual(later)
  })

  it('of puzzles that can no longer be played only the won ones count', async () => {
    const eva = of('eva')
    await get(eva.mergeGameProgress({ body: { puzzles: { [KEY]: won() } } }))
    test.later(40 * 86_400_000)
    const other = 'kreuzwortraetsel.2026-12-31'
    await get(eva.mergeGameProgress({ body: { puzzles: { [other]: some() } } }))
    const all = await get(eva.mergeGameProgress({ body: {} }))
    expect([Object.keys(all.puzzles), all.records.wortraten?.best]).toEqual([[other], { '': 50 }])
  })

  it('the revision of a deleted row is not used again: the device receives later rows', async () => {
    const eva = of('eva')
    const { revision } = await get(eva.mergeGameProgress({ body: { puzzles: { [KEY]: some() } } }))
    test.later(40 * 86_400_000)
    await get(eva.mergeGameProgress({ body: { puzzles: { [KEY]: some() } } }))
    const other = 'kreuzwortraetsel.2026-12-31'
    const after = await get(eva.mergeGameProgress({ body: { since: revision, puzzles: { [other]: some() } } }))
    expect(Object.keys(after.puzzles)).toEqual([other])
  })

  it('a reader receives nothing of another reader', async () => {
    await get(of('eva').mergeGameProgress({ body: { puzzles: { [KEY]: won() } } }))
    expect(await get(of('max').mergeGameProgress({ body: {} }))).toEqual({ revision: 0, puzzles: {}, records: {} })
    expect(await get(test.of('fb', 'eva').mergeGameProgress({ body: {} }))).toMatchObject({ puzzles: {} })
    expect(await refusalOf(test.of('ak', 'eva', [], { sub: 'max' }).mergeGameProgress({ body: {} }))).toBe(
      '403 OTHER_READER',
    )
  })

  it.each<[string, unknown, string]>([
    ['a puzzle there is none of', { puzzles: { [`schach.${DAY}`]: some() } }, 'body.puzzles'],
    ['a level there is none of', { puzzles: { [`sudoku.${DAY}.irre`]: some() } }, 'body.puzzles'],
    ['a day there is none of', { puzzles: { 'wortraten.2026-02-30': some() } }, 'body.puzzles'],
    ['a state without end', { puzzles: { [KEY]: some({ state: 'x'.repeat(LONGEST_STATE + 1) }) } }, 'state'],
    ['half a second', { puzzles: { [KEY]: some({ seconds: 0.5 }) } }, 'seconds'],
    ['a record of no game', { records: { schach: { runs: [], best: {} } } }, 'body.records'],
    ['a run that ends before it begins', { records: { sudoku: { runs: [[2, 1]], best: {} } } }, 'body.records'],
    [
      'too many puzzles',
      {
        puzzles: Object.fromEntries(
          Array.from({ length: 61 }, (_, age) => [`wortraten.20${String(26 + age)}-01-01`, some()]),
        ),
      },
      'body.puzzles',
    ],
  ])('refuses %s and names the place', async (_name, body, field) => {
    const response = await ask(JSON.stringify(body))
    const problem = (await response.json()) as { fields: Record<string, string> }
    expect([response.status, Object.keys(problem.fields).some((name) => name.includes(field))]).toEqual([400, true])
    expect(await get(of('eva').mergeGameProgress({ body: {} }))).toMatchObject({ puzzles: {}, records: {} })
  })

  it('refuses an endless body before it is parsed', async () => {
    const response = await ask(JSON.stringify({ puzzles: {}, more: 'x'.repeat(20_001) }))
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'TOO_LARGE'])
  })

  function ask(body: string): Promise<Response> {
    const token = toTestToken('access', { publication: 'ak', sub: 'eva', roles: [] })
    return Promise.resolve(
      test.fetch(
        new Request(`http://library.local${toLibraryBase('ak', 'eva')}/games/progress`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
        }),
      ),
    )
  }
})
