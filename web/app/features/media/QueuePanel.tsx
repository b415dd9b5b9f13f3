/** The queue: play an entry now, or remove it. */
import { useEffect, useRef } from 'react'
import type { Piece } from '@lokalteil/domain/listening/pieces'
import { mediaTexts } from '../../messages/reading/media.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Player } from './player.ts'
import css from './PlayerBar.module.css'

type QueuePanelProps = { player: Player; queue: readonly Piece[]; onClose: () => void }

export function QueuePanel({ player, queue, onClose }: QueuePanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    const element = panel.current!.parentElement!
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [onClose])
  return (
    <div ref={panel} className={css.queue} role="group" aria-label={mediaTexts.queue}>
      <p className={css.queueTitle}>{mediaTexts.queue}</p>
      {queue.length === 0 ? (
        <p className={css.queueEmpty}>{mediaTexts.queueEmpty}</p>
      ) : (
        <ol className={css.queueList}>
          {queue.map((piece) => (
            <li key={piece.key} className={css.queueEntry}>
              <button type="button" className={css.queuePlay} onClick={() => player.play(piece)}>
                <Icon name="play" size="1.1em" label={mediaTexts.play} />
                <span>
                  <span className={css.queueName}>{piece.title}</span>
                  <span className={css.by}>{piece.by}</span>
                </span>
              </button>
              <button
                type="button"
                className={css.button}
                onClick={() => player.remove(piece.key)}
                aria-label={mediaTexts.queueRemove(piece.title)}
              >
                <Icon name="close" size="1.1em" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {queue.length > 0 && (
        <button type="button" className={css.queueNext} onClick={player.next}>
          {mediaTexts.queueNext}
        </button>
      )}
    </div>
  )
}
