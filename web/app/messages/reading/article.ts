/** Texts of the article page. */
export const articleTexts = {
  published: (when: string) => `Veröffentlicht ${when}`,
  updated: (when: string) => `Aktualisiert ${when}`,
  updatedShort: (when: string) => `aktualisiert ${when}`,
  readingTimeLabel: 'Lesezeit ',
  readingTime: (minutes: number) => (minutes === 1 ? 'Lesezeit 1\u00a0Minute' : `Lesezeit ${minutes}\u00a0Minuten`),
  progress: 'Lesefortschritt',
  actions: 'Aktionen zum Artikel',
  share: 'Teilen',
  print: 'Drucken',
  enlarge: 'Bild vergrößern',
  galleryCount: (index: number, count: number) => `${index} von ${count}`,
  topics: 'Themen',
  pinned: 'Angeheftet',
  context: 'Zusammenhang',
  embedText: (vendor: string) =>
    `Hier finden Sie einen externen Inhalt von ${vendor}. Mit Ihrer Zustimmung wird er geladen.`,
  embedShow: 'Inhalt anzeigen',
  embedPrivacy: 'Mehr dazu in der Datenschutzerklärung',
  embedLink: (vendor: string) => `Inhalt bei ${vendor} ansehen`,
  paywallSubscription: 'Weiterlesen mit Plus',
  paywallText: 'Mit Plus lesen Sie diesen und alle anderen Artikel.',
  /** '' if there is nothing to promise: a reading time below three minutes is left out. */
  paywallBehind: (minutes: number, pictures: number, recordings: number) => {
    const parts = [
      minutes >= 3 && `${minutes}\u00a0Minuten Lesezeit`,
      pictures > 0 && (pictures === 1 ? 'ein Bild' : `${pictures}\u00a0Bilder`),
      recordings > 0 && (recordings === 1 ? 'eine Aufnahme' : `${recordings}\u00a0Aufnahmen`),
    ]
    const given = parts.filter(Boolean).join(', ')
    return given === '' ? '' : `Der ganze Artikel: ${given}.`
  },
  paywallBenefits: [
    'Alle Plus-Artikel, auch aus dem Archiv',
    'Jeden Monat Artikel an Freunde verschenken',
    'Monatlich kündbar',
  ],
  paywallOffer: 'Angebote ansehen',
  paywallOffers: 'Alle Angebote vergleichen',
  paywallWallet: (wallet: string) => `Mit ${wallet} bestellen`,
  paywallAlready: 'Sie haben schon ein Abo?',
  paywallLogin: 'Anmelden',
  paywallGift: 'Dieser Artikel wurde Ihnen geschenkt. Bitte melden Sie sich an, um ihn zu lesen.',
  paywallRegistration: 'Jetzt kostenlos registrieren und weiterlesen',
  paywallRegister: 'Kostenlos registrieren',
  paywallWhy: 'Warum sehe ich das?',
  openWhyText: 'Dieser Artikel gehört zu Plus und ist für Sie freigeschaltet.',
  accessVia: (name: string) => `Zugang über: ${name}`,
  paywallWhyText: 'Recherche kostet Zeit und Geld. Mit Plus bezahlen Sie sie mit.',
  captions: (language: string) =>
    ({ de: 'Deutsch', en: 'Englisch', fr: 'Französisch', tr: 'Türkisch', uk: 'Ukrainisch', ar: 'Arabisch' })[
      language.split('-', 1)[0]!.toLowerCase()
    ] ?? language,
  foreignVideoLink: 'Video ansehen',
  loadingBody: 'Artikel wird geladen …',
} as const

/** Names of embed vendors as readers know them. */
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
