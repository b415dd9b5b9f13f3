/**
 * Font families that a folder brings: their CSS rules under addresses that contain the hash of the bytes, and system
 * faces shown until they have loaded. The stand-ins are measured here, as those of the shipped families are in the
 * build.
 */
import { createHash } from 'node:crypto'
import {
  DIGITS,
  measureFont,
  type MeasuredWeight,
  SAMPLE,
  toStandInRules,
} from '@lokalteil/domain/publication/stand-ins'
import { type Face, openFace } from './lettering.ts'
import type { ResolvedLook } from '../look/resolved-look.ts'

export type OwnFont = { name: string; css: string; bytes: Uint8Array; isPreloaded: boolean }
type Files = ReadonlyMap<string, Uint8Array>
type Family = ResolvedLook['fonts']['families'][number]

export async function openOwnFonts(
  code: string,
  { fonts }: ResolvedLook,
  files: Files,
): Promise<{ fonts: OwnFont[]; standIns: string }> {
  const used = new Set([fonts.head, fonts.text, fonts.ui])
  const families = fonts.families.filter(({ name }) => used.has(name))
  const rules = await Promise.all(families.map((family) => standInsOf(family, files)))
  return { fonts: families.flatMap((family) => listCuts(code, family, files)), standIns: rules.flat().join('') }
}

function listCuts(code: string, family: Family, files: Files): OwnFont[] {
  return family.files.flatMap(({ file, weight, style }, index) => {
    const bytes = files.get(file)
    if (bytes === undefined || !isWoff2(bytes)) return []
    const name = `font-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.woff2`
    const css = `@font-face{font-family:'${family.name}';font-style:${style};font-weight:${weight};font-display:swap;src:url(/assets/brand/${code}/${name}) format('woff2')}`
    return [{ name, css, bytes, isPreloaded: index === 0 }]
  })
}

/** Weights at which a variable font is measured, within its range. */
const USUAL_WEIGHTS = [400, 600, 700]

/** A font that cannot be opened gives no measure; then the system faces are shown without adjustment. */
async function standInsOf({ name, fallback, files: cuts }: Family, files: Files): Promise<string[]> {
  const faces = cuts
    .filter(({ style }) => style === 'normal')
    .flatMap(({ file, weight }) => {
      const bytes = files.get(file)
      return bytes === undefined || !isWoff2(bytes) ? [] : toFaces(bytes, weight)
    })
  const measured = await Promise.all(
    faces.map(async ({ at, face }): Promise<MeasuredWeight | null> => {
      const font = await openFace(face, SAMPLE + DIGITS)
      return font === null
        ? null
        : { weight: at, own: measureFont(font, SAMPLE), digits: measureFont(font, DIGITS), capitals: null }
    }),
  )
  const byWeight = new Map(measured.filter((one) => one !== null).map((one) => [one.weight, one]))
  return toStandInRules(
    name,
    fallback,
    [...byWeight.values()].toSorted((a, b) => a.weight - b.weight),
  )
}

function toFaces(bytes: Uint8Array, weight: number | string): { at: number; face: Face }[] {
  if (typeof weight === 'number') return [{ at: weight, face: { bytes, weight: null } }]
  const [least = 1, most = 1000] = weight.split(' ').map(Number)
  const weights = new Set(USUAL_WEIGHTS.map((usual) => Math.min(most, Math.max(least, usual))))
  return [...weights].map((at) => ({ at, face: { bytes, weight: at } }))
}

export function isWoff2(bytes: Uint8Array): boolean {
  return bytes.byteLength > 48 && new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === 'wOF2'
}
