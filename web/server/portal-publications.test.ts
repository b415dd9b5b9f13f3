/** Publications nobody wrote code for. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toContentSeed } from '@lokalteil/demo/seed/content'
import { writeFolder } from '@lokalteil/services/publications/folder/folder.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

let place: string

/** Folders below one place, as `PUBLICATIONS_DIR` names it. */
async function writePlace(folders: Readonly<Record<string, Parameters<typeof writeFolder>[0]>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'publications-'))
  for (const [name, changes] of Object.entries(folders)) {
    const folder = await writeFolder(changes)
    await cp(folder, join(root, name), { recursive: true })
    await rm(folder, { recursive: true })
  }
  return root
}

const identity = (code: string, name: string, host: string) => ({
  'publication.yaml': `code: ${code}
name: ${name}
claim: Was hier geschieht
region: Musterstadt und Umgebung
hosts: [${host}]
publisher: { company: Musterverlag GmbH, street: Am Markt 1, postcode: "01234", town: Musterstadt, email: post@muster.example }
`,
})

describe('a portal of other publications', () => {
  let portal: TestPortal

  beforeAll(async () => {
    place = await writePlace({
      musterbote: identity('musterbote', 'Märkischer Musterbote', 'www.musterbote.example'),
      taeglich: identity('taeglich', 'Täglich-Übersee Nord', 'nord.example'),
    })
    portal = await openTestPortal({ seed: toContentSeed, env: { PUBLICATIONS_DIR: place } })
  })
  afterAll(async () => {
    await portal.close()
    await rm(place, { recursive: true })
  })

  it.each([
    ['musterbote', 'Märkischer Musterbote'],
    ['taeglich', 'Täglich-Übersee Nord'],
  ])('%s answers with its name', async (publication, name) => {
    const html = await portal.html('/', { publication })
    expect(html).toContain(`<html lang="de" dir="ltr" data-publication="${publication}"`)
    expect(html).toContain(`<title>${name}`)
  })

  it('answers on the hosts of the folder, and on all others with the first', async () => {
    const codeAt = async (host: string) =>
      /data-publication="(\w+)"/.exec(await portal.html('/', { headers: { host } }))?.[1]
    expect(await codeAt('nord.example')).toBe('taeglich')
    expect(await codeAt('www.musterbote.example')).toBe('musterbote')
  })

  it.each([
    '/',
    '/suche',
    '/impressum',
    '/manifest.webmanifest',
    '/opensearch.xml',
    '/rss',
    '/robots.txt',
    '/sitemap.xml',
  ])('names no other publication at %s', async (path) => {
    const response = await portal.get(path, { publication: 'musterbote' })
    const text = await response.text()
    expect(text).not.toMatch(/auenkurier|flussbote|hügelland-tageblatt|lokal aktuell|täglich-übersee/i)
  })

  it('knows nothing of the demo’s four', async () => {
    const response = await portal.get('/manifest.webmanifest', { publication: 'ak' })
    expect(await response.json()).toMatchObject({ name: 'Märkischer Musterbote' })
  })
})

it('R1-05 does not start with a default that is none, and says which there are', async () => {
  const open = openTestPortal({ seed: toContentSeed, env: { MANDATOR: 'xy' } })
  await expect(open).rejects.toThrow('MANDATOR: there is no publication "xy"; there are ak, fb, ht, la')
})
