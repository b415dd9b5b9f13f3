/** The newsletters: what each is, when it comes, what would be in it today. */
import type { Newsletter } from '@lokalteil/contracts/content'
import type { PageModule, PageProps } from '../../browser/page.ts'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { newsletterTexts } from '../../messages/newsletters.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { NewsletterFacts } from './NewsletterFacts.tsx'
import { toNewsletterPath } from './newsletter-path.ts'
import css from './NewslettersPage.module.css'

export type NewslettersData = { newsletters: readonly Newsletter[] }

function NewslettersPage({ data }: PageProps<'newsletter-registration', NewslettersData>) {
  return (
    <>
      <PageHead title={newsletterTexts.title} description={newsletterTexts.intro} />
      {data.newsletters.length === 0 ? (
        <ListLayout>
          <EmptyState icon="newsletter" title={newsletterTexts.empty} />
        </ListLayout>
      ) : (
        <ul className={`page ${css.list}`}>
          {data.newsletters.map((newsletter) => (
            <li key={newsletter.slug} className={css.card}>
              <NewsletterCard newsletter={newsletter} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NewsletterCard({ newsletter }: { newsletter: Newsletter }) {
  const target = toNewsletterPath(newsletter.slug)
  return (
    <>
      <div className={css.about}>
        <SquarePicture picture={newsletter.img} alt="" name={newsletter.title} size="small" />
        <div className={css.text}>
          <h2 className={css.title}>
            <a href={target}>{newsletter.title}</a>
          </h2>
          <p className={css.description}>{newsletter.description}</p>
          <NewsletterFacts newsletter={newsletter} />
          <p className={css.action}>
            <ButtonLink href={target} aria-label={newsletterTexts.detailsOf(newsletter.title)}>
              {newsletterTexts.details}
            </ButtonLink>
          </p>
        </div>
      </div>
      {newsletter.sample.length > 0 && (
        <div className={css.sample}>
          <h3 className={css.sampleTitle}>{newsletterTexts.sample}</h3>
          <ul className={css.teasers}>
            {newsletter.sample.map((teaser) => (
              <li key={teaser.documentId}>
                <Teaser teaser={teaser} size="text" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

export const page: PageModule<'newsletter-registration', NewslettersData> = {
  load: async (_route, { content }) => toLoaded(await content.listNewsletters()),
  Page: NewslettersPage,
}
