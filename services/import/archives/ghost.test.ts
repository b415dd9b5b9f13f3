import { mkdtempSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseNow } from '../formats/parse.ts'
import type { ParsedDocument, Refusal } from '../parsed-document.ts'
import { findArchive } from './archive.ts'
import { GHOST_EXPORT } from './ghost-export.testing.ts'
import { MAX_GHOST } from './ghost.ts'

const EXPORT = JSON.stringify(GHOST_EXPORT)
const NOW = new Date('2026-11-21T12:00:00Z')
const SITE = 'https://deichbote.example/'

async function read(content: string | Uint8Array, site?: string, size?: number) {
  const path = join(mkdtempSync(join(tmpdir(), 'ghost-')), 'anything.bin')
  writeFileSync(path, content)
  if (size !== undefined) truncateSync(path, size)
  const archive = await findArchive(path, statSync(path).size)
  if (archive === null) throw new Error('not recognised')
  const documents: ParsedDocument[] = []
  const refusals: Refusal[] = []
  for await (const part of archive({ now: NOW, fallbackDate: NOW, ...(site === undefined ? {} : { address: site }) })) {
    documents.push(...part.documents)
    refusals.push(...part.refusals)
  }
  return { documents, refusals }
}

describe('a Ghost export', () => {
  it('becomes articles with their authors, tags, pictures and old address', async () => {
    const [deich] = (await read(EXPORT, SITE)).documents
    expect(deich).toMatchObject({
      sourceId: 'ghost:0b7c2c1e-5f0d-4a52-9f7e-000000000001',
      title: 'Der Deich haelt',
      teaserTextHtml: 'Er ist höher &amp; fester.',
      publishDate: '2024-05-03T06:00:00.000Z',
      updateDate: '2024-05-03T10:30:00.000Z',
      authors: ['Jana Wolf', 'Emre Kaya'],
      portraits: [{ name: 'Jana Wolf', picture: { baseUrl: `${SITE}content/images/2024/01/jana.jpg`, credit: '' } }],
      classes: { ressorts: [{ name: 'Hafen & Fluss' }], keywords: [{ name: 'Hafen & Fluss' }, { name: 'Hochwasser' }] },
      picture: {
        baseUrl: `${SITE}content/images/2024/05/titel.jpg`,
        caption: 'Am Fluss',
        credit: 'Jana Wolf',
        altText: 'Ein Deich',
      },
      formerAddresses: ['/der-deich-haelt'],
      contentItems: [
        { type: 'paragraph', html: expect.stringContaining(`<a href="${SITE}der-pegel/">`) },
        { type: 'image', picture: { baseUrl: `${SITE}content/images/2024/05/deich.jpg`, credit: 'Mia Adler' } },
        { type: 'paragraph', html: 'Im Herbst wird er geprüft.' },
      ],
      notes: ['it was featured, which is yours to do here'],
    })
  })

  it('keeps posts for paying readers paid, and reports those that are free now', async () => {
    const { documents } = await read(EXPORT, SITE)
    expect(documents.map(({ title, contentRestriction, embargo }) => [title, contentRestriction, embargo])).toEqual([
      ['Der Deich haelt', undefined, null],
      ['Nur bezahlt', 'paid', null],
      ['Mit Konto', undefined, null],
      ['Kommt noch', undefined, '2026-12-24T06:00:00.000Z'],
    ])
    expect(documents[2]!.notes).toEqual(['it was for readers with an account and is open to all here'])
  })

  it('puts drafts, newsletters and pages aside and refuses posts without text', async () => {
    const { refusals } = await read(EXPORT)
    expect(refusals.map(({ outcome, reason }) => [outcome, reason.slice(0, 24)])).toEqual([
      ['put-aside', 'not published in Ghost ('],
      ['put-aside', 'sent as a newsletter onl'],
      ['put-aside', '"Impressum" is a page, n'],
      [undefined, 'its text is only in the '],
    ])
  })

  it('without the address of the site has links as paths, and reports the pictures it cannot fetch', async () => {
    const [deich] = (await read(EXPORT)).documents
    expect(deich!.picture).toBeNull()
    expect(deich!.portraits).toBeUndefined()
    expect(JSON.stringify(deich!.contentItems)).toContain('href=\\"/der-pegel/\\"')
    expect(deich!.notes?.filter((note) => note.includes('--site https://'))).toHaveLength(1)
    expect(JSON.stringify(deich)).not.toContain('__GHOST_URL__')
  })

  it('of an older Ghost has no list around it', async () => {
    const { documents } = await read(JSON.stringify(GHOST_EXPORT.db[0]), SITE)
    expect(documents).toHaveLength(4)
  })

  const [part] = GHOST_EXPORT.db
  const first = { ...part!.data.posts[0]!, id: 7 }
  it.each([
    ['data before meta', { db: [{ data: part!.data, meta: part!.meta }] }],
    ['data before meta, without the list', { data: { tags: [], posts: part!.data.posts }, meta: part!.meta }],
    [
      'the version before the date',
      { version: '5', db: [{ meta: { version: '5.96.0', exported_on: 1 }, data: part!.data }] },
    ],
    ['the date as text', { db: [{ meta: { exported_on: '1730278000000' }, data: part!.data }] }],
    ['no date', { data: part!.data }],
    [
      'odd rows in its tables',
      {
        db: [
          { ...part!, data: { ...part!.data, tags: [{ id: null }, ...part!.data.tags], users: null, posts_meta: [1] } },
        ],
      },
    ],
  ])('is known and read with %s', async (_case, value) => {
    expect((await read(JSON.stringify(value), SITE)).documents).toHaveLength(4)
  })

  it('of the first Ghost has numbers for ids and dates, and one author', async () => {
    const data = {
      posts: [{ ...first, published_at: 1_388_318_310_790, updated_at: 1_388_318_310_782, author_id: 3 }],
      users: [{ id: 3, name: 'Ines Wolter' }],
      tags: [{ id: 1, name: 'Lokales' }],
      posts_tags: [{ id: 1, post_id: 7, tag_id: 1 }],
    }
    const { documents } = await read(JSON.stringify({ meta: { exported_on: 1 }, data }), SITE)
    expect(documents).toMatchObject([
      {
        authors: ['Ines Wolter'],
        publishDate: '2013-12-29T11:58:30.790Z',
        classes: { ressorts: [{ name: 'Lokales' }] },
      },
    ])
  })

  it.each([
    ['cut off', EXPORT.slice(0, 4000), 'JSON: '],
    ['no text', Buffer.concat([Buffer.from(EXPORT), Buffer.alloc(8)]), 'no text'],
    ['without posts', EXPORT.replace('"posts":[', '"nothing":['), 'data.posts'],
    [
      'nested without end',
      EXPORT.replace('"benefits":[]', `"benefits":${'['.repeat(200)}${']'.repeat(200)}`),
      'nested',
    ],
  ])('%s is refused as a whole', async (_case, content, reason) => {
    const { documents, refusals } = await read(content)
    expect([documents.length, refusals.length, refusals[0]?.reason]).toEqual([0, 1, expect.stringContaining(reason)])
  })

  it('of up to 300 MB is read', async () => {
    const { refusals } = await read(EXPORT, SITE, MAX_GHOST + 1)
    expect(refusals.map(({ reason }) => reason)).toEqual(['Ghost export: larger than 300 MB'])
  })

  it('loses only the odd post', async () => {
    const { documents, refusals } = await read(EXPORT.replace('"title":"Nur bezahlt"', '"title":{"a":1}'), SITE)
    expect([documents.length, refusals.some(({ reason }) => reason.startsWith('post 2: title'))]).toEqual([3, true])
  })

  it('is not accepted from an agency', () => {
    const { refusals } = parseNow(Buffer.from(EXPORT), { now: NOW, fallbackDate: NOW })
    expect(refusals[0]?.reason).toContain('npx lokalteil import')
  })
})
