/** Mails of the room. */
import { Envelope, Line, Path } from '@lokalteil/contracts/mail-values'
import { z } from 'zod'

/** A reminder of an anniversary of a death, which the reader asked for. */
export const AnniversaryMail = Envelope.extend({
  template: z.literal('anniversary'),
  data: z.object({
    name: Line(120),
    died: z.iso.date(),
    years: z.number().int().min(1),
    path: Path,
    endPath: Path,
  }),
})

/** To the buyer of a notice: it is published, or declined and refunded. */
export const ObituaryOrderMail = Envelope.extend({
  template: z.literal('notice-order'),
  data: z.object({
    name: Line(120),
    number: Line(40),
    path: Path,
    outcome: z.enum(['published', 'declined']),
    facts: z.string().max(1000),
  }),
})
