/** The font families that come with the product: their names in look.yaml, and the fallback fonts while they load. */

export const FONT_FAMILIES = [
  'newsreader',
  'source-serif',
  'source-sans',
  'libre-franklin',
  'barlow-semi-condensed',
] as const
export type FontFamily = (typeof FONT_FAMILIES)[number]

const SERIF = ['georgia', 'times', 'noto', 'dejavu serif'] as const
const SANS = ['arial', 'roboto', 'dejavu sans'] as const
const CONDENSED = ['narrow', ...SANS] as const

/** Fallbacks by kind of font: system fonts scaled to the family's metrics. */
export const STAND_INS = { serif: SERIF, sans: SANS, condensed: CONDENSED } as const
export type FontKind = keyof typeof STAND_INS
const GENERIC: Readonly<Record<FontKind, string>> = {
  serif: "Georgia,'Times New Roman',serif",
  sans: "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  condensed: "'Arial Narrow',Arial,sans-serif",
}

/** Names in CSS. */
export const FAMILY_NAMES: Readonly<Record<FontFamily, string>> = {
  newsreader: 'Newsreader',
  'source-serif': 'Source Serif',
  'source-sans': 'Source Sans',
  'libre-franklin': 'Libre Franklin',
  'barlow-semi-condensed': 'Barlow Semi',
}
export const FAMILY_KINDS: Readonly<Record<FontFamily, FontKind>> = {
  newsreader: 'serif',
  'source-serif': 'serif',
  'source-sans': 'sans',
  'libre-franklin': 'sans',
  'barlow-semi-condensed': 'condensed',
}

/** `font-family` with all fallbacks. */
export function toFontStack(name: string, kind: FontKind): string {
  return `'${name}',${toStandInStack(name, kind)}`
}

/** Only the fallbacks, which need no download. */
export function toStandInStack(name: string, kind: FontKind): string {
  return [...STAND_INS[kind].map((standIn) => `'${name} ${standIn}'`), GENERIC[kind]].join(',')
}

/** The generic system fonts of this kind. */
export function toSystemStack(kind: FontKind): string {
  return GENERIC[kind]
}

export function isShippedFamily(family: string): family is FontFamily {
  return (FONT_FAMILIES as readonly string[]).includes(family)
}
