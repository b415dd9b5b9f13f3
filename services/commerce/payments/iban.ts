/**
 * Whether an account can be debited: country length, form and check digits of the IBAN, in a country of the SEPA. Answers
 * are yes and no; the number itself never becomes part of a message.
 */
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'

/** In its electronic form; null: no account a direct debit could be drawn from. */
export function toIban(typed: string): string | null {
  const iban = electronicFormatIBAN(typed.normalize('NFKC').slice(0, 100))
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null
}

/** ‘DE •••• 3000’: enough for the owner to recognise it. */
export function toIbanLabel(iban: string): string {
  return `${iban.slice(0, 2)} •••• ${iban.slice(-4)}`
}
