/** Numbers of a passed issue in words. */
import type { PassedIssue } from '@lokalteil/contracts/newsletter-issues'
import { NEWSLETTERS } from '../../messages/newsletters.ts'

/** '' if nothing was sent. */
export function numbersOf({ state, articles, recipients, waiting, failed }: PassedIssue): string {
  if (state !== 'sending' && state !== 'sent') return ''
  return [
    NEWSLETTERS.articles(articles),
    NEWSLETTERS.mails(recipients),
    ...(waiting > 0 ? [NEWSLETTERS.waiting(waiting)] : []),
    ...(failed > 0 ? [NEWSLETTERS.failed(failed)] : []),
  ].join(' · ')
}
