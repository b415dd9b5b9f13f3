/** Passkeys of the browser; the library is fetched when somebody uses one. */
import { Refusal, type Office } from '../../kit/client.ts'

type Response = Record<string, unknown>

/** The browser's answer to the server's options for a sign-in. */
export async function askForPasskey(office: Office): Promise<Response> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await office.ask('startPasskey')
  const answer = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  })
  return answer as unknown as Response
}

export async function createPasskey(office: Office, name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await office.ask('startNewPasskey')
  const answer = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  })
  await office.ask('savePasskey', { body: { name, response: answer as unknown as Response } })
}

/** Runs `work` with a passkey. Refused or broken off by the person: PASSKEY_FAILED. */
export async function withPasskey(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof Refusal && error.code !== 'WRONG' ? error : new Refusal(0, 'PASSKEY_FAILED')
  }
}

export const hasPasskeys = typeof window !== 'undefined' && 'PublicKeyCredential' in window
