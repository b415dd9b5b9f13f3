/** Two weeks of invented films for the demo. */
import type { Showing } from './contract/cinema.ts'

const FILMS = [
  { film: 'Die Fähre nach Talheim', hall: 'Großer Saal', note: '' },
  { film: 'Ein Sommer am Wehr', hall: 'Großer Saal', note: 'Originalfassung mit Untertiteln' },
  { film: 'Kommissarin Brandt: Nebelfelder', hall: 'Großer Saal', note: '' },
  { film: 'Nachts im Stellwerk', hall: 'Kleiner Saal', note: '' },
  { film: 'Der Apfelkönig', hall: 'Kleiner Saal', note: 'Kinderkino, ab 6 Jahren' },
] as const
const TIMES = ['15:00', '17:30', '20:00', '20:15'] as const

/** `days`: from today, like 2026-12-31. The first film begins anew every day, so that each day has another evening. */
export function toSampleProgramme(days: readonly string[]): Showing[] {
  return days.flatMap((day, index) =>
    TIMES.map((time, place) => ({ day, time, ...FILMS[(index + place) % FILMS.length]! })),
  )
}
