/** Rooms people work in: workshop, laboratory, brewery, bakery, printing house. */
import { darken, lighten } from '../light.ts'
import { drawPendant, drawSunWindow, layRoom } from './stages.ts'
import type { Painter, Point } from '../painter.ts'

function workshop(p: Painter): void {
  layRoom(p, '#8f7d66', '#5f5346', 640)
  p.rect(120, 120, 1360, 420, p.down([0, p.tone('#c2a178')], [1, p.tone('#9a7a54')]))
  for (let k = 0; k < 26; k++) for (let r = 0; r < 8; r++) p.circle(150 + k * 52, 150 + r * 52, 3, p.tone('#6b5238'))
  const steel = p.across([0, p.tone('#d6dadb')], [1, p.tone('#7d868a')])
  for (let i = 0; i < 6; i++) {
    const [x, h] = [200 + i * 62, 210 - i * 20]
    p.rect(x - 8, 190, 16, h, steel, 'rx="7"')
    p.circle(x, 190, 22, p.tone('#a9b0b3'))
    p.circle(x, 184, 11, p.tone('#b5936a'))
    p.circle(x, 190 + h, 20, p.tone('#a9b0b3'))
    p.circle(x, 190 + h, 10, p.tone('#b5936a'))
  }
  p.rect(640, 180, 22, 230, p.tone('#b0763f'))
  p.path('M580 170h150q20 0 20 26h-40l-10 24h-80l-10 -24h-30Z', p.tone('#5b6468'))
  p.shape(
    [
      [830, 190],
      [1090, 240],
      [1090, 290],
      [830, 262],
    ],
    steel,
  )
  for (let k = 0; k < 26; k++)
    p.shape(
      [
        [830 + k * 10, 262 + k],
        [840 + k * 10, 263 + k],
        [835 + k * 10, 274 + k],
      ],
      p.tone('#8f979a'),
    )
  p.path('M770 176q60 -20 70 20v60q-10 40 -70 20Z', p.tone('#8a5a34'))
  for (let i = 0; i < 5; i++) {
    const x = 1180 + i * 56
    const hue = ['#c2352b', '#e0a92f', '#2f6592', '#1c6a55', '#d8702c'][i]!
    p.rect(x - 13, 180, 26, 90, p.tone(hue), 'rx="10"')
    p.rect(x - 4, 266, 8, 130 - i * 12, steel)
  }
  p.rect(120, 536, 1360, 16, p.tone('#6b5238'))
  for (const x of [420, 1180]) drawPendant(p, x, 130, 170, '#2f4a45')
  p.shape(
    [
      [60, 690],
      [1540, 690],
      [1600, 770],
      [0, 770],
    ],
    p.down([0, p.tone('#c99a63')], [1, p.tone('#a5743f')]),
  )
  p.rect(0, 768, 1600, 44, p.tone('#7d5530'))
  for (const x of [90, 1430]) p.rect(x, 810, 80, 200, p.tone('#5f4026'))
  for (let i = 0; i < 3; i++) {
    p.rect(560 + i * 230, 820, 210, 130, p.down([0, p.tone('#a8763f')], [1, p.tone('#7a5128')]))
    p.rect(630 + i * 230, 870, 70, 12, p.tone('#c9ced0'))
  }
  p.rect(1180, 640, 150, 64, p.tone('#3b6f8a'))
  p.rect(1150, 610, 60, 100, p.tone('#2f5b73'))
  p.rect(1300, 610, 60, 100, p.tone('#2f5b73'))
  p.line(
    [
      [1140, 660],
      [1080, 660],
    ],
    steel,
    12,
  )
  p.shape(
    [
      [430, 700],
      [800, 690],
      [830, 720],
      [440, 734],
    ],
    p.tone('#e0bd86'),
  )
  for (let i = 0; i < 44; i++) {
    const [x, y] = [p.random.between(300, 1000), p.random.between(716, 764)]
    p.curve(
      [
        [x, y],
        [x + 10, y - 8],
        [x + 20, y],
        [x + 12, y + 6],
      ],
      p.tone('#ecd2a0'),
      3,
    )
  }
  p.rect(250, 640, 60, 66, p.tone('#c2352b'))
  for (let i = 0; i < 4; i++)
    p.line(
      [
        [262 + i * 12, 640],
        [256 + i * 16, 574 + (i % 2) * 14],
      ],
      p.tone(['#e0b24a', '#3f6f4a', '#2f5f8a', '#b5482f'][i]!),
      6,
    )
}

