/** Metadata of legal documents. */
import type { ToMeta } from '../../page/page.ts'
import type { DocumentData } from './DocumentPage.tsx'

export const meta: ToMeta<DocumentData> = ({ document }, _route, { publication }) => ({
  description: `${document.title} – ${publication.name}`,
  modified: document.updated,
})
