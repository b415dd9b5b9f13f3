/** Previews, which the portal serves in the office's place: it alone draws pages. */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { FrontEdits, FrontPath } from '../content/front-edits.ts'
import { ArticleDraft } from '../content/records.ts'
import { ArticleId } from '../content/values.ts'

/** How the page is to be seen. */
const seen = { reader: z.enum(['anonymous', 'subscriber']), device: z.enum(['desktop', 'mobile']) }
const answer = z.object({ url: z.string() })

export const OFFICE_PREVIEWS = contract({
  makePreview: {
    method: 'POST',
    path: '/preview',
    summary:
      'Draws a draft as the page that readers would get; its address is open for a minute, to the session that asked',
    body: z.object({ id: ArticleId, draft: ArticleDraft, ...seen }),
    answer,
    problems: { 413: 'TOO_LARGE', 422: 'NOT_COMPLETE' },
  },
  makeFrontPreview: {
    method: 'POST',
    path: '/front/preview',
    summary: 'Draws a front with edits that nobody else has, in the same way',
    body: z.object({ front: FrontPath, edits: FrontEdits, ...seen }),
    answer,
    problems: { 403: 'NOT_ALLOWED', 404: 'NOT_FOUND', 413: 'TOO_LARGE', 422: 'NOT_COMPLETE' },
  },
})
