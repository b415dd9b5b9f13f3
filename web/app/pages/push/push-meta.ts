/** Metadata of the push page. */
import type { ToMeta } from '../../page/page.ts'
import { pushTexts } from '../../messages/rooms/push.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import type { PushData } from './PushPage.tsx'

export const meta: ToMeta<PushData, 'mitteilungen'> = (_data, _route, { origin }) => ({
  description: pushTexts.meta,
  jsonLd: [toBreadcrumbList([{ label: pushTexts.title, path: '/mitteilungen' }], origin)],
})
