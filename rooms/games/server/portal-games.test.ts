/** Games in a whole portal: the same puzzle for all readers of a publication, a new one at midnight in Berlin. */
import { SEED } from '@lokalteil/services/content/content.testing'
import { GAMES, GAME_KEYS } from '@lokalteil/domain/games/games'
import { DEMO_PASSWORD, toDemoEmail, toDemoSub } from '@lokalteil/services/accounts/demo-accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1' } })
  portal.clock.now = new Date('2026-11-23T22:30:00Z')
})
afterAll(() => portal.close())

const read = async (path: string, publication = 'ak') => {
  const answer = await portal.get(path, { publication })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

it('S1-08 every game has a page and a puzzle at each of its levels', async () => {
  const overview = await portal.html('/spiele')
  for (const game of GAME_KEYS) {
    expect(overview).toContain(`href="/spiele/${game}"`)
    for (const level of GAMES[game].length === 0 ? [''] : GAMES[game]) {
      const day = '/2026-11-23'
      expect((await read(`/api/games/${game}${day}${level === '' ? '' : `?level=${level}`}`)).status).toBe(200)
      const page = await portal.get(`/spiele/${game}${day}${level === '' ? '' : `/${level}`}`)
      expect([game, level, page.status]).toEqual([game, level, 200])
    }
  }
})

it('a board’s scripts load with the styles, other pages load theirs after the first paint', async () => {
  const preloads = (html: string) =>
    html.slice(0, html.indexOf('<template id="entry">')).includes('rel="modulepreload"')
  expect(preloads(await portal.html('/spiele/sudoku'))).toBe(true)
  expect(preloads(await portal.html('/spiele'))).toBe(false)
  expect(preloads(await portal.html('/'))).toBe(false)
})

it('a page shows the puzzle of its publication, day and level, which all readers share', async () => {
  const { body } = await read('/api/games/sudoku/2026-11-23?level=schwer')
  expect(await portal.html('/spiele/sudoku/2026-11-23/schwer')).toContain(String(body.givens))
  expect((await read('/api/games/sudoku/2026-11-23?level=schwer')).body).toEqual(body)
  for (const [path, publication] of [
    ['/api/games/sudoku/2026-11-23?level=schwer', 'fb'],
    ['/api/games/sudoku/2026-11-22?level=schwer', 'ak'],
    ['/api/games/sudoku/2026-11-23?level=experte', 'ak'],
  ] as const)
    expect((await read(path, publication)).body.givens).not.toBe(body.givens)
})

it.each([
  ['/api/games/sudoku/2026-11-24', 404],
  ['/api/games/sudoku/2026-10-24', 404],
  ['/api/games/sudoku/2026-10-25', 200],
  ['/api/games/sudoku/2026-02-30', 404],
  ['/api/games/sudoku/2026-11-23?level=unl%C3%B6sbar', 404],
  ['/api/games/wortraten/2026-11-23?level=leicht', 404],
  ['/api/games/schach/2026-11-23', 400],
  [`/api/games/sudoku/${'9'.repeat(11)}`, 400],
  ['/spiele/sudoku/2026-11-24', 404],
  ['/spiele/sudoku/2026-10-24', 404],
  ['/spiele/sudoku/2026-11-23/unm%C3%B6glich', 404],
  ['/spiele/wortraten/2026-11-23/leicht', 404],
  ['/spiele/schach', 404],
])('%s on 23 November answers %d', async (path, status) => expect((await portal.get(path)).status).toBe(status))

it('a path without a day has a new puzzle after midnight in Berlin', async () => {
  const { body } = await read('/api/games/sudoku/2026-11-23')
  expect(await portal.html('/spiele/sudoku')).toContain(String(body.givens))
  portal.clock.now = new Date('2026-11-23T23:05:00Z')
  const next = await read('/api/games/sudoku/2026-11-24')
  expect(next.status).toBe(200)
  for (let turn = 0; turn < 50; turn++) {
    const page = await portal.html('/spiele/sudoku')
    if (page.includes(String(next.body.givens))) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The page kept the puzzle of the day before')
})

describe('progress with an account', () => {
  const won = { at: 1_795_471_200_000, seconds: 50, outcome: 'won', state: 'birne', wonIn: 50, isOnTime: true }
  const body = JSON.stringify({ puzzles: { 'wortraten.2026-11-23': won } })
  const cookies: Record<string, string> = {}
  const send = (of: string, by: string | null, text: string, headers: Record<string, string> = {}) =>
    portal.get(`/__services/user/mandators/ak/users/${toDemoSub('ak', of)}/games/progress`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(by === null ? {} : { cookie: cookies[by]! }),
        ...headers,
      },
      body: text,
    })
  beforeAll(async () => {
    for (const name of ['plus', 'free']) {
      const answer = await portal.get('/api/mein/oauth2/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email: toDemoEmail(name), password: DEMO_PASSWORD }),
      })
      cookies[name] = answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0]!)
        .filter((pair) => !pair.endsWith('='))
        .join('; ')
    }
  })

  it('is stored for its reader, and no other reader can read or change it', async () => {
    expect((await send('plus', 'plus', body)).status).toBe(200)
    const refused = await Promise.all([
      send('plus', 'free', '{}'),
      send('plus', 'free', body),
      send('plus', null, body),
      send('plus', 'plus', body, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
    ])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 401, 403])
    expect(await (await send('free', 'free', '{}')).json()).toEqual({ revision: 0, puzzles: {}, records: {} })
    const kept = (await (await send('plus', 'plus', '{}')).json()) as { puzzles: object }
    expect(Object.keys(kept.puzzles)).toEqual(['wortraten.2026-11-23'])
  })

  it('refuses progress that is too large or invalid, and says why', async () => {
    const large = await send('plus', 'plus', JSON.stringify({ more: 'x'.repeat(20_001) }))
    expect([large.status, await large.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'TOO_LARGE', title: 'The body is larger than 20000 bytes' }),
    ])
    const wrong = await send('plus', 'plus', JSON.stringify({ puzzles: { 'schach.2026-11-23': won } }))
    expect([wrong.status, ((await wrong.json()) as { fields: object }).fields]).toEqual([
      400,
      { 'body.puzzles': 'names a puzzle there is none of' },
    ])
  })
})
