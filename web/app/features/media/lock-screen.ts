/** Media keys of headphones, keyboards and lock screens (Media Session API), with the metadata they show. */
import { SKIP_SECONDS } from '@lokalteil/domain/listening/pieces'
import type { Player } from './player.ts'
import { getPlayerView, type PlayerView } from './player-view.ts'

const ACTIONS = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto', 'nexttrack'] as const

export function showOnLockScreen(player: Player): { update: (view: PlayerView) => void; end: () => void } {
  if (!('mediaSession' in navigator)) return { update: () => {}, end: () => {} }
  const session = navigator.mediaSession
  let shown = ''
  const listen = (action: (typeof ACTIONS)[number], handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // The browser does not support this action.
    }
  }

  function listenTo({ piece, queue }: PlayerView): void {
    const isLive = piece?.kind === 'stream'
    listen('play', () => ['paused', 'idle', 'failed'].includes(getPlayerView().status) && player.toggle())
    listen('pause', () => player.pause())
    listen('stop', () => player.pause())
    const skip = (sign: 1 | -1) => (isLive ? null : () => player.skip(sign * SKIP_SECONDS))
    listen('seekbackward', skip(-1))
    listen('seekforward', skip(1))
    listen('seekto', isLive ? null : ({ seekTime }) => seekTime !== undefined && player.seek(seekTime))
    listen('nexttrack', queue.length > 0 ? () => player.next() : null)
  }

  return {
    update(view) {
      const { piece, status, position, length, speed, queue } = view
      if (piece === null) return
      const now = `${piece.key}\n${queue.length > 0}`
      if (now !== shown) {
        shown = now
        session.metadata = new MediaMetadata({ title: piece.title, artist: piece.by, artwork: listArtwork() })
        listenTo(view)
      }
      session.playbackState = status === 'playing' || status === 'loading' ? 'playing' : 'paused'
      if (piece.kind === 'stream' || !(length > 0)) session.setPositionState()
      else session.setPositionState({ duration: length, position: Math.min(position, length), playbackRate: speed })
    },
    end() {
      for (const action of ACTIONS) listen(action, null)
      session.metadata = null
      session.playbackState = 'none'
    },
  }
}

/** The publication's icon, from the document's head. */
function listArtwork(): MediaImage[] {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]')
  return icon === null ? [] : [{ src: icon.href, type: 'image/png' }]
}
