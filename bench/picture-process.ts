/**
 * The heaviest pictures that the office takes. `draw FOLDER` writes them and prints their names; `take FILE` decodes one as an upload
 * does and prints milliseconds, and the megabytes above those of the process before.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { MOST_PIXELS } from '@lokalteil/services/office/media/upload-picture'
import { takePicture } from '@lokalteil/services/pictures/take-picture'
import { readMemory, resetPeak } from './processes.ts'

const [act, place = ''] = process.argv.slice(2)
console.log(JSON.stringify(act === 'draw' ? await draw(place) : await take(place)))

/** Noise, softened so that the files stay below 40 MB. */
async function draw(folder: string): Promise<string[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const small = await sharp({ create: { width: 2370, height: 1580, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const large = (width: number, height: number) => sharp(small).resize(width, height, { kernel: 'cubic' })
  const files = {
    '60 megapixels, progressive JPEG': large(9480, 6320).jpeg({ quality: 88, progressive: true }),
    '60 megapixels, WebP': large(9480, 6320).webp({ effort: 0 }),
    '25 megapixels, AVIF': large(6120, 4080).avif({ effort: 0 }),
  }
  for (const [name, picture] of Object.entries(files)) await picture.toFile(join(folder, name))
  return Object.keys(files)
}

async function take(file: string): Promise<{ milliseconds: number; megabytes: number }> {
  const bytes = readFileSync(file)
  // Loads the codecs.
  await takePicture(await sharp({ create: { width: 200, height: 200, channels: 3, background: '#888' } }).toBuffer())
  resetPeak(process.pid)
  const { now } = readMemory(process.pid)
  const started = performance.now()
  const taken = await takePicture(bytes, { maxPixels: MOST_PIXELS, keepsMetadata: false })
  if ('reason' in taken) throw new Error(taken.reason)
  return { milliseconds: performance.now() - started, megabytes: readMemory(process.pid).peak - now }
}
