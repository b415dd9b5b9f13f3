/** The interface between the push page and the way messages arrive: the browser, or the app around the page. */
import type { PortalFailure } from '@lokalteil/web/app/page/portal-client'
import { pushTexts } from './push-texts.ts'
import type { PushChoices, PushState } from './push-client.ts'

export type PushPhase =
  | 'loading'
  | 'install'
  | 'unsupported'
  /** The app has its own settings. */
  | 'native'
  | 'denied'
  | 'refusedInApp'
  | 'off'
  | 'asking'
  | 'on'
  | 'failed'
export type ChannelState = { phase: PushPhase; state: PushState | null }
/** The new state, or why there is none. */
export type Begun = PushState | { phase: PushPhase; text?: string }

export type PushChannel = {
  /** Before the first look. */
  first: PushPhase
  look: (isReader: boolean) => Promise<ChannelState>
  /** Must be called inside the click. */
  begin: (choices: PushChoices) => Promise<Begun>
  /** Resolves to whether messages have surely ended, whatever the server knows. */
  end: () => Promise<boolean>
}

export function toText(failure: PortalFailure): string {
  const code = failure.kind === 'refused' ? failure.code : ''
  if (code === 'OLD_TEXT') return pushTexts.failed.oldText
  return code === 'TOO_MANY_ATTEMPTS' ? pushTexts.failed.tooMany : pushTexts.failed.text
}
