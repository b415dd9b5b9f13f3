import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type ContentService } from './app.ts'
import { runArticles } from './articles-cli.ts'
import { fillContent, incoming, NOW, SEED } from './content.testing.ts'

const KEY = 'a-key-for-tests'
const DAY = 86_400_000

describe.each(ENGINES)('the office and a single article on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: ContentService
  let clock = NOW
  let content: Client<typeof CONTENT>
  let office: Client<typeof CONTENT_INTERNAL>

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createContentService({
      database: opened.database,
      serviceKey: KEY,
      now: () => clock,
      checkAnswers: true,
    })
    await fillContent(service, SEED)
    const to = {
      base: 'http://content.local/ak',
      headers: { authorization: `Bearer ${KEY}` },
      timeout: 20_000,
      fetch: (request: Request) => service.app.fetch(request),
    }
    content = createTestClient(CONTENT, to)
    office = createTestClient(CONTENT_INTERNAL, to)
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  const deliver = async (...given: Parameters<typeof incoming>) => {
    const answer = await office.ingest({ body: { documents: [incoming(...given)] } })
    if (!answer.ok) throw new Error(answer.problem.title)
    return answer.data.results[0]!
  }
  const find = async (reference: string) => {
    const answer = await office.findArticle({ query: { reference } })
    return answer.ok ? answer.data : answer.status
  }
  const read = async (id: string) => {
    const answer = await content.getArticle({ params: { id } })
    return answer.ok ? answer.data : answer.status
  }
  const search = async (query: string) => {
    const answer = await content.searchArticles({ query: { q: query } })
    return answer.ok ? answer.data.teasers.map(({ title }) => title) : answer.status
  }

  it('is found by its id, its address and an address of the former site', async () => {
    const { id } = await deliver('urn:office:1', { formerAddresses: ['/2019/alt'] })
    const expected = { id, state: 'shown', path: `/dokument-urn-office-1-${id}`, sourceId: 'urn:office:1' }
    for (const reference of [id!, expected.path, `https://ak.example${expected.path}?x=1`, '/2019/alt/'])
      expect(await find(reference)).toMatchObject(expected)
    expect([await find('999999'), await find('/nichts')]).toEqual([404, 404])
  })

  it('a corrected headline appears everywhere, until a newer version comes', async () => {
    const { id } = await deliver('urn:office:2', { title: 'Falsche Zeppelinzahl', contentRestriction: 'paid' })
    const body = { title: 'Richtige Dampferzahl', correction: 'In der Überschrift stand eine falsche Zahl.' }
    const answer = await office.correctTitle({ params: { id: id! }, body })
    expect(answer).toMatchObject({ ok: true, data: { path: `/richtige-dampferzahl-${id}` } })
    expect(await read(id!)).toMatchObject({
      title: body.title,
      path: `/richtige-dampferzahl-${id}`,
      correction: body.correction,
      contentRestriction: 'paid',
    })
    expect([await search('Dampferzahl'), await search('Zeppelinzahl')]).toEqual([[body.title], []])
    expect((await office.getFullArticle({ params: { id: id! } })).ok).toBe(true)
    expect(await deliver('urn:office:2', { title: 'Falsche Zeppelinzahl' })).toMatchObject({ outcome: 'unchanged' })
    await deliver('urn:office:2', { title: 'Neuer Stand', version: 2 })
    expect(await read(id!)).toMatchObject({ title: 'Neuer Stand' })
  })

  it('stays withdrawn whatever its source delivers, and is restored as it was', async () => {
    const { id } = await deliver('urn:office:3', { title: 'Zurückgezogener Leuchtturm', tags: ['Leuchtturm'] })
    const before = await read(id!)
    expect((await office.withdrawArticle({ params: { id: id! }, body: {} })).ok).toBe(true)
    expect([await read(id!), await search('Leuchtturm')]).toEqual([410, []])
    expect(await find(id!)).toMatchObject({ state: 'withdrawn', title: '', canComeBack: true })
    expect(await deliver('urn:office:3', { version: 9 })).toMatchObject({ outcome: 'unchanged', id })
    expect(await read(id!)).toBe(410)
    expect((await office.restoreArticle({ params: { id: id! } })).ok).toBe(true)
    expect(await read(id!)).toEqual(before)
    expect(await search('Leuchtturm')).toEqual(['Zurückgezogener Leuchtturm'])
    expect(await deliver('urn:office:3', { version: 9, title: 'Neuer Leuchtturm' })).toMatchObject({
      outcome: 'updated',
    })
  })

  it('cannot be restored without a copy: withdrawn for good, more than 30 days ago, or by its source', async () => {
    const codes = []
    for (const [name, isForGood] of [
      ['4', true],
      ['5', false],
    ] as const) {
      const { id } = await deliver(`urn:office:${name}`)
      await office.withdrawArticle({ params: { id: id! }, body: { isForGood } })
      if (!isForGood) clock = new Date(NOW.getTime() + 31 * DAY)
      codes.push(await office.restoreArticle({ params: { id: id! } }))
    }
    clock = NOW
    const { id } = await deliver('urn:office:7')
    await deliver('urn:office:7', { version: 2, status: 'canceled' })
    codes.push(await office.restoreArticle({ params: { id: id! } }))
    expect(codes.map((answer) => (answer.ok ? '' : answer.problem.code))).toEqual(['NO_COPY', 'NO_COPY', 'NO_COPY'])
  })

  it('takes over an address: of the former site, and of an article that was withdrawn', async () => {
    const target = await deliver('urn:office:8')
    const twin = await deliver('urn:office:9')
    await office.withdrawArticle({ params: { id: twin.id! }, body: {} })
    const path = `/dokument-urn-office-8-${target.id}`
    for (const from of ['/alter-pfad', twin.id!, `/dokument-urn-office-9-${twin.id}`])
      expect((await office.leadTo({ body: { from, to: path } })).ok).toBe(true)
    for (const address of ['/alter-pfad/', `/dokument-urn-office-9-${twin.id}`]) {
      const answer = await content.getRedirect({ query: { address } })
      expect(answer.ok && answer.data).toMatchObject({ status: 301, target: path })
    }
    expect((await office.leadTo({ body: { from: '/x', to: twin.id! } })).ok).toBe(false)
  })

  it('the command corrects, withdraws and restores it', async () => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const init = {
          method: request.method!,
          headers: request.headers as Record<string, string>,
          ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
        }
        const asked = new Request(`http://x${request.url!.replace('/__services/content', '')}`, init)
        void Promise.resolve(service.app.fetch(asked)).then(async (answer) =>
          response
            .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
            .end(await answer.text()),
        )
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const environment = { PORT: String((server.address() as AddressInfo).port), INGEST_KEY: KEY, MANDATOR: 'ak' }
    const run = async (...args: string[]) => {
      let printed = ''
      const print = (text: string) => (printed += text)
      const code = await runArticles(args, environment, { out: print, err: print })
      return `${code} ${printed.trim().split('\n')[0]}`
    }
    const { id } = await deliver('urn:office:10')
    const path = `/dokument-urn-office-10-${id}`
    expect([
      await run('show', path),
      await run('title', id!, '--title', 'Neu gesagt'),
      await run('withdraw', id!),
      await run('restore', `/neu-gesagt-${id}`),
      await run('restore', id!),
      await run('redirect', '/zehn', id!),
      await run('show', '/nichts'),
    ]).toEqual([
      `0 ${id}  shown  ${path}`,
      `0 ${id}  /neu-gesagt-${id} has its new headline.`,
      `0 ${id}  /neu-gesagt-${id} is withdrawn and answers 410.`,
      `0 ${id}  /neu-gesagt-${id} is back.`,
      expect.stringMatching(/^1 .*not withdrawn/),
      `0 /zehn leads to /neu-gesagt-${id}.`,
      expect.stringMatching(/^1 .*no such article/),
    ])
    expect([await run('title', id!), await run('eat', id!), await run('show', id!, '--publication', 'AK!')]).toEqual([
      expect.stringContaining('2 --title TEXT is missing'),
      expect.stringContaining('2 There is no "eat"'),
      expect.stringContaining('2 There is no publication "AK!"'),
    ])
    server.closeAllConnections()
    server.close()
  })
})
