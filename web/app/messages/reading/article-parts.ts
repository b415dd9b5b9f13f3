/** Texts of what belongs to an article and is loaded when it is wanted: its pictures in large, offers, the card of a gift. */
export const lightboxTexts = { next: 'Nächstes Bild', previous: 'Vorheriges Bild' } as const

export const articleOfferTexts = { title: 'Angebote zum Thema', partner: 'unserem Einkaufspartner' } as const

export const giftCardTexts = {
  title: (title: string) => `Geschenk: ${title}`,
  alt: (picture: string) => `Geschenk von einer Leserin oder einem Leser. ${picture}`.trim(),
} as const
