/** The reader service's contact, beside an order. */
import type { ReaderService } from '@lokalteil/contracts/commerce'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'
import css from './Checkout.module.css'

export function ServiceContact({ readerService }: { readerService: ReaderService | null }) {
  if (readerService === null) return null
  const { phone, email, hours } = readerService
  return (
    <p className={css.contact}>
      <strong>{texts.service}</strong>
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
      {hours !== '' && <span>{hours}</span>}
      <a href={`mailto:${email}`}>{email}</a>
    </p>
  )
}
