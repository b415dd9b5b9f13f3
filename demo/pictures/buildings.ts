/**
 * Houses, windows and churches. Each stands with its foot at (`x` middle, `y` ground) and takes a `depth` for the haze;
 * light falls from the side of the sun, windows are lit as often as the mood says.
 */
import { darken, lighten, mix } from './light.ts'
import { fixed } from './painter.ts'
import type { Painter, Point } from './painter.ts'

const WALLS = [
  '#e8d9bd',
  '#e3c49a',
  '#d9a67c',
  '#cfd3c0',
  '#e9e2d4',
  '#c98b6b',
  '#dcb9a0',
  '#b9c4c4',
  '#e6cf8f',
  '#c7a98f',
]

const ROOFS = ['#a5482f', '#8f3f2c', '#b4583a', '#7d4436', '#94503a', '#6b5a55']

export function drawWindow(
  p: Painter,
  x: number,
  y: number,
  w: number,
  h: number,
  depth = 0,
  frame = '#efe9dc',
  lit = p.random.chance(p.light.lit),
): void {
  p.rect(x - w * 0.1, y - w * 0.1, w * 1.2, h + w * 0.2, p.tone(frame, depth))
  if (lit) {
    const warm = p.random.pick(['#ffd98a', '#ffc766', '#ffe3a6'])
    p.rect(x, y, w, h, p.down([0, lighten(warm, 0.25)], [1, warm]))
    if (p.isDark && w > 9) p.glow(x + w / 2, y + h / 2, w * 2.1, '#ffc35e', 0.34)
  } else
    p.rect(x, y, w, h, p.down([0, p.tone(mix('#39505f', p.light.sky[1], 0.35), depth)], [1, p.tone('#22313c', depth)]))
  if (w > 9) {
    p.rect(x + w * 0.46, y, w * 0.08, h, p.tone(frame, depth))
    p.rect(x, y + h * 0.36, w, w * 0.08, p.tone(frame, depth))
  }
}

export type HouseLook = {
  wall?: string
  roof?: string
  /** Gable towards us, eaves towards us, or a stepped gable. */
  style?: 'gable' | 'eave' | 'step'
  timber?: boolean
  floors?: number
  columns?: number
  shop?: boolean
  roofShare?: number
  door?: boolean
}

