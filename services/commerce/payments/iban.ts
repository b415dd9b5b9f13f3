/**
 * Whether an account can be debited: country length, form and check digits of the IBAN, in a country of the European Economic
 * Area. Outside it (Switzerland, Britain, Monaco, …) banks ask for the payer's address and the BIC with each debit (Regulation
 * (EU) 2015/847), which no reader is asked for. Answers are yes and no; the number itself never becomes part of a message.
 */
import type { OrderFaults, PaymentInput } from '@lokalteil/domain/commerce/orders'
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { isBankName } from './bank-text.ts'

const EEA = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE'.split(' '),
)

/** In its electronic form; null: no account a direct debit could be drawn from. */
export function toIban(typed: string): string | null {
  const iban = toSepaIban(typed)
  return iban !== null && EEA.has(iban.slice(0, 2)) ? iban : null
}

function toSepaIban(typed: string): string | null {
  const iban = electronicFormatIBAN(typed.normalize('NFKC').slice(0, 100))
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null
}

/** The account of a direct debit, and what is wrong with it; null of every other way to pay. */
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
