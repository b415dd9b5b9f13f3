/** Advertising from the folder to the page: places, the publication's own advertisements, the files for buyers. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { article, paragraph, SEED, type TestContent } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const HOUSE = `house:
  - id: baeckerei
    advertiser: Bäckerei Jessen
    heading: Noch warm
    text: Brot am Kai
    target: https://baeckerei.example/
    picture: { file: pictures/shop-tasse.webp, alt: Ein Brot }
    sections: [lokales]
  - { id: frueher, advertiser: A, heading: B, text: C, target: /gutscheine, until: 2026-11-20 }
  - { id: spaeter, advertiser: A, heading: B, text: C, target: /gutscheine, from: 2026-11-22 }
`

/** Enough harmless articles of one section for a place in a list; their tags and texts are not all harmless. */
const CONTENT: TestContent = {
  ...SEED,
  tags: [
    ...SEED.tags,
    { id: '200', slug: 'ausflug', name: 'Ausflug', parentId: null, kind: 'topic' },
    { id: '201', slug: 'unfall', name: 'Unfall', parentId: null, kind: 'topic' },
    { id: '202', slug: 'strasse', name: 'Straße', parentId: '201', kind: 'topic' },
  ],
  topics: [
    ...SEED.topics,
    ...[
      ['Ausflüge', '200'],
      ['Unfälle am Hafen', '200'],
      ['Am Hafen', '201'],
    ].map(([title, tag], index) => ({
      id: `t${index}`,
      title: title!,
      description: '',
      tagIds: [tag!],
      picture: null,
      publications: ['ak'],
    })),
  ],
  articles: [
    ...SEED.articles,
    ...Array.from({ length: 45 }, (_, index) =>
      article(String(300 + index), `Ausflug ${index}`, {
        sectionPath: 'leben',
        tagIds: ['200', '201', '202'],
        body: [paragraph('Vom Mord am Kai erzählt die Wirtin.')],
      }),
    ),
  ],
}

let portal: TestPortal
let place: string
const ADVERTISING: Readonly<Record<string, string>> = {
  ak: HOUSE,
  fb: HOUSE.replace(/ {2}- id: baeckerei[^]*?(?= {2}- \{)/, ''),
  ht: `${HOUSE}sensitive: { sections: [leben] }\n`,
  la: HOUSE,
}
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'lokalteil-advertising-'))
  for (const [code, file] of Object.entries(ADVERTISING)) {
    cpSync(join(DEMO_FOLDERS.publications, code), join(place, code), { recursive: true })
    writeFileSync(join(place, code, 'advertising.yaml'), file)
  }
  portal = await openTestPortal({ seed: CONTENT, env: { PUBLICATIONS_DIR: place } })
})
afterAll(async () => {
  await portal.close()
  rmSync(place, { recursive: true })
})

const listPlaces = (html: string) => [...html.matchAll(/data-ad-slot="([^"]+)"/g)].map(([, name]) => name)

describe('places', () => {
  it.each([
    ['/', ['home-1']],
    ['/themen', ['page-end']],
    ['/impressum', []],
    ['/account', []],
    ['/order/abo', []],
    ['/newsletter-anmeldung', []],
  ])('%s has %j, each with its height', async (path, expected) => {
    const html = await portal.html(path)
    expect(listPlaces(html).slice(0, 1)).toEqual(expected)
    expect(html.match(/--phone:\d+px;--tablet:\d+px;--desk:\d+px/g)?.length ?? 0).toBe(listPlaces(html).length)
  })

  it.each([
    ['fb', 'nothing is booked today'],
    ['la', 'a local edition has no advertising'],
  ])('none in %s: %s', async (publication) => {
    const html = await portal.html('/', { publication })
    expect([listPlaces(html), html.includes('"advertising":{')]).toEqual([[], false])
  })

  it('R4.8-15 none in the native app', async () => {
    const html = await portal.html('/', {
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) NewsPortalApp/1.0' },
    })
    expect(listPlaces(html)).toEqual([])
  })
})

describe('a page about a sensitive topic has no places', () => {
  it.each([
    ['the section', 'ak', '/leben/2', ['list-1']],
    ['a section that the publication lists', 'ht', '/leben/2', []],
    ['its front', 'ht', '/leben', []],
    ['a tag', 'ak', '/ausflug', ['list-1']],
    ['a sensitive tag', 'ak', '/unfall', []],
    ['a tag below it', 'ak', '/strasse', []],
    ['a topic', 'ak', '/themen/t0', ['list-1']],
    ['a sensitive topic', 'ak', '/themen/t1', []],
    ['a topic with a sensitive tag', 'ak', '/themen/t2', []],
    ['a search', 'ak', '/suche?q=Ausflug', ['list-1']],
    ['a sensitive search', 'ak', '/suche?q=Mord', []],
  ])('%s in %s', async (_what, publication, path, expected) => {
    const html = await portal.html(path, { publication })
    expect(html.match(/Ausflug \d/g)?.length).toBeGreaterThan(18)
    expect(listPlaces(html)).toEqual(expected)
  })
})

describe("the publication's own advertisements", () => {
  it('those that are booked today, with a picture of the picture store', async () => {
    const answer = await portal.get('/api/advertising')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await answer.json()).toEqual({
      ads: [
        expect.objectContaining({
          id: 'baeckerei',
          advertiser: 'Bäckerei Jessen',
          target: 'https://baeckerei.example/',
          sections: ['lokales'],
          places: [],
          picture: expect.objectContaining({ altText: 'Ein Brot', cropVal: '4:3', baseUrl: expect.any(String) }),
        }),
      ],
    })
  })
})
