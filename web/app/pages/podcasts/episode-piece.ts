/** Turns an episode into a piece for the player. */
import type { Episode } from '@lokalteil/contracts/content'
import type { Recording } from '@lokalteil/domain/listening/pieces'

/** `by`: the podcast, or the publication if it is unknown. */
export function toEpisodePiece({ id, title, target, audio }: Episode, by: string): Recording {
  const { src, duration, voiceLabel } = audio
  return { kind: 'recording', key: `episode:${id}`, title, by, target, src, seconds: duration, voiceLabel }
}
