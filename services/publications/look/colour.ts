/** Colours as `#rrggbb`; lightness, chroma and hue are those of OKLCH, contrast that of WCAG 2.2. */
import { clampChroma, converter, formatHex, wcagContrast } from 'culori'

export type Hex = string
export type Tone = { lightness: number; chroma: number; hue: number }

const toOklch = converter('oklch')

export function toTone(colour: Hex): Tone {
  const { l, c, h } = toOklch(colour)!
  return { lightness: l, chroma: c, hue: h ?? 0 }
}

/** Converts to the nearest colour that screens can show: chroma is reduced, lightness and hue stay. */
export function toHex({ lightness, chroma, hue }: Tone): Hex {
  const l = Math.min(1, Math.max(0, lightness))
  return formatHex(clampChroma({ mode: 'oklch', l, c: chroma, h: hue }, 'oklch'))
}

export function contrast(colour: Hex, other: Hex): number {
  return wcagContrast(colour, other)
}

function lowestContrast(colour: Hex, others: readonly Hex[]): number {
  return Math.min(...others.map((other) => contrast(colour, other)))
}

const STEP = 0.004

/** The colour, lightened or darkened just enough for the ratio; null if no lightness reaches it. */
export function nearestReadable(colour: Hex, others: readonly Hex[], ratio: number): Hex | null {
  if (lowestContrast(colour, others) >= ratio) return colour
  const tone = toTone(colour)
  for (let distance = STEP; distance <= 1; distance += STEP) {
    for (const lightness of [tone.lightness - distance, tone.lightness + distance]) {
      if (lightness < -STEP || lightness > 1 + STEP) continue
      const candidate = toHex({ ...tone, lightness })
      if (lowestContrast(candidate, others) >= ratio) return candidate
    }
  }
  return null
}

/** Like `nearestReadable`, but black or white if no lightness is enough. */
export function readable(colour: Hex, others: readonly Hex[], ratio: number): Hex {
  return (
    nearestReadable(colour, others, ratio) ??
    (lowestContrast('#000000', others) >= lowestContrast('#ffffff', others) ? '#000000' : '#ffffff')
  )
}
