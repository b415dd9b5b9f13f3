import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { toPaper } from '@lokalteil/services/platform/paper.testing'
import { drawPages } from './draw-pages.ts'
import type { PageDrawing } from './page-drawing.ts'
import { PdfRefused } from './pdf-refused.ts'

const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

async function draw(bytes: Buffer, pageMs = 20_000): Promise<PageDrawing[]> {
  const file = join(folder, `${++count}.pdf`)
  writeFileSync(file, bytes)
  const drawn: PageDrawing[] = []
  await drawPages({
    file,
    threads: 1,
    pageMs,
    select: (pages) => Array.from({ length: pages }, (_one, index) => index + 1),
    onPage: (page) => Promise.resolve(void drawn.push(page)),
  })
  return drawn
}

const refusal = (bytes: Buffer, pageMs?: number) =>
  draw(bytes, pageMs).then(
    () => 'it was drawn',
    (error: unknown) => (error instanceof PdfRefused ? error.message : `not refused: ${String(error)}`),
  )

/** Builds a PDF of these objects; the first one is its catalogue. */
function toPdf(objects: readonly (string | { head: string; stream: Buffer })[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let size = parts[0]!.length
  const add = (part: Buffer) => {
    parts.push(part)
    size += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(size)
    if (typeof object === 'string') add(Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`))
    else {
      add(Buffer.from(`${index + 1} 0 obj\n<<${object.head}/Length ${object.stream.length}>>\nstream\n`))
      add(object.stream)
      add(Buffer.from('\nendstream\nendobj\n'))
    }
  }
  const start = size
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const onePage = (page: string, ...more: Parameters<typeof toPdf>[0]) =>
  toPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R${page}>>`,
    ...more,
  ])

it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
  [
    'cut off in the middle',
    async () => (await toPaper([{ title: 'Ganz', text: 'Text. '.repeat(500) }])).subarray(0, 700),
    /damaged|cannot be read/,
  ],
  ['nothing behind its mark', () => Buffer.from('%PDF-1.7\n'), /damaged/],
  ['noise', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 0xa7)]), /damaged/],
  [
    'locked with a password',
    () => toPaper([{ title: 'Zu', text: 'Text' }], { userPassword: 'geheim', ownerPassword: 'x' }),
    /password/,
  ],
  ['protected by its owner', () => toPaper([{ title: 'Zu', text: 'Text' }], { ownerPassword: 'x' }), /encrypted/],
  [
    'one of 10,000 pages',
    () =>
      toPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        `<</Type/Pages/Kids[${'3 0 R '.repeat(10_000)}]/Count 10000>>`,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>',
      ]),
    /10000 pages; an issue has at most 200/,
  ],
  ['a page of a kilometre', () => onePage('/MediaBox[0 0 2834646 2834646]'), /1000000(?:\.1)? × 1000000(?:\.1)? mm/],
  ['a page like a thread', () => onePage('/MediaBox[0 0 80 3000]'), /Page 1 measures/],
  ['a page of nothing', () => onePage('/MediaBox[0 0 0 0]/UserUnit 0'), /Page 1|it was drawn/],
  [
    'a tree of pages that bites its tail',
    () => toPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R]/Count 1>>']),
    /Page 1 cannot be read|damaged|no pages/,
  ],
])('refuses %s, and says why', async (_what, make, why) => expect(await refusal(await make())).toMatch(why), 40_000)

it('a page that takes too long ends with its thread', async () => {
  const shading = '0 0 m 600 800 l 300 10 l 20 700 l h f* '.repeat(40_000)
  const stream = deflateSync(Buffer.from(shading.repeat(20)))
  const bytes = onePage('/MediaBox[0 0 600 800]/Contents 4 0 R', { head: '/Filter/FlateDecode', stream })
  const started = performance.now()
  expect(await refusal(bytes, 3500)).toMatch(/Page 1 took longer than 3\.5 seconds/)
  expect(performance.now() - started).toBeLessThan(20_000)
})

it('a picture of a gigabyte packed into a kilobyte is not unpacked beyond the limit', async () => {
  const stream = deflateSync(Buffer.alloc(60_000_000))
  const image = {
    head: '/Type/XObject/Subtype/Image/Width 30000/Height 30000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode',
    stream,
  }
  const bytes = onePage('/MediaBox[0 0 600 800]/Resources<</XObject<</X 4 0 R>>>>/Contents 5 0 R', image, {
    head: '',
    stream: Buffer.from('600 0 0 800 0 0 cm /X Do'),
  })
  const before = process.memoryUsage().rss
  await refusal(bytes)
  expect(process.memoryUsage().rss - before).toBeLessThan(700_000_000)
}, 240_000)

it('nested forms are drawn or refused, but always end', async () => {
  const form = (next: number) => ({
    head: `/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</F ${next} 0 R>>>>`,
    stream: Buffer.from('/F Do /F Do /F Do'),
  })
  // Each form draws the next one three times, and the last draws the first: an endless cycle.
  const forms = Array.from({ length: 30 }, (_one, index) => form(index === 29 ? 5 : index + 6))
  const bytes = onePage(
    '/MediaBox[0 0 600 800]/Resources<</XObject<</F 5 0 R>>>>/Contents 4 0 R',
    { head: '', stream: Buffer.from('/F Do') },
    ...forms,
  )
  expect(await refusal(bytes, 3000)).toMatch(/it was drawn|took longer|memory/)
})

it('scripts and attachments are ignored, and the page is drawn', async () => {
  const bytes = toPdf([
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\);while\\(true\\){})>>/Names<</EmbeddedFiles<</Names[(x)<</Type/Filespec/F(x.exe)/EF<</F 4 0 R>>>>]>>>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/AA<</O<</S/Launch/F(x.exe)>>>>>>',
    { head: '/Type/EmbeddedFile', stream: Buffer.from('MZ') },
  ])
  const [page] = await draw(bytes)
  expect(page?.images.map(({ name }) => name).toSorted()).toEqual(['cover', 'page', 'small', 'thumb', 'zoom'])
}, 240_000)
