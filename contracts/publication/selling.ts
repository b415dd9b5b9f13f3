/** `newsletters.yaml`, `offers.yaml`, `paywall.yaml` and `coupons.yaml`. */
import { z } from 'zod'
import { parseRhythm, RHYTHM_EXAMPLES } from '@lokalteil/domain/reading/newsletters'
import { Offer, ReaderService } from '../commerce.ts'
import { PaywallRules } from '../paywall.ts'
import { Day, FolderPicture, SectionPath, Slug, Target, text } from './values.ts'

export const Newsletters = z.strictObject({
  newsletters: z
    .array(
      z.strictObject({
        slug: Slug,
        title: text(80),
        description: text(600),
        /** As shown to readers: "werktags um 6 Uhr". */
        rhythm: text(60).refine((rhythm) => parseRhythm(rhythm) !== null, {
          error: `must say on which days and at what time, or no issue is ever sent, e.g. ${RHYTHM_EXAMPLES}`,
        }),
        sender: text(80),
        picture: FolderPicture.optional(),
        /** Absent: all sections. */
        sections: z.array(SectionPath).max(50).default([]),
      }),
    )
    .max(50)
    .default([]),
})
export type Newsletters = z.infer<typeof Newsletters>

/** Only listed offers are sold; prices in cents including value added tax. */
export const Offers = z.strictObject({
  offers: z.array(Offer).max(60).default([]),
  readerService: ReaderService.nullable().default(null),
})
export type Offers = z.infer<typeof Offers>

export const Paywall = PaywallRules
export type Paywall = PaywallRules

export const Coupons = z.strictObject({
  coupons: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]{1,64}$/),
        partner: text(80),
        title: text(120),
        description: z.string().trim().max(600).default(''),
        discount: text(60),
        /** Shown only to readers who are entitled to it. */
        code: text(60),
        validUntil: Day,
        target: Target,
      }),
    )
    .max(200)
    .default([]),
})
export type Coupons = z.infer<typeof Coupons>
