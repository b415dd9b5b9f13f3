/**
 * Drawn editorial pictures: a motif in a mood, varied by a seed. The same three always give the same bytes.
 * Pictures are 1600 × 1000 unless a smaller width is asked for; the proportions stay 8:5.
 */
import { CITY } from './city.ts'
import { INTERIORS } from './interiors.ts'
import { LANDSCAPE } from './landscape.ts'
import { createPainter, finish, HEIGHT, WIDTH } from './painter.ts'
import type { Mood, Painter } from './painter.ts'
import { SPORT } from './sport.ts'
import { STILL_LIFE } from './still-life.ts'
import { TRAFFIC } from './traffic.ts'
import { WATERSIDE } from './waterside.ts'

const SCENES = { ...LANDSCAPE, ...WATERSIDE, ...CITY, ...TRAFFIC, ...SPORT, ...INTERIORS, ...STILL_LIFE }

export type Motif = keyof typeof SCENES
export const MOTIFS = Object.keys(SCENES) as Motif[]

/** Falling snow and rain stay outside. */
const INDOORS: ReadonlySet<string> = new Set([...Object.keys(INTERIORS), ...Object.keys(STILL_LIFE), 'handball-hall', 'gym', 'swimming-pool'])

export function sceneSvg(motif: Motif, mood: Mood, seed: string, width = WIDTH): string {
  const painter: Painter = createPainter(mood, `${motif} ${mood} ${seed}`)
  SCENES[motif](painter)
  if (!INDOORS.has(motif)) painter.weather()
  return painter.toSvg(width, Math.round((width * HEIGHT) / WIDTH))
}

const MAX_BYTES = 200_000

/** JPEG, at most 200 kB: what is busier is saved a little coarser. */
export async function renderScene(motif: Motif, mood: Mood, seed: string, width = WIDTH): Promise<Buffer> {
  return finish(sceneSvg(motif, mood, seed, width), `${motif} ${seed}`, { quality: 82, maxBytes: MAX_BYTES })
}
