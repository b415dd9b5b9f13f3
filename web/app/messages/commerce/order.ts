/** Texts of the offers. Price and cancellation of a contract stand in words beside the price, never in a footnote. */
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { toFirstTotalCents, toMonthlyCents, toVatCents, type Offer } from '@lokalteil/domain/commerce/offers'

const nextMonths = (count: number) => (count === 1 ? 'im ersten Monat' : `in den ersten ${count} Monaten`)

export function toPeriod({ periodMonths }: Pick<Offer, 'periodMonths'>): string {
  if (periodMonths === null) return 'einmalig'
  return periodMonths === 1 ? 'im Monat' : periodMonths === 12 ? 'im Jahr' : `für ${periodMonths} Monate`
}

export function toVatText({ priceCents, vatPercent }: Pick<Offer, 'priceCents' | 'vatPercent'>): string {
  return `inkl. ${vatPercent} % MwSt. (${formatPrice(toVatCents(priceCents, vatPercent))})`
}

export function toTotalText(offer: Offer): string | null {
  const monthly = toMonthlyCents(offer)
  if (offer.trial !== null)
    return `Wer in der Probezeit kündigt, zahlt insgesamt ${formatPrice(toFirstTotalCents(offer))}.`
  return monthly === null
    ? null
    : `Das sind ${formatPrice(monthly)} im Monat. In der ersten Laufzeit insgesamt ${formatPrice(toFirstTotalCents(offer))}.`
}

/** Texts for the box on a locked article. */
export function toPaywallOfferTexts(offer: Offer, notice: string | null) {
  const regular = `${formatPrice(offer.priceCents)} ${toPeriod(offer)}`
  const { trial } = offer
  return {
    price: trial === null ? regular : `${formatPrice(trial.priceCents)} ${orderTexts.trial(offer)}`,
    terms: [trial === null ? null : `Danach ${regular}.`, notice, 'Alle Preise mit Mehrwertsteuer.']
      .filter((text) => text !== null)
      .join(' '),
    button:
      trial === null
        ? 'Plus bestellen'
        : `Plus ${trial.months === 1 ? 'einen Monat' : `${trial.months} Monate`} testen`,
  }
}

export const orderTexts = {
  overviewTitle: 'Bestellen',
  overviewIntro: 'Abos, Coins und alles, was mit Ihrem Vertrag zu tun hat.',
  tiles: {
    'order/abo': { title: 'Abo bestellen', text: 'Alle Abos und Coins mit Preis, Laufzeit und Kündigung.' },
    'order/code': { title: 'Code einlösen', text: 'Sie haben einen Gutschein oder Zugangscode bekommen.' },
    'order/invite': { title: 'Freunde einladen', text: 'Empfehlen Sie uns weiter und bekommen Sie Coins.' },
  },
  contractsTitle: 'Ihr Vertrag',
  contractsText: 'Beides geht ohne Anmeldung, und Sie bekommen sofort eine Bestätigung.',
  cancel: 'Verträge hier kündigen',
  withdraw: 'Vertrag widerrufen',
  title: (publication: string) => `${publication}: lesen, wie es zu Ihnen passt`,
  intro: 'Alle Preise enthalten die Mehrwertsteuer. Für alle gelten dieselben Angebote.',
  groups: { read: 'Alles lesen', more: 'Pur und Themen', coins: 'Einzelne Artikel' },
  groupTexts: {
    read: 'Mit jedem dieser Abos lesen Sie alle Artikel der Website.',
    more: 'Ohne Werbung lesen oder nur das Thema, dem Sie folgen.',
    coins: 'Coins kaufen Sie einmal, ein Abo ist das nicht.',
  },
  comparison: 'Die Abos im Vergleich',
  inEach: (benefits: readonly string[]) => `In jedem: ${benefits.join(' · ')}.`,
  recommended: 'Unsere Empfehlung',
  owned: 'Das haben Sie schon',
  toOwn: 'Mein Abo ansehen',
  continueAfter: 'Ihr Zugang ist befristet? Für die Zeit danach bestellen',
  afterwards: 'danach',
  trial: (offer: Offer) => nextMonths(offer.trial?.months ?? 1),
  coins: (count: number) => `${count} Coins`,
  benefits: 'Das ist drin',
  conditions: 'Preis, Laufzeit und Kündigung',
  withdrawalRight: '14 Tage Widerrufsrecht',
  next: 'Weiter',
  nextWith: (name: string) => `Weiter mit ${name}`,
  how: 'Lieber persönlich bestellen?',
  howText:
    'Rufen Sie an oder schreiben Sie uns. Unser Leserservice nennt Ihnen vor dem Abschluss noch einmal Preis, Laufzeit und Kündigungsfrist und schickt Ihnen den Vertrag in Textform. Ein Vertrag kommt erst zustande, wenn Sie das bestätigen.',
  phone: 'Telefon',
  hours: 'Erreichbar',
  email: 'E-Mail',
  noService: 'Wie Sie uns erreichen, steht im',
  imprint: 'Impressum',
  terms: 'AGB und Widerrufsbelehrung',
  termsLead: 'Es gelten unsere',
  alreadyTitle: 'Sie haben schon ein Abo?',
  empty: 'Zurzeit gibt es keine Angebote.',
  closed: 'Zurzeit kann hier nichts bestellt werden.',
  closedText:
    'Es fehlen noch Angaben des Verlags, die Sie vor einer Bestellung kennen müssen. Abos, die schon laufen, gelten weiter.',
  emptyAdvice: 'Unser Leserservice hilft Ihnen gern weiter.',
} as const
