// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { Comment } from '@lokalteil/contracts/community'
import { leave, press, render } from '../../browser/dom.testing.tsx'
import { setSession } from '../../browser/session/session.ts'
import { CommentView } from './CommentView.tsx'
import type { DiscussionActions } from './use-discussion.ts'
import type { Standing } from './use-member.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const comment: Comment = {
  id: '7',
  parent: null,
  replyTo: null,
  name: 'Nordlicht',
  voice: null,
  state: 'visible',
  text: 'Ein guter Tag.',
  mentions: [],
  at: '2026-11-28T08:00:00Z',
  editedAt: null,
  up: 3,
  down: 1,
  isPicked: false,
  ground: null,
  isOwn: false,
  ownVote: 0,
  editableUntil: null,
  isNew: false,
}

const NAMELESS: Standing = {
  kind: 'nameless',
  member: { name: null, hasReplyMails: false, banned: null, authorPath: null },
}

async function vote(standing: Standing) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (input: unknown, init: { body?: string } = {}) => {
    sent.push(`${new URL(input instanceof Request ? input.url : String(input), location.origin).pathname} ${init.body}`)
    return Response.json({ up: 4, down: 1, ownVote: 1 })
  })
  const put = vi.fn<DiscussionActions['put']>()
  setSession({ status: 'reader' } as Parameters<typeof setSession>[0])
  const place = await render(
    <CommentView
      comment={comment}
      articleId="1"
      standing={standing}
      isOpen
      actions={{ put } as unknown as DiscussionActions}
      onReply={() => {}}
    />,
  )
  await press(place.querySelector('button[aria-pressed]'))
  return { sent, put, fault: place.querySelector('[role="alert"]')?.textContent }
}

it('a reader who has no display name votes', async () => {
  const { sent, put, fault } = await vote(NAMELESS)
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(2))
  expect(sent).toEqual(['/api/community/comments/7/vote {"value":1}'])
  expect(put).toHaveBeenLastCalledWith('7', { up: 4, down: 1, ownVote: 1 })
  expect(fault).toBeUndefined()
})

it.each<[Standing, string]>([
  [{ kind: 'unconfirmed' }, 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.'],
  [{ kind: 'banned', until: null }, 'Sie können zurzeit nicht mitdiskutieren.'],
])('a vote that is not possible says why: %j', async (standing, message) => {
  const { sent, put, fault } = await vote(standing)
  expect([sent, put.mock.calls, fault]).toEqual([[], [], message])
})
