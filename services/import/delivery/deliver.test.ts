import { describe, expect, it } from 'vitest'
import type { IncomingDocument } from '@lokalteil/contracts/content'
import { DeliveryStopped, createDelivery } from './deliver.ts'
import type { ContentClients } from './deliver.ts'
import { MappingFile, createMapping, readDefaultMapping } from './mapping.ts'
import { noClasses, type ParsedDocument } from '../parsed-document.ts'
import { document as toDocument } from '../parsed-document.testing.ts'

const SPORT = { ressorts: [{ code: '', name: 'Sport' }] }
const document = (
  sourceId: string,
  { classes = { ...noClasses(), ...SPORT }, ...change }: Partial<ParsedDocument> = {},
) => toDocument(classes, { sourceId, ...change })

/** The mapping of a publisher who allows no new sections. */
const KEEPING = createMapping(
  MappingFile.parse({
    fallbackSection: 'panorama',
    sections: { Bundesliga: 'sport/fussball' },
    createSections: false,
  }),
)

type Call = { documents: IncomingDocument[]; publications?: string[] }

function setUp(answer: (call: Call, count: number) => number, sections: readonly string[] | null = null) {
  const calls: Call[] = []
  const clients: ContentClients = {
    internal: {
      ingest: async ({ body }) => {
        calls.push(body)
        const status = answer(body, calls.length)
        const headers = new Headers()
        if (status !== 200) return { ok: false, status, headers, problem: { status, code: 'NO', title: 'no' } }
        return {
          ok: true,
          headers,
          data: {
            results: body.documents.map(({ sourceId }) => ({
              sourceId,
              outcome: 'created' as const,
              id: '1',
              reason: '',
            })),
          },
        }
      },
    },
    ...(sections === null
      ? {}
      : {
          content: {
            getChannel: (async ({ params }: { params: { path: string } }) =>
              sections.includes(params.path)
                ? { ok: true, headers: new Headers(), data: { kind: 'channel' } }
                : {
                    ok: false,
                    status: 404,
                    headers: new Headers(),
                    problem: { status: 404, code: 'NOT_FOUND', title: '' },
                  }) as never,
          },
        }),
  }
  return {
    calls,
    delivery: createDelivery({
      publication: 'ak',
      carriers: ['fb'],
      clients,
      mapping: sections === null ? readDefaultMapping() : KEEPING,
      isPaid: false,
      pause: 0,
    }),
  }
}

describe('delivery', () => {
  it('sends batches of at most 150 with their carriers', async () => {
    const { calls, delivery } = setUp(() => 200)
    const results = await delivery.deliver(Array.from({ length: 400 }, (_unused, index) => document(`d${index}`)))
    expect(calls.map(({ documents }) => documents.length)).toEqual([150, 150, 100])
    expect(calls[0]?.publications).toEqual(['fb'])
    expect(results.map(({ sourceId }) => sourceId)).toEqual(
      Array.from({ length: 400 }, (_unused, index) => `d${index}`),
    )
  })

  it('finds the one document that makes a batch fail; the others are delivered', async () => {
    const { delivery } = setUp(({ documents }) => (documents.some(({ sourceId }) => sourceId === 'd7') ? 400 : 200))
    const results = await delivery.deliver(Array.from({ length: 20 }, (_unused, index) => document(`d${index}`)))
    expect(results.filter(({ outcome }) => outcome === 'refused').map(({ sourceId }) => sourceId)).toEqual(['d7'])
    expect(results).toHaveLength(20)
  })

  it('tries again when the service is away for a moment, and stops after the third time', async () => {
    const back = setUp((_call, count) => (count < 3 ? 503 : 200))
    expect(await back.delivery.deliver([document('a')])).toMatchObject([{ outcome: 'created' }])
    const away = setUp(() => 503)
    // Such a failure does not count against the document.
    await expect(away.delivery.deliver([document('a')])).rejects.toThrow(DeliveryStopped)
    expect(away.calls).toHaveLength(3)
  })

  it('stops at once when the disk of the service is full', async () => {
    const full = setUp(() => 507)
    await expect(full.delivery.deliver([document('a')])).rejects.toThrow(DeliveryStopped)
    expect(full.calls).toHaveLength(1)
  })

  it('refuses only the document on which the service fails', async () => {
    const { delivery } = setUp(({ documents }) => (documents.some(({ sourceId }) => sourceId === 'd2') ? 500 : 200))
    const results = await delivery.deliver([document('d1'), document('d2'), document('d3')])
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'refused', 'created'])
  })

  it('does not repeat a call that lacks a key', async () => {
    const { calls, delivery } = setUp(() => 401)
    await delivery.deliver([document('a')])
    expect(calls).toHaveLength(1)
  })

  it('names the field of a document that does not fit the contract', async () => {
    const { calls, delivery } = setUp(() => 200)
    expect(await delivery.deliver([document('a', { version: -1 }), document('b')])).toMatchObject([
      { sourceId: 'a', outcome: 'refused', reason: expect.stringContaining('version') },
      { sourceId: 'b', outcome: 'created' },
    ])
    expect(calls).toHaveLength(1)
  })

  it('leaves it to the service to create a section, under the name as written', async () => {
    const { calls, delivery } = setUp(() => 200)
    await delivery.deliver([
      document('a', { classes: { ...noClasses(), ressorts: [{ code: '', name: 'Musterstadt-Süd' }] } }),
    ])
    expect(calls[0]?.documents[0]).toMatchObject({ sectionPath: 'musterstadt-sued', sectionNames: ['Musterstadt-Süd'] })
  })

  it.each<[string, readonly string[], string]>([
    ['its section', ['sport', 'sport/fussball', 'panorama'], 'sport/fussball'],
    ['the one above', ['sport', 'panorama'], 'sport'],
    ['the fallback', ['panorama'], 'panorama'],
    ['the mapped one where there are no sections yet', [], 'sport/fussball'],
  ])('if no section may be created, puts a document into %s', async (_case, sections, expected) => {
    const { calls, delivery } = setUp(() => 200, sections)
    await delivery.deliver([
      document('a', { classes: { ...noClasses(), ressorts: [{ code: '', name: 'Bundesliga' }] } }),
    ])
    expect(calls[0]?.documents[0]?.sectionPath).toBe(expected)
  })
})
