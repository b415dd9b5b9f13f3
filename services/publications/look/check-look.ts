/**
 * Reports given colours with too little contrast to the colours they are combined with (WCAG 2.2 AA), and suggests the
 * nearest colour that passes.
 */
import { LOOK_COLOURS, type Look, type LookColour } from '@lokalteil/contracts/publication/look'
import type { Finding } from '@lokalteil/contracts/publication/publication-folder'
import { contrast, type Hex, nearestReadable, toHex, toTone } from './colour.ts'
import { COLOUR_PAIRS, type ColourPair, SURFACES } from './colour-pairs.ts'
import type { Mode } from './palette.ts'
import { type ByMode, resolveLook, type ResolvedLook, shadeOf } from './resolved-look.ts'

type LineOf = (path: readonly PropertyKey[]) => number | null
type Failure = ColourPair & { mode: Mode; reached: number }

export function checkLook(look: Look, lineOf: LineOf = () => null): Finding[] {
  const { colours } = resolveLook(look)
  return (['light', 'dark'] as const).flatMap((mode) => {
    const byCulprit = Map.groupBy(listFailures(colours, mode), (failure) => findCulprit(look, failure))
    return [...byCulprit].map(([culprit, failures]) => toFinding(look, colours, culprit, failures, lineOf))
  })
}

function listFailures(colours: ResolvedLook['colours'], mode: Mode): Failure[] {
  return COLOUR_PAIRS.map((pair) => ({
    ...pair,
    mode,
    reached: contrast(colours[pair.upper][mode], colours[pair.lower][mode]),
  })).filter(({ reached, ratio }) => reached < ratio)
}

/**
 * The given colour to blame: the upper one of the pair, else the lower one, else a given colour that the two were
 * derived from.
 */
function findCulprit({ colours }: Look, { upper, lower }: ColourPair): LookColour {
  const order = [upper, lower, ...SURFACES, 'accent', 'accentStrong', 'band', 'bandAccent', 'alert', ...LOOK_COLOURS]
  return order.find((name) => name in colours) as LookColour
}

function toFinding(
  look: Look,
  colours: ResolvedLook['colours'],
  culprit: LookColour,
  failures: readonly Failure[],
  lineOf: LineOf,
): Finding {
  const worst = failures.toSorted((a, b) => a.reached / a.ratio - b.reached / b.ratio)[0]!
  const { upper, lower, mode, ratio, reached } = worst
  const given = look.colours[culprit]!
  const path = ['colours', culprit, ...(typeof given === 'string' ? [] : [mode])]
  const others = failures.filter((one) => one !== worst).map((one) => `${one.upper} on ${one.lower}`)
  const passing = toPassing(look, colours, culprit, worst)
  return {
    level: 'error',
    file: 'look.yaml',
    line: lineOf(path),
    field: path.join('.'),
    message: `${upper} ${colours[upper][mode]} on ${lower} ${colours[lower][mode]} reaches ${toRatio(reached)} in ${mode}, ${toRatio(ratio)} is needed${others.length === 0 ? '' : `; too little have also ${others.join(', ')}`}`,
    remedy: passing === null ? `Take a lighter or darker one.` : toRemedy(given, mode, passing),
  }
}

function toRemedy(given: Look['accent'], mode: Mode, passing: Hex): string {
  const nearest = `The nearest that passes is "${passing}"`
  if (typeof given !== 'string') return `${nearest}.`
  const shades: ByMode<Hex> = { light: given, dark: given }
  shades[mode] = passing
  return `${nearest}; for ${mode} alone write { light: "${shades.light}", dark: "${shades.dark}" }.`
}

/**
 * A text colour is moved away from all its backgrounds. For a background, the colours on it are derived again for each
 * candidate.
 */
function toPassing(look: Look, colours: ResolvedLook['colours'], culprit: LookColour, worst: Failure): Hex | null {
  const { mode, ratio } = worst
  const current = shadeOf(look.colours[culprit]!, mode)
  if (culprit === worst.upper) {
    const below = COLOUR_PAIRS.filter(({ upper }) => upper === culprit).map(({ lower }) => colours[lower][mode])
    return nearestReadable(current, below, ratio) ?? nearestReadable(current, [colours[worst.lower][mode]], ratio)
  }
  const tone = toTone(current)
  for (let distance = 0.01; distance <= 1; distance += 0.01) {
    for (const lightness of [tone.lightness + distance, tone.lightness - distance]) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = toHex({ ...tone, lightness })
      const changed = resolveLook({ ...look, colours: { ...look.colours, [culprit]: candidate } })
      const isBlamed = listFailures(changed.colours, mode).some((failure) => findCulprit(look, failure) === culprit)
      if (!isBlamed) return candidate
    }
  }
  return null
}

/** Rounded down, so that 4.49 is not shown as the required 4.5. */
function toRatio(ratio: number): string {
  return `${Number((Math.floor(ratio * 100) / 100).toFixed(2))}:1`
}
