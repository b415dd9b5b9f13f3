/** Comments for a page's `load` on the server. In the browser it is undefined, and this site's API is called. */
import type { Article, TestReport } from '@lokalteil/contracts/content'
import type { Discussion } from '@lokalteil/contracts/community'
import type { Read } from '../content-api.ts'
import type { DiscussionRead } from './comments-page.ts'

export type CommunityApi = {
  /** Null: comments are off, or the service did not answer. The same for all readers. */
  getDiscussion: (article: Article | TestReport) => Promise<Discussion | null>
  /** The comments as an anonymous visitor sees them. */
  listComments: (articleId: string, page: number) => Promise<Read<DiscussionRead>>
  getReplyMails: (token: string) => Promise<'on' | 'off' | 'invalid' | 'unavailable'>
}
