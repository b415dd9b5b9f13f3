/** Rooms people gather in: council, theatre, concert, cinema, gallery, library. */
import { darken, lighten, mix } from '../light.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTreeline } from '../plants.ts'
import { drawPerson } from '../street.ts'

export function layRoom(p: Painter, wall: string, floor: string, horizon: number): void {
  p.goIndoors()
  p.rect(0, 0, 1600, horizon + 4, p.down([0, p.tone(darken(wall, 0.2))], [1, p.tone(wall)]))
  p.rect(0, horizon, 1600, 1004 - horizon, p.down([0, p.tone(darken(floor, 0.14))], [1, p.tone(lighten(floor, 0.06))]))
  for (let i = -16; i <= 16; i++)
    p.line(
      [
        [800 + i * 70, horizon],
        [800 + i * 210, 1010],
      ],
      p.tone(darken(floor, 0.36)),
      2,
      'opacity=".5"',
    )
  p.rect(0, horizon - 12, 1600, 14, p.tone(darken(wall, 0.36)))
}

export function drawSunWindow(p: Painter, x: number, y: number, w: number, h: number): void {
  p.rect(x - 14, y - 14, w + 28, h + 28, p.tone('#f2ecdf'))
  p.rect(x, y, w, h, p.down([0, p.light.sky[0]], [0.7, p.light.sky[2]], [1, p.light.sky[2]]))
  if (!p.isDark) p.glow(x + w / 2, y + h / 2, w * 1.3, '#fffbe6', 0.6)
  for (const fx of [0.5]) p.rect(x + w * fx - 5, y, 10, h, p.tone('#f2ecdf'))
  for (const fy of [0.34, 0.67]) p.rect(x, y + h * fy - 4, w, 8, p.tone('#f2ecdf'))
}

export function drawPendant(p: Painter, x: number, y: number, w: number, hex = '#2d3236'): void {
  p.line(
    [
      [x, 0],
      [x, y - w * 0.5],
    ],
    p.tone('#2d3236'),
    3,
  )
  p.path(
    `M${fixed(x - w / 2)} ${fixed(y)}Q${fixed(x - w * 0.42)} ${fixed(y - w * 0.5)} ${fixed(x)} ${fixed(y - w * 0.52)}Q${fixed(x + w * 0.42)} ${fixed(y - w * 0.5)} ${fixed(x + w / 2)} ${fixed(y)}Z`,
    p.tone(hex),
  )
  p.ellipse(x, y, w * 0.46, w * 0.07, '#fff3cc')
  p.glow(x, y + w * 0.1, w * (p.isDark ? 2.6 : 1.4), '#ffe2a0', p.isDark ? 0.6 : 0.4)
}

