/** Metadata of coupons. */
import type { ToMeta } from '../../page/page.ts'
import { couponTexts } from '../../messages/commerce/coupons.ts'
import type { CouponsData } from './CouponsPage.tsx'

export const meta: ToMeta<CouponsData, 'coupons'> = (_data, _route, { publication }) => ({
  description: `${publication.name}: ${couponTexts.intro}`,
})
