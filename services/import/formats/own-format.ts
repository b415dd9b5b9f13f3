/**
 * Shared by our JSON formats (`liveblog@1`, `quiz@1`, `sport@1`): pictures, lines of text, and messages about wrong
 * fields.
 */
import { createHash } from 'node:crypto'
import { FocalPoint } from '@lokalteil/contracts/content'
import { z } from 'zod'
import { shorten, toLine } from '../body/house-style.ts'
import type { FoundPicture } from '../parsed-document.ts'

export const Line = (most: number) => z.string().max(most).default('')

export const GivenPicture = z.object({
  url: z.string().min(1).max(2000),
  alt: Line(500),
  caption: Line(1000),
  credit: Line(200),
  width: z.number().int().min(0).max(20_000).default(0),
  height: z.number().int().min(0).max(20_000).default(0),
  focus: FocalPoint.optional(),
})

export function toFoundPicture({
  url,
  alt,
  caption,
  credit,
  width,
  height,
  focus,
}: z.infer<typeof GivenPicture>): FoundPicture {
  return {
    baseUrl: url,
    cropVal: '16:9',
    altText: toLine(alt),
    width,
    height,
    credit: toLine(credit),
    caption: toLine(caption),
    colour: null,
    focus,
  }
}

/** `quiz: questions.2.answers exactly one answer is right, not 2; …`: indexes count from 0, as in JSON. */
export function describeIssues(format: string, error: z.ZodError): string {
  const issues = error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'the document'} ${message}`)
  const more = error.issues.length - issues.length
  return shorten(`${format}: ${issues.join('; ')}${more > 0 ? `; and ${more} more` : ''}`, 500)
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
