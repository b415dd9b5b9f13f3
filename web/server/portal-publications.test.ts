/** Publications that exist only as folders, without code. */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { toDemoContent } from '@lokalteil/demo/demo.testing'
import type { ContentSeed } from '@lokalteil/services/content/seed-input'
import { incoming } from '@lokalteil/services/content/content.testing'
import { runPublication } from '@lokalteil/services/publications/cli'
import { writeFolder } from '@lokalteil/services/publications/folder/folder.testing'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestGround, openTestPortal, type TestPortal } from './portal.testing.ts'

let place: string

/** An empty start: everything comes from the folders. */
const NOTHING: ContentSeed & { folders: [] } = {
  version: 'nothing',
  folders: [],
  articles: [],
  testReports: [],
  podcasts: [],
  sport: [],
}

/** Creates folders in one place, as `PUBLICATIONS_DIR` names it. */
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

/** All content of a publisher contains its word, at addresses that the other one has, too. */
const order = (word: string) => ({
  'taxonomy.yaml': `sections:
  - { path: lokales, name: ${word} vor Ort }
  - { path: lokales/altstadt, name: Altstadt }
  - { path: meinung, name: Meinung }
tags:
  - { slug: verkehr, name: ${word} Verkehr, id: "100" }
  - { slug: bahn, name: ${word} Bahn, id: "101", parent: verkehr }
topics:
  - { id: umgehung, title: ${word} Umgehung, tags: [verkehr], picture: pictures/amt.png }
`,
  'places.yaml': `regions:
  - id: musterkreis
    name: ${word} Kreis
    section: lokales
    places:
      - { id: altstadt, name: ${word} Altstadt }
`,
  'people.yaml': `people:
  - id: "11"
    firstName: ${word}
    lastName: Vogt
    role: Chefin vom Dienst
    portrait: { file: pictures/vogt.png, alt: Porträt, credit: Foto }
`,
  'coupons.yaml': `coupons:
  - { id: c1, partner: ${word} Radhaus, title: Zehn Prozent, discount: 10 %, code: ${word}-10, validUntil: 2027-01-31, target: https://rad.example }
`,
  'newsletters.yaml': `newsletters:
  - { slug: morgen, title: ${word} am Morgen, description: Früh informiert, rhythm: werktags um 6 Uhr, sender: ${word} }
`,
})

/** Two pictures of a folder, one without its size. */
async function drawPictures(folder: string, colour: string): Promise<void> {
  await mkdir(join(folder, 'pictures'))
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: colour } }).png()
  await draw(300, 300).toFile(join(folder, 'pictures/vogt.png'))
  await draw(1600, 900).toFile(join(folder, 'pictures/amt.png'))
}

