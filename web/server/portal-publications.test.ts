/** Publications nobody wrote code for. */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toContentSeed } from '@lokalteil/demo/seed/content'
import type { ContentSeed } from '@lokalteil/services/content/seed-input'
import { writeFolder } from '@lokalteil/services/publications/folder/folder.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

let place: string

/** An empty start: what is there comes from the folders. */
const NOTHING: ContentSeed = {
  version: 'nothing',
  sections: [],
  tags: [],
  topics: [],
  regions: [],
  authors: [],
  articles: [],
  testReports: [],
  podcasts: [],
  coupons: [],
  newsletters: [],
  documents: [],
  menus: [],
  sport: [],
}

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

const document = (title: string) => `---\ntitle: ${title}\nupdated: 2026-11-01\n---\n${title} der Musterverlag GmbH\n`
const identity = (code: string, name: string, host: string) => ({
  'documents/datenschutz.md': document('Datenschutz'),
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
    portal = await openTestPortal({ seed: NOTHING, env: { PUBLICATIONS_DIR: place } })
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

  it.each([
    ['/impressum', 'Musterverlag GmbH'],
    ['/lokales', 'Lokales'],
    ['/lokales/altstadt', 'Altstadt'],
  ])('has what its folder says at %s', async (path, text) => {
    for (const publication of ['musterbote', 'taeglich']) {
      const response = await portal.get(path, { publication })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(text)])
    }
  })

  it('leads nowhere that is not there', async () => {
    const html = await portal.html('/', { publication: 'musterbote' })
    const links = [...new Set([...html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)].map(([, path]) => path!))]
    expect(links.length).toBeGreaterThan(5)
    const dead: string[] = []
    for (const path of links) {
      const { status } = await portal.get(path, { publication: 'musterbote' })
      if (status >= 400) dead.push(`${status} ${path}`)
    }
    expect(dead).toEqual([])
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
