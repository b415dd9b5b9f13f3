/** Pictures as pages draw them. */
import { z } from 'zod'
import { Count } from './values.ts'

/** Ready addresses of a picture: `srcset` of AVIF and WebP, a middling and a large JPEG. */
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
  /** Pixels of the original; 0 when unknown (the ratio 16:12 is reserved then). */
  width: Count,
  height: Count,
  credit: z.string(),
  caption: z.string(),
  /** Average colour as `#rrggbb`, shown while the picture loads. */
  colour: z.string().nullable(),
  /** What no crop may cut off: percent of width and height, from the top left. Absent: what catches the eye. */
  focus: FocalPoint.optional(),
  /** Where the addresses are signed, they come with the picture (S7.7-03); otherwise pages make them from `baseUrl`. */
  sources: PictureSources.optional(),
})
export type Picture = z.infer<typeof Picture>
