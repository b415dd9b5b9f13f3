/**
 * Calls of comments to this site's server. Promises: never throws; a refusal is a code with a text in the catalogue.
 */
import type { CommentSort } from '@lokalteil/domain/community/discussion'
import { portalClient, type PortalFailure, type PortalResult } from '../../page/portal-client.ts'

export type CommentResult<T> = { kind: 'ok'; data: T } | { kind: 'refused'; code: string }

export function toOutcome<T>(result: PortalResult<T>): CommentResult<T> {
  return result.kind === 'ok' ? result : { kind: 'refused', code: toCode(result) }
}

function toCode(failure: PortalFailure): string {
  if (failure.kind === 'offline') return 'OFFLINE'
  if (failure.kind !== 'refused') return 'UNAVAILABLE'
  return failure.status === 401 ? 'NOT_LOGGED_IN' : failure.code
}

const READER = { as: 'reader' } as const

export const commentCalls = {
  list: async (id: string, query: { sort: CommentSort; page: number; focus?: string }) =>
    toOutcome(
      await portalClient.call('GET /api/community/articles/{id}/comments', { ...READER, params: { id }, query }),
    ),
  replies: async (id: string, comment: string, after: string | undefined) =>
    toOutcome(
      await portalClient.call('GET /api/community/articles/{id}/comments/{comment}/replies', {
        ...READER,
        params: { id, comment },
        query: after === undefined ? {} : { after },
      }),
    ),
  add: async (id: string, body: { text: string; replyTo: string | null }) =>
    toOutcome(
      await portalClient.call('POST /api/community/articles/{id}/comments', { ...READER, params: { id }, body }),
    ),
  edit: async (id: string, comment: string, text: string) =>
    toOutcome(
      await portalClient.call('POST /api/community/articles/{id}/comments/{comment}', {
        ...READER,
        params: { id, comment },
        body: { text },
      }),
    ),
  withdraw: async (comment: string) =>
    toOutcome(
      await portalClient.call('POST /api/community/comments/{comment}/withdrawal', { ...READER, params: { comment } }),
    ),
  vote: async (comment: string, value: -1 | 0 | 1) =>
    toOutcome(
      await portalClient.call('POST /api/community/comments/{comment}/vote', {
        ...READER,
        params: { comment },
        body: { value },
      }),
    ),
  markSeen: async (article: string) =>
    toOutcome(
      await portalClient.call('POST /api/community/articles/{article}/seen', { ...READER, params: { article } }),
    ),
  member: async () => toOutcome(await portalClient.call('GET /api/community/member', READER)),
  saveMember: async (body: { name?: string; hasReplyMails?: boolean }) =>
    toOutcome(await portalClient.call('POST /api/community/member', { ...READER, body })),
  own: async (page: number) =>
    toOutcome(await portalClient.call('GET /api/community/member/texts', { ...READER, query: { page } })),
  complain: async (statement: string, text: string) =>
    toOutcome(await portalClient.call('POST /api/community/complaints', { ...READER, body: { statement, text } })),
  reviews: async (id: string, page: number) =>
    toOutcome(
      await portalClient.call('GET /api/community/articles/{id}/reviews', {
        ...READER,
        params: { id },
        query: { page },
      }),
    ),
  saveReview: async (id: string, body: { stars: number; text: string }) =>
    toOutcome(
      await portalClient.call('POST /api/community/articles/{id}/reviews', { ...READER, params: { id }, body }),
    ),
  withdrawReview: async (article: string) =>
    toOutcome(
      await portalClient.call('POST /api/community/articles/{article}/reviews/withdrawal', {
        ...READER,
        params: { article },
      }),
    ),
}
