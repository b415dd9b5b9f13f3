/** Density of lists: two levels, stored like the font size. The default level sets no cookie. */
export const DENSITIES = ['airy', 'dense'] as const
export type Density = (typeof DENSITIES)[number]

export const DENSITY_COOKIE = { name: 'density', seconds: 4800 * 3600 } as const

export function parseDensity(cookie: string | null | undefined): Density {
  return cookie === 'dense' ? 'dense' : 'airy'
}
