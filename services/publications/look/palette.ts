/**
 * Derives all colours of one mode from one colour: neutrals with a trace of its temperature, text colours moved in
 * lightness until they are readable on every surface. Given colours are used unchanged, and the others are adapted to
 * them.
 */
import type { LookColour } from '@lokalteil/contracts/publication/look'
import { contrast, type Hex, readable, toHex, type Tone, toTone } from './colour.ts'
import { type ResolvedColour, SIGN_RATIO, SURFACES, TEXT_RATIO } from './colour-pairs.ts'

export type Palette = Record<ResolvedColour, Hex>
export type Mode = 'light' | 'dark'

/** Below this chroma (OKLCH) a colour looks black, grey or white. */
const COLOURLESS = 0.02
/** Yellow turns olive when it is darkened, so its hue is moved to bronze. Hues in degrees. */
const YELLOW = { from: 88, to: 120, bronze: 78 }
/** Range of hues that turn brown on a dark area: for these the band is nearly black and the colour is drawn on it. */
const BROWN = { from: 38, to: 125 }
/** A darkened pastel would look grey, so its chroma is raised. */
const PASTEL = { lightness: 0.75, most: 0.11, gain: 2.2 }

type Ramp = {
  paper: number
  /** Difference in lightness to the paper. */
  raised: number
  sunk: number
  wash: number
  ink: number
  inkSoft: number
  inkMuted: number
  line: number
  lineStrong: number
  alert: Hex
  onAlert: Hex
  plus: Hex
  focus: Hex
}
const RAMPS: Readonly<Record<Mode, Ramp>> = {
  light: {
    paper: 0.991,
    raised: 0.01,
    sunk: -0.032,
    wash: -0.038,
    ink: 0.22,
    inkSoft: 0.38,
    inkMuted: 0.495,
    line: 0.885,
    lineStrong: 0.22,
    alert: '#b3161b',
    onAlert: '#ffffff',
    plus: '#8a5a00',
    focus: '#0b57d0',
  },
  dark: {
    paper: 0.205,
    raised: 0.042,
    sunk: -0.032,
    wash: 0.075,
    ink: 0.935,
    inkSoft: 0.825,
    inkMuted: 0.71,
    line: 0.345,
    lineStrong: 0.645,
    alert: '#ff8078',
    onAlert: '#2a0605',
    plus: '#e9b85a',
    focus: '#9cc2ff',
  },
}

export type Given = Readonly<Partial<Record<LookColour, Hex>>>

/** `brand`: the paper's own colour. `seed`: the colour that this mode's accent is made from; null: the brand. */
export function derivePalette(mode: Mode, brand: Hex, seed: Hex | null, given: Given): Palette {
  const own = toTone(brand)
  const isColourless = own.chroma < COLOURLESS
  const temperature = { hue: own.hue > 175 && own.hue < 320 ? 245 : 88, chroma: isColourless ? 0 : 0.006 }
  const neutral = (lightness: number, strength = 1) =>
    toHex({ lightness, hue: temperature.hue, chroma: temperature.chroma * strength })
  const paper = given.paper ?? neutral(RAMPS[mode].paper, 0.6)
  // If the given paper is dark, the dark ramp is used, also by day.
  const isDark = contrast('#ffffff', paper) > contrast('#000000', paper)
  const ramp = RAMPS[isDark ? 'dark' : 'light']
  const tint = Math.min(own.chroma * 0.25, isDark ? 0.035 : 0.022)
  const ground = toTone(paper).lightness
  const surfaces = {
    paper,
    paperRaised: given.paperRaised ?? neutral(ground + ramp.raised, 0.4),
    paperSunk: given.paperSunk ?? neutral(ground + ramp.sunk),
    accentWash: given.accentWash ?? toHex({ lightness: ground + ramp.wash, hue: own.hue, chroma: tint }),
    opinionWash: given.opinionWash ?? neutral(ground + ramp.wash * 0.9, 2.2),
  }
  const below = SURFACES.map((name) => surfaces[name])
  const text = (colour: Hex) => readable(colour, below, TEXT_RATIO)
  const accent = given.accent ?? text(seed ?? toAccent(brand, isDark))
  const alert = given.alert ?? text(ramp.alert)
  const accentStrong = given.accentStrong ?? text(strengthen(accent, isDark))
  return {
    ...surfaces,
    ink: given.ink ?? text(neutral(ramp.ink)),
    inkSoft: given.inkSoft ?? text(neutral(ramp.inkSoft)),
    inkMuted: given.inkMuted ?? text(neutral(ramp.inkMuted, 1.4)),
    line: given.line ?? neutral(ramp.line + (isDark ? 0 : Math.min(0, ground - ramp.paper))),
    lineStrong: given.lineStrong ?? readable(neutral(ramp.lineStrong), below, SIGN_RATIO),
    accent,
    accentStrong,
    onAccent: given.onAccent ?? readable(onColour(accent, own.hue), [accent, accentStrong], TEXT_RATIO),
    kicker: given.kicker ?? (given.accent === undefined ? accent : text(accent)),
    alert,
    onAlert: given.onAlert ?? readable(ramp.onAlert, [alert], TEXT_RATIO),
    plus: given.plus ?? text(ramp.plus),
    focus: readable(ramp.focus, below, SIGN_RATIO),
    ...deriveBand(own, brand, given),
  }
}

