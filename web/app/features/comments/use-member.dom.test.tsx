// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { leave, press, render } from '../../browser/dom.testing.tsx'
import { setSession } from '../../browser/session/session.ts'
import { StandingPanel } from './Standing.tsx'
import { useMember } from './use-member.ts'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

function Probe() {
  const { standing, setMember } = useMember()
  if (standing.kind === 'member') return <p>{standing.name}</p>
  return <StandingPanel standing={standing} loginText="Melden Sie sich an" onMember={setMember} />
}

it('a reader whose name could not be loaded sees a message and can try again', async () => {
  let isUp = false
  vi.stubGlobal('fetch', async () =>
    isUp
      ? Response.json({ state: 'member', member: { name: 'Ada', banned: null } })
      : Response.json({ code: 'UNAVAILABLE' }, { status: 503 }),
  )
  setSession({ status: 'reader' } as Parameters<typeof setSession>[0])
  const place = await render(<Probe />)
  await vi.waitFor(() => expect(place.textContent).toContain('ließ sich gerade nicht feststellen'))
  isUp = true
  await press(place.querySelector('button')!)
  await vi.waitFor(() => expect(place.textContent).toBe('Ada'))
})

it('until the session is known, the panel has its later height and is hidden from everybody', async () => {
  setSession({ status: 'unknown' } as Parameters<typeof setSession>[0])
  const place = await render(<Probe />)
  expect(place.querySelector('[aria-hidden="true"]')?.textContent).toContain('Melden Sie sich an')
})
