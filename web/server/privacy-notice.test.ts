/** The data that browsers store for us are listed in the default privacy notice and in those of the demo. */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEVICE_STORAGE } from '@lokalteil/domain/consent/device-data'
import { readTemplate } from '@lokalteil/services/publications/documents/fill-documents'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Keys of the session storage for a single navigation; the notice has one line for all of them. */
const STEPS = new Set([
  'changePasswordCode',
  'erasureNotice',
  'newLogin',
  'signOnDialog',
  'worker-reload',
  'chunk-reload',
  'held-state',
])

const sources = globSync(['{web/app,domain}/**/*.{ts,tsx}', 'rooms/*/{app,domain}/**/*.{ts,tsx}'], { cwd: ROOT })
  .filter((path) => !/\.(?:test|testing|dom\.test)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const constants = new Map(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+) = '([^']+)'/g)].map(([, name, value]) => [name!, value!] as const),
  ),
)
const toName = (text: string, written: string): string =>
  /^'(.+)'$/.exec(written)?.[1] ??
  new RegExp(`const ${written} = '([^']+)'`).exec(text)?.[1] ??
  constants.get(written) ??
  written
/** Found by their write calls, however they are wrapped. */
const kept = [
  ...new Set([
    ...DEVICE_STORAGE.map(({ name }) => name),
    ...sources.flatMap(({ text }) =>
      [...text.matchAll(/(?:(?:local|session)Storage\.setItem|keepStored)\(\s*('[^']+'|[A-Z]\w+)\s*,/g)].map(
        ([, written]) => toName(text, written!),
      ),
    ),
  ]),
].filter((name) => !STEPS.has(name))

describe('data that browsers keep', () => {
  it('is found by the search', () => {
    expect(kept.length).toBeGreaterThan(12)
    expect(kept).toEqual(expect.arrayContaining(['liveSeen', 'color-mode', 'listening']))
    expect(kept.includes('games')).toBe(hasRoom('games'))
    expect(kept.includes('weatherPlace')).toBe(hasRoom('weather'))
  })

  const notices = [
    ['the template', readTemplate('datenschutz')],
    ...globSync('demo/publications/*/documents/datenschutz.md', { cwd: ROOT }).map((path) => [
      path,
      readFileSync(join(ROOT, path), 'utf8'),
    ]),
  ] as [string, string][]
  it.each(notices)('is named completely by %s, each once', (_path, text) => {
    const named = [...text.matchAll(/^\| ([^|]+)\((?:Speicher|lokaler Speicher)[^|]*\|/gm)].flatMap(([, names]) =>
      names!.split(/, | und /).map((name) => name.trim()),
    )
    expect(kept.filter((name) => !named.includes(name))).toEqual([])
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([])
  })
})
