/** Columns and queries that comments and reviews share. */
import type { ModerationGround, TextState } from '@lokalteil/domain/community/moderation'

export const TEXT_COLUMNS = [
  'publication',
  'id',
  'article',
  'sub',
  'text',
  'state',
  'held_for',
  'ground',
  'at',
  'edited_at',
] as const

export type TextChange = {
  state: TextState
  text?: string
  edited_at?: Date
  held_for?: string
  ground?: ModerationGround | null
}
