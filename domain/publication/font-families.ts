/** The families that come with the product: a name for each as look.yaml writes it, and what stands in until it is there. */

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

/** By kind of letters: faces of systems that are stretched to the family's measures, and what systems say to it. */
export const STAND_INS = { serif: SERIF, sans: SANS, condensed: CONDENSED } as const
export type FontKind = keyof typeof STAND_INS
const GENERIC: Readonly<Record<FontKind, string>> = {
  serif: "Georgia,'Times New Roman',serif",
  sans: "system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
  condensed: "'Arial Narrow',Arial,sans-serif",
}

/** As CSS calls them. */
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

/** `font-family` with everything that may stand in. */
export function toFontStack(name: string, kind: FontKind): string {
  return `'${name}',${toStandInStack(name, kind)}`
}

/** What stands in, and nothing that has to be fetched. */
export function toStandInStack(name: string, kind: FontKind): string {
  return [...STAND_INS[kind].map((standIn) => `'${name} ${standIn}'`), GENERIC[kind]].join(',')
}

/** What systems have of this kind of letters. */
export function toSystemStack(kind: FontKind): string {
  return GENERIC[kind]
}

export function isShippedFamily(family: string): family is FontFamily {
  return (FONT_FAMILIES as readonly string[]).includes(family)
}
