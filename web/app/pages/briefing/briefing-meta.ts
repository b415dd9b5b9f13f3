/** Metadata of the briefing. */
import type { ToMeta } from '../../page/page.ts'
import { briefingTexts } from '../../messages/reading/briefing.ts'
import { urls } from '../../messages/publication/urls.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import type { BriefingData } from './BriefingPage.tsx'

export const briefingMeta: ToMeta<BriefingData, 'briefing'> = (_data, _route, { publication, origin }) => ({
  description: briefingTexts.description(publication.name),
  jsonLd: [toBreadcrumbList([{ label: briefingTexts.title, path: urls.briefing }], origin)],
})
