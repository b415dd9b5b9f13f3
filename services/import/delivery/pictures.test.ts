import { mkdtempSync, readFileSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { isPrivateAddress } from '../../platform/guarded-request.ts'
import { createPictureStore, fetchBytes } from './pictures.ts'
import type { Fetched } from './pictures.ts'
import { noClasses } from '../parsed-document.ts'
import type { FoundPicture, ParsedDocument } from '../parsed-document.ts'

const picture = (baseUrl: string): FoundPicture => ({
  baseUrl,
  cropVal: '16:9',
  altText: 'Haus',
  width: 9000,
  height: 9000,
  credit: 'Eva Foto',
  caption: 'Ein Haus',
  colour: null,
})
const document = (change: Partial<ParsedDocument>): ParsedDocument => ({
  sourceId: 'x',
  version: 1,
  status: 'usable',
  embargo: null,
  publishDate: '',
  updateDate: null,
  language: 'de',
  urgency: 4,
  kind: 'news',
  title: 'T',
  titlePrefix: '',
  teaserTextHtml: '',
  authors: [],
  source: '',
  correction: '',
  picture: null,
  contentItems: [],
  classes: noClasses(),
  ...change,
})
let red: Buffer
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pictures-'))
  red = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#c81e1e' } })
    .png()
    .toBuffer()
})
const storeWith = (answers: Record<string, Fetched>, calls: string[] = []) =>
  createPictureStore({
    dataDir,
    isFetching: true,
    fetchBytes: async (address) => {
      calls.push(address)
      return answers[address] ?? { kind: 'failed', reason: 'ENOTFOUND' }
    },
  })