function laboratory(p: Painter): void {
  layRoom(p, '#dbe5e6', '#b5c2c4', 640)
  drawSunWindow(p, 980, 90, 520, 330)
  for (let i = 0; i < 2; i++) {
    p.rect(90, 150 + i * 190, 760, 16, p.tone('#9fb0b3'))
    for (let k = 0; k < 12; k++) {
      const [x, h] = [120 + k * 60, p.random.between(60, 116)]
      const hue = p.random.pick(['#a35f2f', '#7f9aa5', '#5f8a6b', '#b59a4a', '#5f7fb0'])
      p.rect(
        x,
        150 + i * 190 - h,
        40,
        h,
        p.across([0, p.tone(lighten(hue, 0.25))], [1, p.tone(darken(hue, 0.2))]),
        'rx="5"',
      )
      p.rect(x + 10, 150 + i * 190 - h - 14, 20, 16, p.tone('#3a4448'))
      p.rect(x + 5, 150 + i * 190 - h * 0.6, 30, 26, p.tone('#f6f6f0'))
    }
  }
  p.shape(
    [
      [0, 690],
      [1600, 690],
      [1600, 780],
      [0, 780],
    ],
    p.down([0, p.tone('#f4f6f5')], [1, p.tone('#cfd8d9')]),
  )
  p.rect(0, 778, 1600, 230, p.down([0, p.tone('#9db0b4')], [1, p.tone('#76898d')]))
  const flask = (x: number, y: number, s: number, hue: string) => {
    p.shadow(x, y, s * 0.7, s * 0.1, 0.35)
    p.path(
      `M${x - s * 0.14} ${y - s * 1.5}H${x + s * 0.14}V${y - s * 0.95}L${x + s * 0.6} ${y - s * 0.14}Q${x + s * 0.64} ${y} ${x + s * 0.46} ${y}H${x - s * 0.46}Q${x - s * 0.64} ${y} ${x - s * 0.6} ${y - s * 0.14}L${x - s * 0.14} ${y - s * 0.95}Z`,
      '#e9f4f6',
      'fill-opacity=".55" stroke="#8fa6ad" stroke-width="3"',
    )
    p.path(
      `M${x - s * 0.4} ${y - s * 0.5}H${x + s * 0.4}L${x + s * 0.58} ${y - s * 0.14}Q${x + s * 0.6} ${y - s * 0.03} ${x + s * 0.44} ${y - s * 0.03}H${x - s * 0.44}Q${x - s * 0.6} ${y - s * 0.03} ${x - s * 0.58} ${y - s * 0.14}Z`,
      p.down([0, lighten(hue, 0.3)], [1, hue]),
      'fill-opacity=".88"',
    )
    p.ellipse(x, y - s * 0.5, s * 0.4, s * 0.05, lighten(hue, 0.5), 'opacity=".8"')
    p.path(
      `M${x - s * 0.44} ${y - s * 0.2}L${x - s * 0.12} ${y - s * 0.8}`,
      'none',
      `stroke="#ffffff" stroke-width="${s * 0.05}" stroke-opacity=".7" stroke-linecap="round"`,
    )
    for (let i = 0; i < 7; i++)
      p.circle(
        x + p.random.between(-0.34, 0.34) * s,
        y - p.random.between(0.1, 0.45) * s,
        s * p.random.between(0.015, 0.04),
        '#ffffff',
        'opacity=".6"',
      )
  }
  flask(260, 750, 150, '#2f8fb0')
  flask(520, 760, 120, '#d98a2c')
  flask(720, 750, 100, '#3f9a6b')
  p.rect(860, 690, 240, 14, p.tone('#b98f5a'))
  p.rect(860, 740, 240, 14, p.tone('#b98f5a'))
  for (let i = 0; i < 6; i++) {
    const [x, hue] = [882 + i * 38, ['#c2452f', '#d9a02c', '#5f9a55', '#2f8fb0', '#7d5fa5', '#c2708f'][i]!]
    p.rect(x, 590, 22, 160, '#eaf4f6', 'rx="11" fill-opacity=".6" stroke="#8fa6ad" stroke-width="2"')
    p.rect(x + 2, 650, 18, 98, hue, 'rx="9" fill-opacity=".85"')
  }
  const [mx, my] = [1330, 770]
  p.shadow(mx, my, 150, 18, 0.45)
  const grey = p.across([0, p.tone('#f4f5f2')], [1, p.tone('#a9b3b5')])
  p.rect(mx - 130, my - 34, 250, 34, grey, 'rx="12"')
  p.path(
    `M${mx + 60} ${my - 30}Q${mx + 150} ${my - 170} ${mx + 60} ${my - 290}L${mx + 10} ${my - 260}Q${mx + 80} ${my - 160} ${mx + 10} ${my - 30}Z`,
    grey,
  )
  p.rect(mx - 120, my - 130, 150, 16, p.tone('#3a4448'))
  p.group(`rotate(-18 ${mx} ${my - 280})`, () => {
    p.rect(mx - 34, my - 400, 60, 190, grey, 'rx="10"')
    p.rect(mx - 24, my - 450, 40, 56, p.tone('#2a3236'))
    p.rect(mx - 20, my - 214, 32, 56, p.tone('#6d787c'))
  })
  p.circle(mx + 92, my - 110, 28, p.tone('#4a565b'))
  p.rect(mx - 90, my - 138, 90, 8, '#bfe6f4')
  p.glow(mx - 50, my - 120, 70, '#dff6ff', 0.7)
}