function councilChamber(p: Painter): void {
  layRoom(p, '#b98e62', '#6f5a48', 480)
  for (let i = 0; i < 12; i++)
    p.rect(20 + i * 134, 60, 112, 400, p.down([0, p.tone('#c79d70')], [1, p.tone('#8f6a46')]))
  p.rect(690, 60, 220, 400, p.tone('#8f6a46'))
  p.path('M740 150h120v90q0 70 -60 100q-60 -30 -60 -100Z', p.tone('#17594a'))
  p.path('M740 206q30 -18 60 0t60 0v26q-30 18 -60 0t-60 0Z', p.tone('#e9e2cf'))
  for (const dx of [-34, 12]) {
    p.rect(800 + dx, 164, 22, 34, p.tone('#e3bd5f'))
    p.shape(
      [
        [800 + dx - 2, 166],
        [800 + dx + 11, 148],
        [800 + dx + 24, 166],
      ],
      p.tone('#e3bd5f'),
    )
  }
  for (const [x, hexes] of [
    [560, ['#1b1b1b', '#c2332b', '#e0b52f']],
    [1010, ['#17594a', '#f2eee2', '#17594a']],
  ] as const) {
    p.line(
      [
        [x, 470],
        [x, 120],
      ],
      p.tone('#c9a24a'),
      7,
    )
    for (let k = 0; k < 3; k++)
      p.path(`M${x + 4 + k * 24} 130q14 10 24 0v${250 - k * 16}q-12 14 -24 0Z`, p.tone(hexes[k]!))
  }
  p.rect(520, 410, 560, 96, p.down([0, p.tone('#9a6b40')], [1, p.tone('#5f3f26')]))
  p.rect(500, 396, 600, 20, p.tone('#c49663'))
  for (let i = 0; i < 5; i++) {
    p.path(`M${580 + i * 100} 396v-44q24 -24 48 0v44Z`, p.tone('#4b2f2a'))
    p.line(
      [
        [604 + i * 100, 396],
        [612 + i * 100, 366],
      ],
      '#22262a',
      3,
    )
  }
  for (let row = 0; row < 4; row++) {
    const [ry, y] = [70 + row * 46, 560 + row * 92]
    const rx = 420 + row * 190
    const seats = 8 + row * 3
    const band: Point[] = []
    for (let i = 0; i <= 30; i++) {
      const a = Math.PI * (i / 30)
      band.push([800 - Math.cos(a) * (rx - 60), y - 34 + Math.sin(a) * ry])
    }
    const lower = band.map(([x, by]): Point => [800 + (x - 800) * 1.02, by + 30 + row * 8])
    p.shape([...band, ...lower.toReversed()], p.down([0, p.tone('#b5824f')], [1, p.tone('#6b4529')]))
    p.line(band, p.tone('#dcb27c'), 7 + row * 2)
    for (let i = 0; i <= seats; i++) {
      const a = Math.PI * (0.04 + (0.92 * i) / seats)
      const [x, sy] = [800 - Math.cos(a) * (rx - 20), y + 22 + Math.sin(a) * ry]
      const s = 25 + row * 9
      p.path(
        `M${fixed(x - s * 0.8)} ${fixed(sy + s * 0.7)}V${fixed(sy - s * 0.7)}Q${fixed(x)} ${fixed(sy - s * 1.3)} ${fixed(x + s * 0.8)} ${fixed(sy - s * 0.7)}V${fixed(sy + s * 0.7)}Z`,
        p.down([0, p.tone('#2f7a66')], [1, p.tone('#123f35')]),
      )
    }
  }
  for (const x of [240, 500, 1100, 1360]) drawPendant(p, x, 150 - Math.abs(x - 800) * 0.05, 120, '#c9a24a')
}

function theatre(p: Painter): void {
  p.rect(0, 0, 1600, 1000, '#140a0c')
  p.rect(180, 90, 1240, 640, p.down([0, '#2a0d10'], [1, '#4a161a']))
  p.shape(
    [
      [200, 730],
      [1400, 730],
      [1500, 800],
      [100, 800],
    ],
    p.down([0, '#b98550'], [1, '#6b4428']),
  )
  for (let i = -9; i <= 9; i++)
    p.line(
      [
        [800 + i * 66, 730],
        [800 + i * 78, 800],
      ],
      '#5a3820',
      2,
    )
  p.path('M560 730L720 130H880L1040 730Z', p.down([0, '#fff2cc', 0.05], [1, '#fff2cc', 0.42]))
  p.ellipse(800, 752, 330, 40, p.round([0, '#fff4d6', 0.85], [0.6, '#ffe0a0', 0.4], [1, '#ffd890', 0]))
  p.rect(770, 640, 60, 8, '#6b4428')
  for (const x of [774, 820]) p.rect(x, 648, 7, 92, '#5a3820')
  p.rect(774, 556, 7, 92, '#5a3820')
  p.rect(820, 556, 7, 92, '#5a3820')
  p.rect(774, 566, 50, 30, '#7d5434')
  const drape = (x0: number, x1: number, tie: boolean) => {
    const folds = 9
    for (let i = 0; i < folds; i++) {
      const [l, r] = [x0 + ((x1 - x0) * i) / folds, x0 + ((x1 - x0) * (i + 1)) / folds]
      const toward = tie ? (x0 < 800 ? -1 : 1) * 90 : 0
      p.path(
        `M${fixed(l)} 80H${fixed(r)}Q${fixed(r + toward * 0.2)} 420 ${fixed(r + toward * (x0 < 800 ? i / folds : 1 - i / folds))} 740H${fixed(l + toward * (x0 < 800 ? i / folds : 1 - i / folds))}Q${fixed(l + toward * 0.2)} 420 ${fixed(l)} 80Z`,
        p.across([0, '#5c0f14'], [0.4, '#b3232a'], [0.6, '#9a1b22'], [1, '#47090d']),
      )
    }
  }
  drape(180, 520, true)
  drape(1080, 1420, true)
  for (let i = 0; i < 8; i++)
    p.path(
      `M${180 + i * 155} 80h155q0 130 -77 150q-78 -20 -78 -150Z`,
      p.down([0, '#6b1015'], [0.7, '#b8262d'], [1, '#d9b45a']),
    )
  const gold = p.across([0, '#7d5a22'], [0.5, '#e6c272'], [1, '#7d5a22'])
  p.rect(110, 40, 74, 770, gold)
  p.rect(1416, 40, 74, 770, gold)
  p.rect(110, 20, 1380, 66, p.down([0, '#e6c272'], [1, '#8a6428']))
  for (let i = 0; i < 27; i++) p.circle(140 + i * 51, 53, 10, i % 2 ? '#f4dc9c' : '#a87c34')
  p.circle(800, 52, 44, '#c99f4c')
  p.circle(800, 52, 28, '#7d1a1f')
  for (const x of [0, 1490])
    for (let k = 0; k < 3; k++) {
      p.rect(x, 170 + k * 200, 110, 70, p.down([0, '#c99f4c'], [1, '#6b4a1c']))
      p.glow(x + 55, 160 + k * 200, 90, '#ffcf80', 0.7)
    }
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 15 - row; i++) {
      const [w, y] = [104 + row * 16, 900 + row * 58]
      const x = (i - (15 - row) / 2 + 0.5) * w * 1.06 + 800
      p.path(
        `M${fixed(x - w * 0.44)} 1010V${fixed(y)}Q${fixed(x)} ${fixed(y - 54)} ${fixed(x + w * 0.44)} ${fixed(y)}V1010Z`,
        p.down([0, '#7d1a20'], [1, '#2a080b']),
      )
    }
}

