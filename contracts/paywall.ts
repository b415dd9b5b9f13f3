/**
 * The paywall decision service (specification 7.6), called by the portal's server with facts the server knows, never by
 * a browser. A publisher's own service takes the same request at `PAYWALL_URL` and answers `results`; only the one
 * named `paywall-{publication}` counts, and its value is only looked up in a table. Everything below `internal` belongs
 * to the embedded service: its rules, simulation for a given reader, the search provider's assertions, and the log of
 * decisions, which support can replay for 30 days. Base address of the embedded one: `/__services/paywall/{publication}`.
 * Source: 3.10, 4.5, 7.6; S3.10-01, S4.5-01 to -06, S7.6-*.
 */
import { z } from 'zod'
import { LONGEST_WINDOW } from '@lokalteil/domain/access/metering'
import { SEGMENTS } from '@lokalteil/domain/access/paywall-rules'
import { contract, contractFor } from './kernel/endpoint.ts'
import { Days, MeterCondition, METERING_ENDPOINTS } from './paywall/metering.ts'
import { AnonId, Sub } from './paywall/readers.ts'

const Text = (most: number) => z.string().max(most)
const Device = z.enum(['mobile', 'desktop'])
const GiftTokenState = z.enum(['valid', 'invalid', 'expired', 'none'])
const PageType = z.enum(['Artikelseite', 'Kategorieseite', 'Other'])

export const PaywallRequest = z.object({
  inputs: z.object({
    _dm_ressort: Text(300),
    _dm_contentRestriction: Text(60),
    _dm_referrer: Text(2000),
    _dm_device: Device,
    _dm_pageType: PageType,
    _dm_contentid: Text(60),
    _anonId: AnonId.nullable(),
    _dm_linkTokenState: GiftTokenState,
    _dm_linkTokenType: Text(20),
  }),
  /** Without query, which may contain a token. */
  path: Text(2000),
  session: AnonId.nullable(),
  jwt: Text(8192).nullable(),
})
export type PaywallRequest = z.infer<typeof PaywallRequest>

/** Other fields are allowed and ignored (S7.6-03). */
export const PaywallAnswer = z.object({
  results: z.array(z.object({ sdkFeatureSlug: z.unknown(), outputValue: z.unknown() })).max(1000),
})
export type PaywallAnswer = z.infer<typeof PaywallAnswer>

const decide = {
  method: 'POST',
  summary: 'What a reader gets to see instead of, or as well as, the text',
  body: PaywallRequest,
  answer: PaywallAnswer,
} as const

/** The key proves that a server asks: every question counts an article of the reader. */
export const PAYWALL = contract({ decide: { ...decide, path: '/decision', security: 'service-key' } })
/** The same for a service with a fully configured address. */
export const PAYWALL_AT_ADDRESS = contract({ decide: { ...decide, path: '' } })

/** `ok`, or the name of a layer; `${device}` becomes mobile or desktop. */
export const Template = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-(?:[a-z0-9]+|\$\{device\}))*$/)
const RuleId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(64)
const Section = z
  .string()
  .regex(/^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/)
  .max(120)
