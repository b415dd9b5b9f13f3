// @vitest-environment happy-dom
/** Prefetched comments, and changes of the reader after them. */
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CommentPage } from '@lokalteil/contracts/community'
import { leave, press, render } from '../../browser/dom.testing.tsx'
import { setSession } from '../../browser/session/session.ts'
import type { FirstComments } from './first-comments.ts'
import { useDiscussion } from './use-discussion.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const toPage = (sort: CommentPage['sort']): CommentPage => ({
  discussion: { comments: { mode: 'open', count: 0 }, reviews: null },
  sort,
  page: 1,
  pages: 1,
  threads: [],
  newCount: 0,
})

function Probe({ first }: { first: Promise<FirstComments> }) {
  const { state, sortBy } = useDiscussion('1', null, first)
  return (
    <button type="button" onClick={() => sortBy('helpful')}>
      {state.kind === 'ready' ? state.page.sort : state.kind}
    </button>
  )
}

it('shows a prefetched answer, but not if another order was chosen before it arrived', async () => {
  for (const isChosen of [false, true]) {
    vi.stubGlobal('fetch', async () => Response.json(toPage('helpful')))
    setSession({ status: 'anonymous' })
    let answer = (_page: FirstComments): void => {}
    const place = await render(<Probe first={new Promise((resolve) => (answer = resolve))} />)
    const button = place.querySelector('button')!
    expect(button.textContent).toBe('loading')
    if (isChosen) {
      await press(button)
      await vi.waitFor(() => expect(button.textContent).toBe('helpful'))
    }
    await act(async () => answer({ kind: 'ok', data: toPage('newest') }))
    expect(button.textContent).toBe(isChosen ? 'helpful' : 'newest')
    await leave()
  }
})