function brewery(p: Painter): void {
  layRoom(p, '#d9d0bd', '#8a7a66', 660)
  for (let r = 0; r < 9; r++)
    for (let c = 0; c < 22; c++)
      p.rect(
        c * 76 + (r % 2) * 38 - 38,
        40 + r * 68,
        74,
        66,
        p.tone(p.random.chance(0.5) ? '#e2dac8' : '#dcd3bf'),
        'opacity=".8"',
      )
  drawSunWindow(p, 640, 70, 320, 260)
  const kettle = (x: number, y: number, s: number) => {
    const copper = p.across(
      [0, p.tone('#6b3018')],
      [0.24, p.tone('#e09a5f')],
      [0.34, '#fbe0bc'],
      [0.46, p.tone('#d0783f')],
      [0.8, p.tone('#8a4423')],
      [1, p.tone('#5a2812')],
    )
    p.shadow(x, y + 10, s * 0.8, s * 0.1, 0.5)
    p.path(
      `M${x - s * 0.6} ${y - s * 0.5}V${y - s * 0.1}Q${x - s * 0.58} ${y} ${x} ${y}Q${x + s * 0.58} ${y} ${x + s * 0.6} ${y - s * 0.1}V${y - s * 0.5}Z`,
      copper,
    )
    p.path(
      `M${x - s * 0.64} ${y - s * 0.5}Q${x - s * 0.6} ${y - s * 1.06} ${x - s * 0.1} ${y - s * 1.16}L${x - s * 0.08} ${y - s * 1.9}H${x + s * 0.08}L${x + s * 0.1} ${y - s * 1.16}Q${x + s * 0.6} ${y - s * 1.06} ${x + s * 0.64} ${y - s * 0.5}Z`,
      copper,
    )
    p.rect(x - s * 0.66, y - s * 0.53, s * 1.32, s * 0.06, p.tone('#e9c08a'))
    for (let i = 0; i < 22; i++) p.circle(x - s * 0.62 + i * s * 0.059, y - s * 0.5, s * 0.011, p.tone('#7d4420'))
    p.ellipse(x - s * 0.22, y - s * 0.8, s * 0.15, s * 0.11, p.tone('#5a2c16'))
    p.ellipse(x - s * 0.22, y - s * 0.8, s * 0.11, s * 0.075, p.isDark ? '#ffcf80' : p.tone('#c9dde2'))
    p.circle(x + s * 0.28, y - s * 0.3, s * 0.08, p.tone('#e9e2cf'))
    p.line(
      [
        [x + s * 0.28, y - s * 0.3],
        [x + s * 0.32, y - s * 0.35],
      ],
      '#b8382d',
      4,
    )
    for (let i = 0; i < 5; i++)
      p.glow(x + p.random.between(-20, 20), y - s * (1.95 + i * 0.1), s * 0.14, '#ffffff', 0.3)
  }
  kettle(370, 760, 330)
  kettle(1230, 760, 330)
  kettle(800, 880, 350)
}

