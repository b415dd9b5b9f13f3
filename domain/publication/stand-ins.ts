/**
 * Fallback fonts: system fonts scaled to the width and line height of a web font in German text, so that lines stay
 * where they are when the font arrives (docs/decisions/2026-11-22-fonts-swap-over-measured-stand-ins.md).
 */
import { type FontKind, STAND_INS } from './font-families.ts'

/**
 * A sample of German newspaper text. The ratio of its width in two fonts is within a thousandth of the ratio for a
 * whole edition's headlines and texts, for all fonts below.
 */
export const SAMPLE =
  'Samira Boateng verkauft tagsüber Fahrkarten und will nachts in den Stadtrat. Unterwegs mit einer Wahlkämpferin, die noch nie gewählt hat. Am Freitag locken Händler mit Nachlässen bis 70 Prozent. Wir haben die Preise von 120 Produkten acht Wochen lang beobachtet. 43 waren im September billiger. Wir sind kein Trost. Wir sind eine Steckdose mit Stühlen. Das ist mehr, als man denkt. 3 A: Entscheidend ist das lesbare Zeichen. Der Markt muss Dosen aller Marken nehmen, wenn er Dosen verkauft. Um halb neun brennt im Rathaus schon in jedem zweiten Zimmer Licht. Die Bürgerenergie Oberlinden zum Beschluss „Ich bin 44 Jahre mit dem Bus gefahren und werde die Bahn nicht mehr erleben. Das ist kein Argument gegen sie. Meine Großmutter hat Eichen gepflanzt.“ Gisela Horn, Nordend'

/**
 * Fonts of Windows and macOS, of Android, and of a bare Linux, with the width of the sample: mean advance of a
 * character in em. Measured once, in metric-compatible fonts (Gelasio, Liberation) where the original was not
 * available.
 */
type System = {
  /**
   * The likeliest first, and few: on Linux each requested name delays the first layout, and a system without this font
   * has one of the next. `local()` finds a font by its PostScript name everywhere, by its full name not on iOS.
   */
  regular: readonly string[]
  bold: readonly string[]
  widths: { regular: number; bold: number; /** In the bold font. */ capitals: number }
  /** Mean advance of the ten digits. */
  digits: { regular: number; bold: number }
}
const SYSTEM: Readonly<Record<(typeof STAND_INS)[FontKind][number], System>> = {
  georgia: {
    regular: ['Georgia'],
    bold: ['Georgia-Bold'],
    widths: { regular: 0.4582, bold: 0.5331, capitals: 0.6639 },
    digits: { regular: 0.5478, bold: 0.6217 },
  },
  times: {
    regular: ['Liberation Serif', 'Tinos', 'Tinos Regular'],
    bold: ['LiberationSerif-Bold', 'Tinos-Bold'],
    widths: { regular: 0.4168, bold: 0.4442, capitals: 0.601 },
    digits: { regular: 0.5, bold: 0.5 },
  },
  noto: {
    regular: ['NotoSerif', 'NotoSerif-Regular', 'Noto Serif'],
    bold: ['NotoSerif-Bold'],
    widths: { regular: 0.4931, bold: 0.5229, capitals: 0.6139 },
    digits: { regular: 0.559, bold: 0.565 },
  },
  'dejavu serif': {
    regular: ['DejaVu Serif'],
    bold: ['DejaVuSerif-Bold'],
    widths: { regular: 0.5307, bold: 0.5861, capitals: 0.7136 },
    digits: { regular: 0.6362, bold: 0.6958 },
  },
  arial: {
    regular: ['Arial', 'Liberation Sans', 'Arimo', 'Arimo Regular'],
    bold: ['Arial-BoldMT', 'LiberationSans-Bold', 'Arimo-Bold'],
    widths: { regular: 0.459, bold: 0.4909, capitals: 0.5953 },
    digits: { regular: 0.5562, bold: 0.5562 },
  },
  narrow: {
    regular: ['Arial Narrow', 'Liberation Sans Narrow', 'Roboto Condensed'],
    bold: ['ArialNarrow-Bold', 'LiberationSansNarrow-Bold', 'RobotoCondensed-Bold'],
    widths: { regular: 0.3764, bold: 0.4026, capitals: 0.4881 },
    digits: { regular: 0.4561, bold: 0.4561 },
  },
  roboto: {
    regular: ['Roboto', 'Roboto-Regular'],
    bold: ['Roboto-Bold'],
    widths: { regular: 0.4548, bold: 0.4625, capitals: 0.5507 },
    digits: { regular: 0.562, bold: 0.5737 },
  },
  'dejavu sans': {
    regular: ['DejaVu Sans'],
    bold: ['DejaVuSans-Bold'],
    widths: { regular: 0.5194, bold: 0.5865, capitals: 0.6658 },
    digits: { regular: 0.6362, bold: 0.6958 },
  },
}
/** From this weight on the system's bold font is the fallback. */
const BOLD_FROM = 550
/** German capitals. Words set only in capitals need a width correction of their own. */
const CAPITALS = 'U+0041-005A,U+00C4,U+00D6,U+00DC'

