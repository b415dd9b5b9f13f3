/**
 * The page of each game on the phone of `phone-visit` with an empty cache: time until the board reacts, and scripts and
 * styles in addition to those of the home page. The median of three visits with a fresh browser profile each.
 */
import type { Page } from 'playwright-core'
import { GAME_KEYS, toGamePath } from '@lokalteil/domain/games/games'
import { median, toLimited, type Report } from '@lokalteil/bench/figures'
import { inPhone, slowDown } from '@lokalteil/bench/phone-visit'
import { withDemo } from '@lokalteil/bench/processes'
import { toSizes, watchFor } from '@lokalteil/bench/ready-moment'

const VISITS = 3
const MOST_SECONDS = 2
const MOST_KB = 40
/** The board accepts moves. */
const READY = '[data-ready]'
/** Files loaded after the board, such as a word list, count for the game, too. */
const REST_MS = 4000

/** Address of a script or style → compressed size. */
type Sizes = ReadonlyMap<string, number>

export async function measureGames(report: Report): Promise<void> {
  await withDemo(async ({ origin }, browser) => {
    const address = `${origin}/`
    await inPhone(browser, async (page) => void (await page.goto(address)))
    const { sizes: home, readyAt: homeAt } = await inPhone(browser, (page) =>
      visit(page, address, 'html[data-hydrated]'),
    )
    for (const game of GAME_KEYS) {
      const page = origin + toGamePath(game)
      // The puzzle is created once for all readers of a day.
      await inPhone(browser, async (tab) => void (await tab.goto(page)))
      const visits = []
      for (let index = 0; index < VISITS; index++) visits.push(await inPhone(browser, (tab) => visit(tab, page, READY)))
      const own = [...visits[0]!.sizes].filter(([path]) => !home.has(path))
      report(
        toLimited(
          'games',
          `${game}: the board answers, from the start of navigation`,
          median(visits.map(({ readyAt }) => readyAt)) / 1000,
          MOST_SECONDS,
          's',
          `the target; home is alive after ${(homeAt / 1000).toFixed(2)} s`,
        ),
      )
      report(
        toLimited(
          'games',
          `${game}: scripts and styles of its own, brotli`,
          own.reduce((sum, [, size]) => sum + size, 0) / 1000,
          MOST_KB,
          'kB',
          own
            .map(([path, size]) => `${/([\w.]+)-[\w-]+\.\w+$/.exec(path)?.[1] ?? path} ${(size / 1000).toFixed(1)}`)
            .join(', '),
        ),
      )
    }
  })
}

async function visit(page: Page, address: string, ready: string): Promise<{ readyAt: number; sizes: Sizes }> {
  await slowDown(page)
  const watch = await watchFor(page, ready)
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(REST_MS)
  const { readyAt, fetched } = await watch.read()
  return { readyAt, sizes: toSizes(fetched) }
}