function concertStage(p: Painter): void {
  p.rect(0, 0, 1600, 1000, p.down([0, '#080914'], [0.6, '#1a1433'], [1, '#0a0a14']))
  const beams: readonly (readonly [number, number, string])[] = [
    [180, 420, '#ff4f8a'],
    [420, 620, '#5fa8ff'],
    [640, 500, '#ffb34f'],
    [800, 800, '#fff2d0'],
    [960, 1120, '#ffb34f'],
    [1180, 980, '#8a6fff'],
    [1420, 1180, '#4fd8c0'],
  ]
  p.glow(800, 520, 900, '#6f3fb0', 0.5)
  for (const [x, to, hue] of beams) {
    p.path(`M${x - 12} 110L${to - 150} 700H${to + 150}L${x + 12} 110Z`, p.down([0, hue, 0.62], [1, hue, 0.03]))
    p.glow(to, 690, 230, hue, 0.4, 0.3)
  }
  p.rect(60, 84, 1480, 16, '#2b2f3a')
  p.rect(60, 130, 1480, 10, '#2b2f3a')
  for (let i = 0; i < 37; i++)
    p.line(
      [
        [60 + i * 40, 92],
        [80 + i * 40, 134],
        [100 + i * 40, 92],
      ],
      '#343945',
      4,
    )
  for (const [x, , hue] of beams) {
    p.rect(x - 26, 96, 52, 46, '#12141b')
    p.circle(x, 142, 17, lighten(hue, 0.5))
    p.glow(x, 142, 80, hue, 0.9)
  }
  p.shape(
    [
      [130, 690],
      [1470, 690],
      [1560, 760],
      [40, 760],
    ],
    p.down([0, '#3a3347'], [1, '#181521']),
  )
  for (const x of [110, 1330]) {
    for (let k = 0; k < 4; k++) {
      p.rect(x, 300 + k * 98, 160, 92, '#14161d')
      p.circle(x + 50, 346 + k * 98, 32, '#262a34')
      p.circle(x + 116, 346 + k * 98, 24, '#262a34')
    }
  }
  for (const [x, h] of [
    [560, 190],
    [1010, 196],
  ] as const) {
    drawSilhouette(p, x, 706, h)
    p.line(
      [
        [x - 50, 706 - h * 0.36],
        [x + 84, 706 - h * 0.66],
      ],
      '#0b0b12',
      12,
    )
    p.ellipse(x - 26, 706 - h * 0.42, 34, 24, '#0b0b12')
  }
  drawSilhouette(p, 800, 716, 205)
  p.line(
    [
      [826, 716],
      [826, 716 - 176],
      [814, 716 - 184],
    ],
    '#0b0b12',
    5,
  )
  for (const [dx, dy, r] of [
    [-56, -36, 34],
    [46, -34, 32],
    [0, -30, 42],
  ] as const)
    p.circle(700 + dx, 690 + dy, r, '#15131f')
  p.ellipse(640, 600, 44, 7, '#c9a24a')
  p.ellipse(760, 592, 40, 7, '#c9a24a')
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 26; i++) {
      const [x, y, r] = [
        i * 64 + (row % 2) * 30 + p.random.between(-14, 14),
        830 + row * 70 + p.random.between(-14, 14),
        26 + row * 5,
      ]
      p.path(
        `M${fixed(x - r * 1.6)} 1010V${fixed(y + r * 1.8)}Q${fixed(x)} ${fixed(y + r * 0.4)} ${fixed(x + r * 1.6)} ${fixed(y + r * 1.8)}V1010Z`,
        ['#17162a', '#100f1f', '#0a0914'][row]!,
      )
      p.circle(x, y, r, ['#17162a', '#100f1f', '#0a0914'][row]!)
      if (p.random.chance(0.26)) {
        const side = p.random.chance(0.5) ? -1 : 1
        p.line(
          [
            [x + side * r, y + r * 1.8],
            [x + side * r * 1.9, y - r * 0.6],
            [x + side * r * 1.6, y - r * 2.6],
          ],
          ['#17162a', '#100f1f', '#0a0914'][row]!,
          r * 0.56,
        )
      }
    }
}

