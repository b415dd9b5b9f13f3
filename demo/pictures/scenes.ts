/**
 * Drawn editorial pictures: a motif in a mood, varied by a seed. The same three always give the same bytes.
 * Pictures are 1600 × 1000 unless a smaller width is asked for; the proportions stay 8:5.
 */
import type { Mood } from './light.ts'
import { COUNTRYSIDE } from './motifs/countryside.ts'
import { EMERGENCY } from './motifs/emergency.ts'
import { FACADES } from './motifs/facades.ts'
import { GARDENS } from './motifs/gardens.ts'
import { HALLS } from './motifs/halls.ts'
import { HARBOUR } from './motifs/harbour.ts'
import { NATURE } from './motifs/nature.ts'
import { NEW_TOWN } from './motifs/new-town.ts'
import { OBJECTS } from './motifs/objects.ts'
import { OLD_TOWN } from './motifs/old-town.ts'
import { PITCHES } from './motifs/pitches.ts'
import { PRODUCTS } from './motifs/products.ts'
import { RIVER } from './motifs/river.ts'
import { SEASONS } from './motifs/seasons.ts'
import { STAGES } from './motifs/stages.ts'
import { TRADES } from './motifs/trades.ts'
import { TRAFFIC } from './motifs/traffic.ts'
import { createPainter, HEIGHT, WIDTH } from './painter.ts'
import { finish } from './paper.ts'

const OUTDOORS = {
  ...COUNTRYSIDE,
  ...NATURE,
  ...GARDENS,
  ...RIVER,
  ...HARBOUR,
  ...OLD_TOWN,
  ...NEW_TOWN,
  ...FACADES,
  ...SEASONS,
  ...EMERGENCY,
  ...TRAFFIC,
  ...PITCHES,
}
const INDOORS = { ...HALLS, ...STAGES, ...TRADES, ...PRODUCTS, ...OBJECTS }
const SCENES = { ...OUTDOORS, ...INDOORS }

export type Motif = keyof typeof SCENES
export const MOTIFS = Object.keys(SCENES) as Motif[]

export function sceneSvg(motif: Motif, mood: Mood, seed: string, width = WIDTH): string {
  const painter = createPainter(mood, `${motif} ${mood} ${seed}`)
  SCENES[motif](painter)
  // Falling snow and rain stay outside.
  if (!Object.hasOwn(INDOORS, motif)) painter.weather()
  return painter.toSvg(width, Math.round((width * HEIGHT) / WIDTH))
}

const MAX_BYTES = 200_000

/** JPEG, at most 200 kB: what is busier is saved a little coarser. */
export async function renderScene(motif: Motif, mood: Mood, seed: string, width = WIDTH): Promise<Buffer> {
  return finish(sceneSvg(motif, mood, seed, width), `${motif} ${seed}`, { quality: 82, maxBytes: MAX_BYTES })
}
