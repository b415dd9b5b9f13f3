/** The block `sport` of `front.yaml`: a table, results or fixtures. */
import { text } from '@lokalteil/contracts/publication/values'
import { z } from 'zod'
import { SportId } from './sport.ts'

export const SportBlock = z.strictObject({
  block: z.literal('sport'),
  competition: SportId,
  show: z.enum(['table', 'results', 'fixtures']).default('table'),
  count: z.number().int().min(1).max(24).default(6),
  team: SportId.optional().describe('The lines of a table around it, the matches of it alone'),
  heading: text(60).optional(),
})
