/** Sections, tags and corrections after the importer and the content service. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentService } from '../../content/app.ts'
import type { ContentService } from '../../content/app.ts'
import { openEmptyDatabase } from '../../platform/database/database.testing.ts'
import type { Database } from '../../platform/database.ts'
import { createDelivery } from './deliver.ts'
import { createImporter, merge } from './importer.ts'
import type { ImportReport } from './importer.ts'
import { readDefaultMapping, readMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { parseText } from '../formats/parse.ts'
import { createPictureStore } from './pictures.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sections-'))
let time = new Date('2026-11-21T09:00:00Z')
let database: Database
let service: ContentService

beforeAll(async () => {
  database = await openEmptyDatabase(createTestDatabase)
  service = await createContentService({ database, serviceKey: 'key', now: () => time })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const clientsOf = (code: PublicationCode) => {
  const options = { fetch: (request: Request) => service.app.fetch(request), base: `http://content.local/${code}` }
  return {
    content: createTestClient(CONTENT, { ...options }),
    internal: createTestClient(CONTENT_INTERNAL, { ...options, headers: { authorization: 'Bearer key' } }),
  }
}

async function bring(
  text: string,
  {
    code = 'ak' as PublicationCode,
    carriers = [] as PublicationCode[],
    mapping = readDefaultMapping(),
    file = time,
  } = {},
): Promise<ImportReport> {
  const importer = createImporter({
    delivery: createDelivery({ publication: code, carriers, clients: clientsOf(code), mapping, isPaid: false }),
    pictures: createPictureStore({ dataDir, isFetching: false }),
    dataDir,
    now: () => time,
  })
  const report = await importer.add(parseText(text, { now: time, fallbackDate: file }), { name: 'test', folder: null })
  merge(report, await importer.finish())
  return report
}

const texts = (...ressorts: string[]) =>
  JSON.stringify(
    ressorts.map((ressort) => ({
      ressort,
      text: `Ein Text für ${ressort}, der lang genug ist.`,
      id: `${ressort}-${Math.random()}`,
    })),
  )
const sectionOf = async (report: ImportReport, index = 0, code: PublicationCode = 'ak') => {
  const found = await clientsOf(code).content.getArticle({ params: { id: report.results[index]!.id! } })
  return found.ok ? found.data.section : null
}
const own = (content: object): Mapping => {
  const file = join(mkdtempSync(join(tmpdir(), 'mapping-')), 'm.json')
  writeFileSync(file, JSON.stringify({ fallbackSection: 'nachrichten', ...content }))
  const read = readMapping(file)
  if (read.kind === 'wrong') throw new Error(read.problems.join())
  return read.mapping
}

describe('sections of documents', () => {
  it('are created as they come, also beside existing ones, with the name as written', async () => {
    const first = await bring(texts('Panorama', 'Sport'))
    expect(await sectionOf(first)).toEqual({ path: 'panorama', displayName: 'Panorama' })
    const second = await bring(texts('Blaulicht', 'Musterstadt-Süd', 'Kunst & Kultur'))
    expect(await Promise.all([0, 1, 2].map((index) => sectionOf(second, index)))).toEqual([
      { path: 'blaulicht', displayName: 'Blaulicht' },
      { path: 'musterstadt-sued', displayName: 'Musterstadt-Süd' },
      { path: 'kunst-kultur', displayName: 'Kunst & Kultur' },
    ])
    const page = await clientsOf('ak').content.getChannel({ params: { path: 'musterstadt-sued' } })
    expect(page.ok && page.data).toMatchObject({ kind: 'channel', displayName: 'Musterstadt-Süd', total: 1 })
  })

  it('are created by a mapping that names them, each part of the path with its name', async () => {
    const mapping = own({
      sections: { Süd: 'lokales/musterstadt-sued' },
      sectionNames: { 'lokales/musterstadt-sued': 'Süd & Umland' },
    })
    const report = await bring(texts('Süd'), { mapping })
    expect(await sectionOf(report)).toEqual({ path: 'lokales/musterstadt-sued', displayName: 'Süd & Umland' })
    expect((await clientsOf('ak').content.getChannel({ params: { path: 'lokales' } })).ok).toBe(true)
  })

  it('are found by their name at any level', async () => {
    await bring(texts('Nord'), {
      mapping: own({ sections: { Nord: 'lokales/nordstadt' }, sectionNames: { 'lokales/nordstadt': 'Nordstadt' } }),
    })
    expect(await sectionOf(await bring(texts('Nordstadt')))).toEqual({
      path: 'lokales/nordstadt',
      displayName: 'Nordstadt',
    })
  })

  it('are not created if the mapping says so', async () => {
    const mapping = own({ fallbackSection: 'panorama', createSections: false })
    expect(await sectionOf(await bring(texts('Gartenbau'), { mapping }))).toMatchObject({ path: 'panorama' })
  })

  it('of another publication become sections of this one', async () => {
    await bring(texts('Hafen'), { code: 'fb' })
    expect((await clientsOf('ht').content.getChannel({ params: { path: 'hafen' } })).ok).toBe(false)
    const report = await bring(texts('Hafen'), { code: 'ht' })
    expect(await sectionOf(report, 0, 'ht')).toMatchObject({ path: 'hafen' })
    const page = await clientsOf('ht').content.getChannel({ params: { path: 'hafen' } })
    expect(page.ok && page.data).toMatchObject({ kind: 'channel', total: 1 })
  })

  it('never take the address of another page', async () => {
    for (const name of ['Suche', 'Jobs', 'Wahl 2026-12345678']) {
      const section = await sectionOf(await bring(texts(name)))
      expect(section?.displayName).toBe(name)
      expect(section?.path).toContain('ressort')
    }
  })

  it('and tags are never a bare number', async () => {
    const report = await bring(
      JSON.stringify({
        uri: 'urn:x:tags',
        type: 'text',
        versioncreated: '2026-11-20T12:00:00Z',
        language: 'de',
        headline: 'Die neue Linie',
        body_text: 'Die Straßenbahn fährt wieder.',
        person: [{ name: 'Eva Muster' }, { name: '110' }],
      }),
    )
    const found = await clientsOf('ak').content.getArticle({ params: { id: report.results[0]!.id! } })
    expect(found.ok && found.data.tags.map(({ displayName }) => displayName)).toEqual(['Eva Muster'])
  })
})

const feed = (
  title: string,
  text: string,
  { built = '', date = 'Fri, 20 Nov 2026 10:00:00 +0100', updated = '' } = {},
) =>
  `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Bote</title>${built === '' ? '' : `<lastBuildDate>${built}</lastBuildDate>`}<item><title>${title}</title><guid>https://bote.example/?p=1</guid><pubDate>${date}</pubDate>${updated === '' ? '' : `<atom:updated>${updated}</atom:updated>`}<description>${text}</description></item></channel></rss>`

describe('a feed that corrects itself', () => {
  const read = async (report: ImportReport) => {
    const found = await clientsOf('la').content.getArticle({ params: { id: report.results[0]!.id! } })
    return found.ok ? { title: found.data.title, updateDate: found.data.updateDate } : null
  }
  const send = (xml: string, file = time) => bring(xml, { code: 'la', file })

  it('under the same date is taken, once; an older state and an older date change nothing', async () => {
    time = new Date('2026-11-21T09:00:00Z')
    const wrong = feed('Rat beschließt Haushalt', 'Der Etat steigt auf 212 Millionen Euro.')
    const first = await send(wrong)
    expect(first.results[0]?.outcome).toBe('created')
    expect((await send(wrong)).results[0]?.outcome).toBe('unchanged')

    time = new Date('2026-11-21T10:00:00Z')
    const right = feed('Rat beschließt den Haushalt', 'Der Etat steigt auf 221 Millionen Euro.')
    const second = await send(right)
    expect(second.results[0]).toMatchObject({ outcome: 'updated', id: first.results[0]!.id })
    expect(await read(second)).toEqual({ title: 'Rat beschließt den Haushalt', updateDate: '2026-11-21T10:00:00.000Z' })
    expect((await send(right)).results[0]?.outcome).toBe('unchanged')

    // The file of the morning is imported again.
    expect((await send(wrong, new Date('2026-11-21T09:00:00Z'))).results[0]?.outcome).toBe('unchanged')
    const older = feed('Alt', 'Der Etat.', { date: 'Thu, 19 Nov 2026 10:00:00 +0100' })
    expect((await send(older)).results[0]?.outcome).toBe('unchanged')
    const newer = feed('Neu', 'Der Etat.', { updated: '2026-11-21T11:00:00Z' })
    expect((await send(newer)).results[0]?.outcome).toBe('updated')
    expect((await send(right)).results[0]?.outcome).toBe('unchanged')
    expect(await read(second)).toEqual({ title: 'Neu', updateDate: '2026-11-21T11:00:00.000Z' })
  })

  it('a document without a date gets the date of its feed', async () => {
    const at = (hour: number) => `Sat, 21 Nov 2026 0${hour}:00:00 GMT`
    const item = (title: string, hour: number) => feed(title, 'Text.', { built: at(hour) }).replace('?p=1', '?p=2')
    expect((await send(item('Zwei', 9))).results[0]?.outcome).toBe('created')
    expect((await send(item('Eins', 8))).results[0]?.outcome).toBe('unchanged')
    expect((await send(item('Drei', 9))).results[0]?.outcome).toBe('updated')
  })

  it('changed markup, buttons or parameters are no correction', async () => {
    const item = (html: string) => feed('Gleich', `<![CDATA[${html}]]>`).replace('?p=1', '?p=3')
    expect((await send(item('<p>Der Rat tagt.</p>'))).results[0]?.outcome).toBe('created')
    const same =
      '<div><p class="x">Der  Rat tagt.</p><img src="https://pixel.wp.com/b.gif?r=2" width="1" height="1"></div>'
    expect((await send(item(same))).results[0]?.outcome).toBe('unchanged')
  })
})
