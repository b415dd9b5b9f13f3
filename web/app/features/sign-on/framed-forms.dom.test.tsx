// @vitest-environment happy-dom
/** Effects and clicks of the framed forms: calls, messages, display, and doing nothing outside a dialog. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls, frameDocument, leave, press, render, settle } from '../../browser/dom.testing.tsx'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { CompletionForm } from './CompletionForm.tsx'
import { DialogFlow, useAlive } from './DialogFlow.tsx'
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx'
import { COMPLETION } from './frame.ts'
import { LoginForm } from './LoginForm.tsx'
import { RegistrationGate } from './RegistrationGate.tsx'

const LOGIN = '__mein-portal/dialog-flow/login'

const FIELDS = 'GET /api/mein/oauth2/registration/form/missing-fields'
const MISSING = [{ name: 'terms', label: 'AGB', type: 'checkbox', required: true }]
const problem = (status: number, code: string) => Response.json({ status, code, title: code }, { status })
const form = (path: string) => `/__mein-portal/dialog-flow/${path}`

beforeEach(() => {
  document.cookie = 'FA_ID_TOKEN=; max-age=0; path=/'
  sessionStorage.clear()
})
afterEach(leave)

function Probe() {
  return <output>{String(useAlive())}</output>
}

describe('the frame around a form', () => {
  it('R2.2-02 works inside its dialog', async () => {
    const { moves } = frameDocument()
    const place = await render(
      <DialogFlow name={LOGIN} heading="Anmelden">
        <Probe />
      </DialogFlow>,
    )
    expect([place.querySelector('output')?.textContent, moves]).toEqual(['true', []])
  })

  it('R2.2-02 does not work outside of it and redirects there', async () => {
    const { moves } = frameDocument(false)
    const place = await render(
      <DialogFlow name={LOGIN} heading="Anmelden">
        <Probe />
      </DialogFlow>,
    )
    expect([place.querySelector('output')?.textContent, moves]).toEqual(['false', ['/#login']])
  })
})

describe('the way from one form to the next', () => {
  const show = (Form: typeof LoginForm | typeof ForgotPasswordForm) =>
    render(
      <DialogFlow name={LOGIN} heading="">
        <Form />
      </DialogFlow>,
    )

  it('R2.2-05 passes the typed address on, once, and leaves it nowhere', async () => {
    const { told } = frameDocument()
    const login = await show(LoginForm)
    login.querySelector<HTMLInputElement>('input[name="email"]')!.value = ' lena@example.org '
    await press(
      [...login.querySelectorAll('button')].find(({ textContent }) => textContent === signOnTexts.login.forgot)!,
    )
    expect(told).toContainEqual({ type: 'dialog-open', dialog: 'forgot-password' })
    await leave()
    const forgot = await show(ForgotPasswordForm)
    expect(forgot.querySelector<HTMLInputElement>('input[name="email"]')!.value).toBe('lena@example.org')
    expect(sessionStorage).toHaveLength(0)
    await leave()
    expect((await show(LoginForm)).querySelector<HTMLInputElement>('input[name="email"]')!.value).toBe('')
  })

  it('R2.2-05 passes nothing on when nothing was typed', async () => {
    frameDocument()
    const login = await show(LoginForm)
    await press(
      [...login.querySelectorAll('button')].find(({ textContent }) => textContent === signOnTexts.login.forgot)!,
    )
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('guard verify-registration in the browser', () => {
  const open = (name: typeof LOGIN | typeof COMPLETION) =>
    render(
      <DialogFlow name={name} heading="">
        <RegistrationGate name={name} />
      </DialogFlow>,
    ).then(settle)

  it('R2.2-03 closes the dialog for a reader with nothing to complete', async () => {
    const { told } = frameDocument()
    document.cookie = 'FA_ID_TOKEN=x; path=/'
    const asked = answerCalls({ [FIELDS]: () => Response.json([]) })
    await open(LOGIN)
    expect([asked, told]).toEqual([[FIELDS], [{ type: 'dialog-close' }]])
  })

  it('R2.2-03 sends a reader with open consents there', async () => {
    const { moves } = frameDocument()
    document.cookie = 'FA_ID_TOKEN=x; path=/'
    answerCalls({ [FIELDS]: () => Response.json(MISSING) })
    await open(LOGIN)
    expect(moves).toEqual([form('complete-registration')])
  })

  it('R2.2-07 sends an anonymous visitor to the login, without a call', async () => {
    const { moves } = frameDocument()
    const asked = answerCalls({})
    await open(COMPLETION)
    expect([asked, moves]).toEqual([[], [form('login')]])
  })

  it('R2.2-02 makes no calls and sends no messages outside of a dialog', async () => {
    const { told, moves } = frameDocument(false)
    document.cookie = 'FA_ID_TOKEN=x; path=/'
    const asked = answerCalls({ [FIELDS]: () => Response.json([]) })
    await open(LOGIN)
    expect([asked, told, moves]).toEqual([[], [], ['/#login']])
  })
})

describe('the completion of a registration', () => {
  const open = async () => {
    const place = await render(
      <DialogFlow name={COMPLETION} heading="">
        <CompletionForm />
      </DialogFlow>,
    )
    await settle()
    return place
  }

  it('R2.2-07 S2.2-13 loads the missing consents', async () => {
    const { told, moves } = frameDocument()
    answerCalls({ [FIELDS]: () => Response.json(MISSING) })
    const place = await open()
    expect(place.querySelectorAll('input[type="checkbox"][name="terms"]')).toHaveLength(1)
    expect([told, moves, place.querySelector('[role="alert"]')]).toEqual([[], [], null])
  })

  it('S2.2-02 opens the login without a session, and shows no failure', async () => {
    const { moves } = frameDocument()
    answerCalls({ [FIELDS]: () => problem(401, 'NOT_LOGGED_IN') })
    const place = await open()
    expect([moves, place.textContent?.includes(signOnTexts.completion.failed)]).toEqual([[form('login')], false])
  })

  it.each([
    ['a server in trouble', () => problem(503, 'UNAVAILABLE')],
    ['another refusal', () => problem(429, 'TOO_MANY_ATTEMPTS')],
  ])('S2.2-13 shows %s and tries again on a click, without navigating', async (_case, refuse) => {
    const { told, moves } = frameDocument()
    let answer = refuse
    answerCalls({ [FIELDS]: () => answer() })
    const place = await open()
    expect([place.querySelector('[role="alert"]')?.textContent, told, moves]).toEqual([
      expect.stringContaining(signOnTexts.completion.failed),
      [],
      [],
    ])
    answer = () => Response.json(MISSING)
    await press(place.querySelector('button'))
    await settle()
    expect(place.querySelectorAll('input[name="terms"]')).toHaveLength(1)
  })

  it('S2.2-13 ends the dialog as a login when nothing is missing', async () => {
    const { told } = frameDocument()
    sessionStorage.setItem('signOnUserState', 'registration')
    answerCalls({ [FIELDS]: () => Response.json([]) })
    await open()
    expect(told).toEqual([{ type: 'logged-in', userState: 'registration' }, { type: 'dialog-close' }])
    expect(sessionStorage.getItem('signOnUserState')).toBeNull()
  })
})
