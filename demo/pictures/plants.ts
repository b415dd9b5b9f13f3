/** Trees, alone and in rows, as the mood has them: green, golden, bare or snowed in. */
import { darken, lighten, mix } from './light.ts'
import { fixed } from './painter.ts'
import type { Painter, Point } from './painter.ts'

export type TreeKind = 'leafy' | 'conifer' | 'poplar' | 'bare'

function drawBranches(
  p: Painter,
  x: number,
  y: number,
  length: number,
  angle: number,
  width: number,
  colour: string,
  level: number,
): void {
  const [ex, ey] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length]
  p.line(
    [
      [x, y],
      [ex, ey],
    ],
    colour,
    width,
  )
  if (p.isSnowy && width > 2)
    p.line(
      [
        [x - 1, y - width * 0.4],
        [ex - 1, ey - width * 0.4],
      ],
      '#ffffff',
      width * 0.35,
      'opacity=".7"',
    )
  if (level === 0) return
  const forks = level > 2 ? 3 : 2
  for (let i = 0; i < forks; i++) {
    const spread = ((i - (forks - 1) / 2) / forks) * 1.9 + p.random.between(-0.22, 0.22)
    drawBranches(p, ex, ey, length * p.random.between(0.6, 0.8), angle + spread, width * 0.62, colour, level - 1)
  }
}

