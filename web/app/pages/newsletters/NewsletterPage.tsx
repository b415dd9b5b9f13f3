/** One newsletter; 404 for an unknown one. */
import type { Newsletter } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { newsletterTexts } from '../../messages/reading/newsletters.ts'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { createBlankOrder, FORM_PATH } from '../../page/newsletter-form.ts'
import { OrderPanel, OrderSent } from '../../features/newsletter/OrderPanel.tsx'
import { useNewsletterOrder } from '../../features/newsletter/use-newsletter-order.ts'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { orEmpty, toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { ListLayout, TeaserRows } from '../lists/TeaserList.tsx'
import { NewsletterFacts } from './NewsletterFacts.tsx'
import { toNewsletterPath } from './newsletter-path.ts'
import css from './NewsletterPage.module.css'

export type NewsletterData = { newsletter: Newsletter; others: readonly Newsletter[] }

function NewsletterPage({ data: { newsletter, others } }: PageProps<'newsletter-detail', NewsletterData>) {
  const [first, ...rest] = newsletter.sample
  return (
    <>
      <div className={css.head}>
        <PageHead
          title={newsletter.title}
          breadcrumb={[{ label: newsletterTexts.title, target: '/newsletter-anmeldung' }]}
          description={newsletter.description}
          picture={
            <SquarePicture
              picture={newsletter.img}
              alt={newsletter.img?.altText ?? ''}
              name={newsletter.title}
              size="large"
              isPriority
            />
          }
        >
          <NewsletterFacts newsletter={newsletter} />
        </PageHead>
      </div>
      <ListLayout aside={others.length > 0 ? <Others newsletters={others} /> : undefined}>
        <Order newsletter={newsletter} />
        {first && (
          <>
            <SectionHeader title={newsletterTexts.sample} target="" />
            <Teaser teaser={first} size="large" />
            {rest.length > 0 && (
              <div className={css.rest}>
                <TeaserRows teasers={rest} heading="h3" />
              </div>
            )}
          </>
        )}
      </ListLayout>
    </>
  )
}

function Order({ newsletter: { slug, title } }: { newsletter: Newsletter }) {
  const { data, isSending, place, submit } = useNewsletterOrder(createBlankOrder([slug]))
  return (
    <div ref={place} className={css.order} id="bestellen">
      {data.isSent ? (
        <OrderSent email={data.values.email} />
      ) : (
        <form method="post" action={FORM_PATH} noValidate onSubmit={submit}>
          <input type="hidden" name="newsletter" value={slug} />
          <OrderPanel data={data} title={newsletterTexts.orderTitleOf(title)} isSending={isSending} />
        </form>
      )}
    </div>
  )
}

function Others({ newsletters }: { newsletters: readonly Newsletter[] }) {
  return (
    <section>
      <SectionHeader title={newsletterTexts.others} target="/newsletter-anmeldung" />
      <ul className={css.others}>
        {newsletters.map(({ slug, title, rhythm }) => (
          <li key={slug} className={css.other}>
            <a href={toNewsletterPath(slug)}>{title}</a>
            <span>{rhythm}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const page = definePage('newsletter-detail', {
  async load(route, { content }) {
    const [read, all] = await Promise.all([content.getNewsletter({ slug: route.slug }), content.listNewsletters()])
    return toLoaded(read, (newsletter) => ({
      newsletter,
      others: orEmpty(all, ({ newsletters }) => newsletters.filter(({ slug }) => slug !== newsletter.slug)),
    }))
  },
  Page: NewsletterPage,
  title: ({ newsletter }) => ({ title: newsletter.title }),
  canonical: ({ newsletter }) => toNewsletterPath(newsletter.slug),
})
