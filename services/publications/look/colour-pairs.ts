/**
 * The pairs of colours that the product combines, with the contrast that WCAG 2.2 AA requires: text 4.5 (1.4.3), signs
 * 3 (1.4.11).
 */
import type { LookColour } from '@lokalteil/contracts/publication/look'

/** `focus` and `bandPlus` belong to the product: a look cannot set them, they are derived from the others. */
export type ResolvedColour = LookColour | 'focus' | 'bandPlus'
export type ColourPair = { upper: ResolvedColour; lower: ResolvedColour; ratio: number }

export const TEXT_RATIO = 4.5
export const SIGN_RATIO = 3

export const SURFACES = ['paper', 'paperRaised', 'paperSunk', 'accentWash', 'opinionWash'] as const
/** `inkMuted` is also the colour of the borders of input fields. */
const TEXTS = ['ink', 'inkSoft', 'inkMuted', 'accent', 'accentStrong', 'kicker', 'plus', 'alert'] as const
const SIGNS = ['focus', 'lineStrong'] as const

const on = (uppers: readonly ResolvedColour[], lowers: readonly ResolvedColour[], ratio: number): ColourPair[] =>
  uppers.flatMap((upper) => lowers.map((lower) => ({ upper, lower, ratio })))

export const COLOUR_PAIRS: readonly ColourPair[] = [
  ...on(TEXTS, SURFACES, TEXT_RATIO),
  ...on(SIGNS, SURFACES, SIGN_RATIO),
  ...on(['onAccent'], ['accent', 'accentStrong'], TEXT_RATIO),
  ...on(['onAlert'], ['alert'], TEXT_RATIO),
  ...on(['onBand', 'onBandSoft', 'bandAccent', 'bandPlus'], ['band'], TEXT_RATIO),
  ...on(['onBandAccent'], ['bandAccent'], TEXT_RATIO),
]
