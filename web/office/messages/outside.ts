/** Texts for people without an account, who were sent a link to a preview. */
export const OUTSIDE = {
  title: 'Vorschau',
  titleOf: (title: string) => `Vorschau: ${title}`,
  about: (publication: string, saved: string, end: string) =>
    `${publication}, Stand von ${saved}. Spätere Änderungen sind hier nicht enthalten. Der Link gilt bis ${end} und ist nur für Sie bestimmt.`,
  frame: 'Der Artikel als Seite',
  gone: 'Dieser Link gilt nicht mehr: Er ist abgelaufen oder wurde widerrufen. Bitten Sie die Redaktion um einen neuen.',
} as const
