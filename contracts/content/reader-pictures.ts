/** Pictures that readers send with what they order: written anew by the portal, seen by nobody else before a yes. */
import { z } from 'zod'

/** Of the JPEG that the portal makes of what came. */
export const MOST_PICTURE_BYTES = 4_000_000
const MOST_BASE64 = Math.ceil(MOST_PICTURE_BYTES / 3) * 4
export const MOST_ALT = 200

export const ReaderPictureId = z.string().regex(/^[0-9a-f]{32}$/)

/** `data`: a JPEG in base64. */
export const SentPicture = z.object({
  data: z.base64().min(16).max(MOST_BASE64),
  width: z.number().int().min(1).max(4000),
  height: z.number().int().min(1).max(4000),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
})
export type SentPicture = z.infer<typeof SentPicture>

/** `alt`: for whoever does not see it; '' where nobody wrote one. */
export const ReaderPicture = SentPicture.omit({ data: true }).extend({
  id: ReaderPictureId,
  alt: z.string().max(MOST_ALT),
})
export type ReaderPicture = z.infer<typeof ReaderPicture>

/** A body of it is larger than others. */
export const SENT_PICTURE_LIMIT = MOST_BASE64 + 1000