function drawSilhouette(p: Painter, x: number, y: number, h: number): void {
  p.line(
    [
      [x - h * 0.04, y - h * 0.44],
      [x - h * 0.12, y],
    ],
    '#0b0b12',
    h * 0.1,
  )
  p.line(
    [
      [x + h * 0.04, y - h * 0.44],
      [x + h * 0.12, y],
    ],
    '#0b0b12',
    h * 0.1,
  )
  p.path(
    `M${fixed(x - h * 0.12)} ${fixed(y - h * 0.4)}Q${fixed(x - h * 0.18)} ${fixed(y - h * 0.8)} ${fixed(x)} ${fixed(y - h * 0.84)}Q${fixed(x + h * 0.18)} ${fixed(y - h * 0.8)} ${fixed(x + h * 0.12)} ${fixed(y - h * 0.4)}Z`,
    '#0b0b12',
  )
  p.circle(x, y - h * 0.92, h * 0.085, '#0b0b12')
}

function cinema(p: Painter): void {
  p.rect(0, 0, 1600, 1000, p.down([0, '#0b0a10'], [1, '#1a1018']))
  p.glow(800, 360, 1000, '#8fb8d8', 0.4)
  p.rect(270, 110, 1060, 470, '#f4f7f4')
  p.add(`<clipPath id="screen"><rect x="282" y="122" width="1036" height="446"/></clipPath>`)
  const film = p.capture(() => {
    p.rect(282, 122, 1036, 446, p.down([0, '#f0b27a'], [0.6, '#f7d9a8'], [1, '#dfe6d6']))
    p.circle(980, 330, 52, '#fff3d6')
    p.glow(980, 330, 260, '#fff3d6', 0.8)
    p.blob(
      [
        [200, 460],
        [480, 350],
        [760, 430],
        [1040, 370],
        [1400, 450],
        [1400, 640],
        [200, 640],
      ],
      '#b58a86',
    )
    p.blob(
      [
        [200, 520],
        [520, 440],
        [860, 500],
        [1200, 450],
        [1400, 510],
        [1400, 660],
        [200, 660],
      ],
      '#6d6a72',
    )
    p.rect(282, 530, 1036, 60, '#3b434f')
    for (const [x, h] of [
      [560, 74],
      [606, 66],
    ] as const)
      drawSilhouette(p, x, 548, h)
  })
  p.add(`<g clip-path="url(#screen)">${film}</g>`)
  for (const [x0, x1] of [
    [0, 250],
    [1350, 1600],
  ] as const)
    for (let i = 0; i < 6; i++) {
      const w = (x1 - x0) / 6
      p.rect(x0 + i * w, 40, w, 600, p.across([0, '#2a0a10'], [0.5, '#7d1f2a'], [1, '#22070c']))
    }
  p.path('M700 1000L282 568H1318L900 1000Z', p.down([0, '#dfeaf4', 0.16], [1, '#dfeaf4', 0]))
  for (let row = 0; row < 5; row++) {
    const [y, w] = [650 + row * 82, 84 + row * 26]
    for (let x = 800 - Math.ceil(900 / w) * w; x < 1700; x += w) {
      p.path(
        `M${fixed(x - w * 0.45)} ${y + 120}V${y}Q${fixed(x)} ${y - w * 0.3} ${fixed(x + w * 0.45)} ${y}V${y + 120}Z`,
        p.down([0, mix('#a32a34', '#22060b', row * 0.12)], [1, '#1c060a']),
      )
      if (row < 4 && p.random.chance(0.34)) {
        p.circle(x, y - w * 0.34, w * 0.2, '#0d0a0f')
        p.path(`M${fixed(x - w * 0.34)} ${y}Q${fixed(x)} ${y - w * 0.34} ${fixed(x + w * 0.34)} ${y}Z`, '#0d0a0f')
      }
    }
  }
}

