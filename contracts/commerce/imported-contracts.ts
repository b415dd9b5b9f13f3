/**
 * Import of contracts from another system into the subscription platform; part of `COMMERCE_INTERNAL`. An `id`
 * always means the same contract: an existing contract is never changed, and the answer lists the differences. No debit
 * happens before `nextDebitOn`. An account number can be written but never read. Source: docs/moving-in.md.
 */
import { z } from 'zod'
import { IMPORTED_PAYMENTS } from '@lokalteil/domain/commerce/imported-contracts'
import { contract } from '../kernel/endpoint.ts'
import { Day, Sub } from './values.ts'

/** Most lines of one call. */
export const MOST_AT_ONCE = 200

const Text = (most: number) => z.string().max(most)

export const ImportedContract = z.strictObject({
  id: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._:/+#-]{0,63}$/u)
    .describe('Of the contract in the system before'),
  email: Text(500),
  salutation: Text(500).default(''),
  firstName: Text(500).default(''),
  lastName: Text(500).default(''),
  company: Text(500).default(''),
  street: Text(500).default(''),
  postcode: Text(500).default(''),
  city: Text(500).default(''),
  country: Text(10).default('DE'),
  offer: Text(500).describe('Id of an offer of the catalogue'),
  priceCents: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .nullable()
    .default(null)
    .describe('Cents for each period, value added tax included; null: the offer’s'),
  startsOn: Day,
  nextDebitOn: Day.nullable().default(null).describe('The first day that is paid here'),
  boundUntil: Day.nullable().default(null).describe('Last day of the term; null: from the offer and the start'),
  endsOn: Day.nullable().default(null).describe('Last day of what was cancelled already'),
  payment: z.enum(IMPORTED_PAYMENTS).describe('none: access without payment here'),
  iban: Text(500).default(''),
  holder: Text(500).default(''),
  mandate: Text(500).default('').describe('The publisher’s own reference'),
  mandateSignedOn: Day.nullable().default(null),
})
export type ImportedContract = z.output<typeof ImportedContract>

export const ImportFault = z.object({ column: z.string(), message: z.string() })

export const ImportedResult = z.object({
  id: z.string(),
  result: z.enum(['new', 'kept', 'refused']).describe('new: it is there now, or (dryRun) would be'),
  customerId: z.string().nullable(),
  sub: Sub.nullable().describe('Whose it is; null: refused, or the account was erased'),
  product: z.string().nullable().describe('What it opens; null: refused, or over'),
  differs: z.array(z.string()).describe('Columns that said something else when it came in'),
  faults: z.array(ImportFault).describe('Why it was refused'),
})
export type ImportedResult = z.infer<typeof ImportedResult>

export const IMPORTED_INTERNAL = contract({
  importContracts: {
    method: 'POST',
    path: '/internal/imported-contracts',
    summary:
      'Takes over contracts that another system kept, each by itself; the same id again changes nothing. With dryRun nothing is written',
    security: 'service-key',
    body: z.object({
      dryRun: z.boolean(),
      contracts: z
        .array(
          ImportedContract.extend({
            sub: Sub.nullable().describe('The account it belongs to; null: none yet, with dryRun only'),
          }),
        )
        .min(1)
        .max(MOST_AT_ONCE),
    }),
    answer: z.object({ results: z.array(ImportedResult) }),
  },
})
