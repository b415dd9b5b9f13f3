/** Messages of `npm start` before it builds the pages. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'lokalteil-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PUBLICATION = `code: musterbote
name: Musterbote
region: Musterstadt
publisher:
  company: Musterverlag GmbH
  street: Am Markt 1
  postcode: "01234"
  town: Musterstadt
`

function start(environment: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
    encoding: 'utf8',
    // A build that starts in spite of the error is stopped here.
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DEMO: '0',
      DATA_DIR: join(folder, 'data'),
      LOKALTEIL_DIST: folder,
      ...environment,
    },
  })
  return { status, stderr, isBuilding: stderr.includes('building the pages') }
}

it('a wrong configuration ends the start before the pages are built', () => {
  expect(start({ PORT: 'many', PUBLIC_ORIGIN: 'musterbote' })).toEqual({
    status: 78,
    stderr: expect.stringMatching(/PORT: [^]*PUBLIC_ORIGIN: /),
    isBuilding: false,
  })
})

it('a broken folder of a publication ends the first start before the pages are built', () => {
  const place = join(folder, 'publications')
  mkdirSync(join(place, 'musterbote'), { recursive: true })
  writeFileSync(join(place, 'musterbote', 'publication.yaml'), PUBLICATION)
  expect(start({ PUBLICATIONS_DIR: place })).toEqual({
    status: 1,
    stderr: expect.stringMatching(/musterbote: publication\.yaml(?::\d+)? publisher\.email /),
    isBuilding: false,
  })
})
