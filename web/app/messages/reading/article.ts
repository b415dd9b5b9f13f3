/** Texts of the article page. */
export const articleTexts = {
  published: (when: string) => `Veröffentlicht ${when}`,
  updated: (when: string) => `Aktualisiert ${when}`,
  readingTime: (minutes: number) => (minutes === 1 ? 'Lesezeit 1 Minute' : `Lesezeit ${minutes} Minuten`),
  progress: 'Lesefortschritt',
  actions: 'Aktionen zum Artikel',
  share: 'Teilen',
  print: 'Drucken',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  byMail: 'E-Mail',
  enlarge: 'Bild vergrößern',
  galleryCount: (index: number, count: number) => `${index} von ${count}`,
  galleryNext: 'Nächstes Bild',
  galleryPrevious: 'Vorheriges Bild',
  topics: 'Themen',
  related: 'Mehr zum Thema',
  relatedTo: (topic: string) => `Mehr zum Thema ${topic}`,
  pinned: 'Angeheftet',
  correction: 'Korrektur',
  source: (name: string) => `Quelle: ${name}`,
  aiGenerated: 'Dieser Text wurde mit künstlicher Intelligenz erzeugt.',
  aiAssisted:
    'Bei diesem Text hat künstliche Intelligenz geholfen; die Redaktion hat ihn geprüft und verantwortet ihn.',
  embedText: (vendor: string) =>
    `Hier finden Sie einen externen Inhalt von ${vendor}. Mit Ihrer Zustimmung wird er geladen.`,
  embedShow: 'Inhalt anzeigen',
  shop: 'Angebote zum Thema',
  shopPartner: 'unserem Einkaufspartner',
  embedPrivacy: 'Mehr dazu in der Datenschutzerklärung',
  embedLink: (vendor: string) => `Inhalt bei ${vendor} ansehen`,
  paywallSubscription: 'Weiterlesen mit Plus',
  paywallText:
    'Dieser Artikel ist Teil unseres Plus-Angebots. Mit Plus lesen Sie alle Artikel ohne Grenze – auf jedem Gerät.',
  paywallBenefits: [
    'Alle Plus-Artikel, auch aus dem Archiv',
    'Jeden Monat Artikel an Freunde verschenken',
    'Monatlich kündbar',
  ],
  paywallOffer: 'Angebote ansehen',
  paywallAlready: 'Bereits Abonnent?',
  paywallLogin: 'Anmelden',
  paywallGift: 'Dieser Artikel wurde Ihnen geschenkt. Bitte melden Sie sich an, um ihn zu lesen.',
  paywallRegistration: 'Jetzt kostenlos registrieren und weiterlesen',
  paywallRegister: 'Kostenlos registrieren',
  paywallWhy: 'Warum sehe ich das?',
  openWhyText: 'Dieser Artikel ist für Plus-Leser bestimmt und für Sie freigeschaltet.',
  accessVia: (name: string) => `Zugang über: ${name}`,
  give: 'Artikel verschenken',
  giftTitle: (title: string) => `Geschenk: ${title}`,
  giftAlt: (picture: string) => `Geschenk von einer Leserin oder einem Leser. ${picture}`.trim(),
  paywallWhyText:
    'Diesen Text haben Kolleginnen und Kollegen recherchiert, die davon leben. Er ist für Plus-Leser bestimmt. Für Sie liegt zurzeit keine Freischaltung vor.',
  reading: 'Der Artikel zum Anhören',
  captions: (language: string) =>
    ({ de: 'Deutsch', en: 'Englisch', fr: 'Französisch', tr: 'Türkisch', uk: 'Ukrainisch', ar: 'Arabisch' })[
      language.split('-', 1)[0]!.toLowerCase()
    ] ?? language,
  foreignAudio: 'Diese Aufnahme liegt an anderer Stelle. Sie wird erst geladen, wenn Sie dem Link folgen.',
  foreignAudioLink: 'Aufnahme anhören',
  foreignVideoLink: 'Video ansehen',
  loadingBody: 'Artikel wird geladen …',
} as const

/** Names of the vendors of embedded content as readers know them. */
export const vendorNames: Readonly<Record<string, string>> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  glomex: 'Glomex',
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  tiktok: 'TikTok',
  socialPosting: 'dem Social-Media-Dienst',
  newsAgency: 'der Nachrichtenagentur',
  sportsData: 'dem Sportdatendienst',
  partner: 'unserem Partner',
}
