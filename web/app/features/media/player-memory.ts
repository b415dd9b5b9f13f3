/** Stored on this device: the position of each piece, deleted at the logout, and volume and speed. */
import { toSpeed, toVolume } from '@lokalteil/domain/listening/pieces'
import { getPosition, keepPosition, parsePositions, type Positions } from '@lokalteil/domain/listening/positions'
import { keepStored } from '../../browser/device-storage.ts'
import type { PlayerView } from './player-view.ts'

const POSITIONS = 'listened'
const SETTINGS = 'playerSettings'
/** Used if storage is blocked. */
let remembered: Positions = []

function read(now: number): Positions {
  try {
    return parsePositions(localStorage.getItem(POSITIONS), now)
  } catch {
    return remembered
  }
}

export const readPositionOf = (key: string, now: number): number => getPosition(read(now), key)

export function keepPositionOf(key: string, seconds: number, length: number, now: number): void {
  remembered = keepPosition(read(now), { key, seconds, length, now })
  keepStored(POSITIONS, JSON.stringify(remembered))
}

export function forgetPositions(): void {
  remembered = []
  keepStored(POSITIONS, null)
}

type Settings = Pick<PlayerView, 'speed' | 'volume' | 'isMuted'>

export function readSettings(): Settings {
  try {
    const value = JSON.parse(localStorage.getItem(SETTINGS) ?? '{}') as Record<string, unknown>
    return { speed: toSpeed(value.speed), volume: toVolume(value.volume ?? null), isMuted: value.isMuted === true }
  } catch {
    return { speed: 1, volume: 1, isMuted: false }
  }
}

export function saveSettings({ speed, volume, isMuted }: Settings): void {
  keepStored(SETTINGS, JSON.stringify({ speed, volume, isMuted }))
}
