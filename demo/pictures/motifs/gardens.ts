/** Pastures, allotments and playgrounds. */
import { drawHouse, drawHouseRow } from '../buildings.ts'
import { darken, lighten } from '../light.ts'
import { layFields, layHills } from './countryside.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'

function drawCow(p: Painter, x: number, y: number, s: number, depth: number): void {
  const [white, black] = [p.tone('#f0ece2', depth), p.tone('#2b2727', depth)]
  p.shadow(x, y, s * 0.62, s * 0.07, 0.4)
  for (const [dx, shade] of [
    [-0.36, 0.3],
    [-0.24, 0],
    [0.2, 0.3],
    [0.32, 0],
  ] as const)
    p.shape(
      [
        [x + (dx - 0.04) * s, y - s * 0.36],
        [x + (dx + 0.045) * s, y - s * 0.36],
        [x + (dx + 0.03) * s, y],
        [x + (dx - 0.03) * s, y],
      ],
      darken(white, shade + 0.06),
    )
  const body: Point[] = [
    [x - s * 0.47, y - s * 0.62],
    [x - s * 0.2, y - s * 0.69],
    [x + s * 0.14, y - s * 0.67],
    [x + s * 0.4, y - s * 0.7],
    [x + s * 0.47, y - s * 0.5],
    [x + s * 0.36, y - s * 0.33],
    [x, y - s * 0.27],
    [x - s * 0.36, y - s * 0.32],
    [x - s * 0.48, y - s * 0.46],
  ]
  p.blob(body, p.down([0, lighten(white, 0.1)], [1, darken(white, 0.3)]))
  for (const [bx, by, r] of [
    [-0.27, -0.53, 0.14],
    [0.02, -0.56, 0.13],
    [0.3, -0.47, 0.12],
    [0.14, -0.36, 0.06],
  ] as const)
    p.blob(
      Array.from({ length: 7 }, (_, k): Point => [
        x + (bx + Math.cos(k * 0.9) * r * p.random.between(0.6, 1.15)) * s,
        y + (by + Math.sin(k * 0.9) * r * 0.62 * p.random.between(0.7, 1.2)) * s,
      ]),
      black,
    )
  p.ellipse(x - s * 0.16, y - s * 0.28, s * 0.075, s * 0.05, p.tone('#d99a90', depth))
  p.curve(
    [
      [x - s * 0.47, y - s * 0.6],
      [x - s * 0.53, y - s * 0.44],
      [x - s * 0.5, y - s * 0.24],
    ],
    black,
    s * 0.025,
  )
  const grazing = p.random.chance(0.5)
  const [hx, hy] = grazing ? [x + s * 0.6, y - s * 0.14] : [x + s * 0.62, y - s * 0.74]
  p.blob(
    [
      [x + s * 0.32, y - s * 0.68],
      [x + s * 0.46, y - s * 0.68],
      [hx + s * 0.02, hy - s * 0.06],
      [hx - s * 0.04, hy + s * 0.1],
      [x + s * 0.44, y - s * 0.42],
    ],
    black,
  )
  p.group(`rotate(${grazing ? 58 : 24} ${fixed(hx)} ${fixed(hy)})`, () => {
    p.ellipse(hx, hy, s * 0.15, s * 0.085, black)
    p.ellipse(hx + s * 0.1, hy + s * 0.01, s * 0.07, s * 0.065, white)
    p.ellipse(hx + s * 0.15, hy + s * 0.015, s * 0.035, s * 0.045, p.tone('#c98f86', depth))
    p.ellipse(
      hx - s * 0.11,
      hy - s * 0.085,
      s * 0.065,
      s * 0.03,
      black,
      `transform="rotate(-30 ${fixed(hx - s * 0.11)} ${fixed(hy - s * 0.085)})"`,
    )
    p.circle(hx + s * 0.005, hy - s * 0.03, s * 0.012, '#f6efe6')
  })
}

