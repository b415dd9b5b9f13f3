/** Distances on the earth for a search around a town. */
export type Point = { latitude: number; longitude: number }

const EARTH_KM = 6371
const KM_PER_DEGREE = 111.195
const toRadians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres (haversine). */
export function distanceBetween(a: Point, b: Point): number {
  const half = (from: number, to: number) => Math.sin(toRadians(to - from) / 2) ** 2
  const across = Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude))
  return 2 * EARTH_KM * Math.asin(Math.sqrt(half(a.latitude, b.latitude) + across * half(a.longitude, b.longitude)))
}

export type Box = { south: number; north: number; west: number; east: number }

/** A box for prefiltering: every point outside is farther away than `km`; points inside may be, too. */
export function boxAround({ latitude, longitude }: Point, km: number): Box {
  const up = km / KM_PER_DEGREE + 1e-6
  // Uses the latitude of the box that is nearest to the pole, where the box is widest in degrees.
  const narrowest = Math.cos(toRadians(Math.min(89, Math.abs(latitude) + up)))
  const aside = up / narrowest
  return { south: latitude - up, north: latitude + up, west: longitude - aside, east: longitude + aside }
}

export function isWithin(box: Box, { latitude, longitude }: Point): boolean {
  return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east
}
