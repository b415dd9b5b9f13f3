import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { Picture } from '@lokalteil/contracts/content'
import { OFFICE_MEDIA } from '@lokalteil/contracts/office'
import { created, isRefusal, serveContract } from '../../platform/serve.ts'
import { NO_TEXTS, readPictureTexts, type PictureTexts } from './picture-texts.ts'
import { createUploads } from './upload-picture.ts'

function open() {
  const stored = new Map<string, Uint8Array>()
  const seen: { fileName: string; written: PictureTexts }[] = []
  const take = createUploads({ put: async (path, bytes) => void stored.set(path, bytes) })
  const app = serveContract(
    { uploadPicture: OFFICE_MEDIA.uploadPicture },
    {
      async uploadPicture({ request }) {
        const taken = await take(request)
        if (isRefusal(taken)) return taken
        seen.push(taken)
        return created({ id: 1, picture: taken.picture })
      },
    },
    { toContext: () => null, checkAnswers: true },
  )
  async function upload(bytes: Uint8Array, { name = 'bild.jpg', type = 'image/jpeg', field = 'file' } = {}) {
    const body = new FormData()
    body.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
    const response = await app.request('/media', { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as { code?: string; picture?: Picture } }
  }
  return { upload, app, stored, seen }
}

const colour = { r: 200, g: 40, b: 40 }
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: colour } })

/** A JPEG with the records in a block of Photoshop, as agencies write it. */
function withIptc(jpeg: Buffer, records: readonly (readonly [number, number, Buffer])[]): Buffer {
  const iim = Buffer.concat(
    records.map(([record, tag, value]) => {
      const head = Buffer.from([0x1c, record, tag, 0, 0])
      head.writeUInt16BE(value.length, 3)
      return Buffer.concat([head, value])
    }),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(iim.length)
  const block = Buffer.concat([
    Buffer.from('Photoshop 3.0\0', 'latin1'),
    // Another block before it, with a name.
    Buffer.from('8BIM\x04\x25\x03abc\0\0\0\x02xy', 'latin1'),
    Buffer.from('8BIM\x04\x04\0\0', 'latin1'),
    size,
    iim,
    Buffer.alloc(iim.length % 2),
  ])
  const head = Buffer.from([0xff, 0xed, 0, 0])
  head.writeUInt16BE(block.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, block, jpeg.subarray(2)])
}

