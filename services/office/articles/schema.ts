/** Tables of articles, drafts, revisions, notes, presence, plans and arrivals. */
export type ArticleTables = Record<never, never>
