/**
 * Pictures that readers upload with an order. The portal re-encodes them, and only their sender and the reviewer see
 * them before approval.
 */
import { z } from 'zod'

/** Limit for the JPEG that the portal makes of an upload. */
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

/** `alt`: alternative text; '' if none was given. */
export const ReaderPicture = SentPicture.omit({ data: true }).extend({
  id: ReaderPictureId,
  alt: z.string().max(MOST_ALT),
})
export type ReaderPicture = z.infer<typeof ReaderPicture>

/** Body limit of endpoints that receive one. */
export const SENT_PICTURE_LIMIT = MOST_BASE64 + 1000