function toAccent(seed: Hex, isDark: boolean): Hex {
  const { lightness, chroma, hue } = toTone(seed)
  const isColourless = chroma < COLOURLESS
  if (isDark)
    return toHex({ lightness: Math.max(lightness, isColourless ? 0.88 : 0.77), chroma: Math.min(chroma, 0.13), hue })
  if (isColourless || lightness < PASTEL.lightness) return seed
  const isYellow = hue > YELLOW.from && hue < YELLOW.to
  return toHex({
    lightness,
    chroma: chroma < PASTEL.most ? Math.min(PASTEL.most, chroma * PASTEL.gain) : chroma,
    hue: isYellow ? YELLOW.bronze : hue,
  })
}

/** The accent for hover and emphasis: further away from the surface, unless there is no room left. */
function strengthen(accent: Hex, isDark: boolean): Hex {
  const tone = toTone(accent)
  const step = isDark ? Math.min(0.07, 0.97 - tone.lightness) : tone.lightness > 0.28 ? -0.09 : 0.14
  return toHex({ ...tone, lightness: tone.lightness + step })
}

function onColour(colour: Hex, hue: number): Hex {
  return contrast('#ffffff', colour) >= TEXT_RATIO ? '#ffffff' : toHex({ lightness: 0.19, chroma: 0.025, hue })
}

/** Colours of footer, title bars and coloured mastheads: the same by day and night. */
function deriveBand(own: Tone, brand: Hex, given: Given) {
  const isBrown = own.hue > BROWN.from && own.hue < BROWN.to
  const chroma = own.chroma < COLOURLESS ? 0 : isBrown ? 0.012 : Math.min(own.chroma * 0.75, 0.085)
  const band = given.band ?? toHex({ lightness: isBrown ? 0.27 : 0.33, chroma, hue: own.hue })
  const light = (lightness: number, most: number) => toHex({ lightness, chroma: Math.min(chroma, most), hue: own.hue })
  const bandAccent = given.bandAccent ?? readable(own.chroma < COLOURLESS ? '#ffffff' : brand, [band], TEXT_RATIO)
  return {
    band,
    onBand: given.onBand ?? readable(light(0.967, 0.008), [band], TEXT_RATIO),
    onBandSoft: given.onBandSoft ?? readable(light(0.83, 0.03), [band], TEXT_RATIO),
    bandAccent,
    onBandAccent: given.onBandAccent ?? readable(onColour(bandAccent, own.hue), [bandAccent], TEXT_RATIO),
    bandPlus: readable('#f0c46a', [band], TEXT_RATIO),
  }
}
