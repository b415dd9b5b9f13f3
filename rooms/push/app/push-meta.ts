/** Metadata of the push page. */
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { pushTexts } from './push-texts.ts'
import { toBreadcrumbList } from '@lokalteil/web/app/pages/structured-data'
import type { PushData } from './PushPage.tsx'

export const meta: ToMeta<PushData, 'mitteilungen'> = (_data, _route, { origin }) => ({
  description: pushTexts.meta,
  jsonLd: [toBreadcrumbList([{ label: pushTexts.title, path: '/mitteilungen' }], origin)],
})