describe('sections, tags and people of two publishers', () => {
  const KEY = 'a-content-key-for-the-order'
  const codes = [
    ['erster', 'Ersterworte'],
    ['zweiter', 'Zweiterworte'],
  ] as const
  let portal: TestPortal
  let folders: string

  beforeAll(async () => {
    folders = await writePlace({
      erster: { ...identity('erster', 'Erster Bote', 'erster.example'), ...order('Ersterworte') },
      zweiter: { ...identity('zweiter', 'Zweiter Bote', 'zweiter.example'), ...order('Zweiterworte') },
    })
    await drawPictures(join(folders, 'erster'), '#204060')
    await drawPictures(join(folders, 'zweiter'), '#604020')
    portal = await openTestPortal({
      seed: NOTHING,
      env: { PUBLICATIONS_DIR: folders, CONTENT_SERVICE_KEY: KEY },
    })
    for (const [code, word] of codes) {
      const answer = await createTestClient(CONTENT_INTERNAL, {
        fetch: (request) => fetch(request),
        base: `http://127.0.0.1:${portal.port}/__services/content/${code}`,
        headers: { authorization: `Bearer ${KEY}` },
      }).ingest({
        body: {
          documents: [
            incoming('urn:1', {
              publishDate: '2026-11-21T10:00:00Z',
              title: `${word} meldet`,
              sectionPath: 'lokales',
              tags: [`${word} Bahn`],
              regions: [`${word} Altstadt`],
              authors: [`${word} Vogt`],
            }),
          ],
        },
      })
      if (!answer.ok) throw new Error(`${code}: ${answer.status}`)
    }
  })
  afterAll(async () => {
    await portal.close()
    await rm(folders, { recursive: true })
  })

  it.each([
    ['/', 'meldet'],
    ['/lokales', 'vor Ort'],
    ['/verkehr', 'Verkehr'],
    ['/bahn', 'meldet'],
    ['/themen', 'Umgehung'],
    ['/themen/umgehung', 'meldet'],
    ['/autoren', 'Vogt'],
    ['/newsletter-anmeldung', 'am Morgen'],
    ['/gutscheine', 'Radhaus'],
    ['/meineregion', ''],
    ['/rss', 'meldet'],
    ['/neueste-artikel', 'vor Ort'],
    ['/suche?q=Vogt', 'meldet'],
    ['/sitemap.xml', ''],
    ['/schlagzeilen', 'meldet'],
  ])('%s shows each its own', async (path, name) => {
    for (const [code, word] of codes) {
      const response = await portal.get(path, { publication: code })
      const text = await response.text()
      expect([response.status, code]).toEqual([200, code])
      if (name !== '') expect(text).toContain(`${word} ${name}`)
      for (const [, other] of codes) if (other !== word) expect(text).not.toContain(other)
    }
  })

  it('shows a portrait of the folder through the image route, with its size', async () => {
    const html = await portal.html('/autoren', { publication: 'erster' })
    const [, address] = /src="(\/_ipx\/[^"]+\/import\/[^"]+)"/.exec(html) ?? []
    expect(address).toBeDefined()
    const response = await portal.get(address!, { publication: 'erster' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const content = createTestClient(CONTENT, {
      fetch: (request) => fetch(request),
      base: `http://127.0.0.1:${portal.port}/__services/content/erster`,
    })
    const authors = await content.listAuthors({})
    expect(authors).toMatchObject({
      ok: true,
      data: {
        authors: [
          {
            portrait: {
              width: 300,
              height: 300,
              colour: expect.stringMatching(/^#(?:1f|20|21)(?:3f|40|41)(?:5f|60|61)$/),
              credit: 'Foto',
            },
          },
        ],
      },
    })
    const topics = await content.listTopics({})
    expect(topics).toMatchObject({
      ok: true,
      data: { topics: [{ img: { width: 1600, height: 900 }, articleCount: 1 }] },
    })
  })

  it('shows a changed folder within two seconds, in one publication only', async () => {
    const folder = join(folders, 'erster')
    await writeFile(join(folder, 'taxonomy.yaml'), order('Neuesworte')['taxonomy.yaml'])
    const environment = { DATA_DIR: portal.dataDir, PORT: String(portal.port), INIT_CWD: folders }
    let said = ''
    const terminal = { out: (text: string) => (said += text), err: (text: string) => (said += text) }
    expect([await runPublication(['apply', folder], environment, terminal), said]).toEqual([0, expect.any(String)])
    await expect
      .poll(() => portal.html('/lokales', { publication: 'erster' }), { timeout: 2000 })
      .toContain('Neuesworte vor Ort')
    expect(await portal.html('/lokales', { publication: 'zweiter' })).toContain('Zweiterworte vor Ort')
  })
})

it('a database left by the demo keeps its publications, and a publisher’s own has precedence', async () => {
  const ground = await openTestGround()
  const folders = await writePlace({ musterbote: identity('musterbote', 'Musterbote', 'www.musterbote.example') })
  const begin = (env: Record<string, string>, publications?: null) =>
    openTestPortal({
      seed: NOTHING,
      env: { ...ground.env, ...env },
      ...(publications === null ? { publications } : {}),
    })
  const nameAt = async (portal: TestPortal, host: string) =>
    /data-publication="(\w+)"/.exec(await portal.html('/impressum', { headers: { host } }))?.[1]
  try {
    const demo = await begin({})
    expect(await nameAt(demo, 'anywhere.example')).toBe('ak')
    await demo.close()
    const own = await begin({ PUBLICATIONS_DIR: folders }, null)
    expect(await nameAt(own, 'anywhere.example')).toBe('musterbote')
    expect(await nameAt(own, 'fb.localhost')).toBe('fb')
    await own.close()
    const named = await begin({ PUBLICATIONS_DIR: folders, MANDATOR: 'fb' }, null)
    expect(await nameAt(named, 'anywhere.example')).toBe('fb')
    await named.close()
  } finally {
    await rm(folders, { recursive: true })
    await ground.remove()
  }
})

describe('a portal without the demo', () => {
  let portal: TestPortal

  beforeAll(async () => {
    place = await writePlace({
      musterbote: {
        ...identity('musterbote', 'Märkischer Musterbote', 'www.musterbote.example, musterbote.example'),
        'redirects.csv':
          'from;to;status\n/ressort/:name;/:name\n/suchen;/suche?q=deich\n/lokales;/impressum\n/forum/*;;410\n',
      },
      taeglich: identity('taeglich', 'Täglich-Übersee Nord', 'nord.example'),
    })
    portal = await openTestPortal({ seed: NOTHING, env: { PUBLICATIONS_DIR: place } })
  })
  afterAll(async () => {
    await portal.close()
    await rm(place, { recursive: true })
  })

  it('shows a note on a home page without articles', async () => {
    const html = await portal.html('/', { publication: 'taeglich' })
    expect(html).toMatch(/<h1[^>]*>Täglich-Übersee Nord<\/h1>.*Noch ist kein Artikel erschienen\./s)
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it.each([
    ['musterbote', 'Märkischer Musterbote'],
    ['taeglich', 'Täglich-Übersee Nord'],
  ])('%s answers with its name', async (publication, name) => {
    const html = await portal.html('/', { publication })
    expect(html).toContain(`<html lang="de" dir="ltr" data-publication="${publication}"`)
    expect(html).toContain(`<title>${name}`)
  })

  it('redirects old addresses as in its redirects.csv, and hides no page', async () => {
    const old = await portal.get('/ressort/lokales/?utm_source=brief', { publication: 'musterbote' })
    expect([old.status, old.headers.get('location')]).toEqual([301, '/lokales?utm_source=brief'])
    const search = await portal.get('/suchen?utm_source=brief', { publication: 'musterbote' })
    expect([search.status, search.headers.get('location')]).toEqual([301, '/suche?q=deich&utm_source=brief'])
    expect((await portal.get('/lokales', { publication: 'musterbote' })).status).toBe(200)
    expect((await portal.get('/forum/thema/12', { publication: 'musterbote' })).status).toBe(410)
    expect((await portal.get('/ressort/lokales', { publication: 'taeglich' })).status).toBe(404)
  })

  it.each([
    ['/impressum', 'Musterverlag GmbH'],
    ['/lokales', 'Lokales'],
    ['/lokales/altstadt', 'Altstadt'],
  ])('shows the folder’s content at %s', async (path, text) => {
    for (const publication of ['musterbote', 'taeglich']) {
      const response = await portal.get(path, { publication })
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(text)])
    }
  })

  it('has no dead links', async () => {
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

  it('answers on the hosts of the folder, and on all others with the first publication', async () => {
    const codeAt = async (host: string) =>
      /data-publication="(\w+)"/.exec(await portal.html('/', { headers: { host } }))?.[1]
    expect(await codeAt('nord.example')).toBe('taeglich')
    expect(await codeAt('www.musterbote.example')).toBe('musterbote')
  })

  it.each([
    ['/impressum?x=1', 'GET', 301],
    ['/', 'HEAD', 301],
    ['/nirgends//../', 'GET', 301],
    ['/api/health/ready', 'GET', 200],
    ['/.well-known/security.txt', 'GET', 200],
    ['/api/mein/oauth2/login', 'POST', 403],
    ['//boese.example/', 'GET', 301],
  ])('redirects from its further host to its first: %s', async (path, method, status) => {
    // Requested before and after the page is cached.
    await portal.get(path, { headers: { host: 'www.musterbote.example', 'accept-encoding': 'br' } })
    const headers = { host: 'Musterbote.example:443', 'accept-encoding': 'br' }
    const answer = await portal.get(path, { method, headers })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      status,
      status === 301 ? `https://www.musterbote.example${path}` : null,
    ])
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

  it('shows an applied folder within two seconds, and nothing of a broken one', async () => {
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

  it('shows nothing of the demo’s four', async () => {
    const response = await portal.get('/manifest.webmanifest', { publication: 'ak' })
    expect(await response.json()).toMatchObject({ name: 'Märkischer Musterbote' })
  })
})

describe('a start without any publication', () => {
  it('shows the setup page and continues with the new publication', async () => {
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

  it('names the mistake of a broken folder instead of showing the setup page', async () => {
    const broken = await writePlace({
      musterbote: { ...identity('musterbote', 'Musterbote', 'a.example'), 'look.yaml': 'accent: green\n' },
    })
    let isAsked = false
    const open = openTestPortal({
      seed: NOTHING,
      env: { PUBLICATIONS_DIR: broken },
      setUp: async () => void (isAsked = true),
    })
    await expect(open).rejects.toThrow(/musterbote: look\.yaml:1 accent .+\. .+/)
    expect(isAsked).toBe(false)
    await rm(broken, { recursive: true })
  })

  it('prints the remedy if the setup page is not possible', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'publications-'))
    const open = openTestPortal({ seed: NOTHING, env: { PUBLICATIONS_DIR: empty } })
    await expect(open).rejects.toThrow('npx lokalteil publication new CODE')
    await rm(empty, { recursive: true })
  })
})

it('R1-05 does not start with an unknown default, and lists the existing ones', async () => {
  const open = openTestPortal({ seed: toDemoContent, env: { MANDATOR: 'xy' } })
  await expect(open).rejects.toThrow('MANDATOR: there is no publication "xy"; there are ak, fb, ht, la')
})
