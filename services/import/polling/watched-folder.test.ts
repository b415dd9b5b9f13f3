import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDelivery, DeliveryStopped } from '../delivery/deliver.ts'
import type { ContentClients } from '../delivery/deliver.ts'
import { createImporter } from '../delivery/importer.ts'
import { readDefaultMapping } from '../delivery/mapping.ts'
import { createPictureStore } from '../delivery/pictures.ts'
import { lookIntoFolder } from './watched-folder.ts'

let folder: string
let clock: Date
let growing: Record<string, string>
let sent: { title: string; picture: object | null }[]
let isAway: boolean
/** Called during the delivery. */
let meanwhile: () => void
let trouble: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'))
  clock = new Date('2026-11-23T12:00:00Z')
  growing = {}
  sent = []
  isAway = false
  meanwhile = () => {}
})

const clients: ContentClients = {
  internal: {
    async ingest({ body }) {
      const headers = new Headers()
      if (isAway) return { ok: false, status: 507, headers, problem: { status: 507, code: 'FULL', title: 'full' } }
      sent.push(...body.documents)
      meanwhile()
      const outcome = 'created' as const
      const results = body.documents.map(({ sourceId }) => ({ sourceId, outcome, id: '1', reason: '' }))
      return { ok: true, headers, data: { results } }
    },
  },
}

async function look(isMine = () => true) {
  const importer = createImporter({
    delivery: createDelivery({ publication: 'ak', clients, mapping: readDefaultMapping(), isPaid: false, pause: 1 }),
    pictures: createPictureStore({ dataDir: folder, isFetching: false, keep: async () => {} }),
    dataDir: folder,
    now: () => clock,
    isKeeping: false,
  })
  const found = await lookIntoFolder(folder, growing, { importer, now: () => clock, isMine })
  if (found.kind === 'failed') return found.reason
  growing = found.growing
  trouble = found.trouble
  return found.files.map(({ name, movedTo }) => `${name} → ${movedTo}`)
}
async function lookLater(milliseconds = 2000) {
  clock = new Date(clock.getTime() + milliseconds)
  return look()
}

const put = (name: string, content: string) => writeFileSync(join(folder, name), content)
const item = (title: string, more = '') =>
  `<item><guid>urn:w:${title}</guid><title>${title}</title><link>https://p.example/1</link><pubDate>Mon, 23 Nov 2026 10:00:00 +0100</pubDate>${more}<description>Ein Text.</description></item>`
const rss = (...items: string[]) => `<rss version="2.0"><channel><title>P</title>${items.join('')}</channel></rss>`
const titles = () => sent.map(({ title }) => title)
const list = (path: string) => readdirSync(join(folder, path)).toSorted()

