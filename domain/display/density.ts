/** How close lists stand: two levels, kept like the font size. The usual one leaves no cookie. */
export const DENSITIES = ['airy', 'dense'] as const
export type Density = (typeof DENSITIES)[number]

export const DENSITY_COOKIE = { name: 'density', seconds: 4800 * 3600 } as const

export function parseDensity(cookie: string | null | undefined): Density {
  return cookie === 'dense' ? 'dense' : 'airy'
}
