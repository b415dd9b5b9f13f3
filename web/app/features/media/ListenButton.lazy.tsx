/**
 * "Vorlesen" among the actions of a readable article: plays the publisher's recording, else speech synthesis. Without a
 * German voice on the device the button says so. Loaded at the first interaction, because it is not needed before.
 */
import { useId, useMemo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { ContentItem } from '@lokalteil/contracts/content'
import type { Piece } from '@lokalteil/domain/listening/pieces'
import { useSurroundings } from '../../page/portal.ts'
import { mediaTexts } from '../../messages/reading/media.ts'
import { Icon } from '../../ui/Icon.tsx'
import { toArticlePiece, type HeardArticle } from './article-pieces.ts'
import css from './ListenButton.module.css'
import { QueueButton } from './QueueButton.tsx'
import { findVoice, hasSpeech } from './speech-engine.ts'
import { preparePlayer, usePiece } from './use-piece.ts'

/** `place`: id of the element among the actions. */
type ListenButtonProps = { article: HeardArticle; items: readonly ContentItem[]; place: string }

export default function ListenButton({ article, items, place }: ListenButtonProps) {
  const { publication } = useSurroundings()
  const hasVoice = useSyncExternalStore(watchVoices, () => findVoice() !== null)
  const piece = useMemo(() => toArticlePiece(article, publication.name, items), [article, publication.name, items])
  const slot = document.getElementById(place)
  if (piece === null || slot === null) return null
  const canPlay = piece.kind === 'recording' || hasVoice
  return createPortal(canPlay ? <Offer key={piece.key} piece={piece} /> : <NoVoice />, slot)
}

/** Explains why there is no speech here, and the remedies. */
function NoVoice() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={`${css.button} ${css.off}`}
        popoverTarget={id}
        title={mediaTexts.noVoice}
        style={{ anchorName: '--voice' } as never}
      >
        <Icon name="headphones" size="1.2em" />
        <span>{mediaTexts.noVoice}</span>
      </button>
      <p id={id} popover="auto" className={css.why}>
        {mediaTexts.noVoiceWhy}
      </p>
    </>
  )
}

function Offer({ piece }: { piece: Piece }) {
  const { isPlaying, hasFailed, toggle } = usePiece(piece)
  const isText = piece.kind === 'text'
  const label = piece.kind === 'recording' ? piece.voiceLabel : mediaTexts.computerVoice
  return (
    <>
      <button
        type="button"
        className={css.button}
        onPointerDown={preparePlayer}
        onClick={toggle}
        title={isText ? mediaTexts.computerVoiceNote : label || mediaTexts.listen}
      >
        <Icon name={isPlaying ? 'pause' : 'headphones'} size="1.2em" />
        <span>{isPlaying ? mediaTexts.pause : isText ? mediaTexts.read : mediaTexts.listen}</span>
        {label !== '' && <span className={css.label}>{label}</span>}
        {piece.kind === 'recording' && piece.seconds > 0 && (
          <span className={css.label}>{mediaTexts.minutes(piece.seconds)}</span>
        )}
      </button>
      <QueueButton piece={piece} className={css.queue} />
      {hasFailed && <span role="alert">{isText ? mediaTexts.failedText : mediaTexts.failed}</span>}
    </>
  )
}

/** Most browsers load their voices only after they were requested. */
function watchVoices(listener: () => void): () => void {
  if (!hasSpeech()) return () => {}
  speechSynthesis.addEventListener('voiceschanged', listener)
  return () => speechSynthesis.removeEventListener('voiceschanged', listener)
}
