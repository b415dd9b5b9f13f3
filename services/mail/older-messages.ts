/**
 * Converts queued messages of kinds that only an older version knew into their successors. An unknown message is left
 * alone (a newer process on the same database may know it) and given up like every mail, with its kind in the log.
 */
import { z } from 'zod'
import { complaintUntil } from '../platform/moderation/case-mails.ts'

const Envelope = z.looseObject({ template: z.string(), data: z.record(z.string(), z.unknown()) })

const COMPLAINT = 'Ihre Beschwerde können Sie uns als Antwort auf diese E-Mail schicken.'

const Removed = z.object({
  name: z.string(),
  text: z.string(),
  wasShown: z.boolean(),
  ground: z.string(),
  facts: z.string(),
})
const Report = z.object({
  receipt: z.string(),
  name: z.string(),
  ground: z.string(),
  outcome: z.enum(['kept', 'removed']).nullable(),
})

export function toCurrentMessage(stored: unknown, createdAt: Date): unknown {
  const parsed = Envelope.safeParse(stored)
  if (!parsed.success) return stored
  const { template, data, ...envelope } = parsed.data
  const line = (text: string, most: number) =>
    text
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, most)
  if (template === 'condolence-removed') {
    const { name, text, wasShown, ground, facts } = Removed.parse(data)
    return {
      ...envelope,
      template: 'text-decided',
      data: {
        what: 'condolence',
        title: line(name, 200),
        excerpt: line(text, 700),
        wasShown,
        isRemoved: true,
        ground: line(ground, 100),
        // The old message does not say whether the law or the publication's rules were the reason.
        isLaw: false,
        // Older decisions have no page for a complaint.
        facts: line(`${facts.slice(0, 850)} ${COMPLAINT}`, 1000),
        source: 'own',
        complaintUntil: complaintUntil(createdAt),
        path: '/impressum',
      },
    }
  }
  if (template === 'condolence-report') {
    const { receipt, name, ground, outcome } = Report.parse(data)
    const about = { number: line(receipt, 40), what: 'condolence', title: line(name, 200) }
    return outcome === null
      ? {
          ...envelope,
          template: 'report-received',
          data: { ...about, ground: line(ground, 100), at: createdAt.toISOString() },
        }
      : {
          ...envelope,
          template: 'report-decided',
          data: {
            ...about,
            isRemoved: outcome === 'removed',
            ground: outcome === 'removed' ? line(ground, 100) : null,
          },
        }
  }
  return stored
}
