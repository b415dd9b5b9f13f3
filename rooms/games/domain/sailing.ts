/**
 * The rules of the sailing game: up a winding river, against wind and current, without touching the banks. A boat
 * cannot sail into the wind, so it has to tack. The state depends only on course, boat and helm; the caller passes the
 * elapsed time. Directions in degrees, 0 is up the river, clockwise; lengths in metres, speeds in metres a second.
 */

export type SailingPuzzle = {
  length: number
  /** Waves that bend the river: amplitude, length, phase. */
  bends: readonly { width: number; length: number; phase: number }[]
  /** The direction the wind comes from, and how far and how often it shifts. */
  wind: { from: number; shift: number; length: number; phase: number }
  current: number
}

export type Boat = {
  x: number
  y: number
  heading: number
  speed: number
  seconds: number
  bumps: number
  /** The heading at the end of the current tack. */
  tackTo: number | null
}

/** -1 to port, 1 to starboard. */
export type Helm = -1 | 0 | 1

const RIVER = 100
const BUMP_SECONDS = 3
/** The no-go angle: closer to the wind no boat sails. */
const NO_GO = 38
/** The closest useful angle to the wind. */
const CLOSE_HAULED = 48
const HALF_WIDTH = 30
const TOP_SPEED = 11
const TURN = 75
const MARGIN = 2

/** On the tack that leads up the river, not into the wind, so that it moves without steering. */
export function startBoat(puzzle: SailingPuzzle): Boat {
  const wind = windAt(puzzle, 0)
  const heading = toTurn(wind + (wind > 0 ? -CLOSE_HAULED : CLOSE_HAULED))
  return { x: centreAt(puzzle, 0), y: 0, heading, speed: 0, seconds: 0, bumps: 0, tackTo: null }
}

export function centreAt({ bends }: SailingPuzzle, y: number): number {
  // The river is straight at the start.
  const grown = Math.min(1, Math.max(0, y / 80))
  return (
    RIVER / 2 + grown * bends.reduce((sum, { width, length, phase }) => sum + width * Math.sin(y / length + phase), 0)
  )
}

export function banksAt(puzzle: SailingPuzzle, y: number): [left: number, right: number] {
  const centre = centreAt(puzzle, y)
  return [centre - HALF_WIDTH, centre + HALF_WIDTH]
}

export function windAt({ wind }: SailingPuzzle, y: number): number {
  return wind.from + wind.shift * Math.sin(y / wind.length + wind.phase)
}

/** Speed factor at this angle to the wind, 0 to 1. */
export function driveAt(angle: number): number {
  const off = Math.abs(toTurn(angle))
  if (off < NO_GO) return 0
  if (off < 90) return 0.62 + (0.38 * (off - NO_GO)) / (90 - NO_GO)
  return 1 - (0.35 * (off - 90)) / 90
}

export function sail(puzzle: SailingPuzzle, boat: Boat, helm: Helm, seconds: number): Boat {
  const about = helm === 0 ? boat.tackTo : null
  const wanted = about === null ? helm * TURN * seconds : clamp(toTurn(about - boat.heading), TURN * seconds)
  const heading = toTurn(boat.heading + wanted)
  const target = TOP_SPEED * driveAt(heading - windAt(puzzle, boat.y))
  const speed = boat.speed + (target - boat.speed) * Math.min(1, seconds / (target > boat.speed ? 1.1 : 2.2))
  const radians = (heading * Math.PI) / 180
  const y = Math.max(0, boat.y + (Math.cos(radians) * speed - puzzle.current) * seconds)
  const x = boat.x + Math.sin(radians) * speed * seconds
  const [left, right] = banksAt(puzzle, y)
  const isAshore = x < left + MARGIN || x > right - MARGIN
  const wasAshore = boat.x <= left + MARGIN + 0.5 || boat.x >= right - MARGIN - 0.5
  return {
    x: Math.min(right - MARGIN, Math.max(left + MARGIN, x)),
    y,
    heading,
    speed: isAshore ? Math.min(speed, 1.5) : speed,
    seconds: boat.seconds + seconds,
    bumps: boat.bumps + (isAshore && !wasAshore ? 1 : 0),
    tackTo: about !== null && Math.abs(toTurn(about - heading)) < 1 ? null : about,
  }
}

/** Turns through the wind to the other side, close-hauled. */
export function tack(puzzle: SailingPuzzle, boat: Boat): Boat {
  const wind = windAt(puzzle, boat.y)
  const side = toTurn(boat.heading - wind) >= 0 ? -1 : 1
  return { ...boat, tackTo: toTurn(wind + side * CLOSE_HAULED) }
}

export function hasArrived({ length }: SailingPuzzle, { y }: Boat): boolean {
  return y >= length
}

/** Seconds under way, plus a penalty for each time the boat ran aground. */
export function toResult({ seconds, bumps }: Boat): number {
  return Math.round((seconds + bumps * BUMP_SECONDS) * 10) / 10
}

/** The shorter rotation: above -180, up to 180. */
export function toTurn(angle: number): number {
  const turn = ((angle % 360) + 360) % 360
  return turn > 180 ? turn - 360 : turn
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
