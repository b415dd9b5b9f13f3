/** Coupons of partners. Their codes are not in the page of a reader without a login, not even hidden. */
import type { Coupon } from '@lokalteil/contracts/content'
import { formatDate } from '@lokalteil/domain/german'
import { toTeaserTarget } from '@lokalteil/domain/reading/teaser'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { couponTexts } from '../../messages/commerce/coupons.ts'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import css from './CouponsPage.module.css'

export type CouponsData = { coupons: readonly Coupon[] }

function CouponsPage({ data }: PageProps<'coupons', CouponsData>) {
  return (
    <>
      <PageHead title={couponTexts.title} kicker={teaserTexts.soldContent} description={couponTexts.intro} />
      {data.coupons.length === 0 ? (
        <ListLayout>
          <EmptyState icon="coupon" title={couponTexts.empty}>
            <p>{couponTexts.emptyAdvice}</p>
          </EmptyState>
        </ListLayout>
      ) : (
        <ul className={`page ${css.grid}`}>
          {data.coupons.map((coupon) => (
            <CouponCard key={coupon.id} coupon={coupon} />
          ))}
        </ul>
      )}
    </>
  )
}

function CouponCard({ coupon }: { coupon: Coupon }) {
  const target = toTeaserTarget(coupon.target)
  return (
    <li className={css.coupon}>
      <p className={css.discount}>{coupon.discount}</p>
      <div className={css.text}>
        <p className={css.partner}>{coupon.partner}</p>
        <h2 className={css.title}>{coupon.title}</h2>
        <p className={css.description}>{coupon.description}</p>
        <p className={css.valid}>
          <time dateTime={coupon.validUntil}>{couponTexts.validUntil(formatDate(new Date(coupon.validUntil)))}</time>
        </p>
        <div className={css.actions}>
          {coupon.code === null ? (
            <ButtonLink href="#login" aria-label={couponTexts.codeHiddenFor(coupon.partner)}>
              <Icon name="lock" size="1.1em" /> {couponTexts.codeHidden}
            </ButtonLink>
          ) : (
            <p className={css.code}>
              <span className="visually-hidden">{couponTexts.code}: </span>
              {coupon.code}
            </p>
          )}
          {target.kind !== 'none' && (
            <ButtonLink
              variant="secondary"
              href={target.kind === 'internal' ? target.path : target.url}
              aria-label={couponTexts.toPartnerOf(coupon.partner)}
              {...(target.kind === 'external' ? { target: '_blank', rel: 'noopener sponsored' } : {})}
            >
              {couponTexts.toPartner} {target.kind === 'external' && <Icon name="external" size="1em" />}
            </ButtonLink>
          )}
        </div>
      </div>
    </li>
  )
}

export const page = definePage('coupons', {
  load: async (_route, { content }) => toLoaded(await content.listCoupons()),
  Page: CouponsPage,
  title: () => ({ title: couponTexts.title }),
})
