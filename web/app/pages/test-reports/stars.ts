/** Five stars for a rating; values outside 0 to 5 are clamped. */

export type Star = 'star-filled' | 'star-half' | 'star'

export function toStars(rating: number): Star[] {
  const halves = Number.isFinite(rating) ? Math.round(Math.min(5, Math.max(0, rating)) * 2) : 0
  return Array.from({ length: 5 }, (_, index) =>
    halves >= 2 * index + 2 ? 'star-filled' : halves === 2 * index + 1 ? 'star-half' : 'star',
  )
}
