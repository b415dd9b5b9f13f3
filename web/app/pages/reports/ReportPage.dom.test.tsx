// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { leave, render } from '../../browser/dom.testing.tsx'
import { getSession, setSession } from '../../browser/session/session.ts'
import { PortalProvider, type Portal } from '../../page/portal.ts'
import { NO_REPORT, type ReportData } from '../../page/community/case-forms.ts'
import { page } from './ReportPage.tsx'

const portal = { publication: { name: 'Musterbote', rooms: [] } } as unknown as Portal
const reported = { what: 'text', name: 'Nordlicht', text: 'Ein Satz.', place: { path: '/7', title: 'Linie 7' } }
const { view } = getSession()
const logIn = () =>
  act(async () =>
    setSession({ status: 'reader', view: { ...view, userData: { email: 'ada@leser.example' } as never } }),
  )
afterEach(async () => {
  await leave()
  setSession({ status: 'unknown', view })
})

async function open(form: ReportData['form'] = null): Promise<HTMLInputElement> {
  const data = { target: { kind: 'comment', id: '7' }, reported, form } as unknown as ReportData
  const place = await render(
    <PortalProvider surroundings={portal} moment={portal}>
      <page.Page route={{ name: 'melden', kind: 'comment', id: '7' }} data={data} />
    </PortalProvider>,
  )
  return place.querySelector<HTMLInputElement>('#report-email')!
}

it('knows the address of a reader who is logged in, also when the login is known later', async () => {
  await logIn()
  expect((await open()).value).toBe('ada@leser.example')
  await leave()
  setSession({ status: 'unknown', view })
  const field = await open()
  expect(field.value).toBe('')
  await logIn()
  expect(field.value).toBe('ada@leser.example')
})

it('asks a stranger for an address', async () => {
  setSession({ status: 'anonymous', view })
  expect((await open()).value).toBe('')
})

it('keeps the address that was typed', async () => {
  const field = await open({
    kind: 'refused',
    code: 'BAD_REQUEST',
    values: { ...NO_REPORT, email: 'andere@leser.example' },
  })
  await logIn()
  expect(field.value).toBe('andere@leser.example')
})
