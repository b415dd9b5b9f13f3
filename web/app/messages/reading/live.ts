/** Texts of live reports during updates. */
export const liveTexts = {
  on: 'Dieser Bericht aktualisiert sich von selbst.',
  asking: 'Keine ständige Verbindung: Neue Einträge kommen alle paar Sekunden.',
  off: 'Zurzeit keine Verbindung. Neue Einträge erscheinen, sobald sie wieder steht.',
  newest: (count: number) => (count === 1 ? 'Ein neuer Eintrag' : `${count} neue Einträge`),
  announced: (headline: string) => `Neuer Eintrag: ${headline}`,
  since: 'Ab hier haben Sie schon gelesen',
} as const
