/** The home page of a publication without code of its own, as configured by its folder. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { article, NOW } from '@lokalteil/services/content/content.testing'
import { runPublication } from '@lokalteil/services/publications/cli'
import { writeFolder } from '@lokalteil/services/publications/folder/folder.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const FRONT = `home:
  - block: timeline
    heading: Das Neueste
    count: 4
  - block: lead
  - block: articles
    source: { section: lokales/altstadt }
    layout: fourUp
    heading: Rund um den Dom
  - block: articles
    source: { tag: nirgends }
sections:
  lokales:
    - block: lead
    - block: articles
      source: { articles: ["110"] }
      heading: Aus der Hand
`

let folder: string
let portal: TestPortal

beforeAll(async () => {
  const place = await mkdtemp(join(tmpdir(), 'publications-'))
  folder = join(place, 'musterbote')
  await rename(
    await writeFolder({ 'front.yaml': FRONT.replace(/  - block: articles\n    source: \{ tag: nirgends \}\n/, '') }),
    folder,
  )
  const articles = Array.from({ length: 24 }, (_unused, index) =>
    article(String(101 + index), `Meldung ${101 + index}`, {
      sectionPath: index % 2 === 0 ? 'lokales' : 'lokales/altstadt',
      publications: ['musterbote'],
      owner: 'musterbote',
      authorIds: [],
    }),
  )
  const seed = { version: '1', folders: [], articles, testReports: [], podcasts: [], sport: [] }
  portal = await openTestPortal({ seed, now: NOW, env: { PUBLICATIONS_DIR: place } })
})
afterAll(async () => {
  await portal.close()
  await rm(dirname(folder), { recursive: true })
})

const kinds = (html: string) => [...html.matchAll(/data-kind="(\w+)"/g)].map(([, kind]) => kind)
const home = () => portal.html('/', { publication: 'musterbote' })
const leadOf = (html: string) => /data-kind="lead">.*?data-document="(\d+)"/s.exec(html)?.[1]

async function apply(front: string): Promise<[number, string]> {
  await writeFile(join(folder, 'front.yaml'), front)
  let said = ''
  const terminal = { out: (text: string) => (said += text), err: (text: string) => (said += text) }
  const environment = { DATA_DIR: portal.dataDir, PORT: String(portal.port), INIT_CWD: dirname(folder) }
  return [await runPublication(['apply', folder], environment, terminal), said]
}

it('shows the blocks of its folder in their order', async () => {
  const html = await home()
  expect(kinds(html)).toEqual(['timeline', 'lead', 'fourUp'])
  expect(html).toContain('Das Neueste')
  expect(html).toContain('Rund um den Dom')
  const section = await portal.html('/lokales', { publication: 'musterbote' })
  expect(kinds(section).slice(0, 2)).toEqual(['lead', 'threeUp'])
  expect(section).toMatch(/Aus der Hand.*data-document="110"/s)
})

it('reports content that a file names and that does not exist, and keeps the old front', async () => {
  const [code, said] = await apply(FRONT)
  expect(code).toBe(1)
  expect(said).toMatch(/front\.yaml:11 home\[4\]\.source\.tag there is no tag "nirgends"/)
  expect(kinds(await home())).toEqual(['timeline', 'lead', 'fourUp'])
})

it('shows a changed front within two seconds, and a pinned article until its end', async () => {
  const until = new Date(NOW.getTime() + 3_600_000).toISOString()
  const [code, said] = await apply(`home:
  - block: lead
  - block: timeline
pinned:
  - article: "120"
    place: lead
    until: ${until}
`)
  expect([code, said]).toEqual([0, expect.stringContaining('is in force')])
  await expect.poll(async () => kinds(await home()), { timeout: 20_000 }).toEqual(['lead', 'timeline'])
  expect(leadOf(await home())).toBe('120')
  portal.clock.now = new Date(Date.parse(until) + 1000)
  await expect.poll(async () => leadOf(await home()), { timeout: 20_000 }).toMatch(/^10\d$/)
})

it('builds a home page from its sections if the file is missing', async () => {
  const [code] = await apply('')
  expect(code).toBe(0)
  await expect
    .poll(async () => kinds(await home()).slice(0, 3), { timeout: 20_000 })
    .toEqual(['lead', 'threeUp', 'timeline'])
})
