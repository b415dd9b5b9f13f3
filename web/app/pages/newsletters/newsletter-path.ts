/** The address of a newsletter's own page. */
import { buildPath } from '@lokalteil/domain/routing/routes'

export function toNewsletterPath(slug: string): string {
  return buildPath({ name: 'newsletter-detail', slug })
}
