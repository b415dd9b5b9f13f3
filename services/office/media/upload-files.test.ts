import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../platform/serve.ts'
import { MAX_ORIGINAL_BYTES } from '../../pictures/originals.ts'
import { createFileUploads, DOCUMENT, SOUND } from './upload-files.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const HTML = latin1('<!doctype html><script>alert(1)</script>')
const SVG = latin1('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
const PDF = latin1('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

function open(kind = SOUND) {
  const stored = new Map<string, Uint8Array>()
  const take = createFileUploads({ put: async (path, bytes) => void stored.set(path, bytes) }, kind)
  async function upload(bytes: Uint8Array, { name = 'ton.mp3', type = 'audio/mpeg', field = 'file' } = {}) {
    const body = new FormData()
    body.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
    const taken = await take(new Request('http://office.local/media', { method: 'POST', body }))
    return isRefusal(taken) ? `${taken.status} ${taken.code}` : taken
  }
  return { upload, stored, take }
}

describe('an uploaded recording', () => {
  it.each([
    ['mp3', latin1('ID3\x04\0\0\0\0\0\0ton')],
    ['mp3', latin1('\xff\xfb\x90\x64ton')],
    ['m4a', latin1('\0\0\0\x20ftypM4A \0\0\0\0')],
    ['ogg', latin1('OggS\0\x02ton')],
  ])('is known as %s by its bytes, whatever it is called', async (extension, bytes) => {
    const { upload, stored } = open()
    const taken = await upload(bytes, { name: '..\\Rede.html', type: 'text/html' })
    expect(taken).toMatchObject({ src: expect.stringMatching(new RegExp(`\\.${extension}$`)), fileName: 'Rede.html' })
    expect([...stored.values()]).toEqual([bytes])
    // The same file again has the same address.
    expect(await upload(bytes)).toMatchObject({ src: (taken as { src: string }).src })
    expect(stored.size).toBe(1)
  })

  it.each([
    ['a page', HTML],
    ['a drawing', SVG],
    ['a picture', latin1('\xff\xd8\xff\xe0')],
    ['a document', PDF],
    ['a program', latin1('MZ\x90\0')],
    ['subtitles', latin1('WEBVTT\n\n')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused if it is %s that calls itself sound', async (_what, bytes) => {
    const { upload, stored } = open()
    expect(await upload(bytes)).toBe('415 NO_SOUND')
    expect(stored.size).toBe(0)
  })

  it('is refused if it is larger than the store takes, or if the form has none', async () => {
    const { upload, take, stored } = open()
    const sound = Buffer.alloc(MAX_ORIGINAL_BYTES + 1)
    sound.write('ID3')
    expect(await upload(sound)).toBe('413 TOO_LARGE')
    expect(await upload(sound.subarray(0, 20), { field: 'other' })).toBe('415 NO_SOUND')
    const json = await take(new Request('http://office.local/media', { method: 'POST', body: '{}' }))
    expect(isRefusal(json) && json.status).toBe(415)
    expect(stored.size).toBe(0)
  })
})

describe('an uploaded document', () => {
  it.each([
    ['Haushalt 2027 (Entwurf).pdf', 'haushalt-2027-entwurf.pdf'],
    ['..\\Straßenkarte.PDF', 'strassenkarte.pdf'],
    ['a; filename=b.html', 'a-filename-b-html.pdf'],
    ['plan.pdf.exe', 'plan-pdf-exe.pdf'],
    ['中文.pdf', 'dokument.pdf'],
    [`${'x'.repeat(180)}.pdf`, `${'x'.repeat(80)}.pdf`],
  ])('called %j is a PDF by its bytes, and readers save it as %s', async (name, saved) => {
    const { upload, stored } = open(DOCUMENT)
    const taken = await upload(PDF, { name, type: 'text/html' })
    const path = expect.stringMatching(new RegExp(`import/[0-9a-f]{2}/[0-9a-f]{32}/${saved}$`))
    expect(taken).toMatchObject({ src: path, bytes: PDF.length })
    expect([...stored]).toEqual([[path, PDF]])
  })

  it.each([
    ['a page', HTML],
    ['a page with the end of a PDF', Buffer.concat([HTML, PDF])],
    ['a drawing', SVG],
    ['a recording', latin1('ID3\x04\0\0\0\0\0\0ton')],
    ['a PDF without its end', PDF.subarray(0, -8)],
    ['a PDF whose end is far from the end of the file', Buffer.concat([PDF, Buffer.alloc(2000)])],
    ['the mark alone', latin1('%PDF-')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused if it is %s', async (_what, bytes) => {
    const { upload, stored } = open(DOCUMENT)
    expect(await upload(bytes, { name: 'plan.pdf', type: 'application/pdf' })).toBe('415 NO_DOCUMENT')
    expect(stored.size).toBe(0)
  })

  it('is refused if it is larger than the store takes', async () => {
    const { upload, stored } = open(DOCUMENT)
    const large = Buffer.concat([PDF, Buffer.alloc(MAX_ORIGINAL_BYTES), PDF])
    expect(await upload(large, { name: 'plan.pdf' })).toBe('413 TOO_LARGE')
    expect(stored.size).toBe(0)
  })
})
