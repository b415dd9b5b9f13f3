/**
 * Signed addresses of an issue's files, each for one reader of one publication: `…?e={end}&s={signature}`. The request
 * must come from that reader, who must still be allowed to open the issue; the signature only prevents guessing and
 * sharing of addresses.
 */
import { createHmac } from 'node:crypto'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isSameText } from '@lokalteil/services/platform/signed-text'

/** The reader for whom the address is signed. */
type IssueReader = { publication: PublicationCode; sub: string }

export type SignedIssues = {
  sign: (reader: IssueReader, path: string) => string
  /** `search` without its question mark. */
  verify: (reader: IssueReader, path: string, search: string) => boolean
}

/**
 * Expiry times are rounded to the hour, so that browsers can reuse cached files; an address is valid for one to two
 * hours.
 */
const SLOT_SECONDS = 3600

export function createSignedIssues(secret: string, now: () => Date): SignedIssues {
  const toSeconds = () => Math.floor(now().getTime() / 1000)
  const toSignature = ({ publication, sub }: IssueReader, path: string, end: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['epaper', publication, sub, path, end]))
      .digest('base64url')

  return {
    sign(reader, path) {
      const end = String((Math.floor(toSeconds() / SLOT_SECONDS) + 2) * SLOT_SECONDS)
      return `${path}?e=${end}&s=${toSignature(reader, path, end)}`
    },
    verify(reader, path, search) {
      const [, end = '', signature = ''] = /^e=(\d{10,11})&s=([\w-]{43})$/.exec(search) ?? []
      if (end === '' || Number(end) <= toSeconds()) return false
      return isSameText(toSignature(reader, path, end), signature)
    },
  }
}
