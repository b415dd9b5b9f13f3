/**
 * The newsletters (S2.1-13): description, schedule, a sample of today, and the order form. The links in their mails
 * lead to this address as well.
 */
import { useState } from 'react'
import type { Newsletter } from '@lokalteil/contracts/content'
import { toNewsletterLink } from '@lokalteil/domain/reading/newsletter-links'
import { createBlankOrder, FORM_PATH, type NewslettersData } from '../../page/newsletter-form.ts'
import { toNewsletterApi } from '../../page/newsletter-api.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { LinkPanel } from '../../features/newsletter/LinkPanel.tsx'
import { OrderPanel, OrderSent } from '../../features/newsletter/OrderPanel.tsx'
import { useNewsletterOrder } from '../../features/newsletter/use-newsletter-order.ts'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { newsletterTexts } from '../../messages/reading/newsletters.ts'
import { Fault } from '../../ui/Field.tsx'
import { orEmpty } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { NewsletterFacts } from './NewsletterFacts.tsx'
import { toNewsletterPath } from './newsletter-path.ts'
import css from './NewslettersPage.module.css'

function NewslettersPage({ data }: PageProps<'newsletter-registration', NewslettersData>) {
  const { link, newsletters } = data
  const { place, ...order } = useNewsletterOrder(data.form)
  if (link !== null) {
    return (
      <div className="page">
        <LinkPanel link={link} />
      </div>
    )
  }
  if (order.data.isSent) {
    return (
      <div className="page" ref={place}>
        <OrderSent email={order.data.values.email} />
      </div>
    )
  }
  return (
    <div ref={place}>
      <PageHead title={newsletterTexts.title} description={newsletterTexts.intro} />
      {newsletters.length === 0 ? (
        <ListLayout>
          <EmptyState icon="newsletter" title={newsletterTexts.empty} />
        </ListLayout>
      ) : (
        <Catalogue newsletters={newsletters} order={order} />
      )}
    </div>
  )
}

function Catalogue({
  newsletters,
  order,
}: {
  newsletters: readonly Newsletter[]
  order: Omit<ReturnType<typeof useNewsletterOrder>, 'place'>
}) {
  const { data, isSending, submit } = order
  const [chosen, setChosen] = useState<readonly string[]>(data.values.slugs)
  const titles = newsletters.filter(({ slug }) => chosen.includes(slug)).map(({ title }) => title)
  return (
    <form method="post" action={FORM_PATH} noValidate className={`page ${css.layout}`} onSubmit={submit}>
      <div
        className={css.choice}
        id="newsletter-liste"
        tabIndex={-1}
        data-answer={data.faults.slugs === undefined ? undefined : ''}
        role="group"
        aria-label={newsletterTexts.title}
      >
        <Fault id="newsletter-liste" text={newsletterTexts.fault('slugs', data.faults)} />
        <ul className={css.list}>
          {newsletters.map((newsletter) => (
            <li key={newsletter.slug} className={css.card}>
              <NewsletterCard
                newsletter={newsletter}
                isChosen={chosen.includes(newsletter.slug)}
                onChoice={(isChosen) =>
                  setChosen(isChosen ? [...chosen, newsletter.slug] : chosen.filter((slug) => slug !== newsletter.slug))
                }
              />
            </li>
          ))}
        </ul>
        {chosen.length > 0 && (
          <a href="#bestellen" className={css.onward}>
            {newsletterTexts.toOrder(chosen.length)}
          </a>
        )}
      </div>
      <div className={css.order} id="bestellen">
        <OrderPanel data={data} title={newsletterTexts.orderTitle} isSending={isSending}>
          <p className={`js-only ${css.summary}`} aria-live="polite">
            {titles.length === 0 ? newsletterTexts.nothingChosen : newsletterTexts.chosenList(titles)}
          </p>
        </OrderPanel>
      </div>
    </form>
  )
}

function NewsletterCard({
  newsletter,
  isChosen,
  onChoice,
}: {
  newsletter: Newsletter
  isChosen: boolean
  onChoice: (isChosen: boolean) => void
}) {
  const { slug, title } = newsletter
  const target = toNewsletterPath(slug)
  return (
    <>
      <div className={css.about}>
        <SquarePicture picture={newsletter.img} alt="" name={title} size="small" />
        <div className={css.text}>
          <h2 className={css.title}>
            <a href={target}>{title}</a>
          </h2>
          <p className={css.description}>{newsletter.description}</p>
          <NewsletterFacts newsletter={newsletter} />
          <p className={css.action}>
            <label className={css.pick}>
              <input
                type="checkbox"
                name="newsletter"
                value={slug}
                checked={isChosen}
                aria-label={newsletterTexts.chooseOf(title)}
                onChange={(event) => onChoice(event.currentTarget.checked)}
              />
              <span>{isChosen ? newsletterTexts.chosen : newsletterTexts.choose}</span>
            </label>
            <a href={target} aria-label={newsletterTexts.detailsOf(title)}>
              {newsletterTexts.details}
            </a>
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

export const page = definePage('newsletter-registration', {
  async load(_route, context) {
    const link = toNewsletterLink(context.query)
    const catalogue = await context.content.listNewsletters()
    if (link === null)
      return catalogue.ok
        ? { kind: 'ok', data: { newsletters: catalogue.data.newsletters, form: createBlankOrder(), link: null } }
        : { kind: 'unavailable', status: catalogue.status }
    const found = await toNewsletterApi(context).readLink(link)
    return {
      kind: 'ok',
      data: {
        newsletters: orEmpty(catalogue, ({ newsletters }) => newsletters),
        form: createBlankOrder(),
        link: { ...link, ...found },
      },
    }
  },
  Page: NewslettersPage,
  title: () => ({ title: newsletterTexts.title }),
})
