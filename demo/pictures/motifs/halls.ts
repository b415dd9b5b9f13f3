/** Sports halls and the swimming pool. */
import { darken, lighten, mix } from '../light.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTreeline } from '../plants.ts'

function layHall(p: Painter, wall: string, floor: string): void {
  p.goIndoors()
  p.rect(0, 0, 1600, 560, p.down([0, p.tone(darken(wall, 0.25))], [1, p.tone(wall)]))
  p.shape(
    [
      [0, 0],
      [1600, 0],
      [1280, 130],
      [320, 130],
    ],
    p.tone(darken(wall, 0.42)),
  )
  for (let i = 0; i < 7; i++)
    p.line(
      [
        [i * 266, 0],
        [320 + i * 160, 130],
      ],
      p.tone(darken(wall, 0.56)),
      9,
    )
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 4; i++) {
      const [x, y, w] = [420 + i * 255 + (i - 1.5) * row * -20, 24 + row * 38, 120 - row * 22]
      p.rect(x - w / 2, y, w, 8, '#fffbe8')
      p.glow(x, y + 6, w * 1.1, '#fff6d8', 0.5, 0.5)
    }
  p.rect(0, 556, 1600, 446, p.down([0, p.tone(lighten(floor, 0.2))], [1, p.tone(darken(floor, 0.22))]))
  for (let i = -14; i <= 14; i++)
    p.line(
      [
        [800 + i * 90, 556],
        [800 + i * 280, 1010],
      ],
      p.tone(darken(floor, 0.3)),
      1.6,
      'opacity=".4"',
    )
  for (let i = 0; i < 4; i++) p.ellipse(380 + i * 280, 720, 90, 190, p.round([0, '#fffbe8', 0.3], [1, '#fffbe8', 0]))
}

function handballHall(p: Painter): void {
  layHall(p, '#b9c2c4', '#c98f55')
  p.shape(
    [
      [0, 220],
      [1600, 220],
      [1600, 500],
      [0, 500],
    ],
    p.tone('#4f5a60'),
  )
  const coats = ['#17594a', '#b8382d', '#2f5f8a', '#d9cdb4', '#3a3f44', '#c9a24a', '#7d5a4a']
  for (let row = 0; row < 9; row++) {
    p.rect(0, 236 + row * 30, 1600, 5, p.tone('#6d787e'))
    for (let x = -8; x < 1620; x += 24)
      if (p.random.chance(p.isDark ? 0.34 : 0.72)) {
        p.path(`M${x} ${262 + row * 30}q9 -22 18 0Z`, p.tone(p.random.pick(coats)))
        p.circle(x + 9, 244 + row * 30, 6.4, p.tone(p.random.pick(['#c99a7b', '#8d5f45', '#d8b08f'])))
      }
  }
  for (let i = 0; i < 11; i++)
    p.rect(i * 150 - 6, 500, 142, 56, p.tone(['#17594a', '#e6dcc4', '#a8362d', '#2f5f8a', '#d9a02c'][i % 5]!))
  const white = p.tone('#f7f4ea')
  p.path('M150 640Q200 860 800 870Q1400 860 1450 640', p.tone('#3f7f9a'), 'opacity=".85"')
  p.path('M150 640Q200 860 800 870Q1400 860 1450 640', 'none', `stroke="${white}" stroke-width="8"`)
  p.path(
    'M-40 690Q120 980 800 980Q1480 980 1640 690',
    'none',
    `stroke="${white}" stroke-width="7" stroke-dasharray="60 44"`,
  )
  drawGoalHandball(p, 800, 652, 270)
  p.line(
    [
      [-20, 652],
      [1620, 652],
    ],
    white,
    6,
  )
  const [bx, by] = [p.sunX < 800 ? 1130 : 470, 940]
  p.shadow(bx, by, 76, 14, 0.5)
  p.circle(bx, by - 48, 48, p.lamp(0.35, 0.25, [0, '#ffd28a'], [0.5, p.tone('#d98a2c')], [1, p.tone('#8a4a16')]))
  for (let k = 0; k < 6; k++)
    p.blob(
      Array.from({ length: 5 }, (_, n): Point => [
        bx + Math.cos(k * 1.047) * 30 + Math.cos(n * 1.257) * 13,
        by - 48 + Math.sin(k * 1.047) * 30 + Math.sin(n * 1.257) * 12,
      ]),
      p.tone(k % 2 ? '#1f5f8a' : '#f2ead4'),
      'opacity=".85"',
    )
}

function drawGoalHandball(p: Painter, x: number, y: number, w: number): void {
  const h = w * 0.66
  for (let i = 0; i <= 14; i++)
    p.line(
      [
        [x - w / 2 + (w * i) / 14, y - h],
        [x - w * 0.44 + (w * 0.88 * i) / 14, y - 14],
      ],
      '#f2f4f2',
      1.2,
      'opacity=".6"',
    )
  for (let i = 0; i <= 8; i++)
    p.line(
      [
        [x - w / 2, y - h + (i / 8) * h * 0.9],
        [x + w / 2, y - h + (i / 8) * h * 0.9],
      ],
      '#f2f4f2',
      1.2,
      'opacity=".6"',
    )
  for (let i = 0; i < 8; i++)
    for (const dx of [-w / 2 - 6, w / 2 - 6])
      p.rect(x + dx, y - h + (i * h) / 8, 12, h / 8, i % 2 ? '#f6f4ec' : '#c2332b')
  for (let i = 0; i < 10; i++) p.rect(x - w / 2 + (i * w) / 10, y - h - 6, w / 10, 12, i % 2 ? '#f6f4ec' : '#c2332b')
}

