import { existsSync, readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DEMO_FOLDERS } from '../demo.testing.ts'
import { PODCASTS } from '../podcasts.ts'
import { ARTICLES } from '../publications-content.ts'
import { TEST_REPORTS } from '../test-reports.ts'
import { findPictureFile, PICTURES, PORTRAITS, POSTERS } from './catalogue.ts'
import { FOCUS } from './focus.ts'
import { PHOTOS } from './photos.ts'

const here = (path: string) => new URL(path, import.meta.url)
const ALL = [...PICTURES, ...PORTRAITS, ...POSTERS]
const fileOf = (path: string) => findPictureFile(path)!

/** Largest total size of the pictures in the repository. */
const MAX_BYTES = 15_000_000

describe('the catalogue', () => {
  it('names every picture once, with a German description and a credit', () => {
    expect(PICTURES.length).toBeGreaterThan(150)
    expect(PORTRAITS).toHaveLength(12)
    expect(new Set(ALL.map(({ path }) => path)).size).toBe(ALL.length)
    for (const { path, altText, credit } of ALL) {
      expect(path).toMatch(/^demo\/[a-z0-9]+(-[a-z0-9]+)*\.jpg$/)
      expect(altText.length, path).toBeGreaterThan(12)
      expect(credit, path).toMatch(/^(Illustration: Lokalteil|Animation: Lokalteil|Foto: .+ \/ .+)$/)
    }
  })

  it('sets focal points only for existing pictures', () => {
    const keys = new Set(PICTURES.map(({ key }) => key))
    expect(Object.keys(FOCUS).filter((key) => !keys.has(key))).toEqual([])
  })

  it('states size and colour of every file correctly', { timeout: 240_000 }, async () => {
    for (const { path, width, height, colour } of ALL) {
      const file = fileOf(path)
      const meta = await sharp(file).metadata()
      // Films are shown larger than their posters are.
      if (POSTERS.some((poster) => poster.path === path))
        expect(meta.width / meta.height, path).toBeCloseTo(width / height, 2)
      else expect([path, meta.width, meta.height]).toEqual([path, width, height])
      const mean = await sharp(file).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer()
      const stated = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      for (const [index, value] of stated.entries()) expect(Math.abs(value - mean[index]!), path).toBeLessThan(3)
    }
  })

  it('ships no unnamed and no unused file, and few bytes', async () => {
    const files = (
      await Promise.all(
        ['drawn', 'photos', 'portraits'].map(async (folder) =>
          (await readdir(here(`${folder}/`)))
            .filter((name) => /\.(webp|jpg)$/.test(name))
            .map((name) => fileURLToPath(here(`${folder}/${name}`))),
        ),
      )
    ).flat()
    const named = new Set(ALL.map(({ path }) => fileOf(path)))
    expect(files.filter((file) => !named.has(file))).toEqual([])
    expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(MAX_BYTES)
    const shown = JSON.stringify([ARTICLES, TEST_REPORTS, PODCASTS, DEMO_FOLDERS])
    expect(
      PICTURES.filter(({ key, path }) => !shown.includes(`"${key}"`) && !shown.includes(`"/${path}"`)).map(
        ({ key }) => key,
      ),
    ).toEqual([])
  })

  it.each(['demo/unbekannt.jpg', 'import/ab/cd.jpg', 'demo/../../etc/passwd', 'demo/test-toaster.png', '/demo/', ''])(
    'knows no file for "%s"',
    (path) => {
      expect(findPictureFile(path)).toBeNull()
    },
  )
})

describe('photographs', () => {
  it.each(PHOTOS.map((photo) => [photo.file, photo] as const))(
    '%s is credited and has a free licence',
    (file, photo) => {
      expect(photo.author).not.toBe('')
      expect(['CC0 1.0', 'CC BY 4.0', 'LGPL 3.0']).toContain(photo.licence)
      expect(photo.licenceUrl).toMatch(/^https:\/\/(creativecommons\.org|www\.gnu\.org)\//)
      const credits = readFileSync(here('photos/CREDITS.md'), 'utf8')
      expect(credits).toContain(`| ${file} | ${photo.author} | [${photo.licence}]`)
    },
  )

  it('come with the texts of the licences that require them', () => {
    for (const text of ['GPL-3.0.txt', 'LGPL-3.0.txt']) expect(existsSync(here(`photos/licences/${text}`))).toBe(true)
  })
})
