import type { OfficeService } from '@lokalteil/services/office/app'
import { expect, it, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { announceOffice, type OfficeStartOptions } from './office-start.ts'

const LINK = 'https://www.zeitung.example/redaktion/einladung#token'
const MADE = {
  publisher: { email: 'Redaktion@Zeitung.example', company: 'Musterverlag GmbH' },
} as unknown as OfficeStartOptions['made']

async function announce(env: Record<string, string>, { isStaffed = false, made = null as OfficeStartOptions['made'] }) {
  const parsed = readConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  const inviteByLink = vi.fn(async () => ({ id: '1', link: LINK }))
  const office = { hasStaff: async () => isStaffed, inviteByLink } as unknown as OfficeService
  let printed = ''
  const print = (line: string) => (printed += line)
  await announceOffice({ config: parsed.config, office, base: 'http://localhost:3000', made, print })
  return { printed, inviteByLink }
}

it('the demo prints a login for each role with the password', async () => {
  const { printed } = await announce({}, {})
  expect(printed).toMatch(
    /^office: http:\/\/localhost:3000\/redaktion {2}logins: reporter@redaktion\.example .+ password /,
  )
})

it('a demo for other machines prints no login', async () =>
  expect((await announce({ DEMO: 'public' }, {})).printed).toBe(''))

it('after the setup page the first person gets a link, as head of everything', async () => {
  const { printed, inviteByLink } = await announce({ DEMO: '0' }, { made: MADE })
  expect(printed).toContain('\nhttp://localhost:3000/redaktion/einladung#token\n')
  expect(inviteByLink).toHaveBeenCalledWith(
    expect.objectContaining({ email: 'redaktion@zeitung.example', name: 'Musterverlag GmbH' }),
  )
})

it('a paper without people says how the first one is invited; with people it is silent', async () => {
  const { printed, inviteByLink } = await announce({ DEMO: '0' }, {})
  expect(printed).toContain('npx lokalteil staff invite MAIL --role publisher')
  expect(inviteByLink).not.toHaveBeenCalled()
  expect((await announce({ DEMO: '0' }, { isStaffed: true })).printed).toBe('')
})

it('with a provider of sign-ins it lists the grants of its roles, and unknown publications', async () => {
  const env = {
    DEMO: '0',
    OFFICE_SSO_ISSUER: 'https://sso.example',
    OFFICE_SSO_CLIENT_ID: 'x',
    OFFICE_SSO_ROLES: '{"a":{"role":"chief","publication":"nirgends"},"b":{"role":"chief"}}',
  }
  const { printed } = await announce(env, {})
  expect(printed).toContain('OFFICE_SSO_ROLES gives roles at nirgends, which is no publication here\n')
  expect(printed).toContain('npx lokalteil staff invite')
  const closed = await announce({ ...env, OFFICE_PASSWORDS: '0' }, { made: MADE })
  expect(closed.printed).toContain('it opens to whoever has a role of OFFICE_SSO_ROLES')
  expect(closed.inviteByLink).not.toHaveBeenCalled()
})

it('beside scripts of other houses the start asks for OFFICE_ORIGIN', async () => {
  const env = { DEMO: '0', AD_SCRIPT: 'https://ads.example/ads.js' }
  expect((await announce(env, {})).printed).toContain('OFFICE_ORIGIN')
  const own = await announce({ ...env, OFFICE_ORIGIN: 'https://redaktion.example' }, {})
  expect(own.printed).toContain('https://redaktion.example/redaktion')
})
