/** Public addresses of e-paper pictures; addresses of paid files come signed with the data. */
import type { IssueCard } from '../contract/epaper.ts'
import { toAddress } from '@lokalteil/contracts/kernel/address'
import type { EPAPER_FILE_PATHS } from '../contract/calls.ts'

const COVER: (typeof EPAPER_FILE_PATHS)['cover'] = '/api/epaper/issues/{edition}/{day}/cover/{version}'

export function toCoverAddress({ edition, day, version }: Pick<IssueCard, 'edition' | 'day' | 'version'>): string {
  return toAddress(COVER, { edition, day, version })
}
