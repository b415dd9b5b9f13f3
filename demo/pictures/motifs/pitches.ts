/** Stadium, pitch, road race and running track. Players are far away or absent. */
import { darken, lighten, mix } from '../light.ts'
import { drawCyclist } from './traffic.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'
import { drawPerson } from '../street.ts'

function drawFloodlight(p: Painter, x: number, y: number, h: number, depth: number): void {
  p.line(
    [
      [x, y],
      [x, y - h],
    ],
    p.tone('#7d868a', depth),
    h * 0.03,
  )
  p.rect(x - h * 0.13, y - h * 1.08, h * 0.26, h * 0.15, p.tone('#4b5357', depth))
  for (let i = 0; i < 12; i++)
    p.circle(
      x - h * 0.095 + (i % 4) * h * 0.063,
      y - h * 1.05 + Math.floor(i / 4) * h * 0.045,
      h * 0.017,
      p.isDark ? '#fffbe6' : p.tone('#dfe6e8', depth),
    )
  if (p.isDark) {
    p.glow(x, y - h, h * 0.9, '#fdf4d0', 0.8)
    p.shape(
      [
        [x - h * 0.1, y - h],
        [x + h * 0.1, y - h],
        [x + h * 0.9 * (x < 800 ? 1 : -0.3), y + h * 0.2],
        [x + h * 0.9 * (x < 800 ? 0.3 : -1), y + h * 0.2],
      ],
      p.down([0, '#fdf4d0', 0.26], [1, '#fdf4d0', 0]),
    )
  }
}

function layTurf(p: Painter, y: number, vanish = 800): void {
  const turf = p.isSnowy ? '#e6eef0' : p.mood === 'rain' ? '#5f7d45' : '#5f9a48'
  const glowTurf = p.mood === 'night' ? lighten(p.tone(turf), 0.12) : p.tone(turf)
  p.rect(0, y, 1600, 1000 - y + 2, p.down([0, mix(glowTurf, p.light.haze, 0.2)], [1, darken(glowTurf, 0.3)]))
  for (let i = -9; i <= 9; i += 2)
    p.shape(
      [
        [vanish + i * 74, y],
        [vanish + (i + 1) * 74, y],
        [vanish + (i + 1) * 330, 1010],
        [vanish + i * 330, 1010],
      ],
      lighten(glowTurf, 0.16),
      'opacity=".5"',
    )
  for (let i = 0; i < 260; i++) {
    const t = p.random() ** 1.5
    const [x, gy] = [p.random.between(0, 1600), y + t * (1000 - y)]
    p.line(
      [
        [x, gy],
        [x + p.random.between(-2, 3), gy - 3 - t * 9],
      ],
      p.random.chance(0.5) ? lighten(glowTurf, 0.2) : darken(glowTurf, 0.24),
      1 + t * 1.6,
      'opacity=".6"',
    )
  }
  if (p.mood === 'rain')
    for (let i = 0; i < 9; i++)
      p.ellipse(
        p.random.between(100, 1500),
        p.random.between(y + 60, 980),
        p.random.between(50, 150),
        p.random.between(6, 16),
        mix(p.light.sky[2], '#6d6048', 0.35),
        'opacity=".7"',
      )
}

function drawGoal(p: Painter, x: number, y: number, w: number): void {
  const h = w * 0.34
  for (let i = 0; i <= 22; i++)
    p.line(
      [
        [x - w / 2 + (w * i) / 22, y - h],
        [x - w * 0.46 + (w * 0.92 * i) / 22, y - h * 0.12],
      ],
      '#f2f4f2',
      1.2,
      'opacity=".5"',
    )
  for (let i = 0; i <= 9; i++)
    p.line(
      [
        [x - w / 2 + (i / 9) * w * 0.04, y - h + (i / 9) * h * 0.88],
        [x + w / 2 - (i / 9) * w * 0.04, y - h + (i / 9) * h * 0.88],
      ],
      '#f2f4f2',
      1.2,
      'opacity=".5"',
    )
  p.line(
    [
      [x - w / 2, y],
      [x - w / 2, y - h],
      [x + w / 2, y - h],
      [x + w / 2, y],
    ],
    p.tone('#f6f6f2'),
    Math.max(4, w * 0.016),
  )
}

