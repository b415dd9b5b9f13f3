/** What a street needs: paving, lamps, cars and people, who are always far away. */
import { darken, lighten, mix } from './light.ts'
import { fixed } from './painter.ts'
import type { Painter } from './painter.ts'

export function drawLamp(p: Painter, x: number, y: number, h: number, depth = 0): void {
  const iron = p.tone('#2e3639', depth)
  p.line(
    [
      [x, y],
      [x, y - h * 0.86],
    ],
    iron,
    Math.max(2, h * 0.026),
  )
  p.rect(x - h * 0.03, y - h * 0.06, h * 0.06, h * 0.06, iron)
  p.shape(
    [
      [x - h * 0.05, y - h * 0.98],
      [x + h * 0.05, y - h * 0.98],
      [x + h * 0.035, y - h * 0.86],
      [x - h * 0.035, y - h * 0.86],
    ],
    p.light.lit > 0.2 ? '#ffe6a8' : p.tone('#d9e0dd', depth),
  )
  p.shape(
    [
      [x - h * 0.065, y - h * 0.97],
      [x, y - h * 1.04],
      [x + h * 0.065, y - h * 0.97],
    ],
    iron,
  )
  if (p.light.lit > 0.2) {
    p.glow(x, y - h * 0.92, h * (p.isDark ? 0.85 : 0.45), '#ffd58a', p.isDark ? 0.62 : 0.4)
    if (p.isDark) p.glow(x, y, h * 0.7, '#ffcf80', 0.3, 0.25)
  }
}

/** A figure seen from far away, never a face. */
export function drawPerson(p: Painter, x: number, y: number, h: number, depth = 0, coat?: string): void {
  const cloth = p.tone(
    coat ?? p.random.pick(['#2f3a48', '#5b2f35', '#3e4a3c', '#6b5a45', '#29425a', '#8a4b2c', '#454049']),
    depth,
  )
  const stride = h * p.random.between(0.04, 0.1)
  const lean = p.random.between(-0.02, 0.02) * h
  p.line(
    [
      [x - stride * 0.3, y - h * 0.42],
      [x - stride, y],
    ],
    p.tone('#23262c', depth),
    h * 0.085,
  )
  p.line(
    [
      [x + stride * 0.3, y - h * 0.42],
      [x + stride, y - h * 0.01],
    ],
    p.tone('#23262c', depth),
    h * 0.085,
  )
  p.path(
    `M${fixed(x - h * 0.1)} ${fixed(y - h * 0.34)}Q${fixed(x - h * 0.13 + lean)} ${fixed(y - h * 0.7)} ${fixed(x - h * 0.07 + lean)} ${fixed(y - h * 0.82)}Q${fixed(x + lean)} ${fixed(y - h * 0.87)} ${fixed(x + h * 0.07 + lean)} ${fixed(y - h * 0.82)}Q${fixed(x + h * 0.13 + lean)} ${fixed(y - h * 0.7)} ${fixed(x + h * 0.1)} ${fixed(y - h * 0.34)}Z`,
    cloth,
  )
  p.circle(
    x + lean,
    y - h * 0.92,
    h * 0.072,
    p.tone(p.random.pick(['#c99a7b', '#8d5f45', '#d8b08f', '#6b4a3a']), depth),
  )
  p.path(
    `M${fixed(x + lean - h * 0.078)} ${fixed(y - h * 0.92)}a${fixed(h * 0.078)} ${fixed(h * 0.085)} 0 0 1 ${fixed(h * 0.156)} 0Z`,
    p.tone(p.random.pick(['#2b231f', '#7a3434', '#4b3a2c', '#31465a', '#9a8f80']), depth),
  )
}

export function drawCrowd(p: Painter, from: number, to: number, y: number, h: number, count: number, depth = 0): void {
  const spots = Array.from({ length: count }, () => [p.random.between(from, to), p.random()] as const).sort(
    (a, b) => a[1] - b[1],
  )
  for (const [x, near] of spots) {
    p.shadow(x, y + near * h * 0.5, h * 0.16, h * 0.035, 0.35)
    drawPerson(p, x, y + near * h * 0.5, h * (0.86 + near * 0.22), depth)
  }
}

export type CarLook = { colour?: string; isLit?: boolean; shape?: 'car' | 'estate' | 'van' }

