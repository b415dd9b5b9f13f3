/** The one personal page that search engines may show. */
import type { ToMeta } from '../../page/page.ts'
import { personalTexts } from '../../messages/reading/personal.ts'
import type { MyRegionData } from './MyRegionPage.tsx'

export const myRegionMeta: ToMeta<MyRegionData, 'meineregion'> = (_data, _route, { publication }) => ({
  description: `${publication.name}: ${personalTexts.myRegion.intro}`,
})