function galleryRoom(p: Painter): void {
  layRoom(p, '#ebe7de', '#b08a60', 720)
  p.shape(
    [
      [0, 0],
      [1600, 0],
      [1380, 110],
      [220, 110],
    ],
    p.tone('#d6d2c8'),
  )
  p.shape(
    [
      [0, 0],
      [220, 110],
      [220, 720],
      [0, 860],
    ],
    p.tone('#d9d5cb'),
  )
  p.shape(
    [
      [1600, 0],
      [1380, 110],
      [1380, 720],
      [1600, 860],
    ],
    p.tone('#c9c5bb'),
  )
  p.shape(
    [
      [0, 860],
      [220, 720],
      [1380, 720],
      [1600, 860],
      [1600, 1010],
      [0, 1010],
    ],
    p.down([0, p.tone('#a8825a')], [1, p.tone('#c79e70')]),
  )
  for (let i = -16; i <= 16; i++)
    p.line(
      [
        [800 + i * 40, 720],
        [800 + i * 150, 1010],
      ],
      p.tone('#7d5d3c'),
      2,
      'opacity=".4"',
    )
  const canvases: readonly (readonly [number, number, number, number])[] = [
    [300, 250, 270, 330],
    [640, 210, 340, 400],
    [1050, 270, 260, 300],
  ]
  for (const [i, [x, y, w, h]] of canvases.entries()) {
    p.path(
      `M${x + w / 2 - 30} 110L${x - 40} ${y + h + 70}H${x + w + 40}L${x + w / 2 + 30} 110Z`,
      '#fff6d8',
      'fill-opacity=".3"',
    )
    p.shadow(x + w / 2 + 8, y + h / 2 + 16, w * 0.66, h * 0.62, 0.3)
    p.rect(x - 16, y - 16, w + 32, h + 32, p.down([0, p.tone('#c79f55')], [1, p.tone('#7d5a28')]))
    const palettes = [
      ['#2d4f6b', '#7fa5b5', '#e6c58a', '#b5583c'],
      ['#7a2b35', '#d98a4f', '#f0d9a8', '#3b4f45'],
      ['#1f4a3f', '#6b9a78', '#e9e0c4', '#c79a3f'],
    ]
    const hues = palettes[i]!
    p.add(`<clipPath id="canvas${i}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath>`)
    const art = p.capture(() => {
      p.rect(x, y, w, h, p.down([0, hues[1]!], [1, hues[2]!]))
      for (let k = 0; k < 16; k++) {
        const [bx, by, r] = [x + p.random() * w, y + p.random() ** 0.6 * h, p.random.between(0.1, 0.3) * w]
        if (i === 1)
          p.shape(
            [
              [bx - r, by],
              [bx, by - r * p.random.between(0.5, 1.4)],
              [bx + r, by + r * 0.2],
              [bx + r * 0.3, by + r],
            ],
            p.random.pick(hues),
            'opacity=".82"',
          )
        else
          p.blob(
            Array.from({ length: 7 }, (_, n): Point => [
              bx + Math.cos(n * 0.9) * r * p.random.between(0.7, 1.7),
              by + Math.sin(n * 0.9) * r * p.random.between(0.3, 0.8),
            ]),
            p.random.pick(hues),
            'opacity=".8"',
          )
      }
    })
    p.add(`<g clip-path="url(#canvas${i})">${art}</g>`)
    p.rect(x + w + 26, y + h - 20, 30, 40, p.tone('#f9f7f0'))
  }
  for (const x of [430, 810, 1180]) {
    p.rect(x - 24, 96, 48, 20, '#3a3d40')
    p.glow(x, 122, 90, '#fff2c8', 0.7)
  }
  p.shadow(700, 900, 300, 26, 0.4)
  p.rect(440, 800, 520, 44, p.down([0, p.tone('#5a4a3c')], [1, p.tone('#3a2f26')]))
  for (const x of [480, 890]) p.rect(x, 840, 24, 60, p.tone('#2d2620'))
  drawPerson(p, 1210, 850, 300, 0, '#3a4654')
}

