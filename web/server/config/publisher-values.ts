/** Values for machines that only a publisher can give. They have no defaults. */
import { z } from 'zod'
import { PublicationCode } from '@lokalteil/contracts/publication/values'
import { json } from './values.ts'

/** JSON in a variable: code of a publication → value. */
export function perPublication<T extends z.ZodType>(value: T, example: string) {
  return json(example).prefault('{}').pipe(z.record(PublicationCode, value))
}

/** ads.txt 1.1: a seller, or one of the five variables. */
const ADS_RECORD =
  /^(?:[a-z0-9.-]+\.[a-z]{2,},\s*[^,#\s]+,\s*(?:DIRECT|RESELLER)(?:,\s*[^,#\s]+)?|(?:CONTACT|SUBDOMAIN|OWNERDOMAIN|MANAGERDOMAIN|INVENTORYPARTNERDOMAIN)=[^#\r\n]+)$/i

export const AdsRecords = perPublication(
  z
    .array(
      z
        .string()
        .max(500)
        .regex(
          ADS_RECORD,
          'must be "domain, account, DIRECT or RESELLER[, certificate]" or a variable like MANAGERDOMAIN=example.com',
        ),
    )
    .max(5000),
  '{"musterbote":["ads.example, 1234, DIRECT"]}',
)
export type AdsRecords = Readonly<Partial<Record<PublicationCode, readonly string[]>>>

export const FediverseAccounts = perPublication(
  z.string().regex(/^@[\w.-]{1,64}@[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be an account like @musterbote@mastodon.example'),
  '{"musterbote":"@musterbote@mastodon.example"}',
)
export type FediverseAccounts = Readonly<Partial<Record<PublicationCode, string>>>

/** Pages of the app in the stores, used by the badges in the footer; without an app there are no badges. */
export const StoreLinks = perPublication(
  z.strictObject({
    apple: z.url({ protocol: /^https$/, hostname: /^apps\.apple\.com$/ }).optional(),
    google: z.url({ protocol: /^https$/, hostname: /^play\.google\.com$/ }).optional(),
  }),
  '{"musterbote":{"apple":"https://apps.apple.com/de/app/id1234567890"}}',
)
export type StoreLinks = Readonly<
  Partial<Record<PublicationCode, { apple?: string | undefined; google?: string | undefined }>>
>
