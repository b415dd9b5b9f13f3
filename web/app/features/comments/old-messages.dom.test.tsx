// @vitest-environment happy-dom
/** The message about a text that was sent disappears when the reader begins the next one, or withdraws it. */
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CommentPage, Review, ReviewPage, Thread } from '@lokalteil/contracts/community'
import { leave, press, render, settle } from '../../browser/dom.testing.tsx'
import { setSession } from '../../browser/session/session.ts'
import { Discussion } from './Discussion.tsx'
import { Reviews } from './Reviews.tsx'

const SENT = 'sent'
const member = { state: 'member', member: { name: 'Ada', hasReplyMails: false, banned: null, authorPath: null } }
const discussion: CommentPage['discussion'] = {
  comments: { mode: 'open', count: 1 },
  reviews: { mode: 'open', rating: { count: 0, average: 0 } },
}
const thread: Thread = {
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
  replies: [],
  replyCount: 0,
}
const comments: CommentPage = { discussion, sort: 'newest', page: 1, pages: 1, threads: [thread], newCount: 0 }
const own: Review = {
  id: '3',
  name: 'Ada',
  stars: 4,
  state: 'visible',
  text: 'Gut.',
  at: '2026-11-28T08:00:00Z',
  editedAt: null,
  ground: null,
  isOwn: true,
}
const reviews: ReviewPage = { discussion, page: 1, pages: 1, distribution: [0, 0, 0, 0, 0], reviews: [], own }

/** The server takes the first text and refuses the next. */
let isTaken = true
beforeEach(() => {
  isTaken = true
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async (input: unknown, init: { method?: string } = {}) => {
    const path = new URL(input instanceof Request ? input.url : String(input), location.origin).pathname
    if (path.endsWith('/member')) return Response.json(member)
    if ((init.method ?? 'GET') === 'GET') return Response.json(path.endsWith('/reviews') ? reviews : comments)
    if (!isTaken) return Response.json({ code: 'TOO_MANY_ATTEMPTS' }, { status: 429 })
    isTaken = false
    return Response.json(
      path.endsWith('/reviews') ? { review: own } : { comment: { ...thread, id: SENT, isOwn: true } },
    )
  })
  setSession({ status: 'reader' } as Parameters<typeof setSession>[0])
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const statusOf = (place: Element) => place.querySelector('p[role="status"]')!.textContent
const faultOf = (place: Element) => place.querySelector('[role="alert"]')?.textContent ?? ''

async function write(field: HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
async function submit(form: HTMLFormElement): Promise<void> {
  await act(async () => void form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await settle()
}

it('of a comment, before the next one is refused', async () => {
  const place = await render(<Discussion articleId="1" authors={[]} initial={comments} />)
  await vi.waitFor(() => expect(place.querySelector('textarea')).not.toBeNull())
  const field = place.querySelector('textarea')!
  await write(field, 'Das freut mich sehr.')
  await submit(field.form!)
  await vi.waitFor(() => expect(statusOf(place)).not.toBe(''))
  await write(field, 'Und noch eines.')
  expect(statusOf(place)).toBe('')
  await submit(field.form!)
  expect([statusOf(place), faultOf(place)]).toEqual(['', expect.stringContaining('Das ging sehr schnell.')])
})

it('of a comment, before an answer is refused', async () => {
  const place = await render(<Discussion articleId="1" authors={[]} initial={comments} />)
  await vi.waitFor(() => expect(place.querySelector('textarea')).not.toBeNull())
  const field = place.querySelector('textarea')!
  await write(field, 'Das freut mich sehr.')
  await submit(field.form!)
  await vi.waitFor(() => expect(statusOf(place)).not.toBe(''))
  await press(place.querySelector('button[aria-label*="Nordlicht"]'))
  await submit(place.querySelectorAll('form')[1]!)
  expect(statusOf(place)).toBe('')
})

it('of a review, before the next change is refused', async () => {
  const place = await render(<Reviews articleId="1" />)
  await vi.waitFor(() => expect(place.querySelector('form')).not.toBeNull())
  await submit(place.querySelector('form')!)
  await vi.waitFor(() => expect(statusOf(place)).not.toBe(''))
  await submit(place.querySelector('form')!)
  await vi.waitFor(() => expect(place.textContent).toContain('Das ging sehr schnell.'))
  expect(statusOf(place)).toBe('')
})

it('of a review, before its withdrawal is refused', async () => {
  const place = await render(<Reviews articleId="1" />)
  await vi.waitFor(() => expect(place.querySelector('form')).not.toBeNull())
  await submit(place.querySelector('form')!)
  await vi.waitFor(() => expect(statusOf(place)).not.toBe(''))
  await press(place.querySelector('form button[type="button"]'))
  await vi.waitFor(() => expect(place.textContent).toContain('Das ging sehr schnell.'))
  expect(statusOf(place)).toBe('')
})
