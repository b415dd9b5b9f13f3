/** Offers of a publication: public and the same for everybody; written with the service key. */
import { z } from 'zod'
import { MOST_SEATS } from '@lokalteil/domain/commerce/household'
import { GRANTS, OFFER_KINDS } from '@lokalteil/domain/commerce/offers'
import { contract, contractFor } from '../kernel/endpoint.ts'
import { Cents, Months, Text } from './values.ts'

export const OfferId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(64)
/** The fields of `Offer` in the domain. A catalogue with one unlawful offer is refused as a whole. */
export const Offer = z.object({
  id: OfferId,
  kind: z.enum(OFFER_KINDS),
  name: Text(80),
  description: z.string().max(300),
  priceCents: Cents.describe('Cents for each period, value added tax included'),
  vatPercent: z.number().int().min(0).max(30),
  periodMonths: Months.nullable().describe('Months one price pays for; null: paid once'),
  trial: z.object({ months: Months, priceCents: Cents }).nullable(),
  termMonths: Months.nullable().describe('Months the reader is bound after a trial'),
  renewal: z.enum(['open-ended', 'none']),
  noticeMonths: z.number().int().min(0).max(12).nullable(),
  benefits: z.array(Text(160)).max(12),
  roles: z.array(z.string().regex(/^[A-Z][A-Z0-9-_]{1,63}$/)).max(12),
  coins: z.number().int().min(1).max(1000).nullable(),
  seats: z
    .number()
    .int()
    .min(0)
    .max(MOST_SEATS)
    .optional()
    .describe('Further members of the household; absent: as the kind has'),
  isRecommended: z.boolean(),
})
export type Offer = z.infer<typeof Offer>

/** The service desk for questions about orders and contracts. */
export const ReaderService = z.object({
  phone: Text(40).regex(/^\+?[\d /()-]+$/),
  hours: z.string().max(120),
  email: z.email().max(254),
})
export type ReaderService = z.infer<typeof ReaderService>

export const Catalogue = z.object({ offers: z.array(Offer).max(60), readerService: ReaderService.nullable() })
export type Catalogue = z.infer<typeof Catalogue>

/** The offers that can be ordered now. */
export const SoldCatalogue = Catalogue.extend({
  isClosed: z
    .boolean()
    .optional()
    .describe('Nothing can be ordered, because data or documents of the seller are incomplete'),
  isPaidLaterOnly: z
    .boolean()
    .optional()
    .describe('No provider takes the money at once: advertisements, notices, tickets and coins cannot be paid'),
  takesDeviceWallets: z
    .boolean()
    .optional()
    .describe(
      'Cards are paid on the provider’s page, which takes Apple Pay and Google Pay from browsers that have them',
    ),
})
export type SoldCatalogue = z.infer<typeof SoldCatalogue>

export const SavedCatalogue = z.object({
  offers: z.array(Offer.and(z.object({ missing: z.array(z.enum(GRANTS)).describe('Empty: it is sold') }))),
  readerService: ReaderService.nullable(),
  obstacles: z
    .array(z.string())
    .optional()
    .describe('Why nothing can be ordered: the missing data and documents of the seller'),
})
export type SavedCatalogue = z.infer<typeof SavedCatalogue>

export const COMMERCE = contract({
  listOffers: {
    method: 'GET',
    path: '/offers',
    summary: 'What the publication sells, in its order',
    answer: SoldCatalogue,
  },
  getOffer: {
    method: 'GET',
    path: '/offers/{id}',
    summary: 'One offer that can be ordered now',
    params: z.object({ id: OfferId }),
    answer: Offer,
    problems: { 404: 'NOT_FOUND' },
  },
})

export const OFFER_ENDPOINTS = contractFor('service-key', {
  saveCatalogue: {
    method: 'PUT',
    path: '/internal/catalogue',
    summary: 'Replaces the catalogue; offers left out can no longer be ordered',
    body: Catalogue,
    answer: null,
    problems: { 422: 'UNLAWFUL_OFFER' },
  },
  getSavedCatalogue: {
    method: 'GET',
    path: '/internal/catalogue',
    summary: 'The catalogue as it was saved, with what waits until the publication has what it grants',
    answer: SavedCatalogue,
  },
})
