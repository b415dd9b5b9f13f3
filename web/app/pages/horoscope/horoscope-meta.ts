/** For search engines: the signs of today; what was said on other days is not worth finding. */
import { UNINDEXED } from '../../browser/navigation/head.ts'
import { findSign } from '@lokalteil/domain/horoscope/signs'
import { horoscopeTexts } from '../../messages/rooms/horoscope.ts'
import type { ToMeta } from '../../page/page.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import type { HoroscopeData } from './HoroscopePage.tsx'

export const meta: ToMeta<HoroscopeData, 'horoskop'> = (data, _route, { origin }) => {
  const sign = data.sign === null ? null : findSign(data.sign)
  return {
    description: sign === null ? horoscopeTexts.descriptionOfAll : horoscopeTexts.description(sign.name),
    ...(data.day === data.today ? {} : { robots: UNINDEXED }),
    jsonLd: [
      toBreadcrumbList(
        [
          { label: horoscopeTexts.title, path: '/horoskop' },
          ...(sign === null ? [] : [{ label: sign.name, path: `/horoskop/${sign.key}` }]),
        ],
        origin,
      ),
    ],
  }
}
