/** The few words that every article carries. */
export const discussionTexts = { action: 'Kommentare', noScript: 'Kommentare lesen' } as const
