/** Metadata of newsletters. */
import type { NewslettersData } from '../../page/newsletter-form.ts'
import type { ToMeta } from '../../page/page.ts'
import { newsletterTexts } from '../../messages/reading/newsletters.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import type { NewsletterData } from './NewsletterPage.tsx'
import { toNewsletterPath } from './newsletter-path.ts'

const LIST = { label: newsletterTexts.title, path: '/newsletter-anmeldung' }

export const newslettersMeta: ToMeta<NewslettersData, 'newsletter-registration'> = (
  { link },
  _route,
  { publication },
) => ({
  description: `${publication.name}: ${newsletterTexts.intro}`,
  // The page of a link in a single mail.
  ...(link === null ? {} : { robots: 'noindex,nofollow' }),
})

export const newsletterMeta: ToMeta<NewsletterData, 'newsletter-detail'> = ({ newsletter }, _route, { origin }) => ({
  description: newsletter.description,
  picture: newsletter.img,
  jsonLd: [toBreadcrumbList([LIST, { label: newsletter.title, path: toNewsletterPath(newsletter.slug) }], origin)],
})
