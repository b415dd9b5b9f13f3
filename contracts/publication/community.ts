/**
 * `community.yaml`: whether readers may comment on articles and review tested things (docs/community.md). Without the
 * file, or without `comments` and `reviews` in it, both are off.
 */
import { DISCUSSION_MODES } from '@lokalteil/domain/community/discussion'
import { z } from 'zod'
import { SectionPath } from './values.ts'

const Mode = z.enum(DISCUSSION_MODES)
const Words = z
  .array(
    z
      .string()
      .trim()
      .max(60)
      .regex(/^\*?[^*\n]*[\p{L}\p{N}][^*\n]*\*?$/u, 'must be a word, with * before or behind it where more may follow'),
  )
  .max(1000)
  .default([])

export const Community = z.strictObject({
  comments: z
    .strictObject({
      mode: Mode.default('open').describe('moderated: each comment is read before others see it'),
      sections: z.record(SectionPath, Mode).default({}).describe('The nearest section above an article wins'),
      closeAfterDays: z.number().int().min(0).max(3650).default(0).describe('0: it stays open'),
    })
    .optional(),
  reviews: z
    .strictObject({ mode: Mode.default('open') })
    .optional()
    .describe('Of test reports'),
  links: z.number().int().min(0).max(5).default(1).describe('A text may have'),
  slowSeconds: z.number().int().min(0).max(3600).default(15).describe('Between two texts of a reader'),
  newcomers: z
    .number()
    .int()
    .min(0)
    .max(50)
    .default(0)
    .describe('First texts of a reader that are read before others see them'),
  holdAfterReports: z
    .number()
    .int()
    .min(0)
    .max(100)
    .default(3)
    .describe('Reports that hide a text until somebody looked; 0: none'),
  words: z
    .strictObject({
      refuse: Words.describe('A text with one of these is refused; its author is asked to rephrase it'),
      hold: Words.describe('A text with one waits for a moderator'),
    })
    .prefault({}),
})
export type Community = z.infer<typeof Community>
