/** Tables of staff, sign-in, sessions and audit. */
export type PeopleTables = Record<never, never>
