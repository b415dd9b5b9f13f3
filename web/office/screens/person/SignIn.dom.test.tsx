// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { createOffice } from '../../kit/client.ts'
import { OfficeContext } from '../../kit/office.tsx'
import { SIGN_IN } from '../../messages/person.ts'
import { SignIn } from './SignIn.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const roots: Root[] = []
afterEach(async () => {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  document.body.replaceChildren()
})

async function draw(ways: { hasPasswords: boolean; hasProvider: boolean }): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  roots.push(root)
  const office = createOffice({ fetch: async () => Response.json(ways), askPerson: async () => {} })
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <OfficeContext value={office}>
          <SignIn onDone={() => {}} />
        </OfficeContext>
      </QueryClientProvider>,
    ),
  )
  await act(async () => expect.poll(() => place.querySelector('form, a')).not.toBeNull())
  return place
}

it.each([
  ['passwords alone', { hasPasswords: true, hasProvider: false }],
  ['passwords and the provider of the house', { hasPasswords: true, hasProvider: true }],
  ['the provider alone', { hasPasswords: false, hasProvider: true }],
])('the sign-in offers %s', async (_what, ways) => {
  const place = await draw(ways)
  const link = [...place.querySelectorAll('a')].find(({ textContent }) => textContent === SIGN_IN.provider)
  expect([place.querySelector('form') !== null, link !== undefined]).toEqual([ways.hasPasswords, ways.hasProvider])
  expect(link?.getAttribute('href') ?? '/redaktion/anmeldung?weg=sign-in').toContain('/redaktion/anmeldung?weg=sign-in')
})
