/** Texts that settings add to pages (S3.13-03). */
export const settingTexts = { swipe: 'Wischen für mehr' } as const
