/** Texts of fields and lists on all screens. */
export const PARTS = {
  length: (length: number, good: number, most: number) => `${length} (${good}/${most})`,
  nothing: 'Nichts gefunden',
  takeFree: (name: string) => `Eingabetaste: „${name}“ übernehmen`,
  remove: (name: string) => `${name} entfernen`,
  toFront: 'An die erste Stelle',
} as const