function drawFootball(p: Painter, x: number, y: number, r: number): void {
  p.shadow(x + (p.sunX < x ? r * 0.5 : -r * 0.5), y, r * 1.7, r * 0.3, 0.5)
  p.circle(
    x,
    y - r,
    r,
    p.lamp(p.sunX < x ? 0.3 : 0.7, 0.25, [0, '#ffffff'], [0.55, p.tone('#e9e9e4')], [1, p.tone('#7d8084')]),
  )
  const patch = (cx: number, cy: number, s: number, turn: number) =>
    p.shape(
      Array.from({ length: 5 }, (_, k): Point => [
        cx + Math.cos(turn + k * 1.2566) * s,
        cy + Math.sin(turn + k * 1.2566) * s,
      ]),
      p.tone('#202428'),
    )
  patch(x - r * 0.05, y - r * 1.02, r * 0.34, 0.3)
  for (let k = 0; k < 5; k++) {
    const a = 0.3 + k * 1.2566
    p.line(
      [
        [x - r * 0.05 + Math.cos(a) * r * 0.34, y - r * 1.02 + Math.sin(a) * r * 0.34],
        [x + Math.cos(a) * r * 0.68, y - r + Math.sin(a) * r * 0.68],
      ],
      p.tone('#202428'),
      r * 0.04,
    )
    patch(x + Math.cos(a) * r * 0.82, y - r + Math.sin(a) * r * 0.82, r * 0.18, a)
  }
}

function stadium(p: Painter): void {
  p.sky(560)
  drawTreeline(p, -20, 1620, () => 420, 50, 0.8)
  const stand = p.tone('#6b7378', 0.1)
  p.shape(
    [
      [-20, 330],
      [1620, 330],
      [1620, 300],
      [-20, 300],
    ],
    p.tone('#3f484d', 0.1),
  )
  p.shape(
    [
      [-20, 292],
      [1620, 292],
      [1500, 244],
      [100, 244],
    ],
    p.down([0, p.tone('#aab2b5', 0.1)], [1, p.tone('#6d767a', 0.1)]),
  )
  for (let i = 0; i < 9; i++)
    p.line(
      [
        [40 + i * 190, 300],
        [40 + i * 190, 470],
      ],
      p.tone('#565f64', 0.1),
      9,
    )
  p.rect(-20, 330, 1640, 190, p.down([0, darken(stand, 0.5)], [1, stand]))
  const scarf = ['#17594a', '#1c6a55', '#e8e0cc', '#c9a24a', '#2b3a44', '#8a5f4a', '#d6d0c4']
  for (let row = 0; row < 13; row++)
    for (let x = -10; x < 1620; x += 13)
      if (p.random.chance(0.86))
        p.circle(
          x + p.random.between(-3, 3) + (row % 2) * 6,
          346 + row * 13.4 + p.random.between(-2, 2),
          4.6,
          p.tone(p.random.pick(scarf), 0.12),
        )
  for (const [x, h] of [
    [120, 420],
    [480, 380],
    [1120, 380],
    [1480, 420],
  ] as const)
    drawFloodlight(p, x, 330 + (h - 380), h * 0.72, 0.1)
  for (let i = 0; i < 12; i++)
    p.rect(i * 136 - 8, 520, 128, 42, p.tone(['#17594a', '#e6dcc4', '#a8362d', '#2f5f8a'][i % 4]!))
  if (p.mood === 'night')
    Object.assign(p.light, { ambient: '#dfe9e6', ambientAmount: 0.3, saturation: 1.15, haze: '#5f7f6b' })
  layTurf(p, 562)
  const white = p.tone('#f4f6f0')
  p.line(
    [
      [-20, 586],
      [1620, 586],
    ],
    white,
    4,
  )
  p.line(
    [
      [800, 586],
      [800, 1010],
    ],
    white,
    6,
  )
  p.ellipse(800, 780, 300, 92, 'none', `stroke="${white}" stroke-width="6"`)
  p.ellipse(800, 780, 10, 5, white)
  p.line(
    [
      [-20, 660],
      [210, 660],
      [90, 900],
      [-20, 900],
    ],
    white,
    6,
  )
  p.line(
    [
      [1620, 660],
      [1390, 660],
      [1510, 900],
      [1620, 900],
    ],
    white,
    6,
  )
  const spots: readonly (readonly [number, number, string])[] = [
    [520, 690, '#17594a'],
    [640, 780, '#17594a'],
    [390, 820, '#17594a'],
    [710, 650, '#17594a'],
    [560, 900, '#17594a'],
    [900, 700, '#c9352b'],
    [1010, 800, '#c9352b'],
    [1160, 690, '#c9352b'],
    [1220, 850, '#c9352b'],
    [860, 880, '#c9352b'],
    [760, 770, '#2a2a2e'],
  ]
  for (const [x, y, coat] of spots) {
    const h = 52 + (y - 640) * 0.16
    for (const dx of [-20, 20]) p.shadow(x + dx, y, h * 0.5, h * 0.06, 0.3)
    drawPerson(p, x, y, h, 0, coat)
  }
  p.circle(800, 772, 7, '#ffffff')
  if (p.mood === 'night') p.ellipse(800, 760, 900, 240, p.round([0, '#f6ffd8', 0.3], [1, '#f6ffd8', 0]))
}

