import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseBytes } from '../formats/parse.ts'
import { createDelivery, DeliveryStopped } from './deliver.ts'
import type { ContentClients } from './deliver.ts'
import { createImporter } from './importer.ts'
import { readDefaultMapping } from './mapping.ts'
import { createPictureStore } from './pictures.ts'
import { countRejects, listRejects, retryReject } from './rejects.ts'

const now = new Date('2026-11-22T09:00:00Z')
const item = (title: string, more = '') =>
  `<item><guid>urn:p:1</guid><title>${title}</title><link>https://p.example/1</link><description>Ein Text.</description>${more}</item>`
const rss = (items: string, built = '') =>
  `<rss version="2.0"><channel><title>P</title>${built}${items}</channel></rss>`

/** A content service that answers `say`, and an importer that delivers to it. */
function open(say: 'created' | 'refused' | 'away' = 'created', folder = mkdtempSync(join(tmpdir(), 'rejects-'))) {
  const state = {
    say,
    sent: [] as { title: string; picture: { baseUrl: string } | null; contentRestriction: string }[],
  }
  const clients: ContentClients = {
    internal: {
      async ingest({ body }) {
        const headers = new Headers()
        if (state.say === 'away')
          return { ok: false, status: 507, headers, problem: { status: 507, code: 'FULL', title: 'full' } }
        if (state.say === 'refused')
          return { ok: false, status: 422, headers, problem: { status: 422, code: 'UNFIT', title: 'no section' } }
        state.sent.push(...body.documents)
        const results = body.documents.map(({ sourceId }) => ({
          sourceId,
          outcome: 'created' as const,
          id: '1',
          reason: '',
        }))
        return { ok: true, headers, data: { results } }
      },
    },
  }
  const toImporter = (arrival: { publications: readonly string[]; isPaid: boolean; source: string }) =>
    createImporter({
      delivery: createDelivery({
        publication: arrival.publications[0]!,
        clients,
        mapping: readDefaultMapping(),
        isPaid: arrival.isPaid,
      }),
      pictures: createPictureStore({ dataDir: folder, isFetching: false }),
      dataDir: folder,
      keptIn: folder,
      arrival,
      now: () => now,
    })
  const bring = async (document: string, name = 'https://p.example/feed') => {
    const importer = toImporter({ publications: ['ak'], isPaid: true, source: 'polizei' })
    await importer.add(await parseBytes(Buffer.from(document), { now, fallbackDate: now }), { name, folder: null })
    await importer.finish()
  }
  const retry = async () => {
    const [reject] = await listRejects(folder)
    return (await retryReject(reject!, toImporter, now)).retried
  }
  return { folder, state, bring, retry }
}

describe('a document that was set aside', () => {
  it('is imported as on its first arrival once it can be, and its file is deleted', async () => {
    const { folder, state, bring, retry } = open('refused')
    const document = {
      format: 'digitalwires@0.9.1',
      urn: 'urn:newsml:agency.example:1',
      version: 1,
      version_created: '2026-11-21T08:00:00Z',
      language: 'de',
      urgency: 4,
      headline: 'Eine Meldung',
      article_html: '<section><p>Der erste Absatz.</p></section>',
    }
    await bring(JSON.stringify(document), '/in/wire.json')
    expect(await listRejects(folder)).toMatchObject([
      {
        outcome: 'refused',
        day: '2026-11-22',
        sourceId: document.urn,
        isParsed: true,
        arrival: { origin: '/in/wire.json', publications: ['ak'], isPaid: true, source: 'polizei' },
      },
    ])
    expect(await retry()).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('no section') })
    expect(await listRejects(folder)).toHaveLength(1)
    state.say = 'created'
    expect(await retry()).toMatchObject({ sourceId: document.urn, outcome: 'in' })
    expect(state.sent).toMatchObject([{ title: 'Eine Meldung', contentRestriction: 'paid' }])
    expect(readdirSync(join(folder, 'rejected'))).toEqual([])
  })

  it('keeps pictures that were stored before it was refused', async () => {
    const { folder, state, bring, retry } = open('refused')
    await bring(rss(item('Neu')))
    const [reject] = await listRejects(folder)
    const kept = JSON.parse(readFileSync(reject!.file, 'utf8')) as { picture: object | null }
    const picture = { baseUrl: '/import/ab/x.jpg', cropVal: '16:9', altText: '', width: 9, height: 9, credit: '' }
    writeFileSync(reject!.file, JSON.stringify({ ...kept, picture: { ...picture, caption: '', colour: null } }))
    state.say = 'created'
    expect(await retry()).toMatchObject({ outcome: 'in' })
    expect(state.sent[0]?.picture?.baseUrl).toBe('/import/ab/x.jpg')
  })

  it('stays with its new reason under its id, or is imported after its file was mended', async () => {
    const { folder, state, bring, retry } = open()
    await bring(rss(item('', '<pubDate>gestern</pubDate>')))
    const [reject] = await listRejects(folder)
    expect(reject).toMatchObject({ outcome: 'put-aside', reason: 'it has no headline' })
    const document = readFileSync(reject!.file, 'utf8')
    writeFileSync(reject!.file, document.replace('<title></title>', '<title>Da</title>'))
    expect(await retry()).toMatchObject({ outcome: 'put-aside', reason: 'its date "gestern" cannot be read' })
    const [again] = await listRejects(folder)
    expect([again?.reason, (await listRejects(folder)).length]).toEqual(['its date "gestern" cannot be read', 1])
    writeFileSync(again!.file, readFileSync(again!.file, 'utf8').replace('gestern', 'Sat, 21 Nov 2026 10:00:00 +0100'))
    expect(await retry()).toMatchObject({ outcome: 'in' })
    expect([await listRejects(folder), state.sent[0]?.title]).toEqual([[], 'Da'])
  })

  it('does not become an article if it is for editors', async () => {
    const { folder, bring, retry } = open()
    await bring(rss(item('dpa-Terminvorschau')))
    expect(await retry()).toMatchObject({ outcome: 'put-aside' })
    expect(await countRejects(folder)).toEqual({ refused: 0, 'put-aside': 1 })
  })

  it('is kept once, however often a feed brings it', async () => {
    const { folder, bring } = open()
    for (const minute of [10, 15, 20])
      await bring(rss(item(''), `<lastBuildDate>Sun, 22 Nov 2026 09:${minute}:00 +0100</lastBuildDate>`))
    expect(await listRejects(folder)).toHaveLength(1)
  })

  it('stays if the service is away, and if it is no document', async () => {
    const { folder, state, bring, retry } = open('refused')
    await bring(rss(item('Neu')))
    state.say = 'away'
    await expect(retry()).rejects.toThrow(DeliveryStopped)
    expect(await listRejects(folder)).toHaveLength(1)

    const other = open()
    mkdirSync(join(other.folder, 'rejected'))
    const stem = join(other.folder, 'rejected', '2026-11-20-0123456789abcdef')
    writeFileSync(`${stem}.reason.txt`, 'the address answered 500\nsource: https://p.example\ndocument: unknown\n')
    // Half of a pair, as a crash leaves it.
    writeFileSync(join(other.folder, 'rejected', '2026-11-20-1123456789abcdef.reason.txt'), 'x\n')
    writeFileSync(`${stem}.txt`, 'https://p.example')
    expect(await other.retry()).toMatchObject({ outcome: 'refused', reason: 'the address answered 500' })
    expect(await listRejects(other.folder)).toHaveLength(1)
  })
})
