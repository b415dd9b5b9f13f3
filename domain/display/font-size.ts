/** The reader's text size in percent of the root element (decisions S3.2-02, S9-16). */

export const FONT_SIZE_STEPS = [100, 112.5, 125, 137.5, 150] as const
export type FontSize = (typeof FONT_SIZE_STEPS)[number]
export const DEFAULT_FONT_SIZE: FontSize = 112.5

/** A stored value; every other value is the default. */
export function parseFontSize(stored: string | null | undefined): FontSize {
  const value = Number(stored || Number.NaN)
  return FONT_SIZE_STEPS.find((step) => step === value) ?? DEFAULT_FONT_SIZE
}

/** One step up (1) or down (-1), stopping at the ends. */
export function stepFontSize(size: FontSize, direction: 1 | -1): FontSize {
  return FONT_SIZE_STEPS[FONT_SIZE_STEPS.indexOf(size) + direction] ?? size
}

/** The default size clears the cookie. Compared as numbers. */
export function decideFontSizeCookie(size: number): { kind: 'clear' } | { kind: 'set'; value: string } {
  return size === DEFAULT_FONT_SIZE ? { kind: 'clear' } : { kind: 'set', value: String(size) }
}
