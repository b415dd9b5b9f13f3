/** Texts of the coupons. */
export const couponTexts = {
  title: 'Gutscheine',
  intro: 'Vorteile bei Partnern aus der Region. Den Code sehen Sie, wenn Sie angemeldet sind.',
  empty: 'Zurzeit gibt es keine Gutscheine.',
  emptyAdvice: 'Neue Angebote unserer Partner finden Sie an dieser Stelle.',
  validUntil: (date: string) => `Gültig bis ${date}`,
  code: 'Gutscheincode',
  codeHidden: 'Anmelden, um den Code zu sehen',
  codeHiddenFor: (partner: string) => `Anmelden, um den Code zu sehen: ${partner}`,
  toPartner: 'Zum Angebot',
  toPartnerOf: (partner: string) => `Zum Angebot: ${partner}`,
} as const
