/** The calls on articles. */
import type { OFFICE_ARTICLES } from '@lokalteil/contracts/office'
import type { BoundHandlers } from '../../platform/serve.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import { listArrivals, mergeArrival, takeArrival } from './arrivals.ts'
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from './preview-links.ts'
import { bringBack, correct, leadTo, publish, schedule, undoPublish, withdraw } from './publishing.ts'
import {
  compareRevisions,
  getArticle,
  getDesk,
  getRevision,
  listArticles,
  listRevisions,
  listSuggestions,
} from './reading.ts'
import {
  addNote,
  answerNote,
  changeState,
  chooseBlock,
  createArticle,
  restoreRevision,
  saveDraft,
  takePen,
} from './writing.ts'

export const ARTICLE_HANDLERS: BoundHandlers<OfficeContext, typeof OFFICE_ARTICLES, DeskCaller> = {
  getDesk,
  listArticles,
  createArticle,
  getArticle,
  saveDraft,
  chooseBlock,
  takePen,
  addNote,
  answerNote,
  changeState,
  publish,
  schedule,
  undoPublish,
  correct,
  withdraw,
  bringBack,
  leadTo,
  listRevisions,
  getRevision,
  compareRevisions,
  restoreRevision,
  listPreviewLinks,
  createPreviewLink,
  revokePreviewLink,
  listSuggestions,
  listArrivals,
  takeArrival,
  mergeArrival,
}
