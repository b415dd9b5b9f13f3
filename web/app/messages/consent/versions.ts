/**
 * Versions of the consent texts, kept with every answer. `version` changes with every change of a text that readers see
 * before they answer (a test compares). Readers who answered texts older than `purposesSince` are asked again: raise it
 * when a vendor or a purpose means more than before, not for better wording.
 */
export const CONSENT_TEXTS = { version: '2026-12-01', purposesSince: '2026-11-22' } as const
