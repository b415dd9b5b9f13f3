/** Texts of the radio. */
export const radioTexts = {
  title: 'Radio',
  description: (programme: string) => `${programme} live hören: der Livestream im Browser, ohne App.`,
  live: 'Live',
  nowPlaying: 'Gerade läuft',
  unknown: 'Was gerade läuft, ist zurzeit nicht bekannt.',
  play: 'Livestream hören',
  stop: 'Livestream stoppen',
  fallback: 'Der Livestream ist gerade nicht zu erreichen. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
  elsewhere: (host: string) => `Livestream bei ${host} hören`,
  listenOn: 'Der Ton läuft weiter, während Sie auf unseren Seiten lesen.',
  podcasts: 'Zum Nachhören: unsere Podcasts',
} as const
