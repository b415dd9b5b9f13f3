import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { averageColour, getPicture, PICTURES, PORTRAITS, renderPicture, renderPortraitOf } from './catalogue.ts'
import { MOODS } from './painter.ts'
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
    expect(MOTIFS.filter(motif => !used.has(motif))).toEqual([])
  })

  it('draws every scene of the catalogue as a JPEG of its proportions that is not one flat colour', { timeout: 60_000 }, async () => {
    for (const { key, source, width, height } of PICTURES) {
      if (source.kind !== 'scene') continue
      const jpeg = await renderScene(source.motif, source.mood, source.seed, 160)
      const meta = await sharp(jpeg).metadata()
      expect([meta.format, meta.width, meta.height], key).toEqual(['jpeg', 160, Math.round((160 * height) / width)])
      const { channels } = await sharp(jpeg).stats()
      expect(Math.max(...channels.map(({ stdev }) => stdev)), key).toBeGreaterThan(6)
    }
  })

  it.each(['rathaus-auenburg-abend', 'test-toaster', 'foto-zwei-hunde'])('renders %s at the size it states, at most 250 kB', async key => {
    const picture = getPicture(key)!
    const { data, width, height } = await renderPicture(key)
    const meta = await sharp(data).metadata()
    expect([meta.format, meta.width, meta.height]).toEqual(['jpeg', picture.width, picture.height])
    expect([width, height]).toEqual([picture.width, picture.height])
    expect(data.length).toBeLessThanOrEqual(250_000)
  })

  it('refuses a key it does not know', async () => {
    expect(getPicture('kein-bild')).toBeNull()
    await expect(renderPicture('kein-bild')).rejects.toThrow('kein-bild')
  })
})

describe('scenes', () => {
  it('give the same bytes for the same seed and another picture for another seed', async () => {
    const [first, again, other] = await Promise.all(['a', 'a', 'b'].map(seed => renderScene('village', 'dusk', seed, 320)))
    expect(first!.equals(again!)).toBe(true)
    expect(first!.equals(other!)).toBe(false)
  })

  it.each(MOTIFS)('%s is drawn in every mood without a broken number or a machine font', motif => {
    for (const mood of MOODS) {
      const svg = sceneSvg(motif, mood, 'test')
      expect(/NaN|undefined|Infinity|<text/.exec(svg)?.[0], mood).toBeUndefined()
    }
  })
})

describe('photographs', () => {
  it.each(PHOTOS.map(photo => [photo.file, photo] as const))('%s exists, is credited and has a free licence', async (file, photo) => {
    const meta = await sharp(readFileSync(here(`photos/${file}`))).metadata()
    expect([meta.width, meta.height]).toEqual([photo.width, photo.height])
    expect(photo.author).not.toBe('')
    expect(['CC0 1.0', 'CC BY 4.0', 'LGPL 3.0']).toContain(photo.licence)
    expect(photo.licenceUrl).toMatch(/^https:\/\/(creativecommons\.org|www\.gnu\.org)\//)
    const credits = readFileSync(here('photos/CREDITS.md'), 'utf8')
    expect(credits).toContain(`| ${file} | ${photo.author} | [${photo.licence}]`)
  })

  it('come with the texts of the licences that ask for them', () => {
    for (const text of ['GPL-3.0.txt', 'LGPL-3.0.txt']) expect(existsSync(here(`photos/licences/${text}`))).toBe(true)
  })
})

describe('portraits', () => {
  it('exist for the twelve authors, no two alike', async () => {
    expect(PORTRAITS).toHaveLength(12)
    const colours = await Promise.all(PORTRAITS.map(async ({ key }) => averageColour((await renderPortraitOf(key)).data)))
    expect(new Set(colours).size).toBe(12)
    await expect(renderPortraitOf('niemand')).rejects.toThrow('niemand')
  })
})

describe('averageColour', () => {
  it('is the mean of the picture', async () => {
    const half = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#ff0000' } }).png().toBuffer()
    expect(await averageColour(half)).toBe('#ff0000')
  })
})
