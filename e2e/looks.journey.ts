/** Random looks, and the preview pages of looks: readable for everybody, light and dark. */
import { createClient } from '@lokalteil/contracts/kernel/client'
import { MASTHEADS, FONT_FAMILIES, type Look } from '@lokalteil/contracts/publication/look'
import { PUBLICATIONS_INTERNAL } from '@lokalteil/contracts/publication/publication-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { BY_NIGHT, closeBrowser, expectAccessible, openReader, type Reader } from './reader.ts'

afterAll(closeBrowser)

/** A front, an article, a form. */
const PATHS = ['/', '/101', '/kuendigen']
const LOOKS = 30
/** `LOOKS_SEED=…` repeats the same looks. */
const SEED = Number(process.env.LOOKS_SEED ?? Math.floor(Math.random() * 2 ** 31))

/** The random generator mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Chosen = Pick<Look, 'accent' | 'masthead' | 'corners' | 'density' | 'headings' | 'fonts' | 'kicker'> & {
  wordmarkColour: Look['brand']['wordmarkColour']
}

function chooseLooks(): Chosen[] {
  const random = createRandom(SEED)
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const colour = () =>
    `#${Math.floor(random() * 2 ** 24)
      .toString(16)
      .padStart(6, '0')}`
  return Array.from({ length: LOOKS }, () => ({
    accent: random() < 0.2 ? { light: colour(), dark: colour() } : colour(),
    masthead: oneOf(MASTHEADS),
    corners: oneOf(['square', 'crisp', 'slight', 'soft', 'round'] as const),
    density: oneOf(['airy', 'regular', 'dense'] as const),
    headings: oneOf(['line', 'rule', 'double', 'bar'] as const),
    fonts: { head: oneOf(FONT_FAMILIES), text: oneOf(FONT_FAMILIES), ui: oneOf(FONT_FAMILIES), families: [] },
    kicker: { capitals: random() < 0.5 },
    wordmarkColour: oneOf(['ink', 'accent', 'twoColoured'] as const),
  }))
}

/**
 * Rules that depend on colours, fonts and sizes. The others depend only on the masthead and are checked once for each.
 */
const BY_LOOK = { rules: ['color-contrast', 'link-in-text-block', 'target-size'], isWhole: true }

describe(`${LOOKS} looks of seed ${SEED}`, () => {
  const looks = chooseLooks()
  const KEY = 'the-key-of-the-journeys'
  let portal: OwnPortal
  let reader: Reader
  let keeper: ReturnType<typeof connect>

  const connect = () =>
    createClient(PUBLICATIONS_INTERNAL, {
      fetch,
      base: `${portal.origin}/__services/publications`,
      headers: { authorization: `Bearer ${KEY}` },
      timeout: 60_000,
    })

  beforeAll(async () => {
    portal = await openOwnPortal({ env: { PUBLICATIONS_SERVICE_KEY: KEY } })
    keeper = connect()
    reader = await openReader({ context: { baseURL: portal.origin } })
  })
  afterAll(async () => {
    await reader.leave()
    await portal.close()
  })

  /** Waits until readers see it. */
  async function apply({ wordmarkColour, ...chosen }: Chosen, index: number): Promise<void> {
    const params = { code: 'ak' }
    const found = await keeper.getPublication({ params })
    if (!found.ok) throw new Error(found.problem.code)
    const { identity, look, ...rest } = found.data.folder
    const claim = `Gesicht ${index + 1} von ${LOOKS}`
    const folder = {
      ...rest,
      identity: { ...identity, claim },
      look: { ...look, colours: {}, ...chosen, brand: { ...look.brand, wordmarkColour } },
    }
    const applied = await keeper.applyPublication({ params, body: { folder, prefer: 'folder' } })
    expect(applied).toMatchObject({ ok: true })
    const shown = async () => (await fetch(`${portal.origin}/`)).text()
    await expect.poll(shown, { timeout: 10_000, interval: 200 }).toContain(claim)
  }

  it.each(looks.map((look, index) => [index, JSON.stringify(look), look] as const))(
    '%s is readable: %s',
    { timeout: 120_000 },
    async (index, _text, look) => {
      await apply(look, index)
      const { page } = reader
      const isFirst = looks.findIndex(({ masthead }) => masthead === look.masthead) === index
      const faults: string[] = []
      const check = async (place: string, options?: Parameters<typeof expectAccessible>[1]) => {
        await expectAccessible(page, options).catch((error: unknown) =>
          faults.push(`${place}: ${JSON.stringify((error as { actual?: unknown }).actual ?? String(error))}`),
        )
      }
      // All looks combine the same colour pairs, and `look.test.ts` proves that every pair is readable.
      for (const path of isFirst ? PATHS : [PATHS[index % PATHS.length]!]) {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.goto(path, { waitUntil: 'load' })
        await check(path, isFirst ? { isWhole: true } : BY_LOOK)
        await page.emulateMedia({ colorScheme: 'dark' })
        await check(`${path} by night`, { ...BY_NIGHT, isWhole: true })
      }
      expect(faults).toEqual([])
    },
  )
})

describe('the preview pages of looks', () => {
  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('are accessible in %s at %s', { timeout: 180_000 }, async (colorScheme, width) => {
    const { page, errors, foreignRequests, leave } = await openReader({
      context: { colorScheme, viewport: { width, height: 900 } },
    })
    for (const path of [
      '/__looks',
      '/__looks/ak',
      '/__looks/yellow?masthead=band',
      '/__looks/fb/front?masthead=rule',
    ]) {
      await page.goto(path, { waitUntil: 'load' })
      await expectAccessible(page)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([path, wide]).toEqual([path, 0])
    }
    // Frames run no scripts, not even those of a test.
    expect(errors.filter((error) => !error.includes('sandboxed'))).toEqual([])
    expect(foreignRequests).toEqual([])
    await leave()
  })
})
