import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { averageColour, getPicture, PICTURES, PORTRAITS, renderPicture, renderPortraitOf } from './catalogue.ts'
import { PHOTOS } from './photos.ts'
import { MOTIFS, renderScene, sceneSvg } from './scenes.ts'

const here = (path: string) => new URL(path, import.meta.url)

describe('the catalogue', () => {
  it('names at least 150 pictures, each once, with a German description and a credit', () => {
    expect(PICTURES.length).toBeGreaterThanOrEqual(150)
    expect(new Set(PICTURES.map(({ key }) => key)).size).toBe(PICTURES.length)
    for (const picture of PICTURES) {
      expect(picture.key).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(picture.altText.length, picture.key).toBeGreaterThan(12)
      expect(picture.credit, picture.key).toMatch(/^(Illustration: Lokalteil|Foto: .+ \/ .+)$/)
    }
  })

  it('uses every motif the painter knows', () => {
    const used = new Set(PICTURES.flatMap(({ source }) => (source.kind === 'scene' ? [source.motif] : [])))
    expect(MOTIFS.filter((motif) => !used.has(motif))).toEqual([])
  })

  it(
    'draws each of its motifs as a JPEG of the stated proportions that is not one flat colour',
    { timeout: 60_000 },
    async () => {
      const drawn = new Set<string>()
      for (const { key, source, width, height } of PICTURES) {
        if (source.kind !== 'scene' || drawn.has(source.motif)) continue
        drawn.add(source.motif)
        const jpeg = await renderScene(source.motif, source.mood, source.seed, 160)
        const meta = await sharp(jpeg).metadata()
        expect([meta.format, meta.width, meta.height], key).toEqual(['jpeg', 160, Math.round((160 * height) / width)])
        const { channels } = await sharp(jpeg).stats()
        expect(Math.max(...channels.map(({ stdev }) => stdev)), key).toBeGreaterThan(6)
      }
    },
  )

  it.each(['rathaus-auenburg-abend', 'test-toaster', 'foto-zwei-hunde'])(
    'renders %s at the size it states, at most 250 kB',
    async (key) => {
      const picture = getPicture(key)!
      const { data, width, height } = await renderPicture(key)
      const meta = await sharp(data).metadata()
      expect([meta.format, meta.width, meta.height]).toEqual(['jpeg', picture.width, picture.height])
      expect([width, height]).toEqual([picture.width, picture.height])
      expect(data.length).toBeLessThanOrEqual(250_000)
    },
  )

  it('refuses a key it does not know', async () => {
    expect(getPicture('kein-bild')).toBeNull()
    await expect(renderPicture('kein-bild')).rejects.toThrow('kein-bild')
  })
})

describe('scenes', () => {
  it('give the same bytes for the same seed and another picture for another seed', async () => {
    const [first, again, other] = await Promise.all(
      ['a', 'a', 'b'].map((seed) => renderScene('village', 'dusk', seed, 320)),
    )
    expect(first!.equals(again!)).toBe(true)
    expect(first!.equals(other!)).toBe(false)
  })

  it.each(MOTIFS)('%s is drawn bright, lit, snowed in and wet without a broken number or a machine font', (motif) => {
    for (const mood of ['day', 'night', 'winter', 'rain'] as const) {
      const svg = sceneSvg(motif, mood, 'test')
      expect(/NaN|undefined|Infinity|<text/.exec(svg)?.[0], mood).toBeUndefined()
    }
  })
})

describe('photographs', () => {
  it.each(PHOTOS.map((photo) => [photo.file, photo] as const))(
    '%s exists, is credited and has a free licence',
    async (file, photo) => {
      const meta = await sharp(readFileSync(here(`photos/${file}`))).metadata()
      expect([meta.width, meta.height]).toEqual([photo.width, photo.height])
      expect(photo.author).not.toBe('')
      expect(['CC0 1.0', 'CC BY 4.0', 'LGPL 3.0']).toContain(photo.licence)
      expect(photo.licenceUrl).toMatch(/^https:\/\/(creativecommons\.org|www\.gnu\.org)\//)
      const credits = readFileSync(here('photos/CREDITS.md'), 'utf8')
      expect(credits).toContain(`| ${file} | ${photo.author} | [${photo.licence}]`)
    },
  )

  it('come with the texts of the licences that ask for them', () => {
    for (const text of ['GPL-3.0.txt', 'LGPL-3.0.txt']) expect(existsSync(here(`photos/licences/${text}`))).toBe(true)
  })
})

describe('portraits', () => {
  it('exist for the twelve authors, no two alike', async () => {
    expect(PORTRAITS).toHaveLength(12)
    const colours = await Promise.all(
      PORTRAITS.map(async ({ key }) => averageColour((await renderPortraitOf(key)).data)),
    )
    expect(new Set(colours).size).toBe(12)
    await expect(renderPortraitOf('niemand')).rejects.toThrow('niemand')
  })
})

describe('averageColour', () => {
  it('is the mean of the picture', async () => {
    const half = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    expect(await averageColour(half)).toBe('#ff0000')
  })
})

describe('the brand files', () => {
  it.each(['ak', 'fb', 'ht', 'la'])('of %s have the sizes the manifest and the head promise', async (code) => {
    const read = (name: string) => readFileSync(here(`../../web/app/brand/${code}/${name}`))
    const sizes = {
      'icon-192.png': 192,
      'icon-512.png': 512,
      'icon-maskable-512.png': 512,
      'apple-touch-icon.png': 180,
    }
    for (const [name, size] of Object.entries(sizes)) {
      const meta = await sharp(read(name)).metadata()
      expect([name, meta.format, meta.width, meta.height]).toEqual([name, 'png', size, size])
    }
    const cover = await sharp(read('og-default.jpg')).metadata()
    expect([cover.format, cover.width, cover.height]).toEqual(['jpeg', 1200, 630])
    const ico = read('favicon.ico')
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6 + 16)]).toEqual([1, 3, 32])
    for (const name of [
      'emblem.svg',
      'emblem-mono.svg',
      'favicon.svg',
      'logo.svg',
      'wordmark.svg',
      `fallback-${code}.svg`,
    ]) {
      expect(read(name).toString(), name).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="/)
    }
    expect(read('emblem-mono.svg').toString()).not.toMatch(/#[0-9a-f]{3,6}/)
  })
})
