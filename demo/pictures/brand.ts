/**
 * Makes the brand files of the four publications from their emblems: `node demo/pictures/brand.ts`.
 * The wordmarks (`wordmark.svg`, outlines of OFL typefaces) are kept by hand; everything else in
 * `web/app/brand/{code}/` is written here and comes out the same on every run.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Mandator } from '@lokalteil/domain/publications'
import sharp from 'sharp'
import { darken, lighten, mix } from './light.ts'
import type { Mood } from './light.ts'
import { renderScene } from './scenes.ts'
import type { Motif } from './scenes.ts'

type Brand = {
  code: Mandator
  ground: string
  ink: string
  second: string
  corner: number
  /** The sign on a 512 × 512 field; `ink` and `second` are its colours. */
  sign: (ink: string, second: string) => string
  /** The ornament of the fallback picture, a tile of 160 × 80. */
  tile: string
  cover: readonly [Motif, Mood]
}

const stroke = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`

const BRANDS: readonly Brand[] = [
  {
    code: 'ak',
    ground: '#0b5d4b',
    ink: '#ffffff',
    second: '#a9dcc6',
    corner: 116,
    sign: (ink, second) =>
      `<path d="M126 336V186L170 84L214 186V250L256 214L298 250V186L342 84L386 186V336H284V300A28 28 0 0 0 228 300V336Z" fill="${ink}"/>` +
      stroke('M70 398Q116 360 163 398T256 398T349 398T442 398', second, 36),
    tile: 'M0 40Q20 22 40 40T80 40T120 40T160 40',
    cover: ['old-town', 'dusk'],
  },
  {
    code: 'fb',
    ground: '#0a4a7d',
    ink: '#ffffff',
    second: '#8fc7ea',
    corner: 72,
    sign: (ink, second) =>
      `<path d="M246 92V282H138Z" fill="${ink}"/><path d="M266 92L374 282H266Z" fill="${second}"/>` +
      `<path d="M66 302H446L376 388H136Z" fill="${ink}"/>` +
      stroke('M84 436Q127 404 170 436T256 436T342 436T428 436', second, 28),
    tile: 'M0 60L40 30L80 60L120 30L160 60',
    cover: ['harbour-cranes', 'dusk'],
  },
  {
    code: 'ht',
    ground: '#7a1f2b',
    ink: '#f7ead6',
    second: '#e3b968',
    corner: 0,
    sign: (ink, second) =>
      `<path d="M148 262A108 108 0 0 1 364 262L350 280Q300 246 256 268Q206 292 162 276Z" fill="${second}"/>` +
      [
        [256, 60, 256, 112],
        [128, 112, 160, 150],
        [384, 112, 352, 150],
      ]
        .map(([a, b, c, d]) => stroke(`M${a} ${b}L${c} ${d}`, second, 26))
        .join('') +
      `<path d="M44 350Q120 244 210 300Q300 356 372 282Q420 250 468 290V340Q400 306 350 352Q270 410 180 350Q110 316 44 400Z" fill="${ink}"/>` +
      `<path d="M44 452Q120 350 214 408Q300 448 376 386Q420 362 468 392V456H44Z" fill="${ink}"/>`,
    tile: 'M0 64Q40 16 80 64Q120 16 160 64',
    cover: ['village', 'autumn'],
  },
  {
    code: 'la',
    ground: '#1f2933',
    ink: '#f0702a',
    second: '#ffffff',
    corner: 48,
    sign: (ink, second) =>
      `<path fill-rule="evenodd" d="M256 60A146 146 0 0 1 402 206C402 302 256 416 256 416S110 302 110 206A146 146 0 0 1 256 60ZM256 138A68 68 0 1 0 256 274A68 68 0 1 0 256 138Z" fill="${ink}"/>` +
      stroke('M160 456H352', second, 32),
    tile: 'M0 20H60M76 20H160M0 60H100M116 60H160',
    cover: ['market-square', 'dawn'],
  },
]

const svg = (size: string, body: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${size}"${more}>${body}</svg>\n`
const field = '0 0 512 512'
const scaled = (body: string, scale: number) =>
  `<g transform="translate(${256 * (1 - scale)} ${256 * (1 - scale)}) scale(${scale})">${body}</g>`