describe('the picture store', () => {
  it('stores a fetched picture at its true size with credit and caption', async () => {
    const calls: string[] = []
    const store = storeWith({ 'https://p.example/1.png': { kind: 'bytes', bytes: red } }, calls)
    const { document: settled, notes } = await store.settle(
      document({
        picture: picture('https://p.example/1.png'),
        contentItems: [{ type: 'image', picture: picture('https://p.example/1.png') }],
      }),
      null,
    )
    expect(notes).toEqual([])
    expect(settled.picture).toMatchObject({
      width: 2560,
      height: 1280,
      credit: 'Eva Foto',
      caption: 'Ein Haus',
      altText: 'Haus',
    })
    expect(settled.picture?.baseUrl).toMatch(/^\/import\/[0-9a-f]{2}\/[0-9a-f]{32}\.jpg$/)
    expect(settled.picture?.colour).toMatch(/^#c[0-9a-f]1[0-9a-f]1[0-9a-f]$/)
    expect(settled.contentItems).toHaveLength(1)
    expect(calls).toEqual(['https://p.example/1.png'])
    expect((await sharp(readFileSync(join(dataDir, 'pictures', settled.picture!.baseUrl))).metadata()).format).toBe(
      'jpeg',
    )
  })

  it('lets the article in without a picture that cannot be fetched, with a note', async () => {
    const { document: settled, notes } = await storeWith({}).settle(
      document({
        picture: picture('https://p.example/gone.jpg?signature=secret'),
        contentItems: [
          { type: 'paragraph', html: 'Text' },
          { type: 'gallery', id: 'g', title: 'Bilder', pictures: [picture('https://p.example/2.jpg')] },
        ],
      }),
      null,
    )
    expect(settled).toMatchObject({ picture: null, contentItems: [{ type: 'paragraph', html: 'Text' }] })
    expect(notes).toEqual([
      { sourceId: 'x', address: 'https://p.example/gone.jpg', reason: 'ENOTFOUND' },
      { sourceId: 'x', address: 'https://p.example/2.jpg', reason: 'ENOTFOUND' },
    ])
  })

  it('fetches a picture again that failed before', async () => {
    const answers: Record<string, Fetched> = {}
    const store = storeWith(answers)
    const given = document({ picture: picture('https://p.example/late.png') })
    expect((await store.settle(given, null)).document.picture).toBeNull()
    answers['https://p.example/late.png'] = { kind: 'bytes', bytes: red }
    expect((await store.settle(given, null)).document.picture?.width).toBe(2560)
  })

  it('fetches portraits of authors, if pictures of other hosts are fetched', async () => {
    const portraits = [
      { name: 'Oma Erna', picture: picture('https://p.example/1.png') },
      { name: 'Otto', picture: picture('https://p.example/2.png') },
    ]
    const store = storeWith({ 'https://p.example/1.png': { kind: 'bytes', bytes: red } })
    const { document: settled, notes } = await store.settle(document({ portraits }), null)
    expect(settled.portraits).toMatchObject([
      { name: 'Oma Erna', picture: { baseUrl: expect.stringMatching(/^\/media\/|^\/?import\//) } },
    ])
    expect(notes.map(({ address }) => address)).toEqual(['https://p.example/2.png'])
    const without = createPictureStore({ dataDir, isFetching: false })
    const { document: kept, notes: silent } = await without.settle(document({ portraits }), null)
    expect([kept.portraits, silent]).toEqual([undefined, []])
  })

  it('keeps caption and credit of a picture that is the content itself', async () => {
    const store = createPictureStore({ dataDir, isFetching: false })
    const { document: settled } = await store.settle(
      document({ kind: 'picture', picture: picture('https://p.example/1.png') }),
      null,
    )
    expect(settled.picture).toMatchObject({ baseUrl: '', credit: 'Eva Foto', caption: 'Ein Haus' })
    expect(
      (await store.settle(document({ picture: picture('https://p.example/1.png') }), null)).document.picture,
    ).toBeNull()
  })

  const sound = {
    type: 'audio',
    src: 'https://p.example/1.mp3',
    mimeType: 'audio/mpeg',
    title: 'Folge',
    duration: 60,
    voiceLabel: '',
  } as const
  const file = (value: unknown): Fetched => ({
    kind: 'bytes',
    bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  })

  it.each<[string, Fetched, unknown, string[]]>([
    [
      'with those in the table of contents',
      file({
        version: '1.2.0',
        chapters: [
          { startTime: 62.5, title: 'Zwei', img: 'https://p.example/2.png' },
          { startTime: 0, title: 'Eins' },
          { startTime: 9, title: 'Nur ein Bild', toc: false },
          { startTime: 70 },
        ],
      }),
      [
        { start: 0, title: 'Eins' },
        { start: 62.5, title: 'Zwei' },
      ],
      [],
    ],
    ['without, where the file has none', file({ version: '1.2.0', chapters: [] }), undefined, []],
    ['without and with a note, where the file is none', file('<html>'), undefined, ['not a file of chapters']],
    [
      'without and with a note, where a time is none',
      file({ chapters: [{ startTime: -1, title: 'Eins' }] }),
      undefined,
      ['not a file of chapters'],
    ],
    [
      'without and with a note, where it is too long',
      file(`{"chapters":[],"x":"${'x'.repeat(600_000)}"}`),
      undefined,
      ['not a file of chapters'],
    ],
    [
      'without and with a note, where nobody answers',
      { kind: 'failed', reason: 'ENOTFOUND' },
      undefined,
      ['ENOTFOUND'],
    ],
  ])('law-and-search B.6 fetches the chapters of sound: %s', async (_, answer, chapters, reasons) => {
    const given = document({ contentItems: [sound], chaptersAddress: 'https://p.example/1.json?key=secret' })
    const { document: settled, notes } = await storeWith({ 'https://p.example/1.json?key=secret': answer }).settle(
      given,
      null,
    )
    expect(settled.contentItems).toEqual([chapters === undefined ? sound : { ...sound, chapters }])
    expect(settled).not.toHaveProperty('chaptersAddress')
    expect(notes).toEqual(reasons.map((reason) => ({ sourceId: 'x', address: 'https://p.example/1.json', reason })))
  })

  it('law-and-search B.6 fetches no chapters if it fetches no pictures', async () => {
    const store = createPictureStore({
      dataDir,
      isFetching: false,
      fetchBytes: () => Promise.reject(new Error('must not be asked')),
    })
    const { document: settled, notes } = await store.settle(
      document({ contentItems: [sound], chaptersAddress: 'https://p.example/1.json' }),
      null,
    )
    expect([settled.contentItems, notes]).toEqual([[sound], []])
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['text', () => Buffer.from('<html>not a picture</html>')],
    [
      'an SVG',
      () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'),
    ],
    ['a cut-off file', () => red.subarray(0, 200)],
    [
      'more than 25 megapixels',
      () =>
        sharp({ create: { width: 5100, height: 5000, channels: 3, background: 'white' } })
          .png()
          .toBuffer(),
    ],
  ])('refuses %s', async (_case, make) => {
    const { notes } = await storeWith({ 'https://p.example/x': { kind: 'bytes', bytes: await make() } }).settle(
      document({ picture: picture('https://p.example/x') }),
      null,
    )
    expect(notes[0]?.reason).toMatch(/^not a picture/)
  })

  it('takes a file beside the document, but none above its folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'beside-'))
    mkdirSync(join(folder, 'in'))
    writeFileSync(join(folder, 'in', 'a b.png'), red)
    writeFileSync(join(folder, 'secret.png'), red)
    symlinkSync(join(folder, 'secret.png'), join(folder, 'in', 'link.png'))
    const settle = async (name: string) =>
      (
        await createPictureStore({ dataDir, isFetching: false }).settle(
          document({ picture: picture(name) }),
          join(folder, 'in'),
        )
      ).notes[0]?.reason ?? 'taken'
    expect(await settle('a%20b.png')).toBe('taken')
    expect(await settle('../secret.png')).toBe('outside the folder of the document')
    expect(await settle('%2e%2e/secret.png')).toBe('outside the folder of the document')
    expect(await settle('link.png')).toBe('outside the folder of the document')
    expect(await settle('nothing.png')).toBe('there is no such file beside the document')
  })
})

describe('fetching', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    'not-an-address',
  ])('knows %s as private', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111'])('knows %s as public', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })

  it.each([
    ['http://p.example/1.jpg', 'only https is fetched'],
    ['file:///etc/passwd', 'only https is fetched'],
    ['https://user:pass@p.example/1.jpg', 'credentials or a port'],
    ['https://p.example:8443/1.jpg', 'credentials or a port'],
    ['https://127.0.0.1/1.jpg', 'not a public address'],
    ['https://[::1]/1.jpg', 'not a public address'],
    ['https://2130706433/1.jpg', 'not a public address'],
    ['https://0x7f.1/1.jpg', 'not a public address'],
    ['https://localhost/1.jpg', 'EPRIVATE'],
    ['nonsense', 'no address'],
  ])('refuses %s', async (address, reason) => {
    const fetched = await fetchBytes(address)
    expect(fetched.kind === 'failed' && fetched.reason).toContain(reason)
  })
})