function bakery(p: Painter): void {
  layRoom(p, '#e3cfa8', '#8a6a4a', 760)
  for (const [row, y] of [170, 370, 570].entries()) {
    p.rect(-10, y + 100, 1620, 22, p.down([0, p.tone('#b98a55')], [1, p.tone('#7d5530')]))
    p.glow(800, y - 20, 820, '#ffe6b0', 0.28, 0.16)
    for (let x = 40; x < 1590;) {
      const kind = (row + Math.floor(x / 360)) % 3
      const crust = p.random.pick(['#b5703a', '#a5602f', '#c98a4a', '#8f5228'])
      const fill = p.lamp(
        0.4,
        0.2,
        [0, p.tone(lighten(crust, 0.4))],
        [0.6, p.tone(crust)],
        [1, p.tone(darken(crust, 0.4))],
      )
      if (kind === 0) {
        p.ellipse(x + 80, y + 54, 92, 52, fill)
        for (let k = 0; k < 3; k++)
          p.curve(
            [
              [x + 34 + k * 40, y + 34],
              [x + 54 + k * 40, y + 48],
              [x + 62 + k * 40, y + 76],
            ],
            p.tone('#f0d8a8'),
            6,
          )
        x += 200
      } else if (kind === 1) {
        for (let k = 0; k < 3; k++) {
          p.ellipse(x + 34 + k * 52, y + 72 - (k === 1 ? 34 : 0), 36, 29, fill)
          p.line(
            [
              [x + 14 + k * 52, y + 66 - (k === 1 ? 34 : 0)],
              [x + 54 + k * 52, y + 66 - (k === 1 ? 34 : 0)],
            ],
            p.tone('#f0d8a8'),
            4,
          )
        }
        x += 190
      } else {
        p.group(`rotate(-14 ${x + 60} ${y})`, () => {
          p.rect(x + 30, y - 86, 34, 186, fill, 'rx="17"')
          for (let k = 0; k < 4; k++)
            p.line(
              [
                [x + 36, y - 56 + k * 38],
                [x + 58, y - 40 + k * 38],
              ],
              p.tone('#f0d8a8'),
              5,
            )
        })
        p.group(`rotate(9 ${x + 110} ${y})`, () => {
          p.rect(x + 90, y - 80, 34, 180, fill, 'rx="17"')
          for (let k = 0; k < 4; k++)
            p.line(
              [
                [x + 96, y - 50 + k * 38],
                [x + 118, y - 34 + k * 38],
              ],
              p.tone('#f0d8a8'),
              5,
            )
        })
        x += 180
      }
    }
  }
  p.rect(0, 790, 1600, 220, p.down([0, p.tone('#a5743f')], [1, p.tone('#6b4526')]))
  p.rect(0, 772, 1600, 26, p.tone('#d9b07a'))
  for (let i = 0; i < 9; i++) {
    const x = 110 + i * 176
    p.path(
      `M${x - 44} 776Q${x - 60} 700 ${x - 8} 712Q${x} 730 ${x + 8} 712Q${x + 60} 700 ${x + 44} 776`,
      'none',
      `stroke="${p.tone('#9a5a2a')}" stroke-width="19" stroke-linecap="round"`,
    )
    p.path(
      `M${x - 44} 774Q${x - 58} 704 ${x - 10} 714`,
      'none',
      `stroke="${p.tone('#d09a5a')}" stroke-width="6" stroke-linecap="round"`,
    )
    p.line(
      [
        [x - 40, 748],
        [x + 14, 772],
      ],
      p.tone('#9a5a2a'),
      13,
    )
    p.line(
      [
        [x + 40, 748],
        [x - 14, 772],
      ],
      p.tone('#9a5a2a'),
      13,
    )
  }
  for (const x of [300, 800, 1300]) drawPendant(p, x, 110, 150, '#c9a24a')
}

