/**
 * Shares the user state between tabs of one origin (S3.2-01): BroadcastChannel, else local storage. The last message
 * stays in storage, so that a new page knows whether a login is new. Tabs never trust a message.
 */
import { keepStored } from '../device-storage.ts'
import { parseTabMessage, type TabMessage } from './user-state.ts'

const NAME = 'userState'

let channel: BroadcastChannel | null | undefined

function openChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME)
  return channel
}

export function tellTabs(message: TabMessage): void {
  keepStored(NAME, JSON.stringify(message))
  openChannel()?.postMessage(message)
}

/** `closed`: storage is blocked, so the answer is unknown. */
export function readLastTold(): TabMessage | null | 'closed' {
  try {
    return parseTabMessage(localStorage.getItem(NAME))
  } catch {
    return 'closed'
  }
}

export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const hear = (raw: unknown) => {
    const message = parseTabMessage(raw)
    if (message !== null) listener(message)
  }
  const open = openChannel()
  if (open === null) {
    const onStorage = (event: StorageEvent) => event.key === NAME && hear(event.newValue)
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }
  const onMessage = (event: MessageEvent) => hear(event.data)
  open.addEventListener('message', onMessage)
  return () => open.removeEventListener('message', onMessage)
}