export function drawTree(p: Painter, x: number, y: number, h: number, depth = 0, kind?: TreeKind): void {
  const which = kind ?? (p.isBare ? 'bare' : 'leafy')
  const side = p.sunX > x ? 1 : -1
  const bark = p.tone('#5a4636', depth)
  if (which === 'conifer') {
    const tiers = h > 160 ? 9 : h > 60 ? 6 : 4
    const green = p.tone(p.random.pick(['#2f5140', '#375a44', '#28493c']), depth)
    p.rect(x - h * 0.02, y - h * 0.1, h * 0.04, h * 0.1, bark)
    for (let i = 0; i < tiers; i++) {
      const t = i / tiers
      const top = y - h + t * h * 0.84
      const low = top + (h / tiers) * 1.55
      const half = h * (0.04 + t * 0.2) * p.random.between(0.9, 1.1)
      const jag: Point[] = [[x, top]]
      const teeth = 5
      for (let j = 0; j <= teeth; j++)
        jag.push([
          x + half - (2 * half * j) / teeth,
          low - (j % 2 ? h * 0.018 : 0) + Math.abs(j - teeth / 2) * h * 0.008,
        ])
      p.shape(jag, darken(green, 0.1 + 0.12 * (1 - t)))
      p.shape(
        [
          [x, top],
          [x + side * half * 0.92, low - h * 0.004],
          [x + side * half * 0.2, low - h * 0.02],
        ],
        lighten(green, p.isSnowy ? 0.2 : 0.1),
        'opacity=".7"',
      )
      if (p.isSnowy)
        for (const [from, to] of [
          [-0.95, -0.35],
          [0.3, 0.9],
        ] as const)
          p.blob(
            [
              [x + half * from, low - h * 0.012],
              [x + half * (from + to) * 0.5, low - (h / tiers) * 0.72],
              [x + half * to, low - h * 0.03],
              [x + half * (from + to) * 0.5, low - h * 0.012],
            ],
            p.tone('#f4f8fb', depth * 0.7),
            'opacity=".85"',
          )
    }
    return
  }
  if (which === 'bare') {
    drawBranches(
      p,
      x,
      y,
      h * 0.3,
      -Math.PI / 2 + p.random.between(-0.08, 0.08),
      h * 0.045,
      bark,
      h > 120 ? 5 : h > 60 ? 4 : 3,
    )
    return
  }
  const [dark, middle, bright] = p.light.foliage as [string, string, string]
  const narrow = which === 'poplar' ? 0.15 : 0.34
  const crownY = y - h * (which === 'poplar' ? 0.52 : 0.62)
  const crownH = h * (which === 'poplar' ? 0.46 : 0.35)
  const hue = p.random.between(-0.16, 0.16)
  const tint = (hex: string) => p.tone(hue > 0 ? mix(hex, bright, hue * 2) : mix(hex, dark, -hue * 2), depth)
  p.path(
    `M${fixed(x - h * 0.03)} ${fixed(y)}Q${fixed(x - h * 0.012)} ${fixed(y - h * 0.3)} ${fixed(x - h * 0.016)} ${fixed(y - h * 0.6)}h${fixed(h * 0.032)}Q${fixed(x + h * 0.014)} ${fixed(y - h * 0.3)} ${fixed(x + h * 0.034)} ${fixed(y)}Z`,
    bark,
  )
  if (h < 62) {
    for (const [hex, dx, dy, r] of [
      [darken(dark, 0.12), -0.12, 0.08, 0.29],
      [dark, 0.13, 0.04, 0.27],
      [middle, 0.02, -0.12, 0.27],
      [bright, 0.1, -0.2, 0.14],
    ] as const)
      p.ellipse(
        x + side * dx * h * (narrow / 0.34),
        crownY + dy * h,
        r * h * (narrow / 0.34) * p.random.between(0.85, 1.15),
        r * h * (which === 'poplar' ? 1.3 : 0.9),
        tint(hex),
      )
    return
  }
  if (h > 150)
    for (const [dx, dy] of [
      [-0.2, 0.72],
      [0.22, 0.7],
      [-0.1, 0.86],
      [0.12, 0.9],
    ] as const)
      p.line(
        [
          [x, y - h * 0.4],
          [x + dx * h * (narrow / 0.34), y - dy * h],
        ],
        bark,
        h * 0.016,
      )
  const isLarge = h > 200
  for (const [hex, spread, lift, count, size, shift] of [
    [darken(dark, 0.16), 0.98, 0.14, isLarge ? 46 : 16, 0.13, -0.05],
    [dark, 0.96, 0.02, isLarge ? 60 : 18, 0.11, 0],
    [middle, 0.86, -0.12, isLarge ? 64 : 16, 0.085, 0.08],
    [bright, 0.72, -0.26, isLarge ? 48 : 10, 0.06, 0.16],
  ] as const) {
    const colour = tint(hex)
    let leaves = ''
    for (let i = 0; i < count; i++) {
      const [angle, far] = [p.random() * 6.283, Math.sqrt(p.random())]
      const px = x + Math.cos(angle) * far * h * narrow * spread + side * h * narrow * shift
      const py = crownY + Math.sin(angle) * far * crownH * spread + lift * crownH
      const r = h * size * (isLarge ? 0.82 : 1.25) * (which === 'poplar' ? 0.66 : 1) * p.random.between(0.6, 1.25)
      const sides = 6
      for (let k = 0; k < sides; k++) {
        const reach = r * p.random.between(0.7, 1.3)
        leaves += `${k ? 'L' : 'M'}${Math.round(px + Math.cos((k / sides) * 6.283) * reach)} ${Math.round(py + Math.sin((k / sides) * 6.283) * reach * 0.82)}`
      }
      leaves += 'Z'
    }
    p.path(
      leaves,
      colour,
      `stroke="${colour}" stroke-width="${fixed(h * 0.012)}" stroke-linejoin="round" fill-rule="nonzero"`,
    )
  }
}

/** A band of trees or bushes along a line. */
export function drawTreeline(
  p: Painter,
  from: number,
  to: number,
  y: (x: number) => number,
  h: number,
  depth: number,
  kind?: TreeKind,
  step = 0.5,
): void {
  for (let x = from; x < to; x += h * step * p.random.between(0.6, 1.4))
    drawTree(p, x, y(x) + h * 0.06, h * p.random.between(0.65, 1.15), depth, kind)
}
