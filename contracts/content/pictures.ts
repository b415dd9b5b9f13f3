/** Pictures in the form that pages need. */
import { z } from 'zod'
import { Count } from './values.ts'

/** Ready addresses: `srcset` of AVIF and WebP, a medium and a large JPEG. */
export const PictureSources = z.object({ avif: z.string(), webp: z.string(), fallback: z.string(), share: z.string() })
export type PictureSources = z.infer<typeof PictureSources>

export const FocalPoint = z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) })
export type FocalPoint = z.infer<typeof FocalPoint>

/** A picture in the store (`baseUrl` is its path there) or at an https address of a picture service. */
export const Picture = z.object({
  baseUrl: z.string(),
  /** `16:9`, `1:1` … */
  cropVal: z.string(),
  altText: z.string(),
  /** Pixels of the original; 0 if unknown (then the ratio 16:12 is reserved). */
  width: Count,
  height: Count,
  credit: z.string(),
  caption: z.string(),
  /** Average colour as `#rrggbb`, shown while the picture loads. */
  colour: z.string().nullable(),
  /** Focal point, kept by every crop: percent of width and height, from the top left. Absent: chosen automatically. */
  focus: FocalPoint.optional(),
  /** Set if addresses must be signed (S7.7-03); otherwise pages build them from `baseUrl`. */
  sources: PictureSources.optional(),
})
export type Picture = z.infer<typeof Picture>