describe('an uploaded picture', () => {
  it('is stored upright and without metadata, and described by its IPTC data', async () => {
    const { upload, stored, seen } = open()
    const jpeg = await blank(400, 300)
      .withExif({ IFD0: { Copyright: 'geheim', Artist: 'GPS-Ort' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(
      withIptc(jpeg, [
        [1, 90, Buffer.from('\u001b%G', 'latin1')],
        [2, 120, Buffer.from('Der Deich bei Tannau hält.\nNoch.')],
        [2, 80, Buffer.from('Lena Vogt')],
        [2, 110, Buffer.from('dpa')],
        [2, 116, Buffer.from('dpa Picture-Alliance')],
        [2, 40, Buffer.from('Nur redaktionell, bis 30.11.2026')],
      ]),
      { name: 'C:\\Fotos\\Deich bei Tannau.JPG' },
    )
    expect(status).toBe(201)
    expect(Picture.parse(body.picture)).toEqual({
      baseUrl: expect.stringMatching(/^\/import\/[0-9a-f]{2}\/[0-9a-f]{32}\.jpg$/) as string,
      cropVal: '16:9',
      width: 300,
      height: 400,
      caption: 'Der Deich bei Tannau hält. Noch.',
      credit: 'Lena Vogt/dpa',
      altText: '',
      colour: expect.stringMatching(/^#c[0-9a-f]2[0-9a-f]2[0-9a-f]$/) as string,
    })
    const bytes = stored.get(body.picture!.baseUrl.slice(1))!
    const { exif, iptc, xmp, orientation, width, height } = await sharp(bytes).metadata()
    expect([exif, iptc, xmp, orientation ?? 1, width, height]).toEqual([undefined, undefined, undefined, 1, 300, 400])
    expect(seen).toMatchObject([
      {
        fileName: 'Deich bei Tannau.JPG',
        written: {
          caption: 'Der Deich bei Tannau hält. Noch.',
          credit: 'Lena Vogt/dpa',
          copyright: 'dpa Picture-Alliance',
          instructions: 'Nur redaktionell, bis 30.11.2026',
        },
      },
    ])
  })

  it.each(['png', 'webp', 'avif'] as const)('may be a %s, whatever its name says', async (format) => {
    const { upload } = open()
    const bytes = await blank(320, 200).toFormat(format).toBuffer()
    expect((await upload(bytes, { name: 'x.html', type: 'text/html' })).status).toBe(201)
  })

  it('is refused if it is no picture', async () => {
    const { upload, stored } = open()
    const refused = [
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<html><body onload="alert(1)">',
      'GIF89a<script>',
      '\xff\xd8\xff<html>',
    ]
    for (const text of refused)
      expect(await upload(Buffer.from(text, 'latin1'))).toMatchObject({ status: 415, body: { code: 'NO_PICTURE' } })
    expect(stored.size).toBe(0)
  })

  it('is refused if the form has none', async () => {
    const { upload, app } = open()
    expect((await upload(await blank(320, 200).jpeg().toBuffer(), { field: 'bild' })).status).toBe(415)
    const response = await app.request('/media', { method: 'POST', body: '{}' })
    expect(response.status).toBe(415)
  })

  it('is refused if it is larger than 40 MB', async () => {
    const { upload, stored } = open()
    const bytes = Buffer.concat([await blank(320, 200).jpeg().toBuffer(), Buffer.alloc(40 * 1024 * 1024)])
    expect(await upload(bytes)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    expect(stored.size).toBe(0)
  })

  it('is refused if a small file would fill the memory', async () => {
    const { upload } = open()
    const bomb = await sharp({ create: { width: 9000, height: 8000, channels: 3, background: colour } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await upload(bomb)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
  })

  it('is refused as an AVIF of 30 megapixels, which would take half a gigabyte', async () => {
    const { upload } = open()
    const bytes = await blank(320, 200).avif().toBuffer()
    const size = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(6000, size)
    bytes.writeUInt32BE(5000, size + 4)
    expect(await upload(bytes)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
  })

  it('is decoded alone, however many are sent at once', async () => {
    const counts = { now: 0, most: 0, stored: 0 }
    const take = createUploads({
      async put() {
        counts.most = Math.max(counts.most, ++counts.now)
        await sharp({ create: { width: 600, height: 600, channels: 3, background: colour } })
          .jpeg()
          .toBuffer()
        counts.now--
        counts.stored++
      },
    })
    const files = await Promise.all([300, 310, 320, 330, 340, 350].map((width) => blank(width, 200).jpeg().toBuffer()))
    await Promise.all(
      files.map((bytes) => {
        const body = new FormData()
        body.append('file', new Blob([new Uint8Array(bytes)]), 'bild.jpg')
        return take(new Request('http://office.local/media', { method: 'POST', body }))
      }),
    )
    expect(counts).toEqual({ now: 0, most: 1, stored: 6 })
  })

  it('is refused if it is too small for a page', async () => {
    const { upload } = open()
    expect(await upload(await blank(320, 20).jpeg().toBuffer())).toMatchObject({
      status: 422,
      body: { code: 'TOO_SMALL' },
    })
  })
})

describe('texts of a picture', () => {
  const xmp = (inner: string, attributes = '') =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`

  it('come from XMP, too', () => {
    const written = xmp(
      '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">M&#246;wen &amp; Kr&#xE4;ne</rdf:li></rdf:Alt></dc:description>' +
        '<dc:creator><rdf:Seq><rdf:li>Jonas Brandt</rdf:li><rdf:li>Mara Stein</rdf:li></rdf:Seq></dc:creator>' +
        '<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">Hafenroder Nachrichten</rdf:li></rdf:Alt></dc:rights>' +
        '<Iptc4xmpCore:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="de">Drei Möwen</rdf:li></rdf:Alt></Iptc4xmpCore:AltTextAccessibility>',
      'photoshop:Credit="Hafenroder Nachrichten" photoshop:Instructions="Mit Namen"',
    )
    expect(readPictureTexts(undefined, written)).toEqual({
      caption: 'Möwen & Kräne',
      credit: 'Jonas Brandt/Mara Stein/Hafenroder Nachrichten',
      altText: 'Drei Möwen',
      copyright: 'Hafenroder Nachrichten',
      instructions: 'Mit Namen',
    })
  })

  it('are read in old character sets', () => {
    const value = Buffer.from('Gr\xfc\xdfe', 'latin1')
    const record = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, value.length]), value])
    expect(readPictureTexts(record, undefined).caption).toBe('Grüße')
  })

  it('name a photographer once', () => {
    const record = (tag: number, text: string) =>
      Buffer.concat([Buffer.from([0x1c, 2, tag, 0, text.length]), Buffer.from(text)])
    expect(readPictureTexts(Buffer.concat([record(80, 'Vogt'), record(110, 'Vogt/dpa')]), undefined).credit).toBe(
      'Vogt/dpa',
    )
  })

  it.each([
    ['a block that ends early', Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\xff\xff\xff\xff\x1c\x02\x78', 'latin1')],
    ['a record longer than the block', Buffer.from([0x1c, 2, 120, 0x7f, 0xff, 65])],
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 37) % 256))],
  ])('are empty in %s', (_what, bytes) => {
    expect(readPictureTexts(bytes, '<x:xmpmeta><broken')).toEqual(NO_TEXTS)
  })
})
