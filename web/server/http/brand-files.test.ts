import { readFileSync } from 'node:fs'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

const SIZES = { 'icon-192.png': 192, 'icon-512.png': 512, 'icon-maskable-512.png': 512, 'apple-touch-icon.png': 180 }

describe('the brand files', () => {
  it.each(PUBLICATION_CODES)('of %s have the sizes that the manifest and the head declare', async (code) => {
    const read = (name: string) => readFileSync(new URL(`../../../demo/brand/${code}/${name}`, import.meta.url))
    for (const [name, size] of Object.entries(SIZES)) {
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
