import { openTestProvider, type TestProvider } from '@lokalteil/services/accounts/providers/provider.testing'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'

const NOW = new Date()
const ROLES = { chefs: { role: 'chief' }, verlag: [{ role: 'publisher' }, { role: 'editor', publication: 'ak' }] }

describe('the house’s own provider through the whole portal', () => {
  let portal: TestPortal
  let provider: TestProvider
  let origin: string
  beforeAll(async () => {
    provider = await openTestProvider(() => NOW)
    portal = await openTestPortal({
      seed: SEED,
      now: NOW,
      env: {
        OFFICE_ORIGIN: 'http://office.localhost:1',
        OFFICE_SSO_ISSUER: provider.issuer,
        OFFICE_SSO_CLIENT_ID: 'redaktion',
        OFFICE_SSO_CLIENT_SECRET: 'what the house was given',
        OFFICE_SSO_ROLES_CLAIM: 'groups',
        OFFICE_SSO_ROLES: JSON.stringify(ROLES),
        OFFICE_PASSWORDS: '0',
      },
    })
    origin = `http://office.localhost:${portal.port}`
  }, 240_000)
  afterAll(async () => {
    await portal.close()
    await provider.close()
  })

  function call(method: string, path: string, body?: object, cookies: readonly string[] = []) {
    return portal.get(`/redaktion/api${path}`, {
      method,
      headers: {
        host: `office.localhost:${portal.port}`,
        origin,
        cookie: cookies.map((line) => line.slice(0, line.indexOf(';'))).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  it('a person signs in there and works here; the way back is the office’s own address', async () => {
    expect(await (await call('GET', '/session/ways')).json()).toEqual({ hasPasswords: false, hasProvider: true })
    const begun = await call('POST', '/session/provider', { isProof: false })
    const [attempt = ''] = begun.headers.getSetCookie()
    expect(attempt).toMatch(/^__Host-office-attempt=[\w-]+; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Strict$/)
    const { url } = (await begun.json()) as { url: string }
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${origin}/redaktion/anmeldung`)
    const person = { sub: 'ines', email: 'ines@verlag.example', email_verified: true, name: 'Ines Köhler' }
    const answer = await provider.leadBack(url, { ...person, groups: ['verlag', 'kantine'] })

    const shell = await portal.get(`/redaktion/anmeldung?${answer}`, {
      headers: { host: `office.localhost:${portal.port}` },
    })
    expect(shell.headers.get('content-security-policy')).toContain("default-src 'none'")
    const ended = await call('POST', '/session/provider/answer', { answer }, [attempt])
    expect([ended.status, await ended.json()]).toEqual([200, { next: 'in' }])
    const me = await call('GET', '/me', undefined, ended.headers.getSetCookie())
    expect(await me.json()).toMatchObject({
      name: 'Ines Köhler',
      byProvider: true,
      needsSecondFactor: false,
      grants: [
        { publication: '*', role: 'publisher' },
        { publication: 'ak', role: 'editor', mayPublish: false },
      ],
    })
    expect((await call('GET', '/staff', undefined, ended.headers.getSetCookie())).status).toBe(200)
    expect((await call('POST', '/session', { email: person.email, password: 'x' })).status).toBe(403)
    const again = await call('POST', '/session/provider/answer', { answer }, [attempt])
    expect(again.status).toBe(401)
    const log = portal.logged().join('\n')
    for (const hidden of [answer, 'ines@verlag.example', 'what the house was given']) expect(log).not.toContain(hidden)
  })
})
