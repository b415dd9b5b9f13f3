/** Metadata: search engines index only the pages of today. */
import { UNINDEXED } from '@lokalteil/web/app/browser/navigation/head'
import { findSign } from '../domain/signs.ts'
import { horoscopeTexts } from './horoscope-texts.ts'
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { toBreadcrumbList } from '@lokalteil/web/app/pages/structured-data'
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
