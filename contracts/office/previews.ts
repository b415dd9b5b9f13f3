/** Previews, which the portal serves in the office's place: it alone draws pages. */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { ArticleDraft } from '../content/records.ts'
import { ArticleId } from '../content/values.ts'

export const OFFICE_PREVIEWS = contract({
  makePreview: {
    method: 'POST',
    path: '/preview',
    summary: 'Draws a draft as the page that readers would get; its address is open for a minute, to the session that asked',
    body: z.object({
      id: ArticleId,
      draft: ArticleDraft,
      reader: z.enum(['anonymous', 'subscriber']),
      device: z.enum(['desktop', 'mobile']),
    }),
    answer: z.object({ url: z.string() }),
    problems: { 422: 'NOT_COMPLETE' },
  },
})