function library(p: Painter): void {
  layRoom(p, '#d9cdb6', '#9a7450', 660)
  const spines = [
    '#8a3a34',
    '#2f5f6b',
    '#c79a4a',
    '#3f5a45',
    '#6b4a6b',
    '#b5694a',
    '#d6cbb0',
    '#34495e',
    '#7d8a5a',
    '#a3503f',
  ]
  const shelf = (x: number, y: number, w: number, h: number, rows: number) => {
    p.rect(x, y, w, h, p.tone('#7d5835'))
    for (let row = 0; row < rows; row++) {
      const [sy, sh] = [y + 10 + (row * (h - 10)) / rows, (h - 10) / rows - 12]
      p.rect(x + 10, sy, w - 20, sh, p.tone('#4a331f'))
      for (let bx = x + 12; bx < x + w - 26;) {
        const [bw, bh] = [p.random.between(9, 21), sh * p.random.between(0.68, 0.96)]
        if (p.random.chance(0.07)) {
          bx += bw * 1.6
          continue
        }
        const hue = p.random.pick(spines)
        p.rect(bx, sy + sh - bh, bw, bh, p.across([0, p.tone(lighten(hue, 0.14))], [1, p.tone(darken(hue, 0.24))]))
        if (bw > 13) p.rect(bx + 2, sy + sh - bh * 0.8, bw - 4, 4, p.tone('#e9d9a8'), 'opacity=".8"')
        bx += bw + 1
      }
    }
  }
  shelf(60, 130, 420, 540, 6)
  drawSunWindow(p, 560, 130, 480, 360)
  drawTreeline(p, 580, 1030, () => 488, 90, 0.5)
  for (const x of [560 - 14, 795]) p.rect(x, 120, 12, 380, p.tone('#f2ecdf'))
  shelf(1120, 130, 420, 540, 6)
  p.shape(
    [
      [560, 660],
      [1040, 660],
      [1240, 1000],
      [360, 1000],
    ],
    '#fff2c8',
    'opacity=".16"',
  )
  p.shadow(800, 960, 560, 40, 0.4)
  p.shape(
    [
      [330, 780],
      [1270, 780],
      [1390, 860],
      [210, 860],
    ],
    p.down([0, p.tone('#c79a63')], [1, p.tone('#a87a45')]),
  )
  p.rect(210, 858, 1180, 32, p.tone('#7d5835'))
  for (const x of [260, 1310]) p.rect(x, 888, 34, 120, p.tone('#6b4a2c'))
  p.path('M640 812Q720 776 800 806Q880 776 960 812L980 840Q880 806 800 834Q720 806 620 840Z', p.tone('#f6f1e2'))
  p.line(
    [
      [800, 806],
      [800, 834],
    ],
    p.tone('#b5ab94'),
    3,
  )
  for (let i = 0; i < 4; i++) {
    const hue = spines[i * 2]!
    p.rect(
      1040 + (i % 2) * 8,
      806 - i * 24,
      160 - i * 8,
      23,
      p.down([0, p.tone(lighten(hue, 0.15))], [1, p.tone(darken(hue, 0.2))]),
    )
  }
  p.line(
    [
      [400, 830],
      [400, 700],
    ],
    p.tone('#c9a24a'),
    8,
  )
  p.ellipse(400, 832, 44, 10, p.tone('#a8823a'))
  p.path('M330 706Q340 650 400 648Q460 650 470 706Z', p.tone('#1c6a55'))
  p.glow(400, 730, 190, '#ffe6a8', 0.7)
}

export const STAGES = {
  'council-chamber': councilChamber,
  theatre,
  'concert-stage': concertStage,
  cinema,
  'gallery-room': galleryRoom,
  library,
}