describe('a watched folder', () => {
  it('takes a file that has not changed between two looks, and moves it away', async () => {
    const whole = rss(item('Erste'), item('Zweite'))
    put('feed.xml', whole.slice(0, 40))
    expect([await look(), titles()]).toEqual([[], []])
    // Still being written: each look sees another size.
    appendFileSync(join(folder, 'feed.xml'), whole.slice(40, 90))
    expect(await lookLater()).toEqual([])
    appendFileSync(join(folder, 'feed.xml'), whole.slice(90))
    expect([await lookLater(), await lookLater(1999)]).toEqual([[], []])
    expect(await lookLater(1)).toEqual(['feed.xml → done/feed.xml'])
    expect([titles(), list(''), list('done')]).toEqual([['Erste', 'Zweite'], ['done', 'rejected'], ['feed.xml']])
    expect([growing, await lookLater()]).toEqual([{}, []])
  })

  it('leaves a file that was rewritten while it was read, and reads it again', async () => {
    put('feed.xml', rss(item('Erste')))
    await look()
    meanwhile = () => put('feed.xml', rss(item('Zweite')))
    expect([await lookLater(), list('done'), list('rejected')]).toEqual([[], [], []])
    meanwhile = () => {}
    await lookLater()
    expect(await lookLater()).toEqual(['feed.xml → done/feed.xml'])
    expect(titles()).toEqual(['Erste', 'Zweite'])
  })

  it.each(['.feed.xml', 'feed.xml.part', 'feed.xml.tmp', 'feed.xml.filepart', 'feed.xml~', 'notes.txt'])(
    'leaves %s alone, and takes it once it has its final name',
    async (name) => {
      put(name, rss(item('Neu')))
      expect([await look(), await lookLater(), titles()]).toEqual([[], [], []])
      renameSync(join(folder, name), join(folder, 'feed.xml'))
      await lookLater()
      expect(await lookLater()).toEqual(['feed.xml → done/feed.xml'])
    },
  )

  it('writes beside a file which parts cannot be used, and takes it again when it is corrected', async () => {
    put('mixed.xml', rss(item('Gut'), item('', '')))
    put('broken.json', '{"uri":')
    put('mixed2.xml', rss(item('Auch gut'), '<item><title>Offen<guid></item>'))
    await look()
    expect((await lookLater()) as string[]).toHaveLength(3)
    expect(titles().toSorted()).toEqual(['Auch gut', 'Gut'])
    // A document that only an editor can complete is no fault of the file.
    expect(list('done')).toEqual(['mixed.xml', 'mixed.xml.txt'])
    expect(readFileSync(join(folder, 'done/mixed.xml.txt'), 'utf8')).toContain('put aside urn:w:: it has no headline')
    expect(list('rejected')).toEqual(['broken.json', 'broken.json.txt', 'mixed2.xml', 'mixed2.xml.txt'])
    const text = readFileSync(join(folder, 'rejected/mixed2.xml.txt'), 'utf8')
    expect(text).toMatch(/^mixed2\.xml: 1 created, .* 1 refused\n\nrefused: feed: entry 2 cannot be read/)

    writeFileSync(join(folder, 'broken.json'), JSON.stringify({ ressort: 'Sport', text: 'Ein Text, der gut ist.' }))
    await lookLater()
    expect(await lookLater()).toEqual(['broken.json → done/broken.json'])
  })

  it('overwrites no file of an earlier delivery', async () => {
    for (const title of ['Eins', 'Zwei', 'Drei']) {
      put('feed.xml', rss(item(title)))
      await look()
      await lookLater()
    }
    expect(list('done')).toHaveLength(3)
  })

  it('leaves a file that could not be delivered, and takes it when the service is back', async () => {
    put('feed.xml', rss(item('Neu')))
    await look()
    isAway = true
    await expect(lookLater()).rejects.toThrow(DeliveryStopped)
    expect(list('')).toEqual(['done', 'feed.xml', 'rejected'])
    isAway = false
    expect(await lookLater()).toEqual(['feed.xml → done/feed.xml'])
  })

  it('takes the older one first, and an empty one only after a minute', async () => {
    put('a.xml', rss(item('Später')))
    put('b.xml', rss(item('Früher')))
    put('empty.json', '')
    utimesSync(join(folder, 'b.xml'), new Date('2026-11-20'), new Date('2026-11-20'))
    await look()
    expect(await lookLater()).toEqual(['b.xml → done/b.xml', 'a.xml → done/a.xml'])
    expect([await lookLater(57_999), await lookLater(1)]).toEqual([[], ['empty.json → rejected/empty.json']])
  })

  it('waits two minutes for a picture that a document names, and keeps pictures for an hour', async () => {
    const sharp = (await import('sharp')).default
    const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .jpeg()
      .toBuffer()
    const ninjs = (name: string) =>
      JSON.stringify({
        uri: `urn:n:${name}`,
        type: 'text',
        version: '1',
        versioncreated: '2026-11-23T10:00:00Z',
        headline: name,
        body_text: 'Ein Text, der gut ist.',
        associations: { main: { type: 'picture', renditions: { a: { href: `${name}.jpg`, mimetype: 'image/jpeg' } } } },
      })
    put('late.json', ninjs('late'))
    put('never.json', ninjs('never'))
    await look()
    expect(await lookLater()).toEqual([])
    writeFileSync(join(folder, 'late.jpg'), jpeg)
    expect(await lookLater()).toEqual([])
    expect(await lookLater()).toEqual(['late.json → done/late.json'])
    expect(sent[0]?.picture).not.toBeNull()
    expect(await lookLater(120_000)).toEqual(['never.json → done/never.json'])
    expect(existsSync(join(folder, 'late.jpg'))).toBe(true)
    await lookLater(3_600_000)
    expect(list('done')).toContain('late.jpg')
  })

  it('stops between two files, and follows no link', async () => {
    put('a.xml', rss(item('A')))
    put('b.xml', rss(item('B')))
    symlinkSync(join(folder, 'a.xml'), join(folder, 'link.xml'))
    await look()
    clock = new Date(clock.getTime() + 2000)
    let left = 1
    expect(await look(() => left-- > 0)).toHaveLength(1)
    expect(await look()).toHaveLength(1)
    expect(list('')).toEqual(['done', 'link.xml', 'rejected'])
  })

  it('takes the other files if one cannot be moved', async () => {
    put('a.xml', rss(item('A')))
    put('b.xml', rss(item('')))
    await look()
    // The reason file cannot be written.
    mkdirSync(join(folder, 'done', 'b.xml.txt'))
    expect([await lookLater(), trouble]).toEqual([['a.xml → done/a.xml'], expect.stringMatching(/^b\.xml: /)])
  })

  it('reports the obstacle', async () => {
    const kept = folder
    folder = join(kept, 'nothing')
    expect(await look()).toBe('there is no such folder')
    folder = mkdtempSync(join(tmpdir(), 'watched-'))
    mkdirSync(join(folder, 'elsewhere'))
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'done'))
    expect(await look()).toMatch(/done is no folder/)
  })
})
