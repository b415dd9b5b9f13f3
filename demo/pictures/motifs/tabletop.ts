/** Backdrops, materials and the cup that still lifes share. */
import { darken, lighten, mix } from '../light.ts'
import { fixed } from '../painter.ts'
import type { Painter } from '../painter.ts'

export function layBackdrop(p: Painter, hex: string, y = 760): void {
  p.goIndoors()
  const isWarm = p.isDark
  const wall = isWarm ? mix(hex, '#7a4a2a', 0.45) : hex
  p.rect(
    0,
    0,
    1600,
    1000,
    p.down(
      [0, p.tone(darken(wall, isWarm ? 0.5 : 0.22))],
      [y / 1000 - 0.12, p.tone(wall)],
      [y / 1000 + 0.04, p.tone(lighten(wall, 0.3))],
      [1, p.tone(darken(wall, 0.12))],
    ),
  )
  p.glow(p.sunX, 300, 820, isWarm ? '#ffcf8a' : '#ffffff', 0.5)
  p.glow(800, y + 60, 760, isWarm ? '#ffd9a0' : '#ffffff', 0.42, 0.28)
}

export const metal = (p: Painter, light = '#eef1f2', dark = '#7d868a') =>
  p.across(
    [0, p.tone(dark)],
    [0.22, p.tone(light)],
    [0.34, '#ffffff'],
    [0.5, p.tone(light)],
    [1, p.tone(darken(dark, 0.3))],
  )

export const ball = (p: Painter, hex: string) =>
  p.lamp(
    p.sunX < 800 ? 0.34 : 0.66,
    0.26,
    [0, lighten(p.tone(hex), 0.55)],
    [0.45, p.tone(hex)],
    [1, p.tone(darken(hex, 0.55))],
  )

export const side = (p: Painter, hex: string) =>
  p.sunX < 800
    ? p.across([0, lighten(p.tone(hex), 0.2)], [0.5, p.tone(hex)], [1, p.tone(darken(hex, 0.34))])
    : p.across([0, p.tone(darken(hex, 0.34))], [0.5, p.tone(hex)], [1, lighten(p.tone(hex), 0.2)])

export function layTable(p: Painter, wall: string, wood: string, y = 620): void {
  p.goIndoors()
  p.rect(0, 0, 1600, y + 4, p.down([0, p.tone(darken(wall, 0.4))], [1, p.tone(wall)]))
  for (let i = 0; i < 9; i++)
    p.glow(
      p.random.between(0, 1600),
      p.random.between(40, y - 80),
      p.random.between(60, 190),
      p.isDark ? '#ffc56e' : '#fff4d6',
      p.random.between(0.14, 0.4),
    )
  p.glow(p.sunX, 200, 760, p.isDark ? '#ffc98a' : '#fff6de', 0.5)
  p.rect(0, y, 1600, 1004 - y, p.down([0, p.tone(lighten(wood, 0.2))], [1, p.tone(darken(wood, 0.3))]))
  for (let i = 0; i < 46; i++) {
    const gy = y + p.random() ** 1.4 * (1000 - y)
    p.curve(
      [
        [-20, gy],
        [500, gy + p.random.between(-10, 10)],
        [1100, gy + p.random.between(-10, 10)],
        [1620, gy + p.random.between(-8, 8)],
      ],
      p.tone(p.random.chance(0.5) ? darken(wood, 0.4) : lighten(wood, 0.3)),
      1.2 + ((gy - y) / (1000 - y)) * 3,
      'opacity=".28"',
    )
  }
  p.rect(0, y, 1600, 5, p.tone(lighten(wood, 0.45)), 'opacity=".7"')
}

export function steam(p: Painter, x: number, y: number, s: number): void {
  for (let k = 0; k < 3; k++)
    for (let i = 0; i < 9; i++)
      p.glow(
        x + (k - 1) * s * 0.3 + Math.sin(i * 0.9 + k) * s * 0.12,
        y - i * s * 0.12,
        s * (0.1 + i * 0.012),
        '#ffffff',
        0.22 - i * 0.016,
        1.5,
      )
}

export function drawCup(p: Painter, x: number, y: number, s: number, hex: string): void {
  p.shadow(x, y + s * 0.06, s * 0.95, s * 0.16, 0.5)
  p.ellipse(x, y, s * 0.82, s * 0.17, side(p, '#f2ede1'))
  p.ellipse(x, y - s * 0.02, s * 0.6, s * 0.11, p.tone('#cfc7b6'))
  p.path(
    `M${fixed(x + s * 0.46)} ${fixed(y - s * 0.5)}q${fixed(s * 0.34)} ${fixed(-s * 0.06)} ${fixed(s * 0.28)} ${fixed(s * 0.2)}q${fixed(-s * 0.06)} ${fixed(s * 0.18)} ${fixed(-s * 0.38)} ${fixed(s * 0.16)}`,
    'none',
    `stroke="${p.tone(hex)}" stroke-width="${fixed(s * 0.075)}"`,
  )
  p.path(
    `M${fixed(x - s * 0.56)} ${fixed(y - s * 0.62)}Q${fixed(x - s * 0.5)} ${fixed(y - s * 0.08)} ${fixed(x - s * 0.2)} ${fixed(y)}H${fixed(x + s * 0.2)}Q${fixed(x + s * 0.5)} ${fixed(y - s * 0.08)} ${fixed(x + s * 0.56)} ${fixed(y - s * 0.62)}Z`,
    side(p, hex),
  )
  p.ellipse(x, y - s * 0.62, s * 0.56, s * 0.17, p.tone(lighten(hex, 0.35)))
  p.ellipse(x, y - s * 0.61, s * 0.5, s * 0.14, p.tone('#a8703f'))
  p.ellipse(x, y - s * 0.61, s * 0.4, s * 0.1, p.tone('#c9965f'))
  p.path(
    `M${fixed(x)} ${fixed(y - s * 0.53)}q${fixed(-s * 0.34)} ${fixed(-s * 0.08)} ${fixed(-s * 0.17)} ${fixed(-s * 0.15)}q${fixed(s * 0.13)} ${fixed(-s * 0.02)} ${fixed(s * 0.17)} ${fixed(s * 0.05)}q${fixed(s * 0.04)} ${fixed(-s * 0.07)} ${fixed(s * 0.17)} ${fixed(-s * 0.05)}q${fixed(s * 0.17)} ${fixed(s * 0.07)} ${fixed(-s * 0.17)} ${fixed(s * 0.15)}Z`,
    p.tone('#f6ead2'),
  )
}
