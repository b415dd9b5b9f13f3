/** The six kinds of weather with an icon, and their texts for readers. */

export const CONDITIONS = ['sun', 'clouds', 'rain', 'snow', 'fog', 'thunder'] as const
export type Condition = (typeof CONDITIONS)[number]

/** The sky: kind of weather for the icon, and text for readers. */
export type Sky = { condition: Condition; words: string }

export const CONDITION_WORDS: Readonly<Record<Condition, string>> = {
  sun: 'Sonne',
  clouds: 'Wolken',
  rain: 'Regen',
  snow: 'Schnee',
  fog: 'Nebel',
  thunder: 'Gewitter',
}

/** By the icon numbers of the German weather service's app, from 1; 31 is wind, with any sky. */
const DWD_SKIES: readonly (readonly [Condition, string])[] = [
  ['sun', 'sonnig'],
  ['sun', 'leicht bewölkt'],
  ['clouds', 'bewölkt'],
  ['clouds', 'bedeckt'],
  ['fog', 'Nebel'],
  ['fog', 'Nebel mit Glätte'],
  ['rain', 'leichter Regen'],
  ['rain', 'Regen'],
  ['rain', 'starker Regen'],
  ['rain', 'leichter Regen mit Glätte'],
  ['rain', 'starker Regen mit Glätte'],
  ['rain', 'Regen, vereinzelt Schnee'],
  ['snow', 'Schneeregen'],
  ['snow', 'leichter Schneefall'],
  ['snow', 'Schneefall'],
  ['snow', 'starker Schneefall'],
  ['rain', 'Hagel'],
  ['rain', 'leichte Schauer'],
  ['rain', 'kräftige Schauer'],
  ['rain', 'Schauer, vereinzelt Schnee'],
  ['snow', 'Schneeregenschauer'],
  ['snow', 'leichte Schneeschauer'],
  ['snow', 'Schneeschauer'],
  ['rain', 'Hagelschauer'],
  ['rain', 'kräftige Hagelschauer'],
  ['thunder', 'Gewitter'],
  ['thunder', 'Gewitter mit Regen'],
  ['thunder', 'Gewitter mit starkem Regen'],
  ['thunder', 'Gewitter mit Hagel'],
  ['thunder', 'Gewitter mit starkem Hagel'],
  ['clouds', 'windig'],
]

/** Null: unknown number. */
export function toSky(icon: number | null): Sky | null {
  const found = icon === null || !Number.isInteger(icon) ? undefined : DWD_SKIES[icon - 1]
  return found === undefined ? null : { condition: found[0], words: found[1] }
}
