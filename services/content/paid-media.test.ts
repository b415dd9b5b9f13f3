/** S7.7-03: the list of files that only paid texts show stays right through imports, corrections and withdrawals. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT_INTERNAL, type IncomingDocument } from '@lokalteil/contracts/content'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type ContentService } from './app.ts'
import { listMedia, toMediaUses } from './media-uses.ts'
import { fillContent, incoming, NOW, picture, SEED } from './content.testing.ts'

const KEY = 'a-key-for-tests'

it('S7.7-03 lists files at any depth, once each, and none of other hosts', () => {
  const items = [
    { type: 'image', picture: picture('a') },
    {
      type: 'gallery',
      pictures: [picture('a'), picture('b'), picture('fern', { baseUrl: 'https://bilder.example/x.jpg' })],
    },
    { type: 'video', src: '/media/film.mp4', poster: picture('poster') },
    { type: 'audio', src: '/media/ton.mp3' },
    { type: 'document', src: '/_media/import/ab/ab/plan.pdf' },
    { type: 'embed', url: '/kein-bild' },
  ]
  const files = ['media/film.mp4', 'demo/poster.jpg', 'media/ton.mp3', '_media/import/ab/ab/plan.pdf']
  expect(listMedia(items)).toEqual(['demo/a.jpg', 'demo/b.jpg', ...files])
  expect(toMediaUses([picture('a')], items).paid).toEqual(['demo/b.jpg', ...files])
  expect(toMediaUses(items, null).paid).toEqual([])
})

describe.each(ENGINES)('paid media on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let internal: Client<typeof CONTENT_INTERNAL>
  const open = () =>
    createContentService({ database: opened.database, serviceKey: KEY, now: () => NOW, checkAnswers: true })

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await open()
    const where = {
      base: 'http://content.local/ak',
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    }
    internal = createTestClient(CONTENT_INTERNAL, { ...where, headers: { authorization: `Bearer ${KEY}` } })
    await fillContent(service, SEED)
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  const listPaid = async () => (await service.listPaidMedia(0)).paid.toSorted()
  it('S7.7-03 are the gallery of a paid text; its film, its lead picture, portraits, topics, podcasts and free texts are open', async () => {
    // A free article shows the film as well.
    expect(await listPaid()).toEqual(['demo/g.jpg'])
  })

  const gallery = (...names: string[]): IncomingDocument['contentItems'] => [
    { type: 'paragraph', html: 'Vorspann.' },
    { type: 'gallery', id: 'x', title: '', pictures: names.map((name) => picture(name)) },
  ]
  type Step = [what: string, document: Partial<IncomingDocument> & { sourceId: string }, paid: string[]]
  const [a, b] = ['urn:medien:a', 'urn:medien:b']
  const STEPS: Step[] = [
    [
      'a free text comes',
      { sourceId: a, version: 1, contentRestriction: 'free', contentItems: gallery('m1', 'm2') },
      [],
    ],
    [
      'it turns paid and gets a lead picture',
      {
        sourceId: a,
        version: 2,
        contentRestriction: 'paid',
        picture: picture('m3'),
        contentItems: gallery('m1', 'm2', 'm3'),
      },
      ['demo/m1.jpg', 'demo/m2.jpg'],
    ],
    [
      'a free text shows one of its pictures',
      { sourceId: b, version: 1, contentRestriction: 'free', contentItems: gallery('m2') },
      ['demo/m1.jpg'],
    ],
    [
      'that text drops it',
      { sourceId: b, version: 2, contentRestriction: 'free', contentItems: gallery('m9') },
      ['demo/m1.jpg', 'demo/m2.jpg'],
    ],
    [
      'that text leads with it',
      { sourceId: b, version: 3, contentRestriction: 'paid', picture: picture('m2'), contentItems: gallery('m9') },
      ['demo/m1.jpg', 'demo/m9.jpg'],
    ],
    [
      'that text is withdrawn: what was paid stays paid',
      { sourceId: b, version: 4, status: 'canceled' },
      ['demo/m1.jpg', 'demo/m2.jpg', 'demo/m9.jpg'],
    ],
    [
      'the paid text drops a picture, which stays paid, and its lead picture, which was open',
      { sourceId: a, version: 3, contentRestriction: 'paid', contentItems: gallery('m2') },
      ['demo/m1.jpg', 'demo/m2.jpg', 'demo/m9.jpg'],
    ],
    [
      'it turns free again',
      { sourceId: a, version: 4, contentRestriction: 'free', contentItems: gallery('m2', 'm3') },
      ['demo/m1.jpg', 'demo/m9.jpg'],
    ],
    [
      'and paid once more',
      { sourceId: a, version: 5, contentRestriction: 'paid', contentItems: gallery('m2', 'm3') },
      ['demo/m1.jpg', 'demo/m2.jpg', 'demo/m3.jpg', 'demo/m9.jpg'],
    ],
  ]

  it('S7.7-03 follow every correction, and reading only the changes gives the same list', async () => {
    const before = await service.listPaidMedia(0)
    const followed = new Set(before.paid)
    let { last } = before
    for (const [what, document, expected] of STEPS) {
      const done = await internal.ingest({ body: { documents: [incoming(document.sourceId, document)] } })
      expect([what, done.ok]).toEqual([what, true])
      expect([what, await listPaid()]).toEqual([what, ['demo/g.jpg', ...expected].toSorted()])
      const changes = await service.listPaidMedia(last)
      expect([what, changes.isWhole]).toEqual([what, false])
      for (const name of changes.paid) followed.add(name)
      for (const name of changes.open) followed.delete(name)
      last = changes.last
      expect([what, [...followed].toSorted()]).toEqual([what, await listPaid()])
    }
    expect(await service.listPaidMedia(last)).toEqual({ last, isWhole: false, paid: [], open: [] })
    // A sequence number of another database, or one too old, gets the whole list.
    expect((await service.listPaidMedia(last + 1)).isWhole).toBe(true)
  })

  it('S7.7-03 are listed to callers with the key only', async () => {
    const told = await internal.listPaidMedia({})
    expect(told.ok && told.data.paid.toSorted()).toEqual(await listPaid())
    const refused = await service.app.fetch(new Request('http://content.local/ak/internal/paid-media'))
    expect([refused.status, (await refused.text()).includes('demo/')]).toEqual([401, false])
  })

  it('S7.7-03 a delivery is answered after its listener is done', async () => {
    let known: string[] = []
    const stop = service.onChange(async () => void (known = await listPaid()))
    await internal.ingest({
      body: { documents: [incoming('urn:medien:c', { contentRestriction: 'paid', contentItems: gallery('m10') })] },
    })
    expect(known).toContain('demo/m10.jpg')
    stop()
  })

  it('a document may not bring finished picture addresses', async () => {
    const sources = { avif: 'https://evil.example/a', webp: '', fallback: '', share: '' }
    const { ok } = await internal.ingest({
      body: {
        documents: [
          incoming('urn:medien:d', {
            picture: picture('m11', { sources }),
            contentItems: [{ type: 'image', picture: picture('m12', { sources }) }],
          }),
        ],
      },
    })
    expect(ok).toBe(true)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from content.articles where article like '%evil.example%' or teaser like '%evil.example%'`.execute(
      opened.database.db,
    )
    expect(rows[0]!.count).toBe(0)
  })

  it('S7.7-03 are found in content from before they were recorded', async () => {
    // Files that were dropped or withdrawn earlier are in no stored text any more.
    const before = (await listPaid()).filter((name) => !['demo/m1.jpg', 'demo/m9.jpg'].includes(name))
    await service.close()
    await sql`drop table content.media_uses`.execute(opened.database.db)
    await sql`drop table content.former_addresses`.execute(opened.database.db)
    await sql`drop table content.publication_entries`.execute(opened.database.db)
    for (const table of ['articles', 'lists', 'search', 'entries'])
      await sql.raw(`alter table content.${table} drop column later`).execute(opened.database.db)
    await sql`drop table content.source_states`.execute(opened.database.db)
    await sql`drop table content.source_aliases`.execute(opened.database.db)
    await sql`drop table content.withdrawn`.execute(opened.database.db)
    await sql`drop table content.quizzes`.execute(opened.database.db)
    await sql`drop table content.front_edits`.execute(opened.database.db)
    await sql`drop table content.breaking`.execute(opened.database.db)
    await sql`drop table content.records`.execute(opened.database.db)
    await sql`drop table content.proposals`.execute(opened.database.db)
    await sql`drop table content.picture_ends`.execute(opened.database.db)
    await sql`drop table content.list_months`.execute(opened.database.db)
    await sql`drop function content.count_listed, content.count_unlisted, content.count_no_lists cascade`.execute(
      opened.database.db,
    )
    await sql`drop index content.search_shown, content.words_by_beginning, content.words_by_end`.execute(
      opened.database.db,
    )
    await sql`drop index content.articles_of_owner`.execute(opened.database.db)
    await sql`delete from content.migration where name >= '0002-media-uses'`.execute(opened.database.db)
    service = await open()
    expect(await listPaid()).toEqual(before)
  })
})
