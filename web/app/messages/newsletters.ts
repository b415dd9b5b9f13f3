/** Texts of the newsletters. */
export const newsletterTexts = {
  title: 'Newsletter',
  intro: 'Unsere Redaktion schreibt Ihnen. Kostenlos, ohne Umwege in Ihr Postfach und mit einem Klick wieder abbestellt.',
  rhythm: 'Erscheint',
  sender: 'Von',
  sample: 'Das stünde heute darin',
  details: 'Mehr erfahren',
  detailsOf: (title: string) => `Mehr erfahren: ${title}`,
  others: 'Weitere Newsletter',
  empty: 'Zurzeit gibt es keine Newsletter.',
} as const
