/**
 * `publication.yaml`: the publisher, the paper and its hosts. Legally required data are optional here and reported by
 * the check, because a publication is created before its data are complete; nothing can be ordered until then (see
 * `services/publications`).
 */
import { z } from 'zod'
import { Seller } from '../commerce/billing.ts'
import { Email, Host, HttpsAddress, PublicationCode, text } from './values.ts'

/** Each form requires other lines in the imprint; `freelance`: neither trade nor register. */
export const LEGAL_FORMS = [
  'freelance',
  'sole-trader',
  'registered-trader',
  'gbr',
  'registered-gbr',
  'ohg',
  'kg',
  'partnership',
  'gmbh',
  'ug',
  'company-kg',
  'ag',
  'se',
  'cooperative',
  'association',
  'foundation',
  'public-body',
] as const
export type LegalForm = (typeof LEGAL_FORMS)[number]

const Register = z.strictObject({ court: text(100), number: text(60) })
const Person = z.strictObject({ name: text(100), street: text(100).optional(), place: text(100).optional() })

export const PublisherData = z
  .strictObject({
    company: text(120),
    /** Absent: derived from the company's name ("Musterbote GmbH"). */
    legalForm: z.enum(LEGAL_FORMS).optional(),
    street: text(100),
    postcode: z.string().regex(/^[A-Z0-9 -]{3,12}$/i, 'must be a postcode, in quotes, like "01234"'),
    town: text(100),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a country of two letters, like DE')
      .default('DE'),
    /** Persons who represent the company (§ 5 DDG). */
    representatives: z.array(text(300)).max(20).default([]),
    register: Register.optional(),
    /** For a GmbH & Co. KG and similar forms: the company with unlimited liability (§ 177a HGB). */
    generalPartner: z.strictObject({ company: text(120), register: Register.optional() }).optional(),
    /** Charges no value added tax (§ 19 UStG) and may therefore have no VAT id. */
    smallBusiness: z.boolean().optional(),
    /** Fewer than ten people and at most two million euros a year (§ 2 no. 17 BFSG). */
    microEnterprise: z.boolean().optional(),
    vatId: z
      .string()
      .regex(/^[A-Z]{2}[A-Z0-9]{2,14}$/, 'must be a VAT id without blanks, like DE123456789')
      .optional(),
    /** Wirtschafts-Identifikationsnummer (§ 139c AO). */
    economicId: z
      .string()
      .regex(/^DE\d{9}(?:-\d{5})?$/, 'must be an economic id, like DE123456789-00001')
      .optional(),
    phone: z
      .string()
      .regex(/^\+?[\d /()-]{5,40}$/, 'must be a telephone number, in quotes')
      .optional(),
    email: Email,
    /** Responsible for the editorial content (§ 18 (2) MStV), with an address that mail reaches. */
    responsible: z.array(Person).max(10).default([]),
    youthProtection: z.strictObject({ name: text(200), email: Email.optional() }).optional(),
    dataProtection: z.strictObject({ name: text(100).optional(), email: Email }).optional(),
    /** Data protection authority of the publisher's country. */
    supervisoryAuthority: text(200).optional(),
    security: Email.optional(),
    accessibility: z
      .strictObject({ email: Email, phone: text(40).optional(), authority: text(300).optional() })
      .optional(),
    advertising: z.strictObject({ name: text(100), email: Email.optional() }).optional(),
    /** § 36 VSBG: whether the publisher takes part in dispute resolution. */
    disputeResolution: z.enum(['no', 'yes']).default('no'),
    hosting: z.strictObject({ company: text(120), place: text(120) }).optional(),
    /** Owners of the paper (Art. 6 EMFA, § 25 MedienG); shown on a page of its own. */
    ownership: z
      .strictObject({
        owners: z
          .array(z.strictObject({ name: text(120), share: text(40), behind: text(300).optional() }))
          .min(1, 'must name at least one owner')
          .max(50),
        /** Income from public advertising: "2025: 43.600 Euro, davon …". */
        publicAdvertising: text(600).optional(),
      })
      .optional(),
    /** Further data required in Austria (§§ 24, 25 MedienG, § 5 ECG). */
    austria: z
      .strictObject({
        /** Unternehmensgegenstand. */
        purpose: text(200),
        /** Grundlegende Richtung, "Blattlinie". */
        editorialLine: text(600),
        chamber: text(200).optional(),
        tradeAuthority: text(200).optional(),
      })
      .optional(),
  })
  .describe('Imprint, privacy, invoices and machines say this')
export type PublisherData = z.infer<typeof PublisherData>

export const NETWORK_NAMES = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  linkedin: 'LinkedIn',
  threads: 'Threads',
  telegram: 'Telegram',
} as const

export const Identity = z.strictObject({
  code: PublicationCode,
  name: text(60),
  /** Name below the app's icon. */
  shortName: text(14).optional(),
  /** "die Meinung **des** Musterboten": the article of the name, and its case forms if they differ from the name. */
  grammar: z
    .strictObject({
      article: z.enum(['der', 'die', 'das', 'none']).default('none'),
      genitive: text(80).optional(),
      dative: text(80).optional(),
    })
    .prefault({}),
  claim: z.string().trim().max(120).default(''),
  /** Description of the home page for search engines; absent: made from name and region. */
  description: text(300).optional(),
  /** The first is the site's address; the others redirect to it. */
  hosts: z.array(Host).max(20).default([]),
  /** Two styles of dialogs and two rules of bookmarks (S1-02, S1-04). */
  variant: z.enum(['first', 'second']).default('first'),
  /** Reads no settings and asks for no consent (S1-03). */
  localEdition: z.boolean().default(false),
  language: z.enum(['de', 'de-DE', 'de-AT', 'de-CH', 'de-LU', 'de-LI', 'de-BE', 'de-IT']).default('de'),
  /** Area of distribution: "Neustadt und das Umland". */
  region: text(120),
  publisher: PublisherData,
  /** Bank data for invoices and debits. Without them nothing can be sold. */
  seller: Seller.optional(),
  social: z
    .partialRecord(z.enum(Object.keys(NETWORK_NAMES) as (keyof typeof NETWORK_NAMES)[]), HttpsAddress)
    .default({}),
  /** `@musterbote@mastodon.example`: named as author of shared articles. */
  fediverse: z
    .string()
    .regex(/^@[\w.-]{1,64}@[a-z0-9.-]+\.[a-z]{2,}$/i, 'must be an account like @musterbote@mastodon.example')
    .optional(),
  apps: z
    .strictObject({
      apple: z
        .url({ protocol: /^https$/, hostname: /^apps\.apple\.com$/, error: 'must be a page of https://apps.apple.com' })
        .optional(),
      google: z
        .url({
          protocol: /^https$/,
          hostname: /^play\.google\.com$/,
          error: 'must be a page of https://play.google.com',
        })
        .optional(),
    })
    .prefault({}),
  mail: z.strictObject({ sender: Email.optional(), replyTo: Email.optional() }).prefault({}),
  /** `false`: the portal counts no views here. No default, because older versions do not know it. */
  figures: z.boolean().optional(),
  /** Lines of ads.txt. */
  ads: z.array(text(500)).max(5000).default([]),
})
export type Identity = z.infer<typeof Identity>
