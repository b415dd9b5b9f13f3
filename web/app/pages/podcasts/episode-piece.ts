/** An episode as the player hears it. */
import type { Episode } from '@lokalteil/contracts/content'
import type { Recording } from '@lokalteil/domain/listening/pieces'

/** `by`: the podcast, or the publication where it is not known. */
export function toEpisodePiece({ id, title, target, audio }: Episode, by: string): Recording {
  const { src, duration, voiceLabel } = audio
  return { kind: 'recording', key: `episode:${id}`, title, by, target, src, seconds: duration, voiceLabel }
}
