/**
 * The vendors of specification 3.14 as data: what each loads, on which pages, from which hosts, what turns it on, and
 * what readers get without it. A vendor that a publication does not use is not asked for. docs/operations.md shows the
 * table; a test keeps both alike.
 */
import type { PageSettings } from '../publication/settings.ts'
import { toWidgetOrigin } from '../reading/commerce-widget.ts'
import { EMBED_ORIGIN_OF } from '../reading/embeds.ts'
import { toAudienceMeasurement } from '../analytics/audience-measurement.ts'
import {
  ALL_VENDORS,
  grantVendors,
  VENDORS,
  type ThirdParties,
  type ThirdPartyContext,
  type ThirdPartyScript,
  type Vendor,
} from '../consent/consent.ts'
import { decideThirdParties } from '../consent/third-party-decision.ts'

/** Platforms whose posts and films stand in articles, each under an address of its own. */
export const EMBED_VENDORS = ['youtube', 'vimeo', 'glomex', 'facebook', 'instagram', 'twitter', 'tiktok'] as const
export type EmbedVendor = (typeof EMBED_VENDORS)[number]

/** Vendors whose frames a publisher's contract names: the configuration says from which origins. */
export type FrameVendor = 'newsAgency' | 'allesPlus' | 'sportsData'

/** `bidding`: of the script for header bidding. */
export type ScriptAttributes = Readonly<Partial<Record<ThirdPartyScript | 'bidding', Readonly<Record<string, string>>>>>

/** Further origins by the script that loads from them. `any`: of those that may load, whichever they are. */
export type ScriptOrigins = Readonly<
  Partial<Record<ThirdPartyScript | 'audienceMeasurement' | 'any', readonly string[]>>
>

/** The attribute in which the script of advertising frames finds the address of its frames. */
export const AD_FRAME_ATTRIBUTE = 'data-frame'

/** The facts of a page that decide which vendors its publication uses; a page's chrome has them. */
export type VendorFacts = {
  publication: { rooms: readonly string[] }
  settings: PageSettings
  thirdParties?:
    | {
        /** Addresses by script. */
        scripts: Readonly<Partial<Record<ThirdPartyScript, string>>>
        /** Attributes of their elements, beside the address; integrity, for one. */
        attributes?: ScriptAttributes
        /** Address of the script for header bidding. */
        bidding?: string
        /** Absent: all platforms. */
        embeds?: readonly EmbedVendor[]
        /** Vendors by origin of their frames. */
        frames?: Readonly<Record<string, FrameVendor>>
        /** The radio plays a stream of another host. */
        hasStream?: true
      }
    | undefined
}

type VendorRow = {
  loads: 'script' | 'frame' | 'frame or stream'
  on: 'every page' | 'every page but legal ones' | 'articles' | 'articles and radio'
  /** Variables and settings, any of which turns it on. */
  by: readonly string[]
  without: 'nothing' | 'a link' | 'a box that asks'
  isUsed: (facts: VendorFacts) => boolean
  /** Origins of other hosts that pages must allow for it, beside those that the configuration adds to its scripts. */
  toOrigins: (facts: VendorFacts) => readonly string[]
}

const toScripts = ({ thirdParties }: VendorFacts, names: readonly ThirdPartyScript[]): string[] =>
  names.flatMap((name) => thirdParties?.scripts[name] ?? [])

const scripted = (on: VendorRow['on'], by: readonly string[], ...names: readonly ThirdPartyScript[]): VendorRow => ({
  loads: 'script',
  on,
  by,
  without: 'nothing',
  isUsed: (facts) => toScripts(facts, names).length > 0,
  toOrigins: (facts) =>
    toScripts(facts, names).flatMap((address) => (address.startsWith('/') ? [] : [new URL(address).origin])),
})

const embedded = (vendor: EmbedVendor): VendorRow => {
  const isUsed = ({ thirdParties }: VendorFacts) => thirdParties?.embeds?.includes(vendor) ?? true
  return {
    loads: 'frame',
    on: 'articles',
    by: ['EMBEDS'],
    without: 'a box that asks',
    isUsed,
    toOrigins: (facts) => (isUsed(facts) ? [EMBED_ORIGIN_OF[vendor]] : []),
  }
}

const framed = (vendor: FrameVendor, variable: string): VendorRow => {
  const toOrigins = ({ thirdParties }: VendorFacts) =>
    Object.entries(thirdParties?.frames ?? {}).flatMap(([origin, owner]) => (owner === vendor ? [origin] : []))
  return {
    loads: 'frame',
    on: 'articles',
    by: [variable],
    without: 'a box that asks',
    isUsed: (facts) => toOrigins(facts).length > 0,
    toOrigins,
  }
}

/** Of either device: a contract may name phones alone. */
const toMeasurement = (settings: PageSettings) =>
  toAudienceMeasurement(settings, 'desktop') ?? toAudienceMeasurement(settings, 'mobile')

const pushScript = scripted('every page but legal ones', ['PUSH_SCRIPT', 'rooms.yaml: push'], 'pushNotifications')

const kdmScripts = scripted(
  'every page',
  ['AD_SCRIPT', 'BIDDING_SCRIPT', 'RECOMMENDATION_SCRIPT'],
  'ads',
  'recommendations',
)

