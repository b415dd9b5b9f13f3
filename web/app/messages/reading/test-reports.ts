/** Texts of test reports. */
export const testReportTexts = {
  intro: 'Ausprobiert, nachgemessen, verglichen: Unsere Redaktion testet Produkte und Angebote aus dem Alltag.',
  empty: 'Noch gibt es keine Testberichte.',
  stars: (value: string) => `${value} von 5 Sternen`,
  ofFive: (value: string) => `${value} von 5`,
  product: 'Das Produkt',
  name: 'Produkt',
  manufacturer: 'Hersteller',
  price: 'Preis',
  overall: 'Gesamturteil',
  verdict: 'Unser Fazit',
  pros: 'Dafür spricht',
  cons: 'Dagegen spricht',
  criteria: 'So haben wir bewertet',
  weight: (percent: number) => `${percent} % der Note`,
  all: 'Alle Testberichte',
} as const
