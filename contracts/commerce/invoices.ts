/** Invoices, corrections and order confirmations, as a list and as files; e-invoices are ZUGFeRD and XRechnung. */
import { z } from 'zod'
import { INVOICE_NUMBER } from '@lokalteil/domain/commerce/invoices'

export const DOCUMENT_FORMATS = ['pdf', 'zugferd', 'xrechnung', 'txt'] as const
export const DocumentFormat = z.enum(DOCUMENT_FORMATS)
export type DocumentFormat = z.infer<typeof DocumentFormat>
export const InvoiceNumber = z.string().regex(INVOICE_NUMBER)

export const DocumentView = z.object({
  kind: z.enum(['invoice', 'correction', 'order']),
  number: z.string(),
  issuedOn: z.iso.date(),
  about: z.string(),
  grossCents: z.number().int(),
  formats: z.array(DocumentFormat),
})
export type DocumentView = z.infer<typeof DocumentView>

export const DocumentFile = z.object({ fileName: z.string(), mediaType: z.string(), base64: z.string() })
