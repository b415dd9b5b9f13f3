/** Line spacing of texts: three levels, stored like the font size. The default level sets no cookie. */
export const LINE_SPACINGS = ['tight', 'normal', 'wide'] as const
export type LineSpacing = (typeof LINE_SPACINGS)[number]

export const LINE_SPACING_COOKIE = { name: 'lineSpacing', seconds: 4800 * 3600 } as const

export function parseLineSpacing(cookie: string | null | undefined): LineSpacing {
  return cookie === 'tight' || cookie === 'wide' ? cookie : 'normal'
}
