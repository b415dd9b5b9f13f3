/**
 * Receipts for consent, and the registered vendors of the Transparency & Consent Framework. A receipt is the list of
 * answers that one device gave, under a random id that the reader sees; an answer is kept without a person, unless the
 * reader was signed in.
 */
import { z } from 'zod'
import { VENDORS } from '@lokalteil/domain/consent/consent'
import { contract } from './kernel/endpoint.ts'

const Vendor = z.enum(VENDORS)
const Vendors = z.array(Vendor).max(VENDORS.length)
const Sub = z.string().regex(/^[\w.:|@-]{1,255}$/)
const VendorId = z.number().int().min(1).max(65_535)
const PurposeId = z.string().regex(/^(?:[1-9]|1\d|2[0-4])$/)
const Purposes = z.array(z.number().int().min(1).max(24)).max(24)
/** So that an answer with all of them fits a request of a page. */
export const MOST_PARTNERS = 500
/** Registered vendors that the reader was asked about: by our vendor and by their id, the purposes named for them. */
const Partners = z
  .partialRecord(Vendor, z.record(z.string().regex(/^[1-9]\d{0,4}$/), Purposes))
  .refine((partners) => Object.values(partners).flatMap((ids) => Object.keys(ids)).length <= MOST_PARTNERS)

const ConsentAnswer = z.object({
  at: z.iso.datetime(),
  /** Version of the texts that the reader saw. */
  text: z.string(),
  asked: Vendors,
  granted: Vendors,
  /** The newest day of the recipients that the reader saw (`since` in consent.yaml); absent: unknown. */
  recipients: z.iso.date().optional(),
  partners: Partners,
})

export const ConsentReceipt = z.object({ id: z.uuid(), answers: z.array(ConsentAnswer) })
export type ConsentReceipt = z.infer<typeof ConsentReceipt>

const Days = z.number().int().min(0).max(100_000)
/** A purpose of the framework in its own words. */
const PurposeText = z.object({ name: z.string().min(1).max(300), description: z.string().max(4000) })
const PurposeTexts = z.record(PurposeId, PurposeText)

/** A registered vendor that readers are asked for. */
const RegisteredVendor = z.object({
  id: VendorId,
  name: z.string(),
  /** Its privacy statement; null: the list names none. */
  policy: z.string().nullable(),
  /** Our vendor whose switch decides. */
  owner: Vendor,
  purposes: Purposes,
  legIntPurposes: Purposes,
  flexiblePurposes: Purposes,
  /** Days for which it keeps the data: for most purposes (null: unknown), and for those that differ. */
  retention: z.object({ standard: Days.nullable(), purposes: z.record(PurposeId, Days) }),
})

/** `cmpId` 0: the portal's manager is not registered with the framework, or there is no list of vendors yet. */
export const ConsentFramework = z.object({
  cmpId: z.number().int(),
  listVersion: z.number().int(),
  /** Day of the list; null without one. */
  listDate: z.iso.date().nullable(),
  /** The purposes of these vendors. */
  purposes: PurposeTexts,
  vendors: z.array(RegisteredVendor),
})
export type ConsentFramework = z.infer<typeof ConsentFramework>

/** The framework's list of vendors, version 3 of its format, as far as the portal uses it. */
export const VendorList = z.object({
  gvlSpecificationVersion: z.literal(3),
  vendorListVersion: z.number().int().min(1).max(4095),
  lastUpdated: z.iso.datetime({ offset: true }),
  purposes: PurposeTexts.default({}),
  vendors: z.record(
    z.string().regex(/^\d{1,5}$/),
    z.object({
      id: VendorId,
      name: z.string().min(1).max(200),
      purposes: Purposes.default([]),
      legIntPurposes: Purposes.default([]),
      flexiblePurposes: Purposes.default([]),
      urls: z
        .array(z.object({ langId: z.string().max(10), privacy: z.string().max(2000).optional() }))
        .max(60)
        .default([]),
      /** Only shown: a vendor whose retention cannot be read may still be asked for. */
      dataRetention: z
        .object({ stdRetention: Days.optional(), purposes: z.record(PurposeId, Days).default({}) })
        .optional()
        .catch(undefined),
      /** A vendor that has left the framework. */
      deletedDate: z.string().max(40).optional(),
    }),
  ),
})
export type VendorList = z.infer<typeof VendorList>

/** The framework's texts in another language (`purposes-de.json` beside the list), as far as the portal uses them. */
export const VendorListTexts = z.object({ gvlSpecificationVersion: z.literal(3), purposes: PurposeTexts })

const security = 'service-key' as const

/** Base address: `/__services/consent/{publication}`. */
export const CONSENT = contract({
  keepAnswer: {
    method: 'POST',
    path: '/internal/receipts/{id}/answers',
    summary: 'Adds an answer to the receipt of a device; the same answer again changes nothing',
    security,
    params: z.object({ id: z.uuid() }),
    body: z.object({
      text: z.string().regex(/^[\w.-]{1,40}$/),
      asked: Vendors,
      granted: Vendors,
      recipients: z.iso.date().optional(),
      partners: Partners.default({}),
      /** The signed-in reader; null: an anonymous one. */
      viewer: Sub.nullable(),
      /** Hash of the network, for the rate limit. */
      requester: z.string().max(100),
    }),
    answer: ConsentReceipt,
    problems: { 409: 'RECEIPT_FULL', 429: 'TOO_MANY_ATTEMPTS' },
  },
  getReceipt: {
    method: 'GET',
    path: '/internal/receipts/{id}',
    summary: 'The answers of a device, oldest first, without the person',
    security,
    params: z.object({ id: z.uuid() }),
    answer: ConsentReceipt,
    problems: { 404: 'NOT_FOUND' },
  },
  listReceipts: {
    method: 'GET',
    path: '/internal/readers/{sub}/receipts',
    summary: 'What a reader answered while signed in, by device',
    security,
    params: z.object({ sub: Sub }),
    answer: z.object({ receipts: z.array(ConsentReceipt) }),
  },
  getFramework: {
    method: 'GET',
    path: '/internal/framework',
    summary: 'The registered vendors that readers are asked for',
    security,
    answer: ConsentFramework,
  },
  takeVendorList: {
    method: 'PUT',
    path: '/internal/vendor-list',
    summary: 'Replaces the list of registered vendors, unless it is older than the one there is',
    security,
    body: VendorList,
    answer: z.object({ listVersion: z.number().int(), vendors: z.number().int() }),
    problems: { 409: 'OLDER_LIST' },
  },
})

export const CONSENT_INFO = {
  title: 'Consent',
  description:
    'Receipts for the answers about consent, and the registered vendors of the Transparency & Consent Framework.',
  version: '1',
  base: '/__services/consent/{publication}',
}