function newspaperPress(p: Painter): void {
  p.goIndoors()
  p.rect(0, 0, 1600, 1000, p.down([0, p.tone('#3b464c')], [0.7, p.tone('#54616a')], [1, p.tone('#2b3338')]))
  for (let i = 0; i < 5; i++) p.glow(200 + i * 300, 30, 240, '#dff0f4', 0.5)
  const steel = p.down([0, p.tone('#c9d3d6')], [0.4, p.tone('#8d9aa0')], [1, p.tone('#4a565c')])
  for (let unit = 0; unit < 3; unit++) {
    const x = 90 + unit * 500
    p.rect(x, 250, 420, 600, p.across([0, p.tone('#6b7f8a')], [1, p.tone('#3a4950')]), 'rx="10"')
    p.rect(x + 20, 280, 380, 40, p.tone('#1c6a55'))
    for (let k = 0; k < 4; k++) {
      const [cx, cy] = [x + 115 + (k % 2) * 190, 420 + Math.floor(k / 2) * 210]
      p.circle(cx, cy, 84, steel)
      p.circle(cx, cy, 70, p.across([0, p.tone('#e6ecee')], [1, p.tone('#7d898f')]))
      p.circle(cx, cy, 24, p.tone('#2d363b'))
      for (let n = 0; n < 6; n++)
        p.circle(cx + Math.cos(n * 1.047) * 48, cy + Math.sin(n * 1.047) * 48, 6, p.tone('#4a565c'))
    }
    p.circle(x + 400, 300, 9, '#5fe08f')
    p.glow(x + 400, 300, 40, '#5fe08f', 0.8)
  }
  const page = (x: number, y: number, w: number, h: number, lean: number, ink: number) => {
    const at = (fx: number, fy: number): Point => [x + fx * w + fy * lean, y + fy * h]
    p.shape([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], p.down([0, p.tone('#f7f2e4')], [1, p.tone('#d2cbba')]))
    p.shape(
      [at(0.06, 0.07), at(0.7, 0.07), at(0.7, 0.17), at(0.06, 0.17)],
      p.tone(['#17594a', '#0a4a7d', '#7a1f2b'][ink % 3]!),
    )
    p.shape(
      [at(0.06, 0.26), at(0.52, 0.26), at(0.52, 0.66), at(0.06, 0.66)],
      p.tone(['#7f9aa5', '#b58a6a', '#6b8a6b', '#a5806b'][ink % 4]!),
    )
    for (let k = 0; k < 6; k++)
      p.line([at(0.58, 0.3 + k * 0.1), at(k === 5 ? 0.8 : 0.94, 0.3 + k * 0.1)], p.tone('#6d6a64'), h * 0.024)
    for (let k = 0; k < 2; k++)
      p.line([at(0.06, 0.76 + k * 0.1), at(0.52, 0.76 + k * 0.1)], p.tone('#6d6a64'), h * 0.024)
  }
  for (let i = -1; i < 9; i++) page(i * 190 + 40, 96, 186, 118, 0, i + 1)
  p.rect(0, 92, 1600, 6, p.tone('#a9a394'))
  p.rect(0, 212, 1600, 10, '#1c2327', 'opacity=".4"')
  for (let i = 0; i < 5; i++) p.rect(60 + i * 370, 80, 30, 150, steel, 'rx="8"')
  for (let unit = 0; unit < 3; unit++) page(250 + unit * 500, 330, 100, 480, 0, unit)
  p.shape(
    [
      [1660, 620],
      [1660, 860],
      [-60, 1010],
      [-60, 800],
    ],
    p.down([0, p.tone('#2d363b')], [1, p.tone('#161c1f')]),
  )
  for (let i = 0; i < 17; i++) {
    const t = i / 16
    page(1560 - t * 1640, 610 + t * 210, 190 + t * 130, 120 + t * 110, 34 + t * 26, i)
  }
}

export const TRADES = { workshop, laboratory, brewery, bakery, 'newspaper-press': newspaperPress }
