import { CONTENT, CONTENT_INTERNAL, type ContentItem } from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
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
  return { ...createTestClient(CONTENT, to), ...createTestClient(CONTENT_INTERNAL, to) }
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

it('steps and people are kept in order, sanitised, each person with the page they have here', async () => {
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

it('of a paid text they are paid as well, and readers with access get them', async () => {
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

it('the focal point of a picture is stored with it', async () => {
  const focus = { x: 12.5, y: 80 }
  const id = await deliver('urn:story:5', { picture: picture('rand', { focus }) })
  expect((await read(id)).img).toMatchObject({ focus })
  const refused = await clientOf('ak').ingest({
    body: { documents: [incoming('urn:story:6', { picture: picture('rand', { focus: { x: 120, y: 0 } }) })] },
  })
  expect(refused.ok).toBe(false)
})

/** Titles under "Was bisher geschah" beside the article. */
const earlierOf = async (id: string) => (await read(id)).relatedArticles.earlier?.map(({ title }) => title)
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
const saying = (html: string): ContentItem[] => [{ type: 'paragraph', html }]

it('earlier articles are the ones its text links to, not those that share its tag', async () => {
  const older = async (name: string, days: number, ...formerAddresses: string[]) =>
    deliver(`urn:earlier:${name}`, {
      title: `Brand ${name}`,
      tags: ['151'],
      publishDate: daysAgo(days),
      formerAddresses,
    })
  const first = await older('eins', 6)
  await older('zwei', 4, '/2026/brand-zwei.html')
  await older('fremd', 3)
  await older('auch-fremd', 2)
  const linking = saying(
    `Nach <a href="/brand-eins-${first}?x=1">dem ersten</a> und <a href="/2026/brand-zwei.html">dem zweiten</a> Brand.`,
  )
  const id = await deliver('urn:earlier:neu', { tags: ['151'], contentItems: linking })
  expect(await earlierOf(id)).toEqual(['Brand zwei', 'Brand eins'])
  const plain = await deliver('urn:earlier:ohne', { tags: ['151'], contentItems: saying('Kein Link.') })
  expect(await earlierOf(plain)).toBeUndefined()
  expect((await read(plain)).relatedArticles.teasers.length).toBeGreaterThan(2)
  const paid = await deliver('urn:earlier:bezahlt', {
    contentRestriction: 'paid',
    contentItems: [...saying('Offen.'), ...linking],
  })
  expect(await earlierOf(paid), 'links of the paid part').toBeUndefined()
})

it('articles of a topic that is one story appear beside each of them', async () => {
  for (const days of [9, 8, 7])
    await deliver(`urn:tale:${days}`, { title: `Folge ${days}`, tags: ['190'], publishDate: daysAgo(days) })
  const id = await deliver('urn:tale:neu', { tags: ['151', '190'] })
  expect(await earlierOf(id)).toBeUndefined()
  const folder = toFolder(SEED, 'ak')
  const topic = { ...folder.topics[0]!, id: 'erzaehlung', tags: [folder.tags.find((tag) => tag.id === '190')!.slug] }
  await service.savePublication({ ...folder, topics: [...folder.topics, { ...topic, story: true }] })
  expect(await earlierOf(id)).toEqual(expect.arrayContaining(['Folge 7', 'Folge 8', 'Folge 9']))
  await service.savePublication(folder)
  expect(await earlierOf(id)).toBeUndefined()
})