function drawSheep(p: Painter, x: number, y: number, s: number, depth: number): void {
  const wool = p.tone('#ece4d2', depth)
  p.shadow(x, y, s * 0.5, s * 0.06, 0.4)
  for (const dx of [-0.22, -0.12, 0.14, 0.24])
    p.rect(x + dx * s - s * 0.025, y - s * 0.26, s * 0.05, s * 0.26, p.tone('#2e2a28', depth))
  const puff = (shade: number, lift: number, scale: number) =>
    p.blob(
      Array.from({ length: 15 }, (_, k): Point => [
        x + Math.cos(k * 0.419) * s * 0.4 * scale * p.random.between(0.9, 1.08),
        y - s * (0.42 + lift) + Math.sin(k * 0.419) * s * 0.24 * scale * p.random.between(0.9, 1.1),
      ]),
      darken(wool, shade),
    )
  puff(0.26, 0, 1)
  puff(0.1, 0.03, 0.9)
  puff(-0, 0.07, 0.72)
  p.ellipse(
    x + s * 0.42,
    y - s * 0.44,
    s * 0.13,
    s * 0.085,
    p.tone('#35302d', depth),
    `transform="rotate(38 ${fixed(x + s * 0.42)} ${fixed(y - s * 0.44)})"`,
  )
  p.ellipse(
    x + s * 0.34,
    y - s * 0.52,
    s * 0.07,
    s * 0.028,
    p.tone('#35302d', depth),
    `transform="rotate(-24 ${fixed(x + s * 0.34)} ${fixed(y - s * 0.52)})"`,
  )
  p.ellipse(x + s * 0.35, y - s * 0.56, s * 0.08, s * 0.05, wool)
}

function pasture(p: Painter, drawAnimal: typeof drawCow, count: number, size: number, isDyke: boolean): void {
  layHills(p, isDyke ? 520 : 420)
  if (isDyke) {
    p.water(560, '', 700)
    p.path(
      'M-20 720Q500 600 900 640T1640 560L1640 1010L-20 1010Z',
      p.down([0, p.tone(lighten(p.light.grass, 0.12), 0.2)], [1, p.tone(darken(p.light.grass, 0.3))]),
    )
    p.path(
      'M-20 720Q500 600 900 640T1640 560L1640 575Q1200 640 900 656T-20 740Z',
      p.tone(lighten(p.light.grass, 0.3), 0.2),
      'opacity=".7"',
    )
  } else {
    layFields(p, 570, 26, 0.4)
    drawTreeline(p, -20, 1620, () => 660, 84, 0.3, undefined, 0.9)
    p.ground(652, p.light.grass, 420)
  }
  const herd = Array.from({ length: count }, (_, i) => ({
    x: 90 + ((i * 617 + p.random.between(0, 200)) % 1420),
    t: (i + 0.5) / count,
  }))
  for (const { x, t } of herd) {
    const y = (isDyke ? 715 : 700) + t * 235
    const s = size * (0.34 + t * 0.8)
    p.group(p.random.chance(0.5) ? `translate(${fixed(2 * x)} 0) scale(-1 1)` : '', () =>
      drawAnimal(p, x, y, s, 0.32 * (1 - t)),
    )
  }
  for (let i = 0; i < 130; i++) {
    const [x, y] = [p.random.between(0, 1600), p.random.between(880, 1000)]
    p.curve(
      [
        [x, y],
        [x + 2, y - 14],
        [x + p.random.between(-10, 10), y - 28],
      ],
      p.tone(darken(p.light.grass, 0.2)),
      2,
    )
  }
  for (const [x0, step] of [[-20, 190]] as const)
    for (let x = x0; x < 1640 && !isDyke; x += step) {
      p.line(
        [
          [x, 900],
          [x + 4, 1000],
        ],
        p.tone('#6b5644'),
        12,
      )
      p.line(
        [
          [x, 926],
          [x + step, 930],
        ],
        p.tone('#3a3a38'),
        2,
      )
      p.line(
        [
          [x, 960],
          [x + step, 962],
        ],
        p.tone('#3a3a38'),
        2,
      )
    }
}

