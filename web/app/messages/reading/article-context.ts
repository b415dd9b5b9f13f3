/** Texts of what stands around an article: contents, corrections, how it came about, what happened so far. */
export const articleContextTexts = {
  related: 'Mehr zum Thema',
  relatedTo: (topic: string) => `Mehr zum Thema ${topic}`,
  reading: 'Der Artikel zum Anhören',
  foreignAudio: 'Diese Aufnahme liegt an anderer Stelle. Sie wird erst geladen, wenn Sie dem Link folgen.',
  foreignAudioLink: 'Aufnahme anhören',
  contents: 'In diesem Text',
  correctedOn: (day: string) => `Korrigiert am ${day}`,
  corrections: (count: number) => (count === 1 ? 'Korrektur' : 'Korrekturen'),
  correctionsPolicy: 'So gehen wir mit Fehlern um',
  printedOn: (moment: string) => `Gedruckt am ${moment}`,
  account: 'So ist dieser Text entstanden',
  writtenBy: 'Geschrieben von',
  takenFrom: 'Quelle',
  basis: 'Worauf er beruht',
  unclear: 'Was wir nicht wissen',
  ai: 'Künstliche Intelligenz',
  aiGenerated: 'Dieser Text wurde mit künstlicher Intelligenz erzeugt.',
  aiAssisted:
    'Bei diesem Text hat künstliche Intelligenz geholfen; die Redaktion hat ihn geprüft und verantwortet ihn.',
  standards: 'Nach welchen Regeln wir arbeiten',
  match: 'Ergebnis',
  score: (home: number, away: number) => `${home}:${away}`,
  halfTime: (home: number, away: number) => `Halbzeit\u00a0${home}:${away}`,
  goals: 'Torfolge',
  when: (minute: string, note: string | undefined) => {
    const parts = [minute, note ?? ''].filter((part) => part !== '')
    return parts.length === 0 ? '' : `(${parts.join(', ')})`
  },
  earlier: 'Was bisher geschah',
  timeline: 'Zeitleiste',
  people: 'Wer ist wer',
  map: 'Der Ort des Geschehens',
  mapOf: (places: string) => `Karte: ${places}`,
  mapWith: (others: string) => ` in der Umgebung von ${others}`,
  mapCredit: 'Kartendaten:',
} as const
