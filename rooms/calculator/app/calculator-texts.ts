/** Texts of the calculators. */
import type { FieldName } from '../domain/calculators.ts'
import { formatPrice } from '@lokalteil/domain/german-numbers'

const number = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })

export const calculatorTexts = {
  title: 'Rechner',
  intro:
    'Kredit, Haushaltskasse, Benzin oder Strom: rechnen Sie es durch. Wir speichern Ihre Eingaben nicht; sie stehen nur im Link, den Sie teilen können.',
  choose: 'Rechner auswählen',
  submit: 'Berechnen',
  names: { kredit: 'Kreditrechner', haushalt: 'Haushaltsrechner', auto: 'Benzin oder Strom' },
  about: {
    kredit:
      'Gleichbleibende Raten, gerechnet mit dem Sollzins. Gebühren und Versicherungen kommen hinzu; der effektive Jahreszins Ihrer Bank enthält sie.',
    haushalt: 'Was im Monat hereinkommt, was hinausgeht und was bleibt.',
    auto: 'Was ein Jahr Fahren kostet, und wann sich ein höherer Kaufpreis über die Energie zurückgezahlt hat. Steuer, Versicherung, Wartung und Wertverlust sind nicht enthalten.',
  },
  labels: {
    betrag: 'Betrag (Euro)',
    monate: 'Laufzeit (Monate)',
    zins: 'Sollzins im Jahr (%)',
    einkommen: 'Nettoeinkommen',
    weitere: 'Weitere Einnahmen',
    wohnen: 'Wohnen und Energie',
    essen: 'Essen und Trinken',
    verkehr: 'Auto, Bus und Bahn',
    versichert: 'Versicherungen und Vorsorge',
    freizeit: 'Freizeit und Reisen',
    sonstiges: 'Sonstiges',
    kilometer: 'Strecke im Jahr (Kilometer)',
    liter: 'Verbrauch Benzin (Liter auf 100 km)',
    literpreis: 'Preis je Liter (Euro)',
    kwh: 'Verbrauch Strom (kWh auf 100 km)',
    strompreis: 'Preis je kWh (Euro)',
    aufpreis: 'Mehrpreis des Elektroautos (Euro)',
  } satisfies Record<FieldName, string>,
  perMonth: 'Alle Angaben in Euro im Monat.',
  faults: {
    NO_NUMBER: () => 'Das ist keine Zahl. Gerechnet wird mit dem üblichen Wert.',
    TOO_SMALL: (bound: string) => `Mindestens ${bound}. Gerechnet wird mit diesem Wert.`,
    TOO_LARGE: (bound: string) => `Höchstens ${bound}. Gerechnet wird mit diesem Wert.`,
  },
  result: 'Ergebnis',
  instalment: 'Monatliche Rate',
  last: 'Letzte Rate',
  interest: 'Zinsen insgesamt',
  total: 'Sie zahlen insgesamt',
  schedule: 'Tilgungsplan nach Jahren',
  year: 'Jahr',
  yearInterest: 'Zinsen',
  repaid: 'Tilgung',
  rest: 'Restschuld',
  left: 'Es bleiben im Monat',
  missing: 'Es fehlen im Monat',
  income: 'Einnahmen',
  spent: 'Ausgaben',
  shares: 'Wohin das Geld geht',
  share: 'Anteil',
  percent: (value: number) => `${number.format(value)} %`,
  petrol: 'Benzin im Jahr',
  electric: 'Strom im Jahr',
  saved: (cents: number) =>
    cents >= 0 ? `Mit Strom sparen Sie ${formatPrice(cents)}` : `Strom kostet ${formatPrice(-cents)} mehr`,
  co2: 'CO₂ im Jahr',
  kilograms: (value: number) => `${number.format(value)} kg`,
  paidBack: 'Mehrpreis ausgeglichen nach',
  years: (value: number) => (value === 1 ? '1 Jahr' : `${number.format(value)} Jahren`),
  atOnce: 'sofort',
  never: 'nie: Strom ist hier nicht billiger',
  sources: {
    kredit:
      'Gerechnet wird nach der Annuitätenformel, nur mit Ihren Angaben. Jede Monatsrate ist auf den Cent gerundet.',
    haushalt: 'Gerechnet wird nur mit Ihren Angaben.',
    auto: 'CO₂: 2,326 kg je Liter Benzin (E5) und 363 g je Kilowattstunde im deutschen Strommix 2024 (Schätzung); Angaben des Umweltbundesamtes. Herstellung von Auto und Akku sind nicht enthalten.',
  },
  usual: 'Voreingestellt sind Beispielwerte, keine Empfehlungen.',
  shareTitle: (name: string) => `${name}: mein Ergebnis`,
} as const
