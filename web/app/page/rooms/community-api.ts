/** Comments as a page's `load` asks for them on the server. In the browser it is undefined: this site's API is asked. */
import type { Article, TestReport } from '@lokalteil/contracts/content'
import type { Discussion } from '@lokalteil/contracts/community'
import type { Read } from '../content-api.ts'
import type { DiscussionRead } from './comments-page.ts'

export type CommunityApi = {
  /** Null: nobody writes here, or nobody could be asked. The same for all readers. */
  getDiscussion: (article: Article | TestReport) => Promise<Discussion | null>
  /** As somebody without an account sees them. */
  listComments: (articleId: string, page: number) => Promise<Read<DiscussionRead>>
  getReplyMails: (token: string) => Promise<'on' | 'off' | 'invalid' | 'unavailable'>
}
