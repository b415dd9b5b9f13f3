/** Texts of the audio player. */
export const mediaTexts = {
  play: 'Abspielen',
  pause: 'Anhalten',
  back: '15 Sekunden zurück',
  forward: '15 Sekunden vor',
  speed: (value: string) => `Tempo ${value}-fach`,
  position: 'Wiedergabeposition',
  of: (current: string, total: string) => `${current} von ${total}`,
  chapters: 'Kapitel',
  failed: 'Die Audiodatei konnte nicht geladen werden.',
} as const
