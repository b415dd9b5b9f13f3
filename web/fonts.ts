/**
 * Vite plugin for the product's fonts. Every face is subset to the characters German newspapers print and the weights
 * in use; rarer letters are in files of their own. They are preloaded and shown once loaded; until then a system font
 * is used, scaled to the same width of German text, so that lines do not change.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create as createFont, type Font } from 'fontkit'
// @ts-expect-error The package brings no types.
import subsetFontUntyped from 'subset-font'
import type { Plugin } from 'vite'
import { FAMILY_KINDS, FAMILY_NAMES, FONT_FAMILIES, type FontFamily } from '@lokalteil/domain/publication/font-families'
import {
  DIGITS,
  isBold,
  measureFont,
  type Measures,
  SAMPLE,
  toStandInRules,
} from '@lokalteil/domain/publication/stand-ins'

type SubsetFont = (
  source: Uint8Array,
  text: string,
  options: { targetFormat: 'woff2' | 'sfnt'; variationAxes?: Record<string, number | { min: number; max: number }> },
) => Promise<Uint8Array>
const subsetFont = subsetFontUntyped as SubsetFont

const MODULE = 'virtual:fonts.css'
const require = createRequire(import.meta.url)

/**
 * Four subsets of a face, each loaded only if one of its characters occurs: German texts; the rest of western Europe's
 * letters and signs; letters of names common here; those of other neighbours.
 */
const CUTS = [
  {
    name: '',
    set: 'latin',
    range:
      'U+0020-007E, U+00A0, U+00A7, U+00A9, U+00AB, U+00AD, U+00B0, U+00B2-00B3, U+00B7, U+00BB, U+00BD, U+00C4, U+00C9, U+00D6-00D7, U+00DC, U+00DF-00E1, U+00E4, U+00E7-00EB, U+00ED, U+00F1, U+00F3-00F4, U+00F6, U+00FC, U+2009, U+200B, U+2010-2011, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+202F, U+2039-203A, U+20AC, U+2192, U+2212',
  },
  {
    name: '-west',
    set: 'latin',
    range:
      'U+00A1-00A6, U+00A8, U+00AA, U+00AC, U+00AE-00AF, U+00B1, U+00B4-00B6, U+00B8-00BA, U+00BC, U+00BE-00C3, U+00C5-00C8, U+00CA-00D5, U+00D8-00DB, U+00DD-00DE, U+00E2-00E3, U+00E5-00E6, U+00EC, U+00EE-00F0, U+00F2, U+00F5, U+00F7-00FB, U+00FD-00FF, U+0152-0153, U+201B, U+201F-2020, U+2030, U+2032-2033, U+2122, U+2190-2191, U+2193',
  },
  {
    name: '-names',
    set: 'latin-ext',
    range: 'U+0106-0107, U+010C-010D, U+0111, U+011E-011F, U+0130-0131, U+0141-0142, U+0144, U+015E-0161, U+017D-017E',
  },
  {
    name: '-ext',
    set: 'latin-ext',
    range:
      'U+0100-0105, U+0108-010B, U+010E-0110, U+0112-011D, U+0120-012F, U+0132-0140, U+0143, U+0145-0151, U+0154-015D, U+0162-017C, U+017F, U+0192, U+0218-021B, U+1E9E',
  },
] as const

type Face = {
  /** File in the package, `{set}` is `latin` or `latin-ext`. */
  file: string
  weight: string
  axis?: { min: number; max: number }
  style?: 'italic'
}
type Family = {
  /** Weights in use: each has its own fallbacks, up to halfway to the next. */
  weights: readonly number[]
  /** Its bold cut is used for words in capitals. */ setsCapitals?: true
  faces: readonly Face[]
}

const FAMILIES: Readonly<Record<FontFamily, Family>> = {
  newsreader: {
    weights: [400, 500, 600],
    faces: [
      {
        file: '@fontsource-variable/newsreader/files/newsreader-{set}-wght-normal.woff2',
        weight: '400 700',
        axis: { min: 400, max: 700 },
      },
      {
        file: '@fontsource-variable/newsreader/files/newsreader-{set}-wght-italic.woff2',
        weight: '400 600',
        axis: { min: 400, max: 600 },
        style: 'italic',
      },
    ],
  },
  'source-serif': {
    weights: [400, 600, 700],
    faces: [
      {
        file: '@fontsource-variable/source-serif-4/files/source-serif-4-{set}-wght-normal.woff2',
        weight: '400 800',
        axis: { min: 400, max: 800 },
      },
      {
        file: '@fontsource-variable/source-serif-4/files/source-serif-4-{set}-wght-italic.woff2',
        weight: '400 600',
        axis: { min: 400, max: 600 },
        style: 'italic',
      },
    ],
  },
  'source-sans': {
    weights: [400, 600, 650, 700],
    setsCapitals: true,
    faces: [
      {
        file: '@fontsource-variable/source-sans-3/files/source-sans-3-{set}-wght-normal.woff2',
        weight: '400 750',
        axis: { min: 400, max: 750 },
      },
    ],
  },
  'barlow-semi-condensed': {
    weights: [600],
    faces: [
      {
        file: '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-{set}-600-normal.woff2',
        weight: '400 900',
      },
    ],
  },
  'libre-franklin': {
    weights: [400, 600, 700, 800],
    faces: [
      {
        file: '@fontsource-variable/libre-franklin/files/libre-franklin-{set}-wght-normal.woff2',
        weight: '400 850',
        axis: { min: 400, max: 850 },
      },
    ],
  },
}

