/**
 * `look.yaml`: colours, fonts, shapes. One colour is enough: everything else has a default. When the folder is read,
 * colour pairs are checked for contrast (WCAG 2.2 AA, light and dark).
 */
import { z } from 'zod'
import { FONT_FAMILIES } from '@lokalteil/domain/publication/font-families'
import { Colour, FolderPath, text } from './values.ts'

/** A colour, or one for light and one for dark mode. */
const Shade = z.union([Colour, z.strictObject({ light: Colour, dark: Colour })], {
  error: 'must be a colour like "#0c5c4c", in quotes, or { light: "#…", dark: "#…" }',
})

/** The CSS variables `--paper`, `--paper-raised` …; each has a value for light and one for dark mode. */
export const LOOK_COLOURS = [
  'paper',
  'paperRaised',
  'paperSunk',
  'ink',
  'inkSoft',
  'inkMuted',
  'line',
  'lineStrong',
  'accent',
  'accentStrong',
  'onAccent',
  'accentWash',
  'band',
  'onBand',
  'onBandSoft',
  'bandAccent',
  'onBandAccent',
  'kicker',
  'alert',
  'onAlert',
  'opinionWash',
  'plus',
] as const
export type LookColour = (typeof LOOK_COLOURS)[number]

/** Font families of the product; a publication's own ones are named in `families`. */
export { FONT_FAMILIES }

const FontFamily = z.strictObject({
  name: text(40).regex(/^[\p{L}\p{N} -]+$/u, 'must be letters, digits, blanks and hyphens'),
  /** `fallback`: shown until the font is loaded. */
  fallback: z.enum(['serif', 'sans', 'condensed']).default('serif'),
  files: z
    .array(
      z.strictObject({
        file: FolderPath,
        /** One number, or a range of a variable font: "200 900". */
        weight: z.union([z.number().int().min(1).max(1000), z.string().regex(/^\d{1,4} \d{1,4}$/)]),
        style: z.enum(['normal', 'italic']).default('normal'),
      }),
    )
    .min(1)
    .max(8),
})

export const MASTHEADS = ['centred', 'left', 'band', 'rule'] as const

export const Look = z.strictObject({
  /** The paper's own colour. For text it is darkened or lightened until it is readable; the icon keeps it. */
  accent: Shade.default('#1f4f8a'),
  colours: z.partialRecord(z.enum(LOOK_COLOURS), Shade).default({}),
  fonts: z
    .strictObject({
      head: text(40).default('newsreader'),
      text: text(40).default('newsreader'),
      ui: text(40).default('source-sans'),
      families: z.array(FontFamily).max(4).default([]),
    })
    .prefault({}),
  headlines: z
    .strictObject({
      weight: z.number().int().min(300).max(900).optional(),
      light: z.number().int().min(300).max(900).optional().describe('Weight of smaller headlines'),
      tracking: z.number().min(-0.05).max(0.05).optional().describe('em'),
      leading: z.number().min(0.95).max(1.4).optional(),
    })
    .prefault({}),
  kicker: z
    .strictObject({
      capitals: z.boolean().optional(),
      weight: z.number().int().min(400).max(900).optional(),
      tracking: z.number().min(-0.02).max(0.2).optional().describe('em'),
    })
    .prefault({}),
  corners: z.enum(['square', 'crisp', 'slight', 'soft', 'round']).default('slight'),
  density: z.enum(['airy', 'regular', 'dense']).default('regular'),
  masthead: z.enum(MASTHEADS).default('centred'),
  /** Style of section headings. */
  headings: z.enum(['line', 'rule', 'double', 'bar']).default('line'),
  brand: z
    .strictObject({
      wordmark: FolderPath.default('brand/wordmark.svg'),
      icon: FolderPath.default('brand/icon.svg'),
      share: FolderPath.optional(),
      /** `twoColoured`: the second part has the accent colour; `drawn`: the colours of the file. */
      wordmarkColour: z.enum(['ink', 'accent', 'twoColoured', 'drawn']).default('accent'),
      /** In percent of the default size; long names need less. */
      wordmarkSize: z.number().int().min(40).max(160).default(100),
    })
    .prefault({}),
})
export type Look = z.infer<typeof Look>
