/** `advertising.yaml`: where advertising stands, and what stands there (docs/advertising.md). */
import { AD_KINDS, AD_RULES } from '@lokalteil/domain/advertising/places'
import { z } from 'zod'
import { Day, FolderPicture, Host, SectionPath, Slug, Target, text } from './values.ts'

const Size = z.tuple([z.number().int().min(50).max(1200), z.number().int().min(30).max(600)], {
  error: 'must be a width and a height in pixels, like [300, 250]',
})
const Sizes = z.array(Size).min(1).max(8).describe('Width and height in pixels; the tallest is reserved')
const PlaceSizes = z.union([z.literal(false), z.strictObject({ phone: Sizes, tablet: Sizes, desk: Sizes })], {
  error: 'must be false, or sizes for phone, tablet and desk',
})

const rule = (most: { first: number; gap: number }, usual: (typeof AD_RULES)[keyof typeof AD_RULES]) =>
  z.strictObject({
    first: z.number().int().min(1).max(most.first).default(usual.first).describe('Above the first place'),
    gap: z
      .number()
      .int()
      .min(most.gap)
      .max(most.first)
      .default(usual.gap)
      .describe('Between two places, and below the last'),
    most: z.number().int().min(0).max(6).default(usual.most),
  })

const AdKind = z.enum(AD_KINDS)

const HouseAd = z
  .strictObject({
    id: Slug.max(60).describe('Names it in the figures; another advertisement gets another id'),
    advertiser: text(60).describe('Readers see who advertises'),
    heading: text(60),
    text: text(140),
    button: text(24).optional(),
    target: Target,
    picture: FolderPicture.optional().describe('Beside the text, cut to 4:3'),
    places: z.array(AdKind).max(AD_KINDS.length).default([]).describe('Empty: all'),
    sections: z.array(SectionPath).max(20).default([]).describe('With all below them; empty: every page'),
    from: Day.optional(),
    until: Day.optional().describe('The last day'),
    weight: z.number().int().min(1).max(10).default(1).describe('Share among those that fit a place'),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || from <= until, {
    path: ['until'],
    error: 'must not be before from',
  })

/** ads.txt 1.1: a seller, or one of the five variables. */
export const AdsRecord = z
  .string()
  .max(500)
  .regex(
    /^(?:[a-z0-9.-]+\.[a-z]{2,},\s*[^,#\s]+,\s*(?:DIRECT|RESELLER)(?:,\s*[^,#\s]+)?|(?:CONTACT|SUBDOMAIN|OWNERDOMAIN|MANAGERDOMAIN|INVENTORYPARTNERDOMAIN)=[^#\r\n]+)$/i,
    'must be "domain, account, DIRECT or RESELLER[, certificate]" or a variable like MANAGERDOMAIN=example.com',
  )

const SellerOfPlaces = z.strictObject({
  id: text(64),
  name: text(120),
  domain: Host,
  type: z.enum(['PUBLISHER', 'INTERMEDIARY', 'BOTH']),
  isConfidential: z.boolean().default(false).describe('Name and domain are not printed'),
})

const Server = z
  .strictObject({
    kind: z.enum(['queue', 'gpt']).default('queue').describe('`gpt`: Google Publisher Tag'),
    unit: z
      .string()
      .regex(
        /^\/\d{1,20}(?:,\d{1,20})?(?:\/[\w.{}-]{1,100}){1,5}$/,
        'must be an ad unit like /1234567/flussbote/{place}',
      )
      .optional()
      .describe('Of `gpt`; `{place}` stands for the name of the place'),
    waitMs: z.number().int().min(200).max(10_000).default(2500).describe('Afterwards one of `house`'),
    refreshSeconds: z.number().int().min(30).max(3600).optional().describe('In view; absent: never'),
  })
  .refine(({ kind, unit }) => kind !== 'gpt' || unit !== undefined, {
    path: ['unit'],
    error: 'must name the ad unit, like /1234567/flussbote/{place}',
  })

const MOST_CONFIG = 10_000

/** Without the first, Prebid asks no consent manager; `static` would send the same consent for all readers. */
const BiddingConfig = z
  .looseObject({
    consentManagement: z
      .looseObject({
        gdpr: z
          .looseObject({
            cmpApi: z.literal('iab', { error: 'must be iab, so that each reader is asked' }).default('iab'),
            defaultGdprScope: z.boolean().default(true),
          })
          .prefault({}),
      })
      .prefault({}),
    currency: z
      .looseObject({
        adServerCurrency: z
          .string()
          .regex(/^[A-Z]{3}$/, 'must be a code like EUR')
          .default('EUR'),
      })
      .prefault({}),
  })
  .refine((config) => JSON.stringify(config).length <= MOST_CONFIG, `must not be longer than ${MOST_CONFIG} characters`)

const Bidding = z.strictObject({
  config: BiddingConfig.prefault({}).describe('For `setConfig` of Prebid.js, with anything else that it knows'),
  timeoutMs: z.number().int().min(100).max(5000).default(1000),
  bidders: z
    .array(
      z.strictObject({
        bidder: z.string().regex(/^\w{1,40}$/, 'must be the name of a bidder of Prebid.js'),
        params: z.record(z.string().max(60), z.unknown()).default({}),
        places: z.array(AdKind).max(AD_KINDS.length).default([]).describe('Empty: all'),
      }),
    )
    .min(1)
    .max(30),
})

export const Advertising = z.strictObject({
  house: z.array(HouseAd).max(100).default([]).describe('Advertisements that need no ad server and no consent'),
  places: z.partialRecord(AdKind, PlaceSizes).optional().describe('Own sizes by kind of place; `false`: no such place'),
  articles: rule({ first: 20_000, gap: 1600 }, AD_RULES.articles).optional().describe('In characters'),
  lists: rule({ first: 60, gap: 10 }, AD_RULES.lists).optional().describe('In rows'),
  fronts: rule({ first: 60, gap: 3 }, AD_RULES.fronts)
    .optional()
    .describe('In blocks; for fronts that name no `ad` block'),
  server: Server.optional().describe('Fills the places after consent; its script is `AD_SCRIPT`'),
  bidding: Bidding.optional().describe('Prebid.js before a request of `gpt`; its script is `BIDDING_SCRIPT`'),
  appAds: z.array(AdsRecord).max(5000).optional().describe('Lines of app-ads.txt; absent: those of ads.txt'),
  sellers: z.array(SellerOfPlaces).max(1000).default([]).describe('sellers.json; empty: there is none'),
  sensitive: z
    .strictObject({
      sections: z.array(SectionPath).max(100).optional(),
      articles: z
        .array(z.string().regex(/^\d{1,40}$/))
        .max(1000)
        .optional(),
      words: z.array(text(40)).max(300).optional().describe('Instead of the usual words; see advertising.md'),
      except: z.array(text(40)).max(300).optional().describe('Harmless words that contain one of the list'),
    })
    .optional()
    .describe('Pages and articles without advertising'),
})
export type Advertising = z.infer<typeof Advertising>