/** `h` is the wall height, the roof comes on top. */
export function drawHouse(
  p: Painter,
  x: number,
  y: number,
  w: number,
  h: number,
  depth = 0,
  look: HouseLook = {},
): void {
  const wall = look.wall ?? p.random.pick(WALLS)
  const roof = look.roof ?? p.random.pick(ROOFS)
  const style = look.style ?? p.random.pick(['gable', 'gable', 'eave'] as const)
  const [left, right] = [x - w / 2, x + w / 2]
  const top = y - h
  const lightLeft = p.sunX < x
  const bright = p.tone(lighten(wall, 0.1), depth)
  const dim = p.tone(darken(wall, 0.22), depth)
  const fill = lightLeft ? p.across([0, bright], [1, dim]) : p.across([0, dim], [1, bright])
  const rise = w * (look.roofShare ?? (style === 'eave' ? 0.34 : 0.62))
  const roofTone = p.tone(p.isSnowy ? '#eef3f7' : roof, depth)
  const roofShade = p.tone(p.isSnowy ? '#c5d2de' : darken(roof, 0.3), depth)
  const chimney = x + w * p.random.between(-0.25, 0.25)
  if (style !== 'step' && w > 40) {
    p.rect(chimney - w * 0.035, top - rise * 0.86, w * 0.07, rise * 0.5, p.tone('#7a4a3c', depth))
    if (p.isSnowy) p.rect(chimney - w * 0.045, top - rise * 0.9, w * 0.09, rise * 0.07, p.tone('#ffffff', depth))
  }
  p.rect(left, top, w, h, fill)
  if (style === 'eave') {
    p.shape(
      [
        [left - w * 0.04, top],
        [left + w * 0.06, top - rise],
        [right - w * 0.06, top - rise],
        [right + w * 0.04, top],
      ],
      p.down([0, lighten(roofTone, 0.06)], [1, roofShade]),
    )
    for (let i = 1; i < 6 && w > 70; i++) {
      const ry = top - rise + (rise * i) / 6
      p.line(
        [
          [left + w * 0.06 - w * 0.1 * (i / 6), ry],
          [right - w * 0.06 + w * 0.1 * (i / 6), ry],
        ],
        roofShade,
        1.3,
        'opacity=".55"',
      )
    }
    if (w > 120)
      for (const dx of [-0.22, 0.22]) {
        const [cx, cy, s] = [x + w * dx, top - rise * 0.32, w * 0.1]
        p.shape(
          [
            [cx - s * 0.75, cy],
            [cx, cy - s * 0.9],
            [cx + s * 0.75, cy],
          ],
          roofShade,
        )
        p.rect(cx - s * 0.5, cy, s, s * 0.62, p.tone(wall, depth))
        drawWindow(p, cx - s * 0.25, cy + s * 0.1, s * 0.5, s * 0.45, depth)
      }
  } else if (style === 'gable') {
    p.shape(
      [
        [left, top],
        [x, top - rise],
        [right, top],
      ],
      fill,
    )
    p.shape(
      [
        [left - w * 0.05, top + w * 0.02],
        [x, top - rise - w * 0.05],
        [x, top - rise + w * 0.035],
        [left + w * 0.02, top + w * 0.02],
      ],
      lightLeft ? lighten(roofTone, 0.08) : roofShade,
    )
    p.shape(
      [
        [right + w * 0.05, top + w * 0.02],
        [x, top - rise - w * 0.05],
        [x, top - rise + w * 0.035],
        [right - w * 0.02, top + w * 0.02],
      ],
      lightLeft ? roofShade : lighten(roofTone, 0.08),
    )
    if (w > 50) drawWindow(p, x - w * 0.06, top - rise * 0.5, w * 0.12, w * 0.15, depth)
  } else {
    const steps = 4
    const gable: Point[] = []
    for (let i = 0; i <= steps; i++) {
      const [sx, sy] = [(w / 2) * (1 - i / (steps + 0.6)), top - (rise * i) / steps]
      gable.push([x - sx, sy + rise / steps], [x - sx, sy])
    }
    p.shape([...gable, ...gable.toReversed().map(([gx, gy]): Point => [2 * x - gx, gy])], fill)
    drawWindow(p, x - w * 0.06, top - rise * 0.5, w * 0.12, w * 0.16, depth)
  }
  const floors = look.floors ?? Math.max(1, Math.round(h / Math.max(34, w * 0.34)))
  const columns = look.columns ?? Math.max(2, Math.round(w / 42))
  const floorH = h / floors
  if (look.timber) drawTimber(p, left, top, w, h, rise, floors, columns, depth, style === 'gable')
  for (let floor = 0; floor < floors; floor++) {
    const isGround = floor === floors - 1
    const wy = top + floor * floorH + floorH * 0.24
    if (isGround && look.shop) {
      const shopTop = y - floorH * 0.82
      const isLit = p.light.lit > 0.1
      p.rect(left + w * 0.05, shopTop, w * 0.9, floorH * 0.82, p.tone('#3a3632', depth))
      for (let i = 0; i < 2; i++) {
        const [sx, sw] = [left + w * (i ? 0.6 : 0.09), w * (i ? 0.31 : 0.46)]
        p.rect(
          sx,
          shopTop + floorH * 0.16,
          sw,
          floorH * (i ? 0.66 : 0.5),
          isLit
            ? p.down([0, '#ffe2a4'], [1, '#f3b65c'])
            : p.down([0, p.tone('#7f97a3', depth)], [1, p.tone('#34424c', depth)]),
        )
        if (isLit && p.isDark) p.glow(sx + sw / 2, shopTop + floorH * 0.5, sw * 0.9, '#ffbe5c', 0.34)
      }
      const awning = p.random.pick(['#a23a34', '#2f6b57', '#31567d', '#c58a2f'])
      p.shape(
        [
          [left + w * 0.04, shopTop + floorH * 0.02],
          [right - w * 0.04, shopTop + floorH * 0.02],
          [right + w * 0.02, shopTop + floorH * 0.24],
          [left - w * 0.02, shopTop + floorH * 0.24],
        ],
        p.tone(awning, depth),
      )
      for (let i = 0; i < 5; i++)
        p.shape(
          [
            [left + w * (0.04 + i * 0.184), shopTop + floorH * 0.02],
            [left + w * (0.12 + i * 0.184), shopTop + floorH * 0.02],
            [left + w * (0.09 + i * 0.21), shopTop + floorH * 0.24],
            [left + w * (0.0 + i * 0.21), shopTop + floorH * 0.24],
          ],
          p.tone('#f1e9da', depth),
          'opacity=".8"',
        )
      continue
    }
    for (let column = 0; column < columns; column++) {
      const cx = left + (w * (column + 0.5)) / columns
      const ww = Math.min((w / columns) * 0.42, floorH * 0.42)
      if (isGround && look.door !== false && column === Math.floor(columns / 2) && w > 44) {
        p.rect(cx - ww * 0.6, y - floorH * 0.68, ww * 1.2, floorH * 0.68, p.tone('#4b3a2d', depth))
        p.rect(
          cx - ww * 0.42,
          y - floorH * 0.6,
          ww * 0.84,
          floorH * 0.16,
          p.light.lit > 0.3 ? '#ffcf7c' : p.tone('#6f7d80', depth),
        )
      } else drawWindow(p, cx - ww / 2, wy, ww, floorH * 0.5, depth)
    }
  }
}