/** An ICO that holds PNGs, as every browser since 2007 reads it. */
function toIco(pngs: readonly { size: number; data: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + pngs.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pngs.length, 4)
  let offset = head.length
  for (const [i, { size, data }] of pngs.entries()) {
    const at = 6 + i * 16
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(data.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += data.length
  }
  return Buffer.concat([head, ...pngs.map(({ data }) => data)])
}

function fallbackSvg({ code, ground, sign, tile }: Brand): string {
  const deep = mix(ground, '#10161c', 0.28)
  return svg(
    '0 0 1600 900',
    `<defs><linearGradient id="${code}-bg" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${lighten(ground, 0.16)}"/><stop offset="1" stop-color="${deep}"/></linearGradient>` +
      `<pattern id="${code}-tile" width="160" height="80" patternUnits="userSpaceOnUse"><path d="${tile}" fill="none" stroke="#fff" stroke-opacity=".09" stroke-width="6" stroke-linecap="round"/></pattern>` +
      `<radialGradient id="${code}-light"><stop offset="0" stop-color="${ground}"/><stop offset=".55" stop-color="${ground}" stop-opacity=".75"/><stop offset="1" stop-color="${ground}" stop-opacity="0"/></radialGradient></defs>` +
      `<rect width="1600" height="900" fill="url(#${code}-bg)"/><rect width="1600" height="900" fill="url(#${code}-tile)"/>` +
      `<ellipse cx="800" cy="450" rx="430" ry="340" fill="url(#${code}-light)"/>` +
      `<g transform="translate(620 270) scale(.703)" opacity=".92">${code === 'la' ? sign('#f0702a', '#ffffff') : sign('#ffffff', lighten(ground, 0.62))}</g>`,
  )
}

async function coverJpeg({ code, ground, ink, second, sign, cover }: Brand, wordmark: string): Promise<Buffer> {
  const scene = await renderScene(cover[0], cover[1], `cover ${code}`)
  const [, x, y, w, h] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(wordmark)!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const path = /<path d="([^"]+)"/.exec(wordmark)![1]!
  const height = code === 'ht' ? 86 : 96
  const scale = Math.min(height / h, 840 / w)
  const overlay = svg(
    '0 0 1200 630',
    `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset=".25" stop-color="${ground}" stop-opacity="0"/><stop offset=".62" stop-color="${darken(ground, 0.2)}" stop-opacity=".86"/><stop offset="1" stop-color="${darken(ground, 0.3)}"/></linearGradient></defs>` +
      `<rect width="1200" height="630" fill="url(#s)"/><g transform="translate(70 430) scale(.26)">${sign(code === 'la' ? ink : '#ffffff', second)}</g>` +
      `<g transform="translate(${232 - x * scale} ${500 - (y + h / 2) * scale}) scale(${scale})"><path d="${path}" fill="#fff"/></g>`,
    ' width="1200" height="630"',
  )
  return sharp(scene)
    .resize(1200, 630, { fit: 'cover' })
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg({ quality: 82 })
    .toBuffer()
}

for (const brand of BRANDS) {
  const { code, ground, ink, second, corner, sign } = brand
  const folder = fileURLToPath(new URL(`../../web/app/brand/${code}/`, import.meta.url))
  await mkdir(folder, { recursive: true })
  const write = (name: string, data: string | Buffer) => writeFile(folder + name, data)
  const plate = (round: number) => `<rect width="512" height="512" rx="${round}" fill="${ground}"/>`
  const emblem = svg(field, plate(corner) + scaled(sign(ink, second), 0.94))
  const wordmark = await readFile(`${folder}wordmark.svg`, 'utf8')
  const raster = (body: string, size: number) =>
    sharp(Buffer.from(body), { density: 144 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true, quality: 95 })
      .toBuffer()
  await write('emblem.svg', emblem)
  await write('emblem-mono.svg', svg(field, sign('currentColor', 'currentColor')))
  await write('favicon.svg', emblem)
  await write(
    'favicon.ico',
    toIco(
      await Promise.all(
        [16, 32, 48].map(async (size) => ({
          size,
          data: await sharp(Buffer.from(emblem), { density: 144 }).resize(size, size).png().toBuffer(),
        })),
      ),
    ),
  )
  await write('icon-192.png', await raster(emblem, 192))
  await write('icon-512.png', await raster(emblem, 512))
  await write('icon-maskable-512.png', await raster(svg(field, plate(0) + scaled(sign(ink, second), 0.68)), 512))
  await write('apple-touch-icon.png', await raster(svg(field, plate(0) + scaled(sign(ink, second), 0.82)), 180))
  await write(`fallback-${code}.svg`, fallbackSvg(brand))
  const [, x, y, w, h] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(wordmark)!.map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const name = /aria-label="([^"]+)"/.exec(wordmark)![1]!
  const path = /<path d="[^"]+"\/>/.exec(wordmark)![0]
  const size = 200
  const scale = 136 / (code === 'fb' || code === 'la' ? h : 170)
  await write(
    'logo.svg',
    svg(
      `0 0 ${Math.ceil(size + 44 + w * scale)} ${size}`,
      `<g transform="scale(${size / 512})">${plate(corner)}${scaled(sign(ink, second), 0.94)}</g><g fill="currentColor" transform="translate(${Math.round((size + 36 - x * scale) * 10) / 10} ${Math.round((size / 2 - (y + h / 2) * scale) * 10) / 10}) scale(${Math.round(scale * 1000) / 1000})">${path}</g>`,
      ` role="img" aria-label="${name}"`,
    ),
  )
  await write('og-default.jpg', await coverJpeg(brand, wordmark))
}
