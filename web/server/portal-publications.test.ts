/** Publications nobody wrote code for. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toContentSeed } from '@lokalteil/demo/seed/content'
import type { ContentSeed } from '@lokalteil/services/content/seed-input'
import { runPublication } from '@lokalteil/services/publications/cli'
import { writeFolder } from '@lokalteil/services/publications/folder/folder.testing'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
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
      musterbote: {
        ...identity('musterbote', 'Märkischer Musterbote', 'www.musterbote.example'),
        'redirects.csv': 'from;to;status\n/ressort/:name;/:name\n/lokales;/impressum\n/forum/*;;410\n',
      },
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

  it('leads old addresses of its publication where its redirects.csv says, and hides no page', async () => {
    const old = await portal.get('/ressort/lokales/?utm_source=brief', { publication: 'musterbote' })
    expect([old.status, old.headers.get('location')]).toEqual([301, '/lokales?utm_source=brief'])
    expect((await portal.get('/lokales', { publication: 'musterbote' })).status).toBe(200)
    expect((await portal.get('/forum/thema/12', { publication: 'musterbote' })).status).toBe(410)
    expect((await portal.get('/ressort/lokales', { publication: 'taeglich' })).status).toBe(404)
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

  it('shows a folder that is applied within two seconds, and nothing of one that is broken', async () => {
    const accent = async () =>
      /--accent:light-dark\((#\w+)/.exec(await portal.html('/', { publication: 'musterbote' }))?.[1]
    expect(await accent()).toBe('#7d1c2b')
    const apply = async (colour: string) => {
      const folder = join(place, 'musterbote')
      await writeFile(join(folder, 'look.yaml'), `accent: "${colour}"\n`)
      const environment = { DATA_DIR: portal.dataDir, PORT: String(portal.port), INIT_CWD: place }
      let said = ''
      const terminal = { out: (text: string) => (said += text), err: (text: string) => (said += text) }
      return [await runPublication(['apply', folder], environment, terminal), said]
    }
    expect(await apply('#0c5c4c')).toEqual([0, expect.stringContaining('Märkischer Musterbote is in force')])
    await expect.poll(accent, { timeout: 2000 }).toBe('#0c5c4c')
    expect(await apply('green')).toEqual([1, expect.stringContaining('look.yaml:1 accent')])
    expect(await accent()).toBe('#0c5c4c')
  })

  it('knows nothing of the demo’s four', async () => {
    const response = await portal.get('/manifest.webmanifest', { publication: 'ak' })
    expect(await response.json()).toMatchObject({ name: 'Märkischer Musterbote' })
  })
})

describe('a start without any publication', () => {
  it('asks for one and goes on with it', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'publications-'))
    const asked = Promise.withResolvers<void>()
    const portal = await openTestPortal({
      seed: NOTHING,
      env: { PUBLICATIONS_DIR: empty },
      async setUp(apply) {
        const written = await writeFolder(identity('musterbote', 'Musterbote', 'www.musterbote.example'))
        const { folder, files } = await readFolder(written)
        await rm(written, { recursive: true })
        expect((await apply(folder!, files)).outcome).toBe('applied')
        asked.resolve()
      },
    })
    await asked.promise
    expect(await portal.html('/')).toContain('data-publication="musterbote"')
    expect((await portal.get('/impressum')).status).toBe(200)
    await portal.close()
    await rm(empty, { recursive: true })
  })

  it('says what to do where nobody can be asked', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'publications-'))
    const open = openTestPortal({ seed: NOTHING, env: { PUBLICATIONS_DIR: empty } })
    await expect(open).rejects.toThrow('npm run publication -- new CODE')
    await rm(empty, { recursive: true })
  })
})

it('R1-05 does not start with a default that is none, and says which there are', async () => {
  const open = openTestPortal({ seed: toContentSeed, env: { MANDATOR: 'xy' } })
  await expect(open).rejects.toThrow('MANDATOR: there is no publication "xy"; there are ak, fb, ht, la')
})
