/**
 * Turns a look into CSS: custom properties on `:root` and attributes on `<html>`, the only parts of a look that
 * components read. It must be small, because every page contains it; its rules are in no cascade layer and so override
 * the product's own.
 */
import {
  FAMILY_KINDS,
  FAMILY_NAMES,
  type FontKind,
  isShippedFamily,
  toFontStack,
  toStandInStack,
} from '@lokalteil/domain/publication/font-families'
import type { ResolvedColour } from './colour-pairs.ts'
import type { Hex } from './colour.ts'
import type { ByMode, ResolvedLook } from './resolved-look.ts'

const CORNERS: Readonly<Record<ResolvedLook['corners'], readonly [small: string, large: string, pill: string]>> = {
  square: ['0', '0', '0'],
  crisp: ['2px', '2px', '999px'],
  slight: ['4px', '12px', '999px'],
  soft: ['6px', '14px', '999px'],
  round: ['10px', '20px', '999px'],
}
/** Space between blocks, and the size of the largest headline. Regular has the values of `tokens.css`. */
const DENSITIES: Readonly<Record<ResolvedLook['density'], readonly string[]>> = {
  airy: ['--space-6:2.6rem', '--space-7:4rem', '--step-5:clamp(1.8rem,1.3rem + 2vw,3rem)'],
  regular: [],
  dense: ['--space-6:1.9rem', '--space-7:2.6rem', '--step-5:clamp(1.6rem,1.25rem + 1.4vw,2.3rem)'],
}

const ROLES = ['head', 'text', 'ui'] as const

/** `[data-letters=late]`: the page's first script put the fonts off and fetches those named in `--letters` itself. */
export function toLookCss(look: ResolvedLook): string {
  const { headlines, kicker } = look
  const [small, large, pill] = CORNERS[look.corners]
  const colours = Object.entries(look.colours) as [ResolvedColour, ByMode<Hex>][]
  const declarations = [
    ...colours.map(([name, shades]) => `--${toKebab(name)}:${toValue(shades)}`),
    ...ROLES.map((role) => `--font-${role}:${toFontStack(...familyOf(look, role))}`),
    `--letters:${[...new Set(ROLES.map((role) => `'${familyOf(look, role)[0]}'`))].join()}`,
    `--head-weight:${headlines.weight}`,
    `--head-weight-light:${headlines.light}`,
    `--head-tracking:${toEm(headlines.tracking)}`,
    `--head-leading:${headlines.leading}`,
    `--kicker-case:${kicker.capitals ? 'uppercase' : 'none'}`,
    `--kicker-weight:${kicker.weight}`,
    `--kicker-tracking:${toEm(kicker.tracking)}`,
    `--radius:${small}`,
    `--radius-large:${large}`,
    `--radius-pill:${pill}`,
    ...DENSITIES[look.density],
  ]
  const standIns = ROLES.map((role) => `--font-${role}:${toStandInStack(...familyOf(look, role))}`)
  return `:root{${declarations.join(';')}}:root[data-letters=late]{${standIns.join(';')}}`
}

export function toLookMarks({ masthead, headings, wordmark }: ResolvedLook): Record<string, string> {
  return { 'data-masthead': masthead, 'data-headings': headings, 'data-wordmark': wordmark.colour }
}

/** The colour of the browser's own bars (`theme-color`): that of the top of the page. */
export function toThemeColour({ masthead, colours }: ResolvedLook): ByMode<Hex> {
  return masthead === 'band' ? { light: colours.band.light, dark: colours.paper.dark } : colours.paper
}

function familyOf({ fonts }: ResolvedLook, role: (typeof ROLES)[number]): [name: string, kind: FontKind] {
  const family = fonts[role]
  if (isShippedFamily(family)) return [FAMILY_NAMES[family], FAMILY_KINDS[family]]
  return [family, fonts.families.find(({ name }) => name === family)?.fallback ?? 'serif']
}

function toKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toValue({ light, dark }: ByMode<Hex>): string {
  return light === dark ? light : `light-dark(${light},${dark})`
}

function toEm(value: number): string {
  return value === 0 ? '0' : `${value}em`
}
