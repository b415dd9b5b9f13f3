/** States of an article in the office. The desk's state and the public state are two things. */

/** `dropped`: in the bin for 30 days. */
export const DESK_STATES = ['draft', 'review', 'ready', 'dropped'] as const
export type DeskState = (typeof DESK_STATES)[number]

/** `changed`: online, with a later draft that readers do not see. */
export const PUBLIC_STATES = ['never', 'scheduled', 'online', 'changed', 'withdrawn'] as const
export type PublicState = (typeof PUBLIC_STATES)[number]

/** Minutes for which a publication may be undone. */
export const UNDO_MINUTES = 10
/** Days for which a dropped draft stays in the bin. */
export const BIN_DAYS = 30
/** Days for which automatically kept revisions stay. */
export const AUTO_REVISION_DAYS = 30
/** Minutes in which automatic saves of one person are one revision. */
export const AUTO_REVISION_MINUTES = 5

/** Days for which a link to a preview is open. */
export const PREVIEW_LINK_DAYS = 7

type Change = { to: DeskState; needsPublishing: boolean }

const CHANGES: Readonly<Record<DeskState, readonly Change[]>> = {
  draft: [
    { to: 'review', needsPublishing: false },
    { to: 'ready', needsPublishing: true },
    { to: 'dropped', needsPublishing: false },
  ],
  review: [
    { to: 'draft', needsPublishing: false },
    { to: 'ready', needsPublishing: true },
    { to: 'dropped', needsPublishing: false },
  ],
  ready: [
    { to: 'draft', needsPublishing: false },
    { to: 'review', needsPublishing: false },
    { to: 'dropped', needsPublishing: true },
  ],
  dropped: [{ to: 'draft', needsPublishing: false }],
}

/** The states that may follow. An article that readers see is withdrawn, never dropped. */
export function listNextStates(from: DeskState, shown: PublicState, mayPublish: boolean): DeskState[] {
  const isPublic = shown === 'online' || shown === 'changed' || shown === 'scheduled'
  return CHANGES[from].flatMap(({ to, needsPublishing }) =>
    (needsPublishing && !mayPublish) || (to === 'dropped' && isPublic) ? [] : [to],
  )
}

/** The published state of an article, and the plans of the office. */
export type PublicFacts = {
  /** In the content service; `waiting`: its embargo has not ended. */
  readers: 'none' | 'waiting' | 'shown' | 'withdrawn'
  /** Of the working copy; 0: the office has none. */
  revision: number
  publishedRevision: number | null
  isPlanned: boolean
}

export function toPublicState({ readers, revision, publishedRevision, isPlanned }: PublicFacts): PublicState {
  if (readers === 'shown') return revision === 0 || revision === publishedRevision ? 'online' : 'changed'
  if (isPlanned || readers === 'waiting') return 'scheduled'
  return readers === 'withdrawn' ? 'withdrawn' : 'never'
}

/**
 * The states under which the list of the office shows an article. Changes of an online article that wait for somebody
 * stand under the desk's state, too.
 */
export function listStands(desk: DeskState, shown: PublicState): (DeskState | Exclude<PublicState, 'never'>)[] {
  if (desk === 'dropped') return ['dropped']
  if (shown === 'never') return [desk]
  return shown === 'changed' && desk !== 'ready' ? [shown, desk] : [shown]
}

/** Sending back to somebody needs a word why. */
export function needsNote(from: DeskState, to: DeskState): boolean {
  return to === 'draft' && (from === 'review' || from === 'ready')
}
