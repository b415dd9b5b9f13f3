/** Simulates the native app around a page: both of its bridges, checked against the contract of the messages. */
import type { Page } from 'playwright-core'
import { PushTokenAnswer, ShellMessage } from '@lokalteil/contracts/native-shell'

const AGENTS = {
  plain: 'Mozilla/5.0 (Linux; Android 15) Mobile NewsPortalApp/1.0',
  flutter: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 NewsPortalApp/2.0 Flutter',
} as const
export type ShellKind = keyof typeof AGENTS
export const agentOf = (kind: ShellKind): string => AGENTS[kind]

/** Call before the page is opened. A message that violates the contract throws when it is read. */
export async function playShell(page: Page, kind: ShellKind): Promise<() => Promise<ShellMessage[]>> {
  await page.addInitScript((played) => {
    const said: unknown[] = []
    Object.assign(window, { saidToShell: said })
    if (played === 'flutter')
      Object.assign(window, {
        flutter_inappwebview: {
          callHandler: (name: string, message: unknown) => said.push({ name, message: structuredClone(message) }),
        },
      })
    else Object.assign(window, { NativeApp: { postMessage: (text: string) => said.push({ name: 'NativeApp', text }) } })
  }, kind)
  return async () => {
    const said = await page.evaluate(() => {
      const all = (window as unknown as { saidToShell: { name: string; text?: string; message?: unknown }[] })
        .saidToShell
      return all.splice(0)
    })
    return said.map(({ name, text, message }) => {
      if (name !== 'NativeApp') throw new Error(`The shell has no handler "${name}"`)
      return ShellMessage.parse(text === undefined ? message : JSON.parse(text))
    })
  }
}

/** Answers the request for the push token, as an app does. */
export async function answerPushToken(page: Page, answer: PushTokenAnswer): Promise<void> {
  const detail = PushTokenAnswer.parse(answer)
  await page.evaluate((given) => window.dispatchEvent(new CustomEvent('nativepushtoken', { detail: given })), detail)
}