function drawTimber(
  p: Painter,
  left: number,
  top: number,
  w: number,
  h: number,
  rise: number,
  floors: number,
  columns: number,
  depth: number,
  gable: boolean,
): void {
  const beam = p.tone('#4a2f22', depth)
  const size = Math.max(2.5, w * 0.028)
  for (let i = 0; i <= floors; i++) p.rect(left, top + (h * i) / floors - size / 2, w, size, beam)
  for (let i = 0; i <= columns; i++) p.rect(left + ((w - size) * i) / columns, top, size, h, beam)
  for (let floor = 0; floor < floors; floor++)
    for (const [from, to] of [
      [0, 0.5],
      [columns, columns - 0.5],
    ] as const)
      p.line(
        [
          [left + (w * from) / columns, top + (h * (floor + 1)) / floors],
          [left + (w * to) / columns, top + (h * floor) / floors],
        ],
        beam,
        size * 0.8,
      )
  if (gable) {
    p.line(
      [
        [left + w / 2, top - rise],
        [left + w / 2, top - rise * 0.62],
      ],
      beam,
      size,
    )
    p.line(
      [
        [left + w * 0.26, top - rise * 0.46],
        [left + w * 0.74, top - rise * 0.46],
      ],
      beam,
      size,
    )
    p.line(
      [
        [left + w * 0.3, top],
        [left + w * 0.2, top - rise * 0.34],
      ],
      beam,
      size * 0.8,
    )
    p.line(
      [
        [left + w * 0.7, top],
        [left + w * 0.8, top - rise * 0.34],
      ],
      beam,
      size * 0.8,
    )
  }
}

/** A closed street front of houses from left to right. */
export function drawHouseRow(
  p: Painter,
  from: number,
  to: number,
  y: number,
  h: number,
  depth: number,
  look: HouseLook = {},
): void {
  let x = from
  while (x < to) {
    const w = h * p.random.between(0.62, 0.95)
    drawHouse(p, x + w / 2, y + p.random.between(-2, 2), w * 1.02, h * p.random.between(0.8, 1.2), depth, look)
    x += w
  }
}

