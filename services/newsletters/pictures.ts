/** Pictures of an issue: from our own store only, as JPEG, which every mail program shows. */
import type { Picture } from '@lokalteil/contracts/content'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { toLine } from './text.ts'

/** Twice the displayed size. */
const LEAD = { width: 1024, ratio: '16:9' } as const
const SMALL = { width: 240, ratio: '4:3' } as const

/** Null: the picture is on another host, or its signed address may expire before the mail is opened. */
export function toIssuePicture(picture: Picture | null, isLead: boolean) {
  if (picture === null || picture.sources !== undefined) return null
  const { baseUrl, focus, altText, credit } = picture
  if (baseUrl === '' || /^[a-z]+:/i.test(baseUrl) || baseUrl.startsWith('//')) return null
  return {
    path: imageAddress(baseUrl, { ...(isLead ? LEAD : SMALL), format: 'jpeg', focus }),
    alt: toLine(altText, 500),
    credit: toLine(credit, 200),
  }
}
