/** Parts of the session machine for logged-in readers, one file each; loaded only after a login is known. */
import { ROOM_PARTS } from '@lokalteil/rooms/parts'
import type { Chrome } from './page/page.ts'
import type { ReaderPart } from './browser/session/session.ts'
import { createReadablePart } from './features/access/readable-part.ts'
import { createErasureNoticePart } from './features/account/erasure-notice-part.ts'
import { createMutesPart } from './features/mutes/mutes-part.ts'
import { createWalletPart } from './features/wallet/wallet-part.ts'

export async function openReaderParts(chrome: () => Chrome): Promise<readonly ReaderPart[]> {
  const own = [
    createReadablePart(),
    createWalletPart(chrome),
    createErasureNoticePart(),
    ...ROOM_PARTS.map((create) => create(chrome)),
  ]
  if (chrome().isLibraryOff) return own
  const [{ createMarkPart }, { createReadingPart }] = await Promise.all([
    import('./features/bookmark/marks.lazy.ts'),
    import('./features/read-articles/reading-sync.lazy.ts'),
  ])
  return [...own, createMarkPart(chrome), createReadingPart(chrome), createMutesPart(chrome)]
}
