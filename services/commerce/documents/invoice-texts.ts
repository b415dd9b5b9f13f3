/** Texts of an invoice that PDF and e-invoice share. */
import { formatLongDate } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import type { Invoice } from '@lokalteil/domain/commerce/invoices'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'

export const day = (date: Day) => formatLongDate(new Date(`${date}T12:00:00Z`))
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')
/** 'DE12 3456 …': an IBAN in groups of four, easier to read. */
export const inFours = (iban: string) => iban.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')

export function titleOf({ kind, number }: Invoice): string {
  return kind === 'invoice' ? `Rechnung ${number}` : `Rechnungskorrektur ${number}`
}

export function introOf({ kind, corrects }: Invoice): string {
  return kind === 'invoice' || corrects === null
    ? 'Vielen Dank, dass Sie uns lesen. Wir berechnen Ihnen:'
    : `Wir berichtigen die Rechnung ${corrects.number} vom ${day(corrects.issuedOn)} um folgende Beträge:`
}

export function paymentTextOf({ kind, payment, seller, sums, number }: Invoice): string[] {
  if (kind === 'correction')
    return [`Der Betrag von ${formatPrice(-sums.grossCents)} wird Ihnen erstattet oder war noch nicht bezahlt.`]
  if (payment.paidOn !== null) {
    const how = [unbroken(payment.label), day(payment.paidOn)].filter((part) => part !== '').join(', ')
    return [`Der Betrag ist bezahlt (${how}).`]
  }
  if (payment.kind === 'sepa') {
    return [
      `Wir ziehen ${formatPrice(sums.grossCents)} am ${day(payment.dueOn)} oder am nächsten Bankarbeitstag mit der SEPA-Lastschrift von Ihrem Konto ${unbroken(payment.label)} ein.`,
      `Mandatsreferenz ${payment.mandateReference ?? '–'}, Gläubiger-Identifikationsnummer ${seller.creditorId}.`,
    ]
  }
  if (payment.kind === 'card')
    return [`Der Betrag wird ab dem ${day(payment.dueOn)} von Ihrer Karte ${unbroken(payment.label)} abgebucht.`]
  return [
    `Bitte überweisen Sie ${formatPrice(sums.grossCents)} bis zum ${day(payment.dueOn)} auf das Konto ${inFours(seller.iban)} (${seller.bic}, ${seller.bank}).`,
    `Verwendungszweck: ${number}`,
  ]
}

export function closingOf({ contract, isPurchase }: Invoice): string {
  return isPurchase === true
    ? `Ihr Einkauf: ${contract}. Alle Unterlagen finden Sie in Ihrem Konto.`
    : `Ihr Vertrag: ${contract}. Alle Unterlagen finden Sie in Ihrem Konto unter „Abo“.`
}

export function countryOf(code: string): string {
  return (new Intl.DisplayNames('de', { type: 'region' }).of(code) ?? code).toUpperCase()
}
