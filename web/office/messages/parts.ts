/** Texts of fields and lists on all screens. */
export const PARTS = {
  length: (length: number, good: number, most: number) => `${length} (${good}/${most})`,
  nothing: 'Nichts gefunden',
  takeFree: (name: string) => `Eingabetaste: „${name}“ übernehmen`,
  remove: (name: string) => `${name} entfernen`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Ihr Browser lässt das Kopieren nicht zu. Markieren Sie den Link, und kopieren Sie ihn selbst.',
  toFront: 'An die erste Stelle',
  hasMarkup: 'Dieser Text enthält Links oder Auszeichnungen. Wenn Sie ihn hier ändern, gehen sie verloren.',
} as const
