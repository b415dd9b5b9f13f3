import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { resolveLook } from '../look/resolved-look.ts'
import { checkBrand, openBrand } from './brand.ts'
import { readDrawing } from './drawing.ts'
import { shippedFace } from './lettering.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const toFolder = (name: string, look: object = {}) =>
  PublicationFolder.parse({
    identity: {
      code: 'musterbote',
      name,
      claim: 'Für Stadt und Land',
      region: 'Musterstadt',
      publisher: {
        company: 'Muster GmbH',
        street: 'Weg 1',
        postcode: '01234',
        town: 'Musterstadt',
        email: 'a@muster.example',
      },
    },
    look,
  })
const open = (name: string, look: object = {}, files: Record<string, string> = {}) => {
  const folder = toFolder(name, look)
  return openBrand(
    folder,
    resolveLook(folder.look),
    new Map(Object.entries(files).map(([path, text]) => [path, bytesOf(text)])),
  )
}

describe('a brand drawn from a name', () => {
  it('has every file that head and manifest name, in the right sizes', async () => {
    const { file, wordmark, mailMark } = await open('Überländer Bote', { accent: '#ffd400', corners: 'round' })
    const sizes = {
      'icon-192.png': 192,
      'icon-512.png': 512,
      'icon-maskable-512.png': 512,
      'apple-touch-icon.png': 180,
    }
    for (const [name, size] of Object.entries(sizes)) {
      const meta = await sharp((await file(name))!.bytes).metadata()
      expect([name, meta.format, meta.width, meta.height]).toEqual([name, 'png', size, size])
    }
    const mail = await sharp((await file('mail.png'))!.bytes).metadata()
    expect([mail.format, mail.width, mail.height, mail.hasAlpha]).toEqual([
      'png',
      2 * mailMark.width,
      2 * mailMark.height,
      false,
    ])
    const share = await sharp((await file('og-default.jpg'))!.bytes).metadata()
    expect([share.format, share.width, share.height]).toEqual(['jpeg', 1200, 630])
    const ico = Buffer.from((await file('favicon.ico'))!.bytes)
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6 + 16)]).toEqual([1, 3, 32])
    for (const name of ['favicon.svg', 'emblem.svg', 'wordmark.svg', 'placeholder.svg'])
      expect(Buffer.from((await file(name))!.bytes).toString(), name).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="/,
      )
    expect(wordmark.symbols).toMatch(/^<symbol id="wordmark-1".*<symbol id="wordmark-2"/)
    expect(await file('toString')).toBeNull()
  })

  it('shows the initial in the middle of the accent colour, and in every shape of an icon', async () => {
    const { file } = await open('Lokalblatt', { accent: '#0a5390' })
    const { data, info } = await sharp((await file('icon-maskable-512.png'))!.bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    let outside = 0
    let [left, right, top, bottom] = [512, 0, 512, 0]
    for (let y = 0; y < 512; y++)
      for (let x = 0; x < 512; x++) {
        if (data[(y * info.width + x) * info.channels]! < 128) continue
        if (Math.hypot(x - 256, y - 256) > 512 * 0.4) outside++
        ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
      }
    expect(outside).toBe(0)
    expect(right - left).toBeGreaterThan(100)
    expect(Math.abs((left + right) / 2 - 256)).toBeLessThan(16)
    expect(Math.abs((top + bottom) / 2 - 256)).toBeLessThan(16)
    expect(data[0]).toBeLessThan(20)
  })

  it('uses another face for letters that its own lacks', async () => {
    const { wordmark } = await open('Złoty Вести', { fonts: { head: 'barlow-semi-condensed' } })
    expect(wordmark.symbols).toContain('<path')
  })
})