/** St. Marien: the two-towered church of Auenburg; `h` to the tip of the spires. */
export function drawMinster(p: Painter, x: number, y: number, h: number, depth = 0): void {
  const stone = '#b98f70'
  const lightLeft = p.sunX < x
  const [bright, dim] = [p.tone(lighten(stone, 0.14), depth), p.tone(darken(stone, 0.28), depth)]
  const copper = p.tone(p.isSnowy ? '#b9cfcb' : '#5f9684', depth)
  const copperShade = p.tone('#396a60', depth)
  const face = lightLeft ? p.across([0, bright], [1, dim]) : p.across([0, dim], [1, bright])
  const roof = p.tone(p.isSnowy ? '#eef3f7' : '#8a4a38', depth)
  p.rect(x + h * 0.1, y - h * 0.34, h * 0.62, h * 0.34, dim)
  p.shape(
    [
      [x + h * 0.06, y - h * 0.34],
      [x + h * 0.13, y - h * 0.54],
      [x + h * 0.66, y - h * 0.54],
      [x + h * 0.76, y - h * 0.34],
    ],
    p.down([0, lighten(roof, 0.1)], [1, darken(roof, 0.22)]),
  )
  for (let i = 0; i < 6; i++) {
    const wx = x + h * (0.24 + i * 0.082)
    const lit = p.isDark
    p.path(
      `M${fixed(wx - h * 0.018)} ${fixed(y - h * 0.07)}v${fixed(-h * 0.14)}q${fixed(h * 0.018)} ${fixed(-h * 0.05)} ${fixed(h * 0.036)} 0v${fixed(h * 0.14)}Z`,
      lit ? '#ffcf7d' : p.tone('#34434d', depth),
    )
    p.rect(wx + h * 0.03, y - h * 0.3, h * 0.012, h * 0.3, p.tone(darken(stone, 0.12), depth))
  }
  p.rect(x - h * 0.06, y - h * 0.5, h * 0.12, h * 0.5, face)
  p.shape(
    [
      [x - h * 0.07, y - h * 0.5],
      [x, y - h * 0.58],
      [x + h * 0.07, y - h * 0.5],
    ],
    roof,
  )
  p.circle(x, y - h * 0.38, h * 0.036, p.isDark ? '#ffd890' : p.tone('#3d4b55', depth))
  for (let i = 0; i < 6; i++)
    p.line(
      [
        [x, y - h * 0.38],
        [x + Math.cos(i * 1.047) * h * 0.034, y - h * 0.38 + Math.sin(i * 1.047) * h * 0.034],
      ],
      bright,
      Math.max(1, h * 0.005),
    )
  p.path(
    `M${fixed(x - h * 0.032)} ${fixed(y)}v${fixed(-h * 0.12)}q${fixed(h * 0.032)} ${fixed(-h * 0.06)} ${fixed(h * 0.064)} 0v${fixed(h * 0.12)}Z`,
    p.tone('#4a372b', depth),
  )
  for (const [tx, tall] of [
    [x - h * 0.125, 1],
    [x + h * 0.125, 0.97],
  ] as const) {
    const body = h * 0.66 * tall
    p.rect(tx - h * 0.068, y - body, h * 0.136, body, face)
    for (let i = 1; i < 4; i++)
      p.rect(tx - h * 0.074, y - body * (i / 4), h * 0.148, h * 0.012, p.tone(lighten(stone, 0.2), depth))
    for (const wy of [0.34, 0.56])
      p.path(
        `M${fixed(tx - h * 0.016)} ${fixed(y - h * wy + h * 0.06)}v${fixed(-h * 0.07)}q${fixed(h * 0.016)} ${fixed(-h * 0.035)} ${fixed(h * 0.032)} 0v${fixed(h * 0.07)}Z`,
        p.isDark ? '#f3c173' : p.tone('#39444a', depth),
      )
    p.circle(tx, y - body + h * 0.055, h * 0.03, p.tone('#f3ecd9', depth * 0.6))
    p.line(
      [
        [tx, y - body + h * 0.036],
        [tx, y - body + h * 0.055],
        [tx + h * 0.014, y - body + h * 0.062],
      ],
      p.tone('#2b2b2b', depth),
      Math.max(1, h * 0.006),
    )
    const [wide, peak] = [h * 0.076, y - h * tall]
    p.path(
      `M${fixed(tx - wide)} ${fixed(y - body)}Q${fixed(tx - wide * 1.05)} ${fixed(y - body - h * 0.09)} ${fixed(tx - wide * 0.36)} ${fixed(y - body - h * 0.12)}L${fixed(tx)} ${fixed(peak)}L${fixed(tx + wide * 0.36)} ${fixed(y - body - h * 0.12)}Q${fixed(tx + wide * 1.05)} ${fixed(y - body - h * 0.09)} ${fixed(tx + wide)} ${fixed(y - body)}Z`,
      lightLeft
        ? p.across([0, lighten(copper, 0.12)], [1, copperShade])
        : p.across([0, copperShade], [1, lighten(copper, 0.12)]),
    )
    p.line(
      [
        [tx, peak],
        [tx, peak - h * 0.04],
      ],
      p.tone('#c9a34f', depth),
      Math.max(1.2, h * 0.006),
    )
    p.circle(tx, peak - h * 0.01, Math.max(1.5, h * 0.008), p.tone('#d9b45a', depth))
  }
}

