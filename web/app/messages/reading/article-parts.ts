/** Texts of parts of an article that load on request: large pictures, offers, the card of a gift. */
export const lightboxTexts = { next: 'Nächstes Bild', previous: 'Vorheriges Bild' } as const

export const articleOfferTexts = { title: 'Angebote zum Thema', partner: 'unserem Einkaufspartner' } as const

export const giftCardTexts = {
  title: (title: string) => `Geschenk: ${title}`,
  alt: (picture: string) => `Geschenk von einer Leserin oder einem Leser. ${picture}`.trim(),
} as const
