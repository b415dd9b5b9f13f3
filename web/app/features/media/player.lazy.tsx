/** Mounts the player outside the page's React tree, once; it stays while pages change. */
import { createRoot } from 'react-dom/client'
import { hasVendorConsent } from '@lokalteil/domain/consent/consent'
import { toArticleId, type Piece } from '@lokalteil/domain/listening/pieces'
import { getConsent } from '../../browser/consent/consent.ts'
import { getSession, subscribeSession } from '../../browser/session/session.ts'
import { fetchArticlePiece } from './article-pieces.ts'
import { createPlayer } from './create-player.ts'
import type { Player } from './player.ts'
import { PlayerBar } from './PlayerBar.tsx'
import { markSpoken } from './spoken-mark.ts'
import './player.css'

export function startPlayer(): Player {
  const place = document.createElement('div')
  place.id = 'player'
  const audio = document.createElement('audio')
  audio.preload = 'metadata'
  const bar = document.createElement('div')
  place.append(audio, bar)
  // After the page and before the dialogs: the order of the keyboard.
  document.getElementById('app')?.after(place)
  const player = createPlayer({ audio, fetchPiece, mayLoad, onSentence: markSpoken, now: () => Date.now() })
  forgetWithLogin(player)
  createRoot(bar).render(<PlayerBar player={player} />)
  return player
}

async function fetchPiece(piece: Piece): Promise<Piece | null> {
  const id = toArticleId(piece.key)
  return id === null ? null : fetchArticlePiece(id, piece)
}

function mayLoad(piece: Piece): boolean {
  return piece.kind === 'text' || !/^https:/.test(piece.src) || hasVendorConsent(getConsent(), 'partner')
}

/** The current piece may have been paid for, so it ends with its reader's login. */
function forgetWithLogin(player: Player): void {
  let { status } = getSession()
  subscribeSession(() => {
    const before = status
    status = getSession().status
    if (before === 'reader' && status === 'anonymous') player.forget()
  })
}
