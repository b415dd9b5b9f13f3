import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

let portal: TestPortal
let place: string
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'lokalteil-figures-'))
  for (const code of ['ak', 'fb']) cpSync(join(DEMO_FOLDERS.publications, code), join(place, code), { recursive: true })
  appendFileSync(join(place, 'fb', 'publication.yaml'), '\nfigures: false\n')
  portal = await openTestPortal({ seed: SEED, env: { PUBLICATIONS_DIR: place } })
})
afterAll(async () => {
  await portal.close()
  rmSync(place, { recursive: true })
})

it('a publication that wants no figures does not load their script; the others say nothing about it', async () => {
  expect(await portal.html('/', { publication: 'fb' })).toContain('"hasNoFigures":true')
  expect(await portal.html('/')).not.toContain('Figures')
})