function footballPitch(p: Painter): void {
  p.sky(560)
  p.ridge(480, 30, '#6f8a80', 0.9)
  drawTreeline(p, -40, 1640, () => 590, 170, 0.36)
  p.rect(-10, 560, 1620, 34, p.tone('#8b8f8a', 0.2))
  for (let i = 0; i < 12; i++)
    p.rect(i * 140, 562, 130, 30, p.tone(['#17594a', '#e6dcc4', '#a8362d', '#2f5f8a'][i % 4]!, 0.14))
  layTurf(p, 592)
  const white = p.tone('#f4f6f0')
  const gx = p.sunX < 800 ? 980 : 620
  drawGoal(p, gx, 716, 560)
  p.line(
    [
      [-20, 716],
      [1620, 716],
    ],
    white,
    5,
  )
  p.line(
    [
      [gx - 480, 716],
      [gx - 680, 900],
      [gx + 680, 900],
      [gx + 480, 716],
    ],
    white,
    7,
  )
  p.ellipse(gx, 842, 9, 4, white)
  p.shape(
    [
      [30, 716],
      [34, 716],
      [34, 610],
      [30, 610],
    ],
    p.tone('#e6dcc4'),
  )
  drawFootball(p, p.sunX < 800 ? 460 : 1140, 930, 92)
  if (p.mood === 'autumn')
    for (let i = 0; i < 60; i++)
      p.ellipse(p.random.between(0, 1600), p.random.between(740, 1000), 9, 4, p.tone(p.random.pick(p.light.foliage)))
}

