/** Metadata of a publication's own page. */
import { UNINDEXED } from '../../browser/navigation/head.ts'
import type { ToMeta } from '../../page/page.ts'
import type { ExtensionPageData } from './ExtensionPage.tsx'

export const meta: ToMeta<ExtensionPageData, 'extension-page'> = ({ description, isIndexed }) => ({
  description,
  ...(isIndexed ? {} : { robots: UNINDEXED }),
})