type Built = { fileName: string; bytes: Uint8Array; css: string; family: FontFamily; isPreloaded: boolean }

async function buildFonts(cacheDir: string): Promise<{ files: Built[]; css: string }> {
  await mkdir(cacheDir, { recursive: true })
  const files: Built[] = []
  const fallbacks: string[] = []
  for (const family of FONT_FAMILIES) {
    const name = FAMILY_NAMES[family]
    for (const face of FAMILIES[family].faces) {
      for (const { name: cutName, set, range } of CUTS) {
        const bytes = await cut(face, set, range, cacheDir)
        const fileName = `assets/fonts/${name.toLowerCase().replace(' ', '-')}${face.style ? '-italic' : ''}${cutName}-${hash(bytes)}.woff2`
        const css = `@font-face{font-family:'${name}';font-style:${face.style ?? 'normal'};font-weight:${face.weight};font-display:swap;src:url(/${fileName}) format('woff2');unicode-range:${range.replaceAll(' ', '')}}`
        files.push({ fileName, bytes, css, family, isPreloaded: cutName === '' && face.style === undefined })
      }
    }
    fallbacks.push(...(await standInsOf(family)))
  }
  return { files, css: [...fallbacks, ...files.map((file) => file.css)].join('\n') }
}

async function cut(face: Face, set: string, range: string, cacheDir: string): Promise<Uint8Array> {
  const source = await readFile(require.resolve(face.file.replace('{set}', set)))
  const key = hash(Buffer.concat([source, Buffer.from(JSON.stringify([face.axis, range]))]))
  const cached = join(cacheDir, `${key}.woff2`)
  try {
    return await readFile(cached)
  } catch {
    const bytes = await subsetFont(source, charactersOf(range), {
      targetFormat: 'woff2',
      ...(face.axis ? { variationAxes: { wght: face.axis } } : {}),
    })
    // Written to a temporary name and renamed: half a font from an aborted build would be read by every later one.
    const unfinished = `${cached}.${randomUUID()}`
    await writeFile(unfinished, bytes)
    await rename(unfinished, cached)
    return bytes
  }
}

function charactersOf(range: string): string {
  return range
    .split(',')
    .flatMap((part) => {
      const [from, to] = part
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: (to ?? from!) - from! + 1 }, (_, index) => String.fromCodePoint(from! + index))
    })
    .join('')
}

/** Metrics of a face at one weight, in em: line height, and mean advance of the sample's characters with kerning. */
export async function measure(
  { file, axis }: Pick<Face, 'file' | 'axis'>,
  weight: number,
  sample: string,
): Promise<Measures> {
  const source = await readFile(require.resolve(file.replace('{set}', 'latin')))
  const bytes = await subsetFont(source, sample, {
    targetFormat: 'sfnt',
    ...(axis ? { variationAxes: { wght: weight } } : {}),
  })
  return measureFont(createFont(Buffer.from(bytes)) as Font, sample)
}

/** `@font-face` rules of system fonts, scaled to the width and line height of ours. */
export async function standInsOf(family: FontFamily): Promise<string[]> {
  const { faces, weights, setsCapitals } = FAMILIES[family]
  const measured = await Promise.all(
    weights.map(async (weight) => ({
      weight,
      own: await measure(faces[0]!, weight, SAMPLE),
      digits: await measure(faces[0]!, weight, DIGITS),
      capitals: setsCapitals && isBold(weight) ? await measure(faces[0]!, weight, SAMPLE.toUpperCase()) : null,
    })),
  )
  return toStandInRules(FAMILY_NAMES[family], FAMILY_KINDS[family], measured)
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10)
}

export function fonts(cacheDir: string): Plugin {
  let built: Promise<{ files: Built[]; css: string }> | null = null
  return {
    name: 'publication-fonts',
    buildStart() {
      built ??= buildFonts(cacheDir)
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: async (id) => (id === `\0${MODULE}` ? (await built!).css : null),
    async generateBundle() {
      if (this.environment?.name === 'ssr') return
      const { files } = await built!
      for (const file of files) this.emitFile({ type: 'asset', fileName: file.fileName, source: file.bytes })
      const preloads = FONT_FAMILIES.map((family) => [
        family,
        files.filter((file) => file.isPreloaded && file.family === family).map((file) => `/${file.fileName}`),
      ])
      this.emitFile({
        type: 'asset',
        fileName: '.vite/fonts.json',
        source: JSON.stringify(Object.fromEntries(preloads)),
      })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        void built?.then(({ files }) => {
          const file = files.find((candidate) => `/${candidate.fileName}` === request.url)
          if (file === undefined) next()
          else response.setHeader('content-type', 'font/woff2').end(file.bytes)
        }, next)
      })
    },
  }
}
