/** The few texts of comments that every article includes. */
export const discussionTexts = { action: 'Kommentare', noScript: 'Kommentare lesen' } as const