function cyclingRace(p: Painter): void {
  p.sky(540)
  p.ridge(430, 60, '#6d8a8c', 1, 1000, 1.3)
  const far = p.ridge(520, 44, '#7a9468', 0.7)
  drawTreeline(p, -20, 1620, (x) => far(x) + 20, 46, 0.6, undefined, 1.4)
  p.ridge(620, 30, p.light.grass, 0.34)
  drawTreeline(p, -20, 700, () => 690, 120, 0.3)
  p.ground(690, p.light.grass, 160)
  p.path('M-20 780Q600 700 1640 760V960Q700 900 -20 1010Z', p.down([0, p.tone('#8d8a8c', 0.1)], [1, p.tone('#65646a')]))
  p.path(
    'M-20 880Q600 796 1640 858',
    'none',
    `stroke="${p.tone('#f0ece0')}" stroke-width="7" stroke-dasharray="90 70" stroke-opacity=".8"`,
  )
  p.path('M-20 782Q600 702 1640 762', 'none', `stroke="${p.tone('#f0ece0')}" stroke-width="5" stroke-opacity=".8"`)
  const riders: readonly (readonly [number, number, number])[] = [
    [330, 828, 190],
    [470, 850, 210],
    [620, 830, 200],
    [790, 862, 230],
    [960, 846, 215],
    [1120, 880, 245],
    [1340, 900, 270],
  ]
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    for (const [x, y, h] of riders) {
      p.shadow(x, y, h * 0.5, h * 0.05, 0.5)
      drawCyclist(p, x, y, h, 0.02)
    }
  })
  for (let i = 0; i < 90; i++) {
    const x = p.random.between(0, 1600)
    p.curve(
      [
        [x, 1010],
        [x + 3, 980],
        [x + p.random.between(-20, 20), 950],
      ],
      p.tone(darken(p.light.grass, 0.25)),
      3,
    )
  }
}

function runningTrack(p: Painter): void {
  p.sky(520)
  drawTreeline(p, -40, 1640, () => 560, 150, 0.46)
  p.shape(
    [
      [-20, 560],
      [760, 540],
      [760, 430],
      [-20, 400],
    ],
    p.tone('#9aa2a4', 0.2),
  )
  for (let i = 0; i < 6; i++)
    p.line(
      [
        [-20, 420 + i * 24],
        [760, 440 + i * 18],
      ],
      p.tone('#c9cfd0', 0.2),
      5,
    )
  p.shape(
    [
      [-20, 396],
      [780, 428],
      [780, 412],
      [-20, 360],
    ],
    p.tone('#4b565b', 0.15),
  )
  p.rect(0, 556, 1600, 460, p.tone('#6a9a52', 0.1))
  const clay = '#b84f38'
  p.shape(
    [
      [720, 560],
      [930, 560],
      [2000, 1010],
      [-520, 1010],
    ],
    p.down([0, p.tone(lighten(clay, 0.22), 0.2)], [1, p.tone(darken(clay, 0.18))]),
  )
  for (let lane = 0; lane <= 6; lane++) {
    const [top, low] = [720 + (210 * lane) / 6, -520 + (2520 * lane) / 6]
    p.shape(
      [
        [top - 1, 560],
        [top + 1, 560],
        [low + 11, 1010],
        [low - 11, 1010],
      ],
      p.tone('#f6f2e8'),
    )
  }
  p.shape(
    [
      [-60, 860],
      [1660, 860],
      [1690, 878],
      [-90, 878],
    ],
    p.tone('#f6f2e8'),
  )
  for (let i = 0; i < 3; i++) {
    const [x, s] = [640 + i * 250, 1]
    p.line(
      [
        [x - 70, 850],
        [x - 70, 760],
        [x + 70, 760],
        [x + 70, 850],
      ],
      p.tone('#e9e9e4'),
      9 * s,
    )
    for (let k = 0; k < 4; k++) p.rect(x - 76 + k * 38, 740, 38, 24, p.tone(k % 2 ? '#f6f2e8' : '#1c3f5c'))
    p.line(
      [
        [x - 90, 850],
        [x - 50, 850],
      ],
      p.tone('#8a9094'),
      8,
    )
    p.line(
      [
        [x + 50, 850],
        [x + 90, 850],
      ],
      p.tone('#8a9094'),
      8,
    )
  }
  for (const [x, y, h] of [
    [800, 640, 70],
    [850, 648, 72],
    [760, 660, 76],
  ] as const)
    drawPerson(p, x, y, h, 0.08, p.random.pick(['#c9352b', '#2f6592', '#e0a92f']))
  drawTree(p, 1490, 700, 260, 0.2)
}

export const PITCHES = {
  stadium,
  'football-pitch': footballPitch,
  'cycling-race': cyclingRace,
  'running-track': runningTrack,
}