export const VENDOR_TABLE: Readonly<Record<Vendor, VendorRow>> = {
  analytics: scripted('every page', ['ANALYTICS_SCRIPT'], 'analytics'),
  youtube: embedded('youtube'),
  vimeo: embedded('vimeo'),
  glomex: embedded('glomex'),
  facebook: embedded('facebook'),
  instagram: embedded('instagram'),
  twitter: embedded('twitter'),
  tiktok: embedded('tiktok'),
  // Push messages of our own go through the service of the reader's browser, which needs no script of others.
  pushNotifications: {
    ...pushScript,
    isUsed: (facts) => pushScript.isUsed(facts) || facts.publication.rooms.includes('push'),
  },
  kdm: {
    ...kdmScripts,
    toOrigins: (facts) => {
      const { bidding } = facts.thirdParties ?? {}
      return [...kdmScripts.toOrigins(facts), ...(bidding === undefined ? [] : [new URL(bidding).origin])]
    },
  },
  socialPosting: scripted('every page', ['SOCIAL_POSTING_SCRIPT'], 'socialPosting'),
  newsAgency: framed('newsAgency', 'NEWS_AGENCY_FRAMES'),
  audienceMeasurement: {
    loads: 'script',
    on: 'every page',
    by: ['ivw_szm_enabled', 'ivw_cname', 'ivw_st_desktopname', 'ivw_st_mobilename'],
    without: 'nothing',
    isUsed: ({ settings }) => toMeasurement(settings) !== null,
    toOrigins: ({ settings }) => {
      const measurement = toMeasurement(settings)
      return measurement === null ? [] : [measurement.origin]
    },
  },
  allesPlus: framed('allesPlus', 'ALLES_PLUS_FRAMES'),
  sportsData: framed('sportsData', 'SPORTS_DATA_FRAMES'),
  partner: {
    loads: 'frame or stream',
    on: 'articles and radio',
    by: ['ecommercewidget_enabled', 'ecommercewidget_iframeurlpattern', 'rooms.yaml: radio'],
    without: 'a box that asks',
    isUsed: ({ settings, thirdParties }) =>
      thirdParties?.hasStream === true ||
      (settings.ecommercewidget_enabled === true && (settings.ecommercewidget_iframeurlpattern ?? '') !== ''),
    toOrigins: ({ settings }) => {
      const origin = toWidgetOrigin(settings)
      return origin === null ? [] : [origin]
    },
  },
}

/** In the order of the specification. */
export function listUsedVendors(facts: VendorFacts): readonly Vendor[] {
  return VENDORS.filter((vendor) => VENDOR_TABLE[vendor].isUsed(facts))
}

/** Other hosts that a vendor loads from, as readers are told. */
export function listOriginsOf(vendor: Vendor, facts: VendorFacts): readonly string[] {
  return [...VENDOR_TABLE[vendor].toOrigins(facts), ...(vendor === 'kdm' ? listAdFrames(facts) : [])]
}

function listAdFrames({ thirdParties }: VendorFacts): string[] {
  const frame = thirdParties?.attributes?.ads?.[AD_FRAME_ATTRIBUTE]
  return frame === undefined ? [] : [new URL(frame).origin]
}

/** The decision about a vendor's script; frames wait for a press on the page and need none. */
const PARTY_OF: Readonly<Partial<Record<Vendor, keyof ThirdParties>>> = {
  analytics: 'analytics',
  pushNotifications: 'pushNotifications',
  kdm: 'ads',
  socialPosting: 'socialPosting',
  audienceMeasurement: 'audienceMeasurement',
}

/** `hasConsent`: to a vendor whose script loads (`hasScriptConsent`). */
export type PolicyClass = Pick<
  ThirdPartyContext,
  'isPurUser' | 'isPlusUser' | 'isLocalEdition' | 'isNativeApp' | 'isDialogFlow'
> & { hasConsent: boolean }

/**
 * Origins of others that a document must allow, because readers of its class may load them: frames and the consent manager
 * wherever there is a choice, scripts only once the reader has consented to one of them. A document stays while its reader goes
 * on to other pages, so the kind of page makes no difference.
 */
export function listPolicyOrigins(
  facts: VendorFacts,
  { hasConsent, ...reader }: PolicyClass,
  origins: ScriptOrigins = {},
): { scripts: string[]; frames: string[]; hasManager: boolean; hasFrames: boolean } {
  const { choice, banner, ...parties } = decideThirdParties({
    ...reader,
    consent: hasConsent ? grantVendors(ALL_VENDORS) : null,
    isLegal: false,
    isBannerEnabled: true,
    isRecoEnabled: true,
  })
  const list = (isWanted: (vendor: Vendor) => boolean) => [
    ...new Set(VENDORS.filter(isWanted).flatMap((vendor) => (choice ? VENDOR_TABLE[vendor].toOrigins(facts) : []))),
  ]
  const isOpen = (vendor: Vendor) => parties[PARTY_OF[vendor] as keyof typeof parties]
  const further = Object.entries(origins).flatMap(([script, hosts]) =>
    choice && (script === 'any' ? Object.values(parties).includes(true) : parties[script as keyof typeof parties])
      ? hosts
      : [],
  )
  return {
    scripts: [...new Set([...list((vendor) => PARTY_OF[vendor] !== undefined && isOpen(vendor)), ...further])],
    frames: [
      ...list((vendor) => PARTY_OF[vendor] === undefined),
      ...(choice && parties.ads ? listAdFrames(facts) : []),
    ],
    hasManager: choice && banner,
    hasFrames: choice,
  }
}