function allotmentGarden(p: Painter): void {
  layHills(p, 380)
  drawTreeline(p, -40, 1640, () => 640, 210, 0.36)
  drawHouse(p, 1150, 720, 190, 84, 0.22, { wall: '#6f8f7a', roof: '#7a4a3a', floors: 1, columns: 3 })
  p.ground(676, p.light.grass, 280)
  drawHouse(p, 470, 780, 330, 130, 0.04, {
    wall: '#a86a44',
    roof: '#6b4a3f',
    floors: 1,
    columns: 3,
    style: 'gable',
    roofShare: 0.34,
  })
  for (let bed = 0; bed < 4; bed++) {
    const x = 700 + bed * 215
    p.shape(
      [
        [x, 800],
        [x + 150, 800],
        [x + 150 + (bed - 0.5) * 46, 980],
        [x - 40 + (bed - 0.5) * 46, 980],
      ],
      p.tone('#5d4433'),
    )
    for (let row = 0; row < 6; row++)
      for (let col = 0; col < 5; col++) {
        const [px, py] = [x + 18 + col * 30 + (row / 6) * (bed - 1) * 40, 818 + row * 28]
        p.blob(
          Array.from({ length: 7 }, (_, k): Point => [
            px + Math.cos(k * 0.9) * p.random.between(8, 17),
            py + Math.sin(k * 0.9) * p.random.between(6, 12),
          ]),
          p.tone(bed % 2 ? p.random.pick(['#7fa35a', '#96b86a']) : p.random.pick(['#c8533a', '#e0a23f', '#557f46'])),
        )
      }
  }
  for (let x = -10; x < 1640; x += 46)
    p.shape(
      [
        [x, 1000],
        [x, 930],
        [x + 12, 914],
        [x + 24, 930],
        [x + 24, 1000],
      ],
      p.tone('#efe6d2'),
    )
  p.rect(0, 950, 1600, 12, p.tone('#d8ccb4'))
  p.group('translate(270 880)', () => {
    p.path('M-40 0L-30 -60L30 -60L40 0Z', p.tone('#5f7f8a'))
    p.line(
      [
        [30, -46],
        [78, -84],
      ],
      p.tone('#5f7f8a'),
      10,
    )
    p.curve(
      [
        [-26, -60],
        [0, -100],
        [26, -60],
      ],
      p.tone('#4b6670'),
      8,
    )
  })
  drawTree(p, 110, 900, 330)
  for (let i = 0; i < 26; i++) {
    const x = p.random.between(180, 640)
    p.line(
      [
        [x, 905],
        [x, 850],
      ],
      p.tone('#5b7a45'),
      3,
    )
    p.circle(x, 846, 11, p.tone(p.random.pick(['#d8a531', '#b8483a', '#c7698a', '#e8d9b0'])))
  }
}

function playground(p: Painter): void {
  layHills(p, 380)
  drawHouseRow(p, 60, 1540, 650, 130, 0.5)
  drawTreeline(p, -40, 1640, () => 690, 200, 0.3, undefined, 0.9)
  p.ground(688, p.light.grass, 220)
  p.blob(
    [
      [180, 820],
      [700, 770],
      [1300, 790],
      [1500, 870],
      [1200, 960],
      [500, 970],
    ],
    p.tone(p.isSnowy ? '#eef2f6' : '#d8bd8a'),
  )
  const [red, blue, wood] = [p.tone('#c8402f'), p.tone('#2f6d9a'), p.tone('#a9783f')]
  p.shadow(1000, 870, 330, 34, 0.4)
  for (const x of [880, 1010]) p.rect(x, 540, 16, 330, wood)
  p.shape(
    [
      [860, 546],
      [953, 450],
      [1046, 546],
    ],
    p.down([0, lighten(red, 0.1)], [1, darken(red, 0.2)]),
  )
  p.rect(872, 660, 164, 16, darken(wood, 0.2))
  for (let i = 0; i < 6; i++) p.rect(890 + i * 24, 610, 7, 52, wood)
  for (let i = 0; i < 6; i++)
    p.line(
      [
        [836 - i * 4, 700 + i * 30],
        [884, 700 + i * 30],
      ],
      wood,
      8,
    )
  p.line(
    [
      [870, 668],
      [812, 880],
    ],
    wood,
    12,
  )
  p.path(
    'M1024 664Q1110 690 1180 790Q1230 856 1320 860L1320 884Q1210 884 1150 808Q1090 722 1016 692Z',
    p.down([0, lighten(blue, 0.3)], [1, darken(blue, 0.2)]),
  )
  for (const [x, dx] of [
    [330, -60],
    [330, 60],
    [690, -60],
    [690, 60],
  ] as const)
    p.line(
      [
        [x, 560],
        [x + dx, 880],
      ],
      wood,
      13,
    )
  p.line(
    [
      [320, 560],
      [700, 560],
    ],
    darken(wood, 0.15),
    14,
  )
  for (const x of [430, 580]) {
    p.line(
      [
        [x - 22, 564],
        [x - 30, 790],
      ],
      p.tone('#5c5c5a'),
      3,
    )
    p.line(
      [
        [x + 22, 564],
        [x + 14, 790],
      ],
      p.tone('#5c5c5a'),
      3,
    )
    p.rect(x - 38, 788, 62, 11, p.tone('#33383c'), 'rx="4"')
  }
  p.shadow(500, 885, 240, 22, 0.3)
  drawTree(p, 120, 900, 380)
}

export const GARDENS = {
  cows: (p: Painter) => pasture(p, drawCow, 8, 240, false),
  sheep: (p: Painter) => pasture(p, drawSheep, 16, 170, p.mood === 'day'),
  'allotment-garden': allotmentGarden,
  playground,
}
