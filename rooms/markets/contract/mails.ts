/** Mails of the markets. */
import { Envelope, Line, Path } from '@lokalteil/contracts/mail-values'
import { z } from 'zod'

const Enquiry = z.object({
  listing: Line(240),
  path: Path,
  name: Line(200),
  email: Line(254),
  phone: Line(60),
  text: z.string().max(6000),
})

/** To the provider of a listing: the message, with the address for the answer. */
export const EnquiryMail = Envelope.extend({ template: z.literal('market-enquiry'), data: Enquiry })

/** A copy to the sender, at an address that is confirmed to be theirs. */
export const EnquiryCopyMail = Envelope.extend({ template: z.literal('market-enquiry-copy'), data: Enquiry })

/**
 * To an unconfirmed sender's address. It does not contain the message, so that our mails cannot be used to send texts
 * to strangers.
 */
export const EnquiryConfirmMail = Envelope.extend({
  template: z.literal('market-enquiry-confirm'),
  data: z.object({ listing: Line(240), path: Path, validHours: z.number().int() }),
})

export const MatchesMail = Envelope.extend({
  template: z.literal('market-matches'),
  data: z.object({
    market: z.enum(['home', 'job']),
    /** The search in words. */
    search: Line(600),
    searchPath: Path,
    total: z.number().int().min(1),
    listings: z
      .array(z.object({ title: Line(240), text: Line(300), path: Path }))
      .min(1)
      .max(10),
    offPath: Path,
    managePath: Path,
  }),
})

export const AdMail = Envelope.extend({
  template: z.literal('market-ad'),
  data: z.object({
    state: z.enum(['in-review', 'live', 'rejected', 'withdrawn']),
    title: Line(240),
    path: Path,
    until: z.iso.datetime().nullable(),
    reason: Line(500),
  }),
})
