import { CONTENT, CONTENT_INTERNAL, type ContentItem } from '@lokalteil/contracts/content'
import { createClient } from '@lokalteil/contracts/kernel/client'
import type { Geodata } from '@lokalteil/domain/display/place-map'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ENGINE, openTestDatabase } from '../platform/database/database.testing.ts'
import { createContentService, type ContentService } from './app.ts'
import { fillContent, incoming, NOW, picture, SEED, toFolder } from './content.testing.ts'

const KEY = 'a-key-for-tests'
const MAP: Geodata = {
  credit: '© Landesvermessung',
  shapes: [
    { place: 'altstadt', point: [11.42, 51.34] },
    { place: 'nordend', point: [11.43, 51.37] },
    {
      kind: 'river',
      lines: [
        [
          [11, 51.33],
          [12, 51.36],
        ],
      ],
    },
  ],
}
const STORY: ContentItem[] = [
  { type: 'paragraph', html: 'Offen.' },
  { type: 'timeline', entries: [{ date: '2026-11', text: 'Es kostet 12 Millionen Euro.' }] },
  {
    type: 'people',
    people: [
      { name: 'Lena Vogt', role: 'Redakteurin' },
      { name: 'linie 7', role: 'eine Bahn', path: 'https://fremd.example' },
      { name: 'Niemand', role: '' },
    ],
  },
]

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let service: ContentService
beforeAll(async () => {
  opened = await openTestDatabase(ENGINE, createTestDatabase)
  service = await createContentService({
    database: opened.database,
    serviceKey: KEY,
    now: () => NOW,
    checkAnswers: true,
  })
  await fillContent(service, SEED)
})
afterAll(async () => {
  await service.close()
  await opened.drop()
})

const clientOf = (code: string) => {
  const to = {
    base: `http://content.local/${code}`,
    headers: { authorization: `Bearer ${KEY}` },
    fetch: (request: Request) => service.app.fetch(request),
  }
  return { ...createClient(CONTENT, to), ...createClient(CONTENT_INTERNAL, to) }
}
async function deliver(...given: Parameters<typeof incoming>): Promise<string> {
  const answer = await clientOf('ak').ingest({ body: { documents: [incoming(...given)] } })
  if (!answer.ok) throw new Error(answer.problem.title)
  return answer.data.results[0]!.id!
}
async function read(id: string, code = 'ak') {
  const answer = await clientOf(code).getArticle({ params: { id } })
  if (!answer.ok) throw new Error(answer.problem.title)
  return answer.data
}

it('steps and people come as they were given, cleaned, each person with the page they have here', async () => {
  const { contentItems } = await read(await deliver('urn:story:1', { contentItems: STORY }))
  expect(contentItems[1]).toEqual({
    type: 'timeline',
    entries: [{ date: '2026-11', text: 'Es kostet 12\u00a0Millionen Euro.' }],
  })
  expect(contentItems[2]).toEqual({
    type: 'people',
    people: [
      { name: 'Lena Vogt', role: 'Redakteurin', path: '/autor/lena-vogt-11' },
      { name: 'linie 7', role: 'eine Bahn', path: '/themen/7' },
      { name: 'Niemand', role: '' },
    ],
  })
})

it('of a paid text they are paid, and those who may read it get them', async () => {
  const id = await deliver('urn:story:2', { contentItems: STORY, contentRestriction: 'paid' })
  expect((await read(id)).contentItems.map(({ type }) => type)).toEqual(['paragraph'])
  const full = await clientOf('ak').getFullArticle({ params: { id } })
  expect(full.ok && full.data.contentItems.map(({ type }) => type)).toEqual(['paragraph', 'timeline', 'people'])
})

it('a publication with geodata has a map of the places, one without has none', async () => {
  const id = await deliver('urn:story:3', { regions: ['altstadt', 'auenburg'] })
  expect(await read(id)).not.toHaveProperty('map')
  await service.savePublication({ ...toFolder(SEED, 'ak'), map: MAP })
  expect((await read(id)).map).toMatchObject({ names: ['Altstadt'], credit: '© Landesvermessung', outlines: [] })
  expect((await read(id)).map?.points.map(({ name }) => name)).toEqual(['Altstadt', 'Nordend'])
  expect(await read(await deliver('urn:story:4', {}))).not.toHaveProperty('map')
  await service.savePublication(toFolder(SEED, 'ak'))
  expect(await read(id)).not.toHaveProperty('map')
})

it('the focal point of a picture is kept with it', async () => {
  const focus = { x: 12.5, y: 80 }
  const id = await deliver('urn:story:5', { picture: picture('rand', { focus }) })
  expect((await read(id)).img).toMatchObject({ focus })
  const refused = await clientOf('ak').ingest({
    body: { documents: [incoming('urn:story:6', { picture: picture('rand', { focus: { x: 120, y: 0 } }) })] },
  })
  expect(refused.ok).toBe(false)
})
