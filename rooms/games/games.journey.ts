/** Games in a real browser: a move in each by pointer and keyboard, kept over a reload; readable without scripts. */
import { afterAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { logIn, registerReader, toDemoEmail, untilAnonymous } from '@lokalteil/e2e/account-reader'
import {
  closeBrowser,
  expectAccessibleDayAndNight,
  openReader,
  servedPortal,
  untilAlive,
  type DeviceName,
  untilQuiet,
} from '@lokalteil/e2e/reader'
import { openUnsteadyNetwork } from '@lokalteil/e2e/unsteady-network'

afterAll(closeBrowser)

const GAMES = ['sudoku', 'kakuro', 'wortraten', 'schiffe-versenken', 'kreuzwortraetsel', 'puzzle', 'segelboot'] as const

type Puzzle = Record<string, string>

async function openGame(page: Page, game: string): Promise<Puzzle> {
  await page.goto(`/spiele/${game}`)
  await untilAlive(page)
  await page.waitForSelector('[data-ready]')
  return page.evaluate(() => {
    const state = JSON.parse(document.getElementById('state')!.textContent!) as {
      content: { data: { puzzle: Puzzle } }
    }
    return state.content.data.puzzle
  })
}

const cell = (page: Page, index: number) => page.locator(`[role="grid"] [data-cell="${index}"]`)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** From the middle of one element to the middle of the other. */
async function drag(page: Page, device: DeviceName, from: Locator, to: Locator): Promise<void> {
  const middle = async (one: Locator) => {
    const { x, y, width, height } = (await one.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [await middle(from), await middle(to)]
  const half = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  if (device === 'desk') {
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    for (const { x, y } of [half, end]) await page.mouse.move(x, y, { steps: 3 })
    return page.mouse.up()
  }
  const session = await page.context().newCDPSession(page)
  for (const [type, point] of [
    ['touchStart', start],
    ['touchMove', half],
    ['touchMove', end],
  ] as const)
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

describe.each(['phone', 'desk'] as const satisfies DeviceName[])('on a %s', (device) => {
  it('R1-68 a sudoku takes digits and notes, reports mistakes, can undo, and survives a reload', async () => {
    const { page, errors, leave } = await openReader({ device })
    const { givens, solution } = await openGame(page, 'sudoku')
    const empty = givens!.indexOf('0')
    await cell(page, empty).click()
    await press(page, 'Notizen')
    await press(page, '4')
    expect(await cell(page, empty).getAttribute('aria-label')).toContain('Notizen 4')
    await press(page, 'Notizen')
    const right = solution![empty]!
    const wrong = String((Number(right) % 9) + 1)
    await press(page, wrong)
    await press(page, 'Prüfen')
    expect(await page.getByRole('status').textContent()).toBe('Ein Feld stimmt nicht.')
    await press(page, 'Zurücknehmen')
    await press(page, right)
    await press(page, 'Prüfen')
    expect(await page.getByRole('status').textContent()).toBe('Bis hierher stimmt alles.')
    await page.waitForTimeout(600)
    await openGame(page, 'sudoku')
    await page.waitForFunction(([at, digit]) => document.querySelector(`[data-cell="${at}"]`)?.textContent === digit, [
      String(empty),
      right,
    ] as const)
    await page.goto('/spiele')
    await untilAlive(page)
    expect(await page.getByText('Begonnen', { exact: true }).count()).toBe(1)
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-71 a kakuro takes digits and checks them', async () => {
    const { page, errors, leave } = await openReader({ device })
    const { givens, solution } = await openGame(page, 'kakuro')
    const empty = givens!.indexOf('0')
    await cell(page, empty).click()
    await press(page, solution![empty]!)
    await press(page, 'Prüfen')
    expect(await page.getByRole('status').textContent()).toBe('Bis hierher stimmt alles.')
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-70 a guess is answered letter by letter, with the keys below the board', async () => {
    const { page, errors, leave } = await openReader({ device })
    const { answer } = await openGame(page, 'wortraten')
    const guess = answer === 'lampe' ? 'birne' : 'lampe'
    for (const letter of guess) await press(page, new RegExp(`^${letter}($|,)`))
    await press(page, 'Eingabe')
    await page.waitForSelector('[data-mark]')
    expect(await page.getByRole('status').textContent()).toMatch(/^Versuch 1: /)
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-72 a shot hits or misses', async () => {
    const { page, errors, leave } = await openReader({ device })
    const { fleet } = await openGame(page, 'schiffe-versenken')
    const toBoard = (at: number) => Math.floor(at / 10) * 11 + (at % 10)
    await cell(page, toBoard(fleet!.indexOf('a'))).click()
    expect(await page.getByRole('status').textContent()).toMatch(/Treffer!$/)
    await cell(page, toBoard(fleet!.indexOf('.'))).click()
    expect(await page.getByRole('status').textContent()).toMatch(/Wasser\.$/)
    expect(await page.getByText('2 Schüsse').count()).toBe(1)
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-73 two pieces change places', async () => {
    const { page, errors, leave } = await openReader({ device })
    const { order } = (await openGame(page, 'puzzle')) as unknown as { order: number[] }
    await cell(page, 0).click()
    await cell(page, order.indexOf(0)).click()
    await page.waitForSelector('[data-cell="0"][data-marks="right"]')
    expect(await page.getByRole('status').textContent()).toMatch(/ von 12 richtig$/)
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-73 a piece is dragged to its place, and a click after it is still a click', async () => {
    const { page, errors, leave } = await openReader({ device })
    const { order } = (await openGame(page, 'puzzle')) as unknown as { order: number[] }
    await drag(page, device, cell(page, order.indexOf(0)), cell(page, 0))
    await page.waitForSelector('[data-cell="0"][data-marks="right"]')
    expect(await page.locator('[data-dragged], [data-over], [data-marks~="held"]').count()).toBe(0)
    await drag(page, device, cell(page, 5), page.locator('h1'))
    expect(await page.getByRole('status').textContent()).toMatch(/ von 12 richtig$/)
    await cell(page, 5).click()
    await page.waitForSelector('[data-cell="5"][data-marks~="held"]')
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-74 the boat starts and is steered, also in slow mode', async () => {
    const { page, errors, leave } = await openReader({ device })
    await openGame(page, 'segelboot')
    const place = () => page.locator('[role="application"] g').first().getAttribute('transform')
    const before = await place()
    await press(page, 'Ablegen')
    await page.waitForFunction(
      (given) => document.querySelector('[role="application"] g')?.getAttribute('transform') !== given,
      before,
    )
    await press(page, 'In Ruhe')
    const calm = await place()
    await press(page, /Steuerbord/)
    expect(await place()).not.toBe(calm)
    expect(await page.getByRole('status').textContent()).toMatch(/^Noch \d+ Meter/)
    expect(errors).toEqual([])
    await leave()
  })
})

it('R1-69 a crossword is filled by the keyboard, Ä as AE; tips alone fill it and do not solve it', async () => {
  const { page, errors, leave } = await openReader()
  await openGame(page, 'kreuzwortraetsel')
  const first = page.locator('[role="grid"] td[tabindex="0"]')
  await first.focus()
  const at = Number(await first.getAttribute('data-cell'))
  await page.keyboard.press('x')
  expect(await cell(page, at).textContent()).toMatch(/X$/)
  await page.keyboard.press('Control+z')
  expect(await cell(page, at).textContent()).not.toMatch(/X$/)
  await cell(page, at).click()
  await cell(page, at).dispatchEvent('keydown', { key: 'ä' })
  expect(await cell(page, at).textContent()).toMatch(/A$/)
  // With forced colours a square is still visible.
  await page.emulateMedia({ forcedColors: 'active' })
  const other = page.locator('[role="grid"] td:not([data-marks="block"], [tabindex="0"])').first()
  expect(await other.evaluate((square) => getComputedStyle(square).outlineStyle)).toBe('solid')
  await page.emulateMedia({ forcedColors: 'none' })
  // Right letters that were typed need no tip.
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  const words = await page.locator('section ol button').count()
  // Queried a hundred times, so the elements are resolved once.
  const status = await page.getByRole('status').elementHandle()
  const isSolved = async () => (await status!.textContent())?.startsWith('Mit Tipps aufgelöst') === true
  const tip = await page.getByRole('button', { name: 'Tipp', exact: true }).elementHandle()
  for (let word = 0; word < words && !(await isSolved()); word++) {
    await page.locator('section ol button').nth(word).click()
    const letters = await page.locator('[role="grid"] td[data-marks~="peer"]').count()
    for (let letter = 0; letter < letters && !(await isSolved()); letter++) await tip!.press('Enter')
  }
  expect(await page.getByRole('status').textContent()).toMatch(/^Mit Tipps aufgelöst: (\d+) von \1 Feldern\./)
  await page.waitForTimeout(600)
  await page.goto('/spiele')
  await page.getByText('Mit Tipps aufgelöst').waitFor()
  expect(await page.getByText('in Folge').count()).toBe(0)
  expect(errors).toEqual([])
  await leave()
})

it('R1-69 a crossword is filled on a phone by the keys below the board', async () => {
  const { page, errors, leave } = await openReader({ device: 'phone' })
  await openGame(page, 'kreuzwortraetsel')
  const keys = page.getByRole('group', { name: 'Tastatur' })
  const first = page.locator('[role="grid"] td[tabindex="0"]')
  const at = Number(await first.getAttribute('data-cell'))
  await first.click()
  await keys.getByRole('button', { name: 'X', exact: true }).click()
  expect(await cell(page, at).textContent()).toMatch(/X$/)
  await press(page, 'Prüfen')
  expect(await page.getByRole('status').textContent()).toBe('Ein Feld stimmt nicht.')
  await press(page, 'Zurücknehmen')
  expect(await cell(page, at).textContent()).not.toMatch(/X$/)
  const clue = page.locator('[role="group"][aria-label="Tastatur"]').locator('xpath=preceding-sibling::div/span')
  const before = await clue.textContent()
  await press(page, 'Nächste Frage')
  expect(await clue.textContent()).not.toBe(before)
  expect(errors).toEqual([])
  await leave()
})

it('R1-68 a sudoku is solved by the keyboard alone, with its time and the day of a streak', async () => {
  const { page, errors, leave } = await openReader()
  const { givens, solution } = await openGame(page, 'sudoku')
  await cell(page, givens!.indexOf('0')).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowUp')
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      if (givens![row * 9 + column] === '0') await page.keyboard.press(solution![row * 9 + column]!)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
  }
  expect(await page.getByRole('status').textContent()).toMatch(/^Gelöst in \d+:\d\d/)
  await page.waitForTimeout(600)
  await page.goto('/spiele')
  await page.getByText('1 Tag in Folge').waitFor()
  expect(errors).toEqual([])
  await leave()
})

it.each(GAMES)('%s is accessible in light and dark, on a phone without sideways scrolling', async (game) => {
  const { page, leave } = await openReader({ device: 'phone' })
  await openGame(page, game)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessibleDayAndNight(page, { within: 'main' })
  await leave()
})

it('the overview is accessible in light and dark', async () => {
  const { page, leave } = await openReader()
  await page.goto('/spiele')
  await untilAlive(page)
  expect(await page.locator('main h2').count()).toBe(GAMES.length)
  await expectAccessibleDayAndNight(page, { within: 'main' })
  await leave()
})

it('a puzzle can be read and printed without a script, and a day outside the archive is 404', async () => {
  const { page, leave } = await openReader({ context: { javaScriptEnabled: false } })
  await page.goto('/spiele/sudoku')
  expect(await page.locator('[role="grid"] td').count()).toBe(81)
  expect((await page.goto('/spiele/sudoku/2020-01-01'))?.status()).toBe(404)
  expect((await page.goto('/spiele/schach'))?.status()).toBe(404)
  await leave()
})

it('S1-08 a game begun on the phone continues on the desktop with the same account, and nothing stays after logout', async () => {
  const phone = await openReader({ device: 'phone' })
  const desk = await openReader({ device: 'desk' })
  // Before the login: the guest's move is merged into the account.
  const { givens, solution } = await openGame(phone.page, 'sudoku')
  const [first, second] = Array.from(givens!).flatMap((digit, index) => (digit === '0' ? [index] : []))
  const write = async (page: Page, index: number) => {
    await cell(page, index).click()
    await press(page, solution![index]!)
  }
  const untilKept = (page: Page) =>
    page.waitForResponse((answer) => answer.url().endsWith('/games/progress') && answer.ok())
  const untilWritten = (page: Page, index: number) =>
    page.waitForFunction(([at, digit]) => document.querySelector(`[data-cell="${at}"]`)?.textContent === digit, [
      String(index),
      solution![index]!,
    ] as const)
  await write(phone.page, first!)
  await logIn(phone.context, toDemoEmail('free'))
  // Any page merges after the login.
  const [joined] = await Promise.all([untilKept(phone.page), phone.page.goto('/schlagzeilen')])
  expect(joined.request().method()).toBe('POST')
  await phone.page.goto('/spiele')
  await phone.page.getByText('Ihr Spielstand gehört zu Ihrem Konto').waitFor()

  await logIn(desk.context, toDemoEmail('free'))
  await openGame(desk.page, 'sudoku')
  await untilWritten(desk.page, first!)
  await Promise.all([untilKept(desk.page), write(desk.page, second!)])
  await openGame(phone.page, 'sudoku')
  await untilWritten(phone.page, second!)

  await desk.page.goto('/?logout')
  // Emptied after the server has answered.
  await expect
    .poll(() => desk.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('games'))))
    .toEqual([])
  await untilAnonymous(desk.page)
  await desk.page.goto('/spiele')
  await desk.page.getByText('Melden Sie sich an, haben Sie ihn').waitFor()
  expect(await desk.page.getByText('Begonnen', { exact: true }).count()).toBe(0)
  expect([...phone.errors, ...desk.errors]).toEqual([])
  await phone.leave()
  await desk.leave()
})

it(
  'the puzzles of the day can be played without a connection once the overview was opened',
  { timeout: 60_000 },
  async () => {
    const network = await openUnsteadyNetwork(servedPortal().port)
    const { page, context, leave } = await openReader({
      hasServiceWorker: true,
      context: { baseURL: network.origin },
    })
    await page.goto('/spiele')
    await untilAlive(page)
    const listKept = (cache: string) =>
      page.evaluate(
        async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        cache,
      )
    const countPages = async () => (await listKept('pages')).filter((path) => path.startsWith('/spiele/')).length
    await expect.poll(countPages, { timeout: 40_000, interval: 500 }).toBe(GAMES.length)
    await expect
      .poll(async () => (await listKept('files')).some((path) => path.includes('SailingPage')), { timeout: 20_000 })
      .toBe(true)
    // A logged-in reader gets a personal page, which is not cached offline; the public copy stays.
    await registerReader(context, { origin: network.origin })
    await openGame(page, 'sudoku')
    await untilQuiet(page)
    network.isDown = true
    const { givens, solution } = await openGame(page, 'sudoku')
    const empty = givens!.indexOf('0')
    await cell(page, empty).click()
    await press(page, solution![empty]!)
    await press(page, 'Prüfen')
    expect(await page.getByRole('status').textContent()).toBe('Bis hierher stimmt alles.')
    await openGame(page, 'segelboot')
    await press(page, 'In Ruhe')
    await press(page, 'Ablegen')
    await press(page, /Steuerbord/)
    expect(await page.getByRole('status').textContent()).toMatch(/^Noch \d+ Meter/)
    await openGame(page, 'puzzle')
    expect(
      await page.evaluate(async () => {
        const address = /url\("(.+)"\)/.exec(
          document.querySelector<HTMLElement>('[data-cell="0"] span')!.style.backgroundImage,
        )![1]!
        const picture = new Image()
        picture.src = address
        await picture.decode()
        return picture.naturalWidth
      }),
    ).toBeGreaterThan(0)
    await network.close()
    await leave()
  },
)
