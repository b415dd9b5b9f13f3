/**
 * A complete look: every colour by day and night, every measure; values that are not given come from the default look.
 */
import { LOOK_COLOURS, type Look, type LookColour } from '@lokalteil/contracts/publication/look'
import type { Hex } from './colour.ts'
import { derivePalette, type Given, type Mode } from './palette.ts'
import type { ResolvedColour } from './colour-pairs.ts'

export type ByMode<T> = { light: T; dark: T }
export type ResolvedLook = {
  /** The paper's own colour as given; used for icon and share picture. */
  brand: Hex
  colours: Record<ResolvedColour, ByMode<Hex>>
  fonts: Look['fonts']
  headlines: { weight: number; light: number; tracking: number; leading: number }
  kicker: { capitals: boolean; weight: number; tracking: number }
  corners: Look['corners']
  density: Look['density']
  masthead: Look['masthead']
  headings: Look['headings']
  wordmark: { colour: Look['brand']['wordmarkColour']; size: number }
}

type Headlines = ResolvedLook['headlines']
/** Settings for headlines that suit the shipped families; other families get the default. */
const HEADLINES: Readonly<Record<string, Headlines>> = {
  newsreader: { weight: 600, light: 500, tracking: -0.012, leading: 1.14 },
  'source-serif': { weight: 700, light: 600, tracking: -0.014, leading: 1.13 },
  'source-sans': { weight: 700, light: 600, tracking: -0.012, leading: 1.14 },
  'libre-franklin': { weight: 800, light: 700, tracking: -0.022, leading: 1.12 },
  'barlow-semi-condensed': { weight: 700, light: 600, tracking: -0.008, leading: 1.08 },
}
const OWN_HEADLINES: Headlines = { weight: 700, light: 600, tracking: -0.01, leading: 1.15 }

export function resolveLook(look: Look): ResolvedLook {
  const { headlines, kicker, fonts } = look
  const suited = HEADLINES[fonts.head] ?? OWN_HEADLINES
  const capitals = kicker.capitals ?? false
  return {
    brand: typeof look.accent === 'string' ? look.accent : look.accent.light,
    colours: resolveColours(look),
    fonts,
    headlines: {
      weight: headlines.weight ?? suited.weight,
      light: headlines.light ?? suited.light,
      tracking: headlines.tracking ?? suited.tracking,
      leading: headlines.leading ?? suited.leading,
    },
    kicker: { capitals, weight: kicker.weight ?? 650, tracking: kicker.tracking ?? (capitals ? 0.045 : 0.01) },
    corners: look.corners,
    density: look.density,
    masthead: look.masthead,
    headings: look.headings,
    wordmark: { colour: look.brand.wordmarkColour, size: look.brand.wordmarkSize },
  }
}

/** The colour for this mode; a single value counts for both. */
export function shadeOf(shade: Look['accent'], mode: Mode): Hex {
  return (typeof shade === 'string' ? shade : shade[mode]).toLowerCase()
}

function resolveColours(look: Look): ResolvedLook['colours'] {
  const brand = shadeOf(look.accent, 'light')
  const [light, dark] = (['light', 'dark'] as const).map((mode) => {
    const given = LOOK_COLOURS.flatMap((name): [LookColour, Hex][] => {
      const shade = look.colours[name]
      return shade === undefined ? [] : [[name, shadeOf(shade, mode)]]
    })
    return derivePalette(
      mode,
      brand,
      typeof look.accent === 'string' ? null : shadeOf(look.accent, mode),
      Object.fromEntries(given) as Given,
    )
  }) as [ReturnType<typeof derivePalette>, ReturnType<typeof derivePalette>]
  const names = Object.keys(light) as ResolvedColour[]
  return Object.fromEntries(
    names.map((name) => [name, { light: light[name], dark: dark[name] }]),
  ) as ResolvedLook['colours']
}