const SVG = (inner: string, root = 'viewBox="0 0 400 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inner}</svg>`

describe('an SVG of the folder', () => {
  it('is the word mark, in the colour of the look unless its own colours are wanted', async () => {
    const files = {
      'brand/wordmark.svg': SVG(
        '<title>x</title><path id="a" fill="#f00" style="stroke:red;font-family:x" d="M0 0L9 9"/>',
      ),
    }
    const plain = await open('Bote', {}, files)
    expect(plain.wordmark.symbols).toBe(
      '<symbol id="wordmark-1" viewBox="0 0 400 100"><path id="wm-a" d="M0 0l9 9"/></symbol>',
    )
    const drawn = await open('Bote', { brand: { wordmarkColour: 'drawn' } }, files)
    expect(drawn.wordmark.symbols).toContain('<path id="wm-a" fill="#f00" d="M0 0l9 9" stroke="red"/>')
  })

  it.each([
    ['<script>alert(1)</script>', 'script'],
    ['<image href="https://x.example/a.png"/>', 'image'],
    ['<use href="#a"/>', 'use'],
    ['<text>Bote</text>', 'text'],
    ['<style>@import url(https://x.example)</style>', 'style'],
    ['<foreignObject><p/></foreignObject>', 'foreignObject'],
    ['<a xlink:href="javascript:alert(1)"><path d="M0 0"/></a>', '<a>'],
    ['<path d="M0 0" onload="alert(1)"/>', 'onload'],
    ['<path d="M0 0" fill="url(https://x.example/#a)"/>', 'elsewhere in fill'],
    ['<path d="M0 0" style="fill:url(//x.example#a)"/>', 'elsewhere in fill'],
    ['<g>'.repeat(30), 'too many elements'],
    ['<path d="M0 0"/>'.repeat(2001), 'too many elements'],
  ])('is refused with %s', (inner, what) => {
    const { drawing, problem } = readDrawing(bytesOf(SVG(inner)), '', true)
    expect(drawing).toBeNull()
    expect(problem!.message).toContain(what)
    expect(problem!.remedy).toMatch(/\.$/)
  })

  it.each([
    [SVG('<path d="M0 0"/>', ''), 'viewBox'],
    [SVG('<path d="M0 0"/>', 'viewBox="0 0 0 10"'), 'viewBox'],
    ['<html><svg viewBox="0 0 1 1"/></html>', 'no SVG'],
    ['', 'no SVG'],
    [`${SVG('<path d="M0 0"/>')}${' '.repeat(200_001)}`, '200 kB'],
  ])('a file that is no SVG is refused too', (text, what) => {
    expect(readDrawing(bytesOf(text), '', true).problem!.message).toContain(what)
  })

  it('keeps gradients under ids of their own, and nothing that could break out of an attribute', () => {
    const inner =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect width="9" height="9" fill="url(#g)" data-x="1" transform="a&quot;&gt;b"/>'
    expect(() => readDrawing(bytesOf(SVG(inner)), 'icon-', true)).not.toThrow()
    expect(readDrawing(bytesOf(SVG(inner)), 'icon-', true).drawing).toBeNull()
    expect(readDrawing(bytesOf(SVG(inner.replace('&gt;', ''))), 'icon-', true).drawing!.parts.join('')).toBe(
      '<defs><linearGradient id="icon-g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect width="9" height="9" fill="url(#icon-g)" transform="a&quot;b"/>',
    )
  })

  it('own fonts get rules and addresses of their own, and a file that is no font is a finding', async () => {
    const cut = { file: 'fonts/a.woff2', weight: '200 900' }
    const look = { fonts: { head: 'Muster Serif', families: [{ name: 'Muster Serif', files: [cut] }] } }
    const { bytes } = await shippedFace('source-serif', 700)
    const folder = toFolder('Bote', look)
    const files = new Map([['fonts/a.woff2', bytes]])
    const { fonts, file, wordmark } = await openBrand(folder, resolveLook(folder.look), files)
    expect(fonts.map(({ css }) => css).join()).toMatch(
      /^@font-face\{font-family:'Muster Serif';font-style:normal;font-weight:200 900;.*\/assets\/brand\/musterbote\/font-[0-9a-f]{10}\.woff2/,
    )
    expect((await file(fonts[0]!.name))!.bytes).toBe(bytes)
    expect(wordmark.symbols).toContain('<path')
    expect(checkBrand(folder, files)).toEqual([])
    expect(checkBrand(folder, new Map([['fonts/a.woff2', bytesOf('x'.repeat(99))]]))).toMatchObject([
      { level: 'error', file: 'fonts/a.woff2' },
    ])
  })

  it('until own fonts have loaded, system faces with the same width and height are shown', async () => {
    const cut = { file: 'fonts/a.woff2', weight: '200 900' }
    const look = { fonts: { text: 'Muster Serif', families: [{ name: 'Muster Serif', files: [cut] }] } }
    const { bytes } = await shippedFace('source-serif', 700)
    const folder = toFolder('Bote', look)
    const openWith = (font: Uint8Array) =>
      openBrand(folder, resolveLook(folder.look), new Map([['fonts/a.woff2', font]]))
    const { standIns } = await openWith(bytes)
    const rules = standIns.split('@font-face').slice(1)
    const georgia = rules.filter((rule) => rule.includes("'Muster Serif georgia'"))
    expect(georgia.map((rule) => /font-weight:([\d ]+)/.exec(rule)![1])).toEqual(['1 499', '500 649', '650 1000'])
    expect(rules).toHaveLength(12)
    for (const rule of rules) {
      const percent = (name: string) => Number(new RegExp(`${name}:([\\d.]+)%`).exec(rule)![1]) / 100
      // The metrics of Source Serif.
      expect(percent('ascent-override') * percent('size-adjust')).toBeCloseTo(1.036, 3)
      expect(percent('descent-override') * percent('size-adjust')).toBeCloseTo(0.335, 3)
    }
    // Georgia is wider than Times, so it is stretched less.
    const adjusted = (name: string) =>
      Number(new RegExp(`'Muster Serif ${name}';font-weight:1 .*?size-adjust:([\\d.]+)`).exec(standIns)![1])
    expect(adjusted('georgia')).toBeLessThan(adjusted('times'))

    const broken = bytes.slice()
    broken.fill(0, 48)
    expect((await openWith(broken)).standIns).toBe('')
  })

  it('an SVG that cannot be shown is a finding about its file', () => {
    const findings = checkBrand(toFolder('Bote'), new Map([['brand/icon.svg', bytesOf(SVG('<script/>'))]]))
    expect(findings).toMatchObject([{ level: 'error', file: 'brand/icon.svg' }])
  })
})
