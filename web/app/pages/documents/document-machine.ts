/** Legal documents for machines. */
import type { Machine } from '../../page/page.ts'
import type { DocumentData } from './DocumentPage.tsx'

export const machine: Machine<DocumentData> = ({ document }, _route, { publication }) => ({
  description: `${document.title} – ${publication.name}`,
  modified: document.updated,
})