/** A car from the side, `w` long, facing right; mirror it with a group. */
export function drawCar(p: Painter, x: number, y: number, w: number, depth = 0, look: CarLook = {}): void {
  const colour =
    look.colour ?? p.random.pick(['#8d2f2c', '#2f4f75', '#c9cdd0', '#3a3f44', '#5a7a66', '#d8d2c2', '#1f2a33'])
  const isLit = look.isLit ?? p.light.lit > 0.2
  const at = (fx: number, fy: number): string => `${fixed(x + (fx - 0.5) * w)} ${fixed(y - fy * w)}`
  p.shadow(x, y, w * 0.56, w * 0.05, 0.55)
  const roofline =
    look.shape === 'van'
      ? `M${at(0, 0.1)}L${at(0, 0.36)}Q${at(0.01, 0.42)} ${at(0.06, 0.42)}L${at(0.66, 0.42)}Q${at(0.72, 0.42)} ${at(0.76, 0.36)}L${at(0.85, 0.24)}L${at(0.96, 0.2)}Q${at(1, 0.18)} ${at(1, 0.1)}Z`
      : look.shape === 'estate'
        ? `M${at(0, 0.1)}L${at(0.01, 0.22)}Q${at(0.03, 0.35)} ${at(0.1, 0.36)}L${at(0.52, 0.36)}Q${at(0.6, 0.355)} ${at(0.72, 0.235)}L${at(0.93, 0.2)}Q${at(1, 0.18)} ${at(1, 0.1)}Z`
        : `M${at(0, 0.1)}L${at(0.005, 0.19)}Q${at(0.02, 0.225)} ${at(0.1, 0.235)}Q${at(0.2, 0.35)} ${at(0.3, 0.355)}L${at(0.5, 0.355)}Q${at(0.6, 0.35)} ${at(0.72, 0.23)}L${at(0.93, 0.2)}Q${at(1, 0.18)} ${at(1, 0.1)}Z`
  p.path(
    roofline,
    p.down(
      [0, p.tone(lighten(colour, 0.26), depth)],
      [0.5, p.tone(colour, depth)],
      [1, p.tone(darken(colour, 0.45), depth)],
    ),
  )
  const glass = p.down([0, p.tone(mix('#6d8896', p.light.sky[1], 0.4), depth)], [1, p.tone('#25323b', depth)])
  if (look.shape === 'van') p.path(`M${at(0.68, 0.38)}L${at(0.82, 0.25)}L${at(0.68, 0.25)}Z`, glass)
  else {
    const back = look.shape === 'estate' ? 0.07 : 0.2
    p.path(
      `M${at(back - 0.03, 0.235)}Q${at(back + 0.04, 0.33)} ${at(back + 0.12, 0.332)}L${at(0.38, 0.332)}L${at(0.38, 0.235)}Z`,
      glass,
    )
    p.path(`M${at(0.4, 0.332)}L${at(0.5, 0.332)}Q${at(0.57, 0.325)} ${at(0.67, 0.235)}L${at(0.4, 0.235)}Z`, glass)
  }
  p.rect(x - w * 0.5, y - w * 0.1, w, w * 0.035, p.tone(darken(colour, 0.6), depth))
  for (const fx of [0.2, 0.8]) {
    const cx = x + (fx - 0.5) * w
    p.circle(cx, y - w * 0.085, w * 0.088, p.tone('#17191c', depth))
    p.circle(cx, y - w * 0.085, w * 0.05, p.tone('#9aa1a6', depth))
    p.circle(cx, y - w * 0.085, w * 0.018, p.tone('#3b4046', depth))
  }
  p.ellipse(x + w * 0.475, y - w * 0.175, w * 0.024, w * 0.018, isLit ? '#fff6d8' : p.tone('#e9edf0', depth))
  p.rect(x - w * 0.497, y - w * 0.2, w * 0.022, w * 0.035, isLit ? '#ff5a46' : p.tone('#9c2a26', depth))
  if (isLit) {
    p.glow(x + w * 0.5, y - w * 0.17, w * 0.28, '#fff0c0', 0.7)
    if (p.isDark)
      p.shape(
        [
          [x + w * 0.49, y - w * 0.19],
          [x + w * 1.15, y - w * 0.24],
          [x + w * 1.2, y],
          [x + w * 0.49, y - w * 0.15],
        ],
        p.across([0, '#fff0c0', 0.4], [1, '#fff0c0', 0]),
      )
  }
  if (p.isSnowy)
    p.path(
      `M${at(0.2, 0.35)}Q${at(0.3, 0.39)} ${at(0.4, 0.38)}Q${at(0.5, 0.39)} ${at(0.56, 0.345)}L${at(0.3, 0.35)}Z`,
      '#f6f9fb',
    )
}

/** A paved or tarred street from `y` to the lower edge, wet when it rains. */
export function drawStreet(p: Painter, y: number, hex = '#6d6a67', cobbles = false): void {
  const base = p.isSnowy ? '#dfe6ec' : hex
  p.rect(0, y, 1600, 1000 - y + 2, p.down([0, p.tone(lighten(base, 0.16), 0.1)], [1, p.tone(darken(base, 0.28))]))
  if (p.mood === 'rain' || p.mood === 'night')
    p.rect(0, y, 1600, 1000 - y, p.down([0, p.light.sky[2], 0.36], [1, p.light.sky[0], 0.1]))
  if (!cobbles) return
  for (let row = 0, ry = y + 6; ry < 1000; row++, ry += 6 + row * 1.7) {
    const size = 18 + row * 5
    for (let cx = (row % 2) * size * 0.5 - 20; cx < 1620; cx += size) {
      if (p.random.chance(0.62)) continue
      p.ellipse(
        cx,
        ry,
        size * 0.42,
        2.4 + row * 0.55,
        p.tone(p.random.chance(0.5) ? lighten(base, 0.14) : darken(base, 0.2)),
        'opacity=".5"',
      )
    }
  }
}