/** In some families digits are far wider than letters, compared with the system fonts: "27 zu 22" takes a line more. */
export const DIGITS = '0123456789'
/** Below this deviation digits need no rule of their own: each is shipped with every page. */
const DIGITS_MAY_DEVIATE = 0.1

/** In em: line metrics, and the mean advance of the sample's characters with kerning. */
export type Measures = { ascent: number; descent: number; lineGap: number; width: number }

/** A font as opened by fontkit. */
export type MeasurableFont = {
  unitsPerEm: number
  ascent: number
  descent: number
  lineGap: number
  layout: (text: string) => { advanceWidth: number }
}

export function measureFont(font: MeasurableFont, sample: string): Measures {
  const { unitsPerEm, ascent, descent, lineGap } = font
  return {
    ascent: ascent / unitsPerEm,
    descent: -descent / unitsPerEm,
    lineGap: lineGap / unitsPerEm,
    width: font.layout(sample).advanceWidth / unitsPerEm / sample.length,
  }
}

/** Whether the fallback is a system's bold font. */
export function isBold(weight: number): boolean {
  return weight >= BOLD_FROM
}

/** Metrics of a family at a weight. `capitals`: set if the family is used for words in capitals. */
export type MeasuredWeight = { weight: number; own: Measures; digits: Measures; capitals: Measures | null }

/** `measured` is sorted by weight; each weight applies up to halfway to the next. */
export function toStandInRules(name: string, kind: FontKind, measured: readonly MeasuredWeight[]): string[] {
  return measured.flatMap(({ weight, own, digits, capitals }, index) => {
    const before = measured[index - 1]
    const next = measured[index + 1]
    const from = before === undefined ? 1 : (before.weight + weight) / 2
    const to = next === undefined ? 1000 : (weight + next.weight) / 2 - 1
    const face = isBold(weight) ? 'bold' : 'regular'
    return STAND_INS[kind].flatMap((standIn) => {
      const { widths, digits: theirDigits, ...sources } = SYSTEM[standIn]
      const deviation = digits.width / theirDigits[face] / (own.width / widths[face]) - 1
      const rule = (measures: Measures, width: number, range = '') => {
        const adjust = measures.width / width
        const percent = (value: number) => `${(value * 100).toFixed(2)}%`
        return `@font-face{font-family:'${name} ${standIn}';font-weight:${from} ${to};src:${sources[face].map((source) => `local('${source}')`).join(',')};size-adjust:${percent(adjust)};ascent-override:${percent(own.ascent / adjust)};descent-override:${percent(own.descent / adjust)};line-gap-override:${percent(own.lineGap / adjust)}${range}}`
      }
      // If two rules cover a character, the later one wins.
      return [
        rule(own, widths[face]),
        ...(Math.abs(deviation) < DIGITS_MAY_DEVIATE
          ? []
          : [rule(digits, theirDigits[face], ';unicode-range:U+0030-0039')]),
        ...(capitals === null ? [] : [rule(capitals, widths.capitals, `;unicode-range:${CAPITALS}`)]),
      ]
    })
  })
}
