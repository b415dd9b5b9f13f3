/** Measures of breaking news: characters of the bar and of a push message, and how long each lasts. */

/** Characters that a telephone shows in two lines, and at most. */
export const BAR_LENGTHS = { good: 70, most: 120 } as const
/** Hours for which the bar stays open unless the desk says otherwise, and at most. */
export const BAR_HOURS = { usual: 6, most: 168 } as const

/** Telephones cut a title after about 50 characters and a text on a locked screen after about 110. */
export const PUSH_TITLE_LENGTHS = { good: 50, most: 120 } as const
export const PUSH_BODY_LENGTHS = { good: 110, most: 240 } as const

/**
 * Seconds in which an ordered push message may be stopped.
 * @push
 */
export const PUSH_HOLD_SECONDS = 60
