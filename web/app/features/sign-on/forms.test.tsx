import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ComponentType } from 'react'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { checkCompletion, readCompletion } from './CompletionForm.tsx'
import { DialogFlow } from './DialogFlow.tsx'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { toFormValues } from './form-values.ts'
import { checkLogin, LoginForm } from './LoginForm.tsx'
import { checkChange, decidePasswordMode, NewPasswordForm } from './NewPasswordForm.tsx'
import { checkRegistrationInput, readRegistration, RegistrationForm } from './RegistrationForm.tsx'
import { guardRegistration, readRegistrationState } from './RegistrationGate.tsx'
import { AppleButton, GoogleButton, type SocialButtonProps } from './SocialButtons.tsx'
import type { SocialSize } from './social-sign-in.ts'

const inputsOf = (html: string) =>
  [...html.matchAll(/<(?:input|select)\b[^>]*>/g)].map(([tag]) =>
    Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!])),
  )

describe('the forms from the server', () => {
  it.each<[string, ComponentType, Record<string, string>]>([
    ['login', LoginForm, { email: 'username', password: 'current-password' }],
    [
      'registration',
      RegistrationForm,
      {
        salutation: 'honorific-prefix',
        firstName: 'given-name',
        lastName: 'family-name',
        email: 'username',
        password: 'new-password',
      },
    ],
    ['forgot password', ForgotPasswordForm, { email: 'username' }],
  ])('%s names its fields for people and for autofill', (_name, Form, expected) => {
    const html = renderToStaticMarkup(<Form />)
    const inputs = inputsOf(html)
    expect(
      Object.fromEntries(
        inputs
          .filter(({ type }) => type !== 'checkbox')
          .map((input) => [input.name, input.autoComplete ?? input.autocomplete]),
      ),
    ).toEqual(expected)
    for (const { id, value } of inputs) {
      expect(html).toContain(`<label for="${id}"`)
      expect(value ?? '').toBe('')
    }
  })

  it('send nothing by GET, and nothing before hydration', () => {
    for (const html of [
      renderToStaticMarkup(<LoginForm />),
      renderToStaticMarkup(<RegistrationForm />),
      renderToStaticMarkup(<ForgotPasswordForm />),
    ]) {
      expect(html).toMatch(/<form [^>]*method="post"/)
      expect(html).toMatch(/<button type="submit"[^>]* disabled=""/)
    }
  })

  it('say that they need scripts', () => {
    const html = renderToStaticMarkup(
      <DialogFlow name="__mein-portal/dialog-flow/change-password" heading="Passwort ändern">
        <NewPasswordForm />
      </DialogFlow>,
    )
    expect(html).toContain(signOnTexts.needsScript)
    expect(html).toContain('<h1 class="visually-hidden" id="flow-heading">Passwort ändern</h1>')
  })
})

const values = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return toFormValues(data)
}
const REGISTRATION = {
  salutation: '',
  firstName: 'Eva',
  lastName: 'Süß',
  email: ' eva@example.org ',
  password: 'Ein-langer-Satz-7',
  terms: 'on',
}

