/** Adds a piece to the queue, or removes it. Shown only while another piece is loaded. */
import type { Piece } from '@lokalteil/domain/listening/pieces'
import { mediaTexts } from '../../messages/reading/media.ts'
import { Icon } from '../../ui/Icon.tsx'
import { openPlayer } from './open-player.ts'
import { usePlayerView } from './player-view.ts'

export function QueueButton({ piece, className }: { piece: Piece; className?: string | undefined }) {
  const isOffered = usePlayerView((view) => view.piece !== null && view.piece.key !== piece.key)
  const isQueued = usePlayerView((view) => view.queue.some(({ key }) => key === piece.key))
  if (!isOffered) return null
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isQueued}
      aria-label={mediaTexts.queueAddIt(piece.title)}
      title={isQueued ? mediaTexts.queueAdded : mediaTexts.queueAdd}
      onClick={() => void openPlayer().then((player) => (isQueued ? player.remove(piece.key) : player.add(piece)))}
    >
      <Icon name={isQueued ? 'check' : 'queue-add'} size="1.3em" />
    </button>
  )
}
