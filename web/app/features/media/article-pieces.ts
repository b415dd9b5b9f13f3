/** The audio of an article: the publisher's recording, else its text for speech synthesis. */
import type { ContentItem } from '@lokalteil/contracts/content'
import type { Piece } from '@lokalteil/domain/listening/pieces'
import { toBlocks, toSpokenText } from '@lokalteil/domain/listening/speech'
import { mediaTexts } from '../../messages/reading/media.ts'
import { portalClient } from '../../page/portal-client.ts'

/** Characters; shorter texts are not offered. */
const SHORTEST = 200

export type HeardArticle = {
  id: string
  path: string
  title: string
  titlePrefix: string
  teaserText: string
}

/** Null: nothing to play. */
export function toArticlePiece(article: HeardArticle, by: string, items: readonly ContentItem[]): Piece | null {
  const { id, path, title, titlePrefix, teaserText } = article
  const head = { key: `article:${id}`, title, by, target: path }
  const recording = items.find((item) => item.type === 'audio' && item.reading !== undefined)
  if (recording?.type === 'audio' && isOwn(recording.src)) {
    const voiceLabel = recording.reading === 'synthetic' ? mediaTexts.aiVoice : recording.voiceLabel
    return { ...head, kind: 'recording', src: recording.src, seconds: recording.duration, voiceLabel }
  }
  const body = toBlocks(items, toPlain)
  if (body.join(' ').length < SHORTEST) return null
  const opening = [titlePrefix, title, teaserText].map(toSpokenText).filter((text) => text !== '')
  return { ...head, kind: 'text', opening, blocks: body }
}

/** A recording on another host is not loaded. */
const isOwn = (src: string): boolean => /^\/(?![/\\])/.test(src)

/** Parses in an inert document, where nothing loads or runs. */
function toPlain(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(/<br\s*\/?>/gi, ' '), 'text/html')
  return body.textContent
}

/** Loads the text of an article that was remembered without it. The server checks access again. */
export async function fetchArticlePiece(id: string, kept: Piece): Promise<Piece | null> {
  const answer = await portalClient.call('GET /api/articles/{id}/body', { params: { id } })
  if (answer.kind !== 'ok' || answer.data.decision !== 'allowed') return null
  const { title, by, target } = kept
  const head = { id, path: target, title, titlePrefix: '', teaserText: '' }
  const piece = toArticlePiece(head, by, answer.data.contentItems)
  return piece?.kind === 'text' && kept.kind === 'text' ? { ...piece, opening: kept.opening } : piece
}