describe('validation in the forms', () => {
  it.each([
    [{ email: 'eva@example.org', password: 'x' }, {}],
    [
      { email: 'eva', password: '' },
      { email: 'INVALID_EMAIL', password: 'REQUIRED' },
    ],
    [{ email: '', password: 'kurz' }, { email: 'INVALID_EMAIL' }],
  ])('login %j', (input, expected) => {
    expect(checkLogin(input)).toEqual(expected)
  })

  it.each<[Record<string, string>, object]>([
    [{}, {}],
    [{ password: 'kurz' }, { password: 'PASSWORD_TOO_SHORT' }],
    [{ password: 'Eva@Example.org' }, { password: 'PASSWORD_IS_EMAIL' }],
    [
      { firstName: ' ', email: 'eva@' },
      { firstName: 'REQUIRED', email: 'INVALID_EMAIL' },
    ],
    [{ salutation: 'Graf' }, { salutation: 'NOT_ALLOWED' }],
  ])('S2.2-16 registration with %j', (change, expected) => {
    expect(checkRegistrationInput(readRegistration(values({ ...REGISTRATION, ...change })))).toEqual(expected)
  })

  it('S2.2-16 registration without consent to the terms', () => {
    const { terms: _, ...rest } = REGISTRATION
    const input = readRegistration(values(rest))
    expect(input).toMatchObject({ terms: false, advertising: false, email: 'eva@example.org' })
    expect(checkRegistrationInput(input)).toEqual({ terms: 'REQUIRED' })
  })

  it('S2.2-08 a new password', () => {
    const input = { currentPassword: '', password: 'eva@example.org', passwordConfirmation: 'anders' }
    expect(checkChange(input, 'eva@example.org')).toEqual({
      currentPassword: 'REQUIRED',
      password: 'PASSWORD_IS_EMAIL',
      passwordConfirmation: 'PASSWORDS_DIFFER',
    })
    expect(
      checkChange(
        { currentPassword: 'alt', password: 'Ein-langer-Satz-7', passwordConfirmation: 'Ein-langer-Satz-7' },
        'eva@example.org',
      ),
    ).toEqual({})
  })

  it('S2.2-13 the consents that are missing: each gets an answer', () => {
    const fields = [
      { name: 'terms', label: 'AGB', required: true },
      { name: 'advertising', label: 'Angebote', required: false },
    ]
    expect(readCompletion(fields, values({ terms: 'on', roles: 'PLUS_USER' }))).toEqual({
      terms: true,
      advertising: false,
    })
    expect(checkCompletion(fields, { terms: false, advertising: false })).toEqual({ terms: 'REQUIRED' })
    expect(checkCompletion(fields, { terms: true, advertising: false })).toEqual({})
  })

  it.each([
    ['email', 'INVALID_EMAIL', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
    ['password', 'PASSWORD_TOO_SHORT', 'Das Passwort muss mindestens 10 Zeichen lang sein.'],
    ['passwordConfirmation', 'PASSWORDS_DIFFER', 'Die Passwörter stimmen nicht überein.'],
  ] as const)('S2.2-16 says of %s, %s: %s', (field, code, text) => {
    expect(signOnTexts.fault(field, code)).toBe(text)
  })

  it('S2.2-16 has the same message for a wrong address and a wrong password', () => {
    expect(signOnTexts.refusal('WRONG_CREDENTIALS')).toBe('E-Mail-Adresse oder Passwort ist falsch.')
  })
})

describe('which form changes a password', () => {
  const storage = (code: string | null) => ({
    getItem: (key: string) => (key === 'changePasswordCode' ? code : null),
    setItem: () => {},
    removeItem: () => {},
  })
  it.each([
    ['a code', storage('c0de'), '', { kind: 'reset', code: 'c0de' }],
    ['a code and a login', storage('c0de'), 'FA_ID_TOKEN=a.b.c', { kind: 'reset', code: 'c0de' }],
    ['a login', storage(null), 'FA_ID_TOKEN=a.b.c', { kind: 'change', email: '' }],
    ['neither', storage(null), '', { kind: 'none' }],
    ['storage closed', null, 'FA_ID_TOKEN=a.b.c', { kind: 'change', email: '' }],
  ])('S2.2-08 with %s', (_name, kept, cookies, expected) => {
    expect(decidePasswordMode(kept, cookies)).toEqual(expected)
  })
})

describe('guard verify-registration in the browser', () => {
  const LOGIN = '__mein-portal/dialog-flow/login'
  it('R5-04 makes no call without a token and trusts the server with one', async () => {
    let asked = 0
    const calls = (result: Awaited<ReturnType<Parameters<typeof readRegistrationState>[1]['listMissingFields']>>) => ({
      listMissingFields: async () => {
        asked++
        return result
      },
    })
    expect(await readRegistrationState('', calls({ kind: 'ok', data: [] }))).toEqual({ kind: 'anonymous' })
    expect(asked).toBe(0)
    expect(await readRegistrationState('FA_ID_TOKEN=x', calls({ kind: 'refused', reason: 'NOT_LOGGED_IN' }))).toEqual({
      kind: 'anonymous',
    })
    expect(await readRegistrationState('FA_ID_TOKEN=x', calls({ kind: 'refused', reason: 'OFFLINE' }))).toBeNull()
    expect(
      await readRegistrationState(
        'FA_ID_TOKEN=x',
        calls({ kind: 'ok', data: [{ name: 'terms', label: '', required: true }] }),
      ),
    ).toEqual({ kind: 'reader', missingFields: ['terms'] })
  })

  it.each([
    [null, [], []],
    [{ kind: 'anonymous' } as const, [], []],
    [{ kind: 'reader', missingFields: ['terms'] } as const, [], ['/__mein-portal/dialog-flow/complete-registration']],
    [{ kind: 'reader', missingFields: [] } as const, [{ type: 'dialog-close' }], []],
  ])('R5-04 acts on %j', (state, told, went) => {
    const ways = { told: [] as unknown[], went: [] as string[] }
    guardRegistration(LOGIN, state, {
      tell: (message) => ways.told.push(message),
      goTo: (path) => ways.went.push(path),
    })
    expect(ways).toEqual({ told, went })
  })
})

describe('social buttons', () => {
  const props = {
    calls: {} as SocialButtonProps['calls'],
    onLogin: () => {},
    onLinkMail: () => {},
    onRefused: () => {},
  }
  it.each<[SocialSize, number]>([
    ['large', 40],
    ['medium', 32],
    ['small', 20],
  ])('R9-74 %s is %i pixels high', (size, height) => {
    for (const Button of [GoogleButton, AppleButton]) {
      expect(renderToStaticMarkup(<Button {...props} clientId="client" size={size} />)).toContain(
        `style="height:${height}px"`,
      )
    }
  })

  it.each([null, '', '  '])('R5-17 do not exist for the client id %j', (clientId) => {
    for (const Button of [GoogleButton, AppleButton])
      expect(renderToStaticMarkup(<Button {...props} clientId={clientId} />)).toBe('')
  })

  it('R1-40 are two, and name their effect before the click', () => {
    const html =
      renderToStaticMarkup(<GoogleButton {...props} clientId="a" />) +
      renderToStaticMarkup(<AppleButton {...props} clientId="b" />)
    expect(html).toContain('Mit Google anmelden')
    expect(html).toContain('Mit Apple anmelden')
    expect(html).toMatch(/<button[^>]*aria-describedby="social-google-note"/)
    expect(html).toMatch(/<p id="social-google-note"[^>]*>.*IP-Adresse/)
  })
})
