/** The zone file of a delivery (docs/epaper.md): which area of which PDF page belongs to which article. */
import { ArticleKey, Box, Fraction, MOST_ZONES } from '../../contract/epaper.ts'
import { MOST_PAGES } from '../../domain/issues.ts'
import { ZONE_KINDS } from '../../domain/zones.ts'
import { z } from 'zod'

const ZONE_FORMAT = 'lokalteil-zones/1'

const Text = (most: number) => z.string().trim().max(most).default('')

export const ZoneFile = z
  .strictObject({
    format: z.literal(ZONE_FORMAT),
    articles: z
      .array(
        z.strictObject({
          key: ArticleKey,
          kicker: Text(300),
          title: z.string().trim().min(1).max(500),
          author: Text(300),
          teaser: Text(600),
          html: z.string().max(400_000).optional().describe('Absent: the text that lies in its zones'),
          contentId: z
            .string()
            .regex(/^\d{1,20}$/)
            .optional()
            .describe('The same article on the portal; absent: it is looked for by its text'),
        }),
      )
      .max(3000),
    pages: z
      .array(
        z.strictObject({
          number: z.number().int().min(1).max(MOST_PAGES),
          label: z.string().trim().max(20).optional(),
          section: Text(80),
          zones: z
            .array(
              z
                .strictObject({
                  kind: z.enum(ZONE_KINDS),
                  article: ArticleKey.optional(),
                  box: Box.optional(),
                  polygon: z
                    .array(z.tuple([Fraction, Fraction]))
                    .min(3)
                    .max(200)
                    .optional(),
                })
                .refine(({ box, polygon }) => (box === undefined) !== (polygon === undefined), {
                  message: 'must have a box or a polygon',
                }),
            )
            .max(MOST_ZONES),
        }),
      )
      .max(MOST_PAGES),
  })
  .superRefine(({ articles, pages }, context) => {
    const keys = new Set(articles.map(({ key }) => key))
    if (keys.size < articles.length)
      context.addIssue({ code: 'custom', path: ['articles'], message: 'two articles have the same key' })
    if (new Set(pages.map(({ number }) => number)).size < pages.length)
      context.addIssue({ code: 'custom', path: ['pages'], message: 'two pages have the same number' })
    for (const [index, { zones }] of pages.entries())
      for (const { article } of zones)
        if (article !== undefined && !keys.has(article))
          context.addIssue({
            code: 'custom',
            path: ['pages', index, 'zones'],
            message: `no article has the key ${article}`,
          })
  })
export type ZoneFile = z.infer<typeof ZoneFile>

/** Returns a text that names the fault if the file is invalid. */
export function parseZoneFile(bytes: Uint8Array): ZoneFile | string {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return 'The zone file is not JSON in UTF-8'
  }
  const parsed = ZoneFile.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return `The zone file is wrong at ${issue!.path.join('.') || 'its root'}: ${issue!.message}`.slice(0, 400)
}