/** A village church with one pointed tower. */
export function drawVillageChurch(p: Painter, x: number, y: number, h: number, depth = 0): void {
  const wall = '#ece3d2'
  p.rect(x, y - h * 0.34, h * 0.5, h * 0.34, p.across([0, p.tone(wall, depth)], [1, p.tone(darken(wall, 0.22), depth)]))
  const roof = p.tone(p.isSnowy ? '#eff4f8' : '#9a4b35', depth)
  p.shape(
    [
      [x - h * 0.02, y - h * 0.34],
      [x + h * 0.05, y - h * 0.56],
      [x + h * 0.47, y - h * 0.56],
      [x + h * 0.54, y - h * 0.34],
    ],
    roof,
  )
  for (let i = 0; i < 3; i++)
    p.path(
      `M${fixed(x + h * (0.15 + i * 0.12))} ${fixed(y - h * 0.08)}v${fixed(-h * 0.1)}q${fixed(h * 0.02)} ${fixed(-h * 0.05)} ${fixed(h * 0.04)} 0v${fixed(h * 0.1)}Z`,
      p.isDark ? '#ffd083' : p.tone('#46555c', depth),
    )
  p.rect(
    x - h * 0.1,
    y - h * 0.62,
    h * 0.17,
    h * 0.62,
    p.across([0, p.tone(lighten(wall, 0.1), depth)], [1, p.tone(darken(wall, 0.26), depth)]),
  )
  p.circle(x - h * 0.015, y - h * 0.54, h * 0.035, p.tone('#39424a', depth))
  p.shape(
    [
      [x - h * 0.125, y - h * 0.62],
      [x - h * 0.015, y - h],
      [x + h * 0.095, y - h * 0.62],
    ],
    p.across([0, p.tone('#6a7780', depth)], [1, p.tone('#39444d', depth)]),
  )
  p.path(
    `M${fixed(x - h * 0.04)} ${fixed(y - h * 0.36)}v${fixed(-h * 0.06)}q${fixed(h * 0.025)} ${fixed(-h * 0.03)} ${fixed(h * 0.05)} 0v${fixed(h * 0.06)}Z`,
    p.tone('#46555c', depth),
  )
}
