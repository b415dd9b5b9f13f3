/**
 * The words of moderation, the same for everything readers write (Digital Services Act, Art. 16, 17 and 20): why something
 * is reported, what was decided and on what ground, and which way leads on from it. A decision that takes something away
 * always names its ground, so that a statement of reasons can be made of it; labels are German because pages and mails
 * show them.
 */

/** Grounds of a report and of a decision. `law`: it is against the law; the others are the publication's own rules. */
export const MODERATION_GROUNDS = {
  law: 'Rechtswidriger Inhalt',
  insult: 'Beleidigung oder persönlicher Angriff',
  hate: 'Hetze oder Diskriminierung',
  threat: 'Drohung oder Aufruf zu Gewalt',
  privacy: 'Persönliche Daten anderer',
  falsehood: 'Falsche Tatsachenbehauptung',
  spam: 'Werbung oder Spam',
  offTopic: 'Kein Bezug zum Thema',
  other: 'Anderer Verstoß gegen unsere Regeln',
} as const
export type ModerationGround = keyof typeof MODERATION_GROUNDS
export const MODERATION_GROUND_KEYS = Object.keys(MODERATION_GROUNDS) as ModerationGround[]

/** What somebody wrote, as others may see it. */
export const TEXT_STATES = ['pending', 'visible', 'removed', 'withdrawn'] as const
/** `removed`: by moderation, its place stays with a note; `withdrawn`: by whoever wrote it. */
export type TextState = (typeof TEXT_STATES)[number]

export const MODERATION_ACTIONS = ['approve', 'remove', 'restore', 'keep'] as const
/** `keep`: reported, looked at and left as it is. */
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]

/** What made a moderator look. */
export const MODERATION_SOURCES = ['report', 'own', 'complaint'] as const
export type ModerationSource = (typeof MODERATION_SOURCES)[number]

/** What a case can be about, as mails and pages call it: `text` is a comment or a review. */
export const CASE_WHATS = ['text', 'condolence', 'candle', 'home', 'job'] as const
export type CaseWhat = (typeof CASE_WHATS)[number]

/** Null: the action means nothing for a text in that state. */
export function decideState(state: TextState, action: ModerationAction): TextState | null {
  if (state === 'withdrawn') return null
  switch (action) {
    case 'approve':
      return state === 'pending' ? 'visible' : null
    case 'remove':
      return state === 'removed' ? null : 'removed'
    case 'restore':
      return state === 'removed' ? 'visible' : null
    case 'keep':
      return state
  }
}

/** Six months, Art. 20 (1). */
export const COMPLAINT_DAYS = 183

export function isComplaintOpen(decidedAt: Date, now: Date): boolean {
  return now.getTime() - decidedAt.getTime() <= COMPLAINT_DAYS * 86_400_000
}

/** Reports by so many people hide a text until a moderator has looked; 0: never. */
export function isHeldByReports(reporters: number, holdAfter: number): boolean {
  return holdAfter > 0 && reporters >= holdAfter
}
