/** Metadata of the only personal page that is indexed. */
import type { ToMeta } from '../../page/page.ts'
import { personalTexts } from '../../messages/reading/personal.ts'
import type { MyRegionData } from './MyRegionPage.tsx'

export const myRegionMeta: ToMeta<MyRegionData, 'meineregion'> = (_data, _route, { publication }) => ({
  description: `${publication.name}: ${personalTexts.myRegion.intro}`,
})
