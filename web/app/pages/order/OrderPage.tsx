/** The start of the order process: a tile for each way to order. */
import { buildPath } from '@lokalteil/domain/routing/routes'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { householdTexts } from '../../messages/commerce/codes.ts'
import { orderTexts } from '../../messages/commerce/order.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import css from './OrderPage.module.css'

/** `hasOffers`: true if unknown. */
export type OrderData = { hasOffers: boolean }

type Tile = keyof typeof orderTexts.tiles

const TILES: readonly { name: Tile; icon: IconName }[] = [
  { name: 'order/abo', icon: 'epaper' },
  { name: 'order/code', icon: 'coupon' },
  { name: 'order/invite', icon: 'share' },
]

/** Contracts can always be cancelled and withdrawn from here, whether anything is sold or not. */
function OrderPage({ data: { hasOffers } }: PageProps<'order', OrderData>) {
  return (
    <>
      <PageHead title={orderTexts.overviewTitle} description={hasOffers ? orderTexts.overviewIntro : undefined} />
      {hasOffers ? (
        <ul className={`page ${css.tiles}`}>
          {TILES.map(({ name, icon }) => (
            <li key={name} className={css.tile}>
              <span className={css.icon}>
                <Icon name={icon} size="1.7rem" />
              </span>
              <h2 className={css.title}>
                <a href={buildPath({ name })}>{orderTexts.tiles[name].title}</a>
              </h2>
              <p>{orderTexts.tiles[name].text}</p>
            </li>
          ))}
        </ul>
      ) : (
        <ListLayout>
          <EmptyState icon="message" title={orderTexts.empty} />
        </ListLayout>
      )}
      <section className={`page ${css.contract}`}>
        <h2 className={css.contractTitle}>{orderTexts.contractsTitle}</h2>
        <p>{orderTexts.contractsText}</p>
        <p className={css.links}>
          <a href="/kuendigen">{orderTexts.cancel}</a>
          <a href="/widerrufen">{orderTexts.withdraw}</a>
        </p>
        {hasOffers && (
          <p className={css.links}>
            <span>
              {householdTexts.lead} <a href="/order/haushalt">{householdTexts.title}</a>.
            </span>
          </p>
        )}
      </section>
    </>
  )
}

export const page = definePage('order', {
  load: async (_route, { offers }) => {
    const read = await offers.listOffers()
    return { kind: 'ok', data: { hasOffers: !read.ok || read.data.offers.length > 0 } satisfies OrderData }
  },
  Page: OrderPage,
  title: () => ({ title: orderTexts.overviewTitle }),
})
