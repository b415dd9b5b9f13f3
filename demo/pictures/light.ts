/**
 * The nine moods and what they do to colour: sky, haze, foliage, how many windows are lit. Plain data and colour
 * arithmetic; `painter.ts` applies it.
 */

export const MOODS = ['dawn', 'day', 'dusk', 'night', 'winter', 'rain', 'fog', 'autumn', 'overcast'] as const

export type Mood = (typeof MOODS)[number]

export type Rgb = readonly [number, number, number]

export type Light = {
  sky: readonly [string, string, string]
  haze: string
  hazeAmount: number
  ambient: string
  ambientAmount: number
  saturation: number
  glow: string
  /** Share of windows with light behind them. */
  lit: number
  sun: { y: number; radius: number; colour: string } | null
  foliage: readonly string[]
  grass: string
  clouds: { colour: string; shade: string; amount: number }
}

const SPRING = ['#4f7f3f', '#6d9a48', '#8bb35a']

const LATE = ['#5f6b3c', '#7a7a45', '#94884f']

export const LIGHTS: Record<Mood, Light> = {
  dawn: {
    sky: ['#5f86ab', '#e6b9a0', '#fbdcae'],
    haze: '#f1cdae',
    hazeAmount: 0.8,
    ambient: '#ffd9b8',
    ambientAmount: 0.5,
    saturation: 0.86,
    glow: '#ffdfa0',
    lit: 0.14,
    sun: { y: 455, radius: 46, colour: '#fff2cf' },
    foliage: ['#4c6f45', '#6b8a4d', '#93a75c'],
    grass: '#7f9a57',
    clouds: { colour: '#ffd6bd', shade: '#b78a92', amount: 5 },
  },
  day: {
    sky: ['#5590bb', '#a3c6d9', '#e6ebe2'],
    haze: '#d3dfdd',
    hazeAmount: 0.7,
    ambient: '#fff1d6',
    ambientAmount: 0.5,
    saturation: 0.86,
    glow: '#fff3cf',
    lit: 0,
    sun: null,
    foliage: SPRING,
    grass: '#87ad55',
    clouds: { colour: '#ffffff', shade: '#b9cbd9', amount: 7 },
  },
  dusk: {
    sky: ['#2c4468', '#8a7189', '#f6ae6d'],
    haze: '#b98c80',
    hazeAmount: 0.7,
    ambient: '#8f86a8',
    ambientAmount: 0.72,
    saturation: 0.86,
    glow: '#ffb765',
    lit: 0.58,
    sun: { y: 500, radius: 58, colour: '#ffe0a0' },
    foliage: ['#4a5a3d', '#66683f', '#857a48'],
    grass: '#74784a',
    clouds: { colour: '#f7a883', shade: '#55486b', amount: 6 },
  },
  night: {
    sky: ['#070f24', '#13244a', '#33486f'],
    haze: '#26395f',
    hazeAmount: 0.6,
    ambient: '#43588f',
    ambientAmount: 0.86,
    saturation: 0.8,
    glow: '#ffcf7a',
    lit: 0.66,
    sun: null,
    foliage: ['#3d5a44', '#4c6a4a', '#5c7850'],
    grass: '#5a7250',
    clouds: { colour: '#30466f', shade: '#0c1730', amount: 3 },
  },
  winter: {
    sky: ['#8aa9c4', '#c3d3de', '#f2e4d8'],
    haze: '#e2e6ea',
    hazeAmount: 0.74,
    ambient: '#dfe9f6',
    ambientAmount: 0.55,
    saturation: 0.8,
    glow: '#ffdca0',
    lit: 0.3,
    sun: { y: 380, radius: 40, colour: '#fff6e6' },
    foliage: ['#6d7a80', '#8a949a', '#dfe7ec'],
    grass: '#eaf0f4',
    clouds: { colour: '#ffffff', shade: '#b5c1cc', amount: 5 },
  },
  rain: {
    sky: ['#4b5b68', '#7b8a93', '#aeb6b6'],
    haze: '#9ba6aa',
    hazeAmount: 0.8,
    ambient: '#a9b7c0',
    ambientAmount: 0.72,
    saturation: 0.66,
    glow: '#ffd38a',
    lit: 0.34,
    sun: null,
    foliage: LATE,
    grass: '#6f7a52',
    clouds: { colour: '#8d9aa2', shade: '#465561', amount: 12 },
  },
  fog: {
    sky: ['#aab4b6', '#c6cbc9', '#dcdcd5'],
    haze: '#d3d6d2',
    hazeAmount: 1.15,
    ambient: '#ccd2d2',
    ambientAmount: 0.5,
    saturation: 0.56,
    glow: '#fff0c8',
    lit: 0.24,
    sun: { y: 300, radius: 44, colour: '#f6f3e6' },
    foliage: ['#5f6a57', '#767d63', '#8d9074'],
    grass: '#8a9174',
    clouds: { colour: '#dfe2df', shade: '#b8bfbf', amount: 3 },
  },
  autumn: {
    sky: ['#6593b4', '#b8cdd2', '#f5e2bd'],
    haze: '#ead8b6',
    hazeAmount: 0.68,
    ambient: '#ffe3b4',
    ambientAmount: 0.5,
    saturation: 0.98,
    glow: '#ffe2a0',
    lit: 0.06,
    sun: { y: 330, radius: 40, colour: '#fff4d6' },
    foliage: ['#a4532a', '#cf7d2c', '#e6ad45'],
    grass: '#a39a4f',
    clouds: { colour: '#fff3de', shade: '#c9b9a4', amount: 5 },
  },
  overcast: {
    sky: ['#8d9ba4', '#b3bdc1', '#d8d9d4'],
    haze: '#c6cbca',
    hazeAmount: 0.78,
    ambient: '#d2d8da',
    ambientAmount: 0.56,
    saturation: 0.74,
    glow: '#ffe0a6',
    lit: 0.2,
    sun: null,
    foliage: ['#6a5d45', '#83704d', '#9a8556'],
    grass: '#8a8a62',
    clouds: { colour: '#cfd5d6', shade: '#8995a0', amount: 12 },
  },
}

export function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function toHex([red, green, blue]: Rgb): string {
  const channel = (value: number) =>
    Math.max(0, Math.min(255, Math.round(value)))
      .toString(16)
      .padStart(2, '0')
  return `#${channel(red)}${channel(green)}${channel(blue)}`
}

/** `share` 0 is `from`, 1 is `to`. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [toRgb(from), toRgb(to)]
  return toHex([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share])
}

export const lighten = (hex: string, share: number) => mix(hex, '#ffffff', share)

export const darken = (hex: string, share: number) => mix(hex, '#0c1420', share)
