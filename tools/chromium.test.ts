import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, findHeadlessShell } from './chromium.ts'

const ON_LINUX = { meta: { skipReason: 'programs are found by their executable bit on Linux only' } }

describe('findChromium', () => {
  let folder: string
  const inFolder = (...parts: string[]) => join(folder, ...parts)
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'chromium-'))
    for (const [path, mode] of [
      ['a/chromium', 0o644],
      ['b/google-chrome', 0o755],
      ['c/chromium', 0o755],
      ['d/chromium-headless-shell', 0o755],
    ] as const) {
      mkdirSync(inFolder(path, '..'), { recursive: true })
      writeFileSync(inFolder(path), '')
      chmodSync(inFolder(path), mode)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const path = (...names: string[]) => names.map((name) => inFolder(name)).join(delimiter)

  it.runIf(process.platform === 'linux').each([
    ['takes what may be executed', () => path('a', 'c'), () => inFolder('c', 'chromium')],
    ['prefers Chromium to Chrome whatever the order of PATH', () => path('b', 'c'), () => inFolder('c', 'chromium')],
    ['takes Chrome where there is nothing else', () => path('a', 'b'), () => inFolder('b', 'google-chrome')],
    ['answers null where there is none', () => path('a'), () => null],
  ])('%s', ON_LINUX, (_name, PATH, expected) => {
    expect(findChromium({ PATH: PATH() })).toBe(expected())
  })

  it.runIf(process.platform === 'linux')(
    'finds the headless shell by its own name, and takes no other browser for it',
    ON_LINUX,
    () => {
      expect([
        findHeadlessShell({ PATH: path('c', 'd') }),
        findHeadlessShell({ PATH: path('b', 'c') }),
        findChromium({ PATH: path('d') }),
      ]).toEqual([inFolder('d', 'chromium-headless-shell'), null, null])
    },
  )

  it('uses CHROME_PATH without fallback, so that a wrong path is noticed', () => {
    expect(findChromium({ CHROME_PATH: '/nowhere/chrome', PATH: path('c') })).toBe('/nowhere/chrome')
    expect(findHeadlessShell({ CHROME_PATH: '/nowhere/chrome', PATH: path('d') })).toBe('/nowhere/chrome')
  })
})
