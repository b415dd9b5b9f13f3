/** What the page of push messages needs of whatever brings them: the browser, or the app around the page. */
import type { PortalFailure } from '../../page/portal-client.ts'
import { pushTexts } from '../../messages/rooms/push.ts'
import type { PushChoices, PushState } from './push-client.ts'

export type PushPhase =
  | 'loading'
  | 'install'
  | 'unsupported'
  /** The app sets them itself. */
  | 'native'
  | 'denied'
  | 'refusedInApp'
  | 'off'
  | 'asking'
  | 'on'
  | 'failed'
export type Found = { phase: PushPhase; state: PushState | null }
/** What stands now, or why it does not. */
export type Begun = PushState | { phase: PushPhase; text?: string }

export type PushChannel = {
  /** Before anybody was asked. */
  first: PushPhase
  look: (isReader: boolean) => Promise<Found>
  /** In the press itself. */
  begin: (choices: PushChoices) => Promise<Begun>
  /** Says whether nothing can come any more, whatever the server knows. */
  end: () => Promise<boolean>
}

export function toText(failure: PortalFailure): string {
  const code = failure.kind === 'refused' ? failure.code : ''
  if (code === 'OLD_TEXT') return pushTexts.failed.oldText
  return code === 'TOO_MANY_ATTEMPTS' ? pushTexts.failed.tooMany : pushTexts.failed.text
}
