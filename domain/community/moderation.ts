/**
 * The terms of moderation for all texts of readers (Digital Services Act, Art. 16, 17 and 20): reasons of a report,
 * decisions with their ground, and allowed next steps. A decision that removes something always names its ground, so
 * that a statement of reasons can be written. Labels are German because pages and mails show them.
 */

/** Grounds of a report and of a decision. `law`: it is illegal; the others are the publication's own rules. */
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

/** States of a reader's text. */
export const TEXT_STATES = ['pending', 'visible', 'removed', 'withdrawn'] as const
/** `removed`: by moderation, a note stays in its place; `withdrawn`: by its author. */
export type TextState = (typeof TEXT_STATES)[number]

export const MODERATION_ACTIONS = ['approve', 'remove', 'restore', 'keep'] as const
/** `keep`: reported, reviewed and left as it is. */
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]

/** The cause of a review. */
export const MODERATION_SOURCES = ['report', 'own', 'complaint'] as const
export type ModerationSource = (typeof MODERATION_SOURCES)[number]

/** Subjects of a case, as mails and pages name them: `text` is a comment or a review. */
export const CASE_WHATS = ['text', 'condolence', 'candle', 'home', 'job'] as const
export type CaseWhat = (typeof CASE_WHATS)[number]

/** Null: the action is not possible for a text in this state. */
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

/** Reports by `holdAfter` different people hide a text until a moderator has reviewed it; 0: never. */
export function isHeldByReports(reporters: number, holdAfter: number): boolean {
  return holdAfter > 0 && reporters >= holdAfter
}