const Referrer = z
  .string()
  .max(200)
  .regex(/^(?:none|\/[^\s?#]*|[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/)
const some = <T extends z.ZodType>(item: T, most = 50) => z.array(item).min(1).max(most)

export const PaywallConditions = z.strictObject({
  sections: some(Section).optional().describe('Any of these sections or one below it'),
  referrers: some(Referrer).optional().describe('`none`, a path of the publication, or a host with its subdomains'),
  devices: some(Device).optional(),
  segments: some(z.enum(SEGMENTS)).optional(),
  linkTokens: some(GiftTokenState).optional(),
  visits: z
    .strictObject({
      days: Days,
      atLeast: z.number().int().min(0).max(LONGEST_WINDOW).optional(),
      atMost: z.number().int().min(0).max(LONGEST_WINDOW).optional(),
    })
    .optional()
    .describe('Days of the last `days` with a paid article, today included'),
  meter: MeterCondition.optional(),
  time: z
    .strictObject({
      from: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
      weekdays: some(z.number().int().min(1).max(7), 7).optional().describe('1 is Monday'),
      hours: some(z.number().int().min(0).max(23), 24).optional(),
    })
    .optional()
    .describe('Weekdays and hours as in Berlin'),
  share: z
    .strictObject({ split: RuleId, from: z.number().int().min(0).max(99), below: z.number().int().min(1).max(100) })
    .optional()
    .describe('Of 100 parts into which `split` deals the readers'),
})

export const PaywallRule = z.strictObject({
  id: RuleId,
  note: Text(300).optional(),
  when: PaywallConditions,
  template: Template,
})

/** The first rule whose conditions all hold answers; a rule without conditions always holds. */
export const PaywallRules = z.strictObject({
  rules: z.array(PaywallRule).max(200),
  otherwise: Template.describe('When no rule answers'),
})
export type PaywallRules = z.infer<typeof PaywallRules>

const SavedRules = z.object({ rules: PaywallRules, changedAt: z.iso.datetime(), version: z.number().int() })
export type SavedRules = z.infer<typeof SavedRules>

const ContentId = z.string().regex(/^\d{1,40}$/)

/** A simulated reader, who need not exist. */
export const Simulation = z.strictObject({
  articleId: ContentId,
  path: Text(2000).default('/'),
  section: Section.optional().describe('Instead of the article’s own'),
  referrer: Referrer.or(z.httpUrl()).default('none'),
  device: Device.default('desktop'),
  segments: z.array(z.enum(SEGMENTS)).max(SEGMENTS.length).default(['anonymous']),
  linkToken: GiftTokenState.default('none'),
  at: z.iso.datetime({ offset: true }).optional(),
  /** The reader whose reads count; absent: a reader who cannot be recognised. */
  reader: z.union([z.strictObject({ sub: Sub }), z.strictObject({ anonId: AnonId })]).optional(),
  /** Free articles already read in the window, instead of a real reader's. */
  readArticles: z.number().int().min(0).max(500).optional(),
  /** Rules to try instead of those in force. */
  rules: PaywallRules.optional(),
})
export type Simulation = z.infer<typeof Simulation>

const Simulated = z.object({
  template: z.string(),
  /** The template for the device. */
  shown: z.string(),
  ruleId: z.string().nullable(),
  trace: z.array(z.object({ ruleId: z.string(), failed: z.string().nullable() })),
  sections: z.array(z.string()),
})
export type Simulated = z.infer<typeof Simulated>

const ExtendedAccess = z.object({
  articleId: ContentId,
  gaa_at: Text(200),
  gaa_n: Text(200),
  gaa_sig: Text(200),
  gaa_ts: Text(200),
  /** The session to which the first use binds a nonce; null: no session, and the nonce is used up at once. */
  session: Text(300).nullable(),
  isEntitled: z.boolean(),
})

/** The data for replaying a decision: only ids, flags and states. */
export const LoggedDecision = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  articleId: ContentId,
  sub: Sub.nullable(),
  anonId: AnonId.nullable(),
  /** `DecisionRecord` of the domain. */
  record: z.object({ input: z.record(z.string(), z.unknown()), decision: z.record(z.string(), z.unknown()) }),
})
export type LoggedDecision = z.infer<typeof LoggedDecision>

/** A library or school that reads for its visitors. Ranges in CIDR notation, IPv4 or IPv6. */
const InstitutionId = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(60)
export const Institution = z.object({
  id: InstitutionId,
  name: z.string(),
  ranges: z.array(z.string()),
  hasCode: z.boolean(),
  changedAt: z.iso.datetime(),
})
export type Institution = z.infer<typeof Institution>

/** The code is never shown again: only its digest is stored. */
export const InstitutionInput = z.strictObject({
  name: z.string().trim().min(2).max(120),
  ranges: z.array(z.string().max(60)).max(200),
  code: z.string().min(8).max(60).nullable(),
})
export type InstitutionInput = z.infer<typeof InstitutionInput>

const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
export const InstitutionUsage = z.object({
  institutionId: InstitutionId,
  name: z.string(),
  month: Month,
  reads: z.number().int(),
  articles: z.number().int(),
})
export type InstitutionUsage = z.infer<typeof InstitutionUsage>

export const PAYWALL_INTERNAL = contractFor('service-key', {
  getRules: { method: 'GET', path: '/internal/rules', summary: 'The rules in force', answer: SavedRules },
  saveRules: {
    method: 'PUT',
    path: '/internal/rules',
    summary: 'Replaces the rules; every process answers by them within seconds',
    body: PaywallRules,
    answer: SavedRules,
    problems: { 422: 'UNFIT_RULES' },
  },
  simulate: {
    method: 'POST',
    path: '/internal/simulations',
    summary: 'What this reader would see, and the rule that decides; counts nothing',
    body: Simulation,
    answer: Simulated,
  },
  decideExtendedAccess: {
    method: 'POST',
    path: '/internal/extended-access',
    summary: 'Whether an assertion of the search provider opens the article',
    body: ExtendedAccess,
    answer: z.object({
      decision: z.enum(['unlocked', 'locked']),
      reason: z.enum([
        'entitled',
        'granted',
        'refused',
        'malformed',
        'expired',
        'too-far-ahead',
        'wrong-signature',
        'used',
      ]),
    }),
  },
  keepDecisions: {
    method: 'POST',
    path: '/internal/decisions',
    summary: 'Keeps decisions for 30 days',
    body: z.array(LoggedDecision).max(500),
    answer: null,
  },
  getDecision: {
    method: 'GET',
    path: '/internal/decisions/{id}',
    summary: 'One decision',
    params: z.object({ id: z.uuid() }),
    answer: LoggedDecision,
    problems: { 404: 'NOT_FOUND' },
  },
  listDecisions: {
    method: 'GET',
    path: '/internal/decisions',
    summary: 'Decisions about a reader or an article, newest first',
    query: z.object({
      sub: Sub.optional(),
      anonId: AnonId.optional(),
      articleId: ContentId.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.array(LoggedDecision),
  },
  ...METERING_ENDPOINTS,
  listInstitutions: {
    method: 'GET',
    path: '/internal/institutions',
    summary: 'Libraries and schools that read for their visitors, by name',
    answer: z.array(Institution),
  },
  saveInstitution: {
    method: 'PUT',
    path: '/internal/institutions/{id}',
    summary: 'Adds or replaces one; portals know it within a minute',
    params: z.object({ id: InstitutionId }),
    body: InstitutionInput,
    answer: Institution,
    problems: { 409: 'CODE_TAKEN', 422: 'UNFIT_RANGES, NO_WAY_IN' },
  },
  removeInstitution: {
    method: 'DELETE',
    path: '/internal/institutions/{id}',
    summary: 'Ends its access; what was counted stays',
    params: z.object({ id: InstitutionId }),
    answer: null,
    problems: { 404: 'NOT_FOUND' },
  },
  findInstitutionByCode: {
    method: 'POST',
    path: '/internal/institution-codes',
    summary: 'Whose code this is; five tries a quarter of an hour and address',
    body: z.object({ code: z.string().min(1).max(200), address: z.string().max(100) }),
    answer: z.object({ id: InstitutionId, name: z.string() }),
    problems: { 404: 'WRONG_CODE', 429: 'TOO_MANY_ATTEMPTS' },
  },
  countInstitutionReads: {
    method: 'POST',
    path: '/internal/institution-reads',
    summary: 'Counts articles opened, by month and article and nothing else',
    body: z
      .array(
        z.object({
          institutionId: InstitutionId,
          month: Month,
          articleId: ContentId,
          reads: z.number().int().min(1).max(1_000_000),
        }),
      )
      .max(1000),
    answer: null,
  },
  listInstitutionUsage: {
    method: 'GET',
    path: '/internal/institution-usage',
    summary: 'Articles opened, by institution and month, newest month first',
    query: z.object({ month: Month.optional() }),
    answer: z.array(InstitutionUsage),
  },
})

export const PAYWALL_INFO = {
  title: 'Paywall decision service',
  description: 'Answers, by rules a publisher writes as data, whether and which paywall a reader gets to see.',
  version: '1',
  base: '/__services/paywall/{publication}',
}