function gym(p: Painter): void {
  layHall(p, '#d9d3c2', '#bf8850')
  for (let i = 0; i < 5; i++) p.rect(120 + i * 290, 150, 220, 130, p.down([0, '#e9f4f8'], [1, '#bcd6e0']))
  for (let bay = 0; bay < 5; bay++) {
    const x = 110 + bay * 290
    p.rect(x - 9, 300, 16, 258, p.tone('#8a5f36'))
    p.rect(x + 210, 300, 16, 258, p.tone('#8a5f36'))
    for (let k = 0; k < 11; k++) p.rect(x, 312 + k * 22, 216, 9, p.down([0, p.tone('#d9ab70')], [1, p.tone('#9a6f40')]))
  }
  for (const x of [560, 700]) {
    p.line(
      [
        [x, 0],
        [x, 420],
      ],
      p.tone('#d9cdb4'),
      5,
    )
    p.circle(x, 446, 28, 'none', `stroke="${p.tone('#b98a55')}" stroke-width="10"`)
  }
  p.shadow(420, 872, 230, 24, 0.5)
  for (let k = 0; k < 4; k++)
    p.shape(
      [
        [250 + k * 8, 860 - k * 50],
        [590 - k * 8, 860 - k * 50],
        [582 - k * 8, 814 - k * 50],
        [258 + k * 8, 814 - k * 50],
      ],
      p.down([0, p.tone('#d6a468')], [1, p.tone('#a87740')]),
    )
  for (let k = 0; k < 4; k++) p.rect(380, 830 - k * 50, 80, 15, p.tone('#4a3423'), 'rx="7"')
  p.path('M274 662Q280 624 320 622H520Q560 624 566 662Z', p.down([0, p.tone('#b07a4a')], [1, p.tone('#6b4527')]))
  p.shape(
    [
      [760, 880],
      [1180, 880],
      [1310, 930],
      [700, 930],
    ],
    p.tone('#2f6f9a'),
  )
  p.shape(
    [
      [700, 930],
      [1310, 930],
      [1310, 958],
      [700, 958],
    ],
    p.tone('#1d4766'),
  )
  p.shadow(1400, 870, 66, 12, 0.5)
  p.circle(1400, 820, 54, p.lamp(0.35, 0.25, [0, '#f4a05a'], [0.5, p.tone('#d8702c')], [1, p.tone('#8a3f14')]))
  p.line(
    [
      [1400, 766],
      [1400, 874],
    ],
    p.tone('#4a2412'),
    4,
  )
  p.curve(
    [
      [1352, 800],
      [1400, 822],
      [1448, 800],
    ],
    p.tone('#4a2412'),
    4,
  )
}

function swimmingPool(p: Painter): void {
  layHall(p, '#cfd9d8', '#b9d6da')
  for (let i = 0; i < 9; i++) {
    p.rect(
      30 + i * 175,
      160,
      155,
      340,
      p.down(
        [0, mix(p.light.sky[0], '#ffffff', 0.3)],
        [0.7, mix(p.light.sky[2], '#ffffff', 0.3)],
        [1, p.tone('#8fae7a')],
      ),
    )
    p.rect(24 + i * 175, 160, 8, 340, p.tone('#8d999b'))
  }
  drawTreeline(p, 0, 1600, () => 500, 90, 0.5)
  for (let i = 0; i < 10; i++) p.rect(24 + i * 175, 160, 9, 340, p.tone('#8d999b'))
  p.rect(0, 500, 1600, 66, p.tone('#dfe4e0'))
  const water = p.isDark ? '#2a8ea8' : '#4fb3cb'
  p.shape(
    [
      [330, 590],
      [1270, 590],
      [1790, 1010],
      [-190, 1010],
    ],
    p.down([0, lighten(water, 0.34)], [1, darken(water, 0.26)]),
  )
  p.shape(
    [
      [310, 576],
      [1290, 576],
      [1270, 592],
      [330, 592],
    ],
    p.tone('#f4f4ee'),
  )
  for (let i = 0; i < 150; i++) {
    const t = p.random() ** 1.3
    const [y, w] = [598 + t * 400, 30 + t * 110]
    p.path(
      `M${fixed(p.random.between(100, 1450))} ${fixed(y)}q${fixed(w / 2)} ${fixed(-4 - t * 9)} ${fixed(w)} 0q${fixed(-w / 2)} ${fixed(2 + t * 3)} ${fixed(-w)} 0`,
      p.random.chance(0.7) ? '#dff6fa' : darken(water, 0.3),
      'opacity=".4"',
    )
  }
  for (let lane = 1; lane < 6; lane++) {
    const [top, low] = [330 + (940 * lane) / 6, -190 + (1980 * lane) / 6]
    for (let k = 0; k < 36; k++) {
      const t = (k / 36) ** 1.6
      p.ellipse(top + (low - top) * t, 596 + 410 * t, 4 + t * 17, 2.4 + t * 9, k % 3 ? '#f4f4ee' : '#d8402f')
    }
  }
  for (let i = 0; i < 6; i++) {
    const x = 408 + i * 157
    p.shape(
      [
        [x - 32, 562],
        [x + 32, 562],
        [x + 36, 578],
        [x - 36, 578],
      ],
      p.tone('#2f5f7d'),
    )
    p.shape(
      [
        [x - 26, 520],
        [x + 26, 520],
        [x + 32, 562],
        [x - 32, 562],
      ],
      p.down([0, p.tone('#f2f3ef')], [1, p.tone('#b7bfc0')]),
    )
  }
}

export const HALLS = { 'handball-hall': handballHall, gym, 'swimming-pool': swimmingPool }
