/**
 * Checks whether an IBAN can be debited: length for its country, form and check digits, in the European Economic Area. Outside
 * it (Switzerland, Britain, Monaco, …) banks need the payer's address and BIC for each debit (Regulation (EU) 2015/847), which
 * the checkout does not ask for. The number never becomes part of a message.
 */
import type { OrderFaults, PaymentInput } from '@lokalteil/domain/commerce/orders'
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { isBankName } from './bank-text.ts'

const EEA = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE'.split(' '),
)

/** The IBAN without blanks; null: it cannot be debited. */
export function toIban(typed: string): string | null {
  const iban = toSepaIban(typed)
  return iban !== null && EEA.has(iban.slice(0, 2)) ? iban : null
}

function toSepaIban(typed: string): string | null {
  const iban = electronicFormatIBAN(typed.normalize('NFKC').slice(0, 100))
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null
}

/** The IBAN of a direct debit and its faults; `iban` null: invalid, or another payment method. */
export function checkAccount(payment: PaymentInput): { iban: string | null; faults: OrderFaults } {
  if (payment.kind !== 'sepa') return { iban: null, faults: {} }
  const iban = toIban(payment.iban)
  return {
    iban,
    faults: {
      ...(iban === null ? { iban: toSepaIban(payment.iban) === null ? 'INVALID_IBAN' : 'IBAN_ABROAD' } : {}),
      ...(payment.holder.trim() === '' || isBankName(payment.holder) ? {} : { holder: 'NOT_LATIN' }),
    },
  }
}

/** ‘DE •••• 3000’: enough for the owner to recognise it. */
export function toIbanLabel(iban: string): string {
  return `${iban.slice(0, 2)} •••• ${iban.slice(-4)}`
}
