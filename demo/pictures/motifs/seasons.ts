/** Advent, fairs, fireworks and snow. */
import { drawHouse, drawHouseRow, drawMinster } from '../buildings.ts'
import { lighten } from '../light.ts'
import { drawStall } from './old-town.ts'
import { laySkyline } from './facades.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'
import { drawCar, drawCrowd, drawLamp, drawPerson, drawStreet } from '../street.ts'

function christmasMarket(p: Painter): void {
  if (p.isSnowy) p.light.lit = 0.7
  laySkyline(p, 620)
  drawHouseRow(p, -40, 1640, 720, 150, 0.3)
  drawStreet(p, 716, '#8f8376', true)
  const [tx, ty, th] = [p.sunX < 800 ? 1040 : 560, 800, 560]
  drawTree(p, tx, ty, th, 0.02, 'conifer')
  for (let i = 0; i < 120; i++) {
    const t = Math.sqrt(p.random())
    const [lx, ly] = [tx + p.random.between(-1, 1) * t * th * 0.2, ty - th + t * th * 0.88]
    if (i % 3 === 0) p.glow(lx, ly, 20, '#ffd27a', 0.75)
    p.circle(lx, ly, i % 5 ? 3.6 : 7, i % 5 ? '#fff2c8' : p.random.pick(['#c8382d', '#d9a635', '#c8382d']))
  }
  p.shape(
    Array.from({ length: 10 }, (_, k): Point => [
      tx + Math.cos(k * 0.628 - 1.571) * (k % 2 ? 12 : 30),
      ty - th - 12 + Math.sin(k * 0.628 - 1.571) * (k % 2 ? 12 : 30),
    ]),
    '#ffe9a8',
  )
  p.glow(tx, ty - th - 12, 120, '#ffe2a0', 0.8)
  const hut = (x: number, y: number, w: number) => {
    p.shadow(x, y, w * 0.6, w * 0.06, 0.5)
    p.rect(x - w * 0.46, y - w * 0.62, w * 0.92, w * 0.62, p.down([0, p.tone('#8a5a38')], [1, p.tone('#5a3823')]))
    for (let k = 1; k < 9; k++)
      p.rect(x - w * 0.46 + (k * w * 0.92) / 9, y - w * 0.62, 2, w * 0.62, p.tone('#3f281a'), 'opacity=".6"')
    p.rect(x - w * 0.36, y - w * 0.54, w * 0.72, w * 0.29, p.down([0, '#ffe6a8'], [1, '#f0ad55']))
    for (let k = 0; k < 7; k++) {
      const gx = x - w * 0.32 + k * w * 0.105
      p.circle(gx, y - w * 0.47, w * 0.026, p.random.pick(['#b8382d', '#c98a35', '#8a4a2c', '#d9b45a']))
      p.line(
        [
          [gx, y - w * 0.54],
          [gx, y - w * 0.49],
        ],
        '#5a3823',
        1.6,
      )
    }
    for (let k = 0; k < 6; k++)
      p.rect(
        x - w * 0.33 + k * w * 0.115,
        y - w * p.random.between(0.29, 0.34),
        w * 0.08,
        w * 0.08,
        p.random.pick(['#a8362d', '#6b4a2c', '#d9a04f', '#8a5f3a']),
      )
    drawPerson(p, x + p.random.between(-0.15, 0.15) * w, y - w * 0.12, w * 0.36, 0, '#5a3434')
    p.rect(x - w * 0.42, y - w * 0.26, w * 0.84, w * 0.05, p.tone('#b98a55'))
    p.rect(x - w * 0.44, y - w * 0.21, w * 0.88, w * 0.21, p.tone('#6b4429'))
    p.shape(
      [
        [x - w * 0.58, y - w * 0.6],
        [x - w * 0.44, y - w * 0.88],
        [x + w * 0.44, y - w * 0.88],
        [x + w * 0.58, y - w * 0.6],
      ],
      p.isSnowy ? '#f3f7fa' : p.tone('#7d3a2e'),
    )
    p.glow(x, y - w * 0.4, w * 0.75, '#ffc568', 0.55)
    for (let k = 0; k <= 14; k++) {
      const lx = x - w * 0.57 + (k * w * 1.14) / 14
      const ly = y - w * 0.59 + Math.sin(k * 1.4) * w * 0.014
      p.circle(lx, ly, w * 0.013, '#fff0c0')
      if (k % 2) p.glow(lx, ly, w * 0.06, '#ffd27a', 0.8)
    }
    for (let k = 0; k < 9; k++) p.circle(x - w * 0.5 + k * w * 0.125, y - w * 0.63, w * 0.045, p.tone('#3b5f45'))
  }
  for (const x of tx > 800 ? [170, 440, 720, 1380] : [230, 880, 1150, 1430]) hut(x, 806, 220)
  drawCrowd(p, 60, 1540, 822, 104, 16)
  hut(tx > 800 ? 330 : 1290, 950, 340)
  drawCrowd(p, tx > 800 ? 560 : 160, tx > 800 ? 1460 : 1040, 905, 142, 9)
  for (let row = 0; row < 2; row++) {
    const y = 360 + row * 90
    for (let i = 0; i <= 40; i++) {
      const t = i / 40
      const [lx, ly] = [1640 * t - 20, y + Math.sin(t * 3.14 * 3) ** 2 * 50]
      p.circle(lx, ly, 4, '#ffe9b5')
      if (i % 2) p.glow(lx, ly, 24, '#ffd27a', 0.6)
    }
  }
  for (let i = 0; i < 14; i++) p.wetStreak(p.random.between(60, 1540), 840, '#ffc066', 120)
}

function fairground(p: Painter): void {
  p.sky(700)
  drawTreeline(p, -20, 1620, () => 770, 90, 0.5)
  drawStreet(p, 760, '#9a8b74')
  const isLit = p.isDark
  const [cx, cy, r] = [p.sunX < 800 ? 1000 : 600, 430, 330]
  const steel = p.tone('#d6d9dc', 0.1)
  for (const dx of [-170, 170])
    p.line(
      [
        [cx, cy],
        [cx + dx, 790],
      ],
      p.tone('#b8bec4', 0.05),
      16,
    )
  p.circle(cx, cy, r, 'none', `stroke="${steel}" stroke-width="9"`)
  p.circle(cx, cy, r * 0.86, 'none', `stroke="${steel}" stroke-width="4"`)
  for (let i = 0; i < 16; i++) {
    const a = (i / 16) * 6.2832 + 0.12
    const [ex, ey] = [cx + Math.cos(a) * r, cy + Math.sin(a) * r]
    p.line(
      [
        [cx, cy],
        [ex, ey],
      ],
      steel,
      3.4,
    )
    const hue = ['#c8382d', '#2f6f9a', '#d9a02c', '#3f8a5f'][i % 4]!
    p.path(`M${fixed(ex - 30)} ${fixed(ey + 20)}h60l-9 30h-42Z`, p.tone(hue))
    p.path(
      `M${fixed(ex - 34)} ${fixed(ey - 2)}Q${fixed(ex)} ${fixed(ey - 26)} ${fixed(ex + 34)} ${fixed(ey - 2)}Z`,
      p.tone(lighten(hue, 0.25)),
    )
    p.line(
      [
        [ex - 26, ey],
        [ex - 26, ey + 22],
      ],
      steel,
      2.4,
    )
    p.line(
      [
        [ex + 26, ey],
        [ex + 26, ey + 22],
      ],
      steel,
      2.4,
    )
    if (isLit)
      for (let k = 2; k < 9; k++) {
        const [lx, ly] = [cx + Math.cos(a) * r * (k / 9), cy + Math.sin(a) * r * (k / 9)]
        p.circle(lx, ly, 4.4, k % 2 ? '#ffd27a' : '#ff9a7a')
      }
  }
  if (isLit)
    for (let i = 0; i < 64; i++) {
      const a = (i / 64) * 6.2832
      p.circle(cx + Math.cos(a) * r, cy + Math.sin(a) * r, 5.4, i % 2 ? '#fff0c0' : '#ff8f9a')
      if (i % 4 === 0) p.glow(cx + Math.cos(a) * r, cy + Math.sin(a) * r, 50, '#ffcf8a', 0.5)
    }
  p.circle(cx, cy, 38, p.tone('#c8382d'))
  p.circle(cx, cy, 20, isLit ? '#ffe9b0' : p.tone('#f4e6c0'))
  if (isLit) p.glow(cx, cy, 480, '#ffb36a', 0.22)
  const kx = cx > 800 ? 360 : 1240
  p.shadow(kx, 850, 300, 26, 0.5)
  p.rect(
    kx - 230,
    640,
    460,
    190,
    p.down([0, isLit ? '#e0a55a' : p.tone('#6b4a3a')], [1, isLit ? '#8a5030' : p.tone('#4a3328')]),
  )
  for (let i = 0; i < 7; i++) {
    const hx = kx - 190 + i * 64
    p.line(
      [
        [hx, 640],
        [hx, 830],
      ],
      p.tone('#d9b45a'),
      6,
    )
    p.blob(
      [
        [hx - 26, 742],
        [hx - 8, 722],
        [hx + 20, 722],
        [hx + 30, 700],
        [hx + 40, 716],
        [hx + 28, 742],
        [hx + 22, 770],
        [hx - 22, 768],
      ],
      p.tone(['#f3ece0', '#8a5a38', '#d9cbb4'][i % 3]!),
    )
    p.line(
      [
        [hx - 16, 764],
        [hx - 26, 800],
      ],
      p.tone('#d9cbb4'),
      6,
    )
    p.line(
      [
        [hx + 16, 764],
        [hx + 26, 796],
      ],
      p.tone('#d9cbb4'),
      6,
    )
  }
  for (let i = 0; i < 10; i++) {
    const [l, rr] = [kx - 270 + i * 54, kx - 216 + i * 54]
    p.shape(
      [
        [kx, 480],
        [l, 640],
        [rr, 640],
      ],
      p.tone(i % 2 ? '#f3ead6' : '#b8382d'),
    )
    p.path(`M${l} 640H${rr}Q${(l + rr) / 2} 676 ${l} 640Z`, p.tone(i % 2 ? '#d9a635' : '#8f2a24'))
  }
  p.circle(kx, 474, 14, p.tone('#d9b45a'))
  p.ellipse(kx, 836, 262, 20, p.tone('#7a5a44'))
  if (isLit)
    for (let i = 0; i <= 20; i++) {
      p.circle(kx - 270 + i * 27, 642, 6, '#fff0c0')
      if (i % 2) p.glow(kx - 270 + i * 27, 642, 46, '#ffcf7a', 0.6)
    }
  drawStall(p, cx > 800 ? 90 : 1520, 840, 200, '#2f6f9a', ['#c8382d', '#e0a02f', '#f0d9a0'])
  drawStall(p, cx > 800 ? 1400 : 160, 850, 220, '#c98a35', ['#c8382d', '#e0a02f', '#f0d9a0'])
  drawCrowd(p, 60, 1540, 860, 116, 20)
}

function fireworks(p: Painter): void {
  p.sky(620)
  const shore = p.capture(() => {
    drawHouseRow(p, -20, 1620, 700, 70, 0.4)
    drawMinster(p, 520, 704, 260, 0.36)
    drawTreeline(p, -20, 1620, () => 706, 40, 0.3, undefined, 1.8)
    const bursts: readonly (readonly [number, number, number, string])[] = [
      [420, 240, 190, '#ffce7a'],
      [820, 170, 230, '#ff8a7a'],
      [1190, 290, 180, '#8fd0ff'],
      [1010, 420, 120, '#b8f0a0'],
      [620, 420, 110, '#f0a8ff'],
    ]
    for (const [x, y, r, hue] of bursts) {
      p.glow(x, y, r * 1.5, hue, 0.3)
      for (let i = 0; i < 46; i++) {
        const a = (i / 46) * 6.2832 + p.random.between(-0.06, 0.06)
        const reach = r * p.random.between(0.72, 1.05)
        const [ex, ey] = [x + Math.cos(a) * reach, y + Math.sin(a) * reach + reach * 0.14]
        p.curve(
          [
            [x + Math.cos(a) * r * 0.16, y + Math.sin(a) * r * 0.16],
            [x + Math.cos(a) * reach * 0.6, y + Math.sin(a) * reach * 0.58],
            [ex, ey],
          ],
          hue,
          2.6,
          'opacity=".8"',
        )
        p.circle(ex, ey, 4.4, lighten(hue, 0.5))
      }
      for (let i = 0; i < 24; i++) {
        const a = p.random() * 6.28
        p.circle(
          x + Math.cos(a) * r * p.random.between(0.1, 0.6),
          y + Math.sin(a) * r * p.random.between(0.1, 0.6),
          3,
          '#fff6e0',
        )
      }
      p.curve(
        [
          [x + 14, 690],
          [x + 6, (690 + y) / 2],
          [x, y],
        ],
        hue,
        2,
        'opacity=".35"',
      )
    }
  })
  p.add(shore)
  p.water(700, shore)
  for (const [x, hue] of [
    [420, '#ffce7a'],
    [820, '#ff8a7a'],
    [1190, '#8fd0ff'],
  ] as const)
    for (let i = 0; i < 26; i++)
      p.ellipse(
        x + p.random.between(-70, 70),
        p.random.between(715, 960),
        p.random.between(14, 50),
        2.4,
        hue,
        'opacity=".5"',
      )
  p.rect(0, 938, 1600, 70, '#0a1020')
  for (let i = 0; i < 34; i++)
    drawPerson(p, 30 + i * 47 + p.random.between(-14, 14), 1000, p.random.between(96, 132), 0, '#141a28')
}

function snowStreet(p: Painter): void {
  laySkyline(p, 560)
  drawHouseRow(p, 420, 1180, 680, 150, 0.4)
  const snow = (x: string) => p.tone(x)
  p.rect(0, 670, 1600, 340, p.down([0, snow('#e4ebf2')], [1, snow('#c9d6e2')]))
  p.shape(
    [
      [700, 672],
      [900, 672],
      [1280, 1010],
      [320, 1010],
    ],
    p.down([0, snow('#cfd9e3')], [1, snow('#aab8c6')]),
  )
  for (const [a, b] of [
    [770, 560],
    [830, 1040],
  ] as const)
    p.shape(
      [
        [a - 8, 672],
        [a + 8, 672],
        [b + 40, 1010],
        [b - 40, 1010],
      ],
      snow('#8d9aa8'),
      'opacity=".55"',
    )
  for (const [x, y, w, h, d] of [
    [330, 740, 240, 270, 0.2],
    [1270, 740, 240, 270, 0.2],
    [90, 850, 360, 380, 0.06],
    [1510, 850, 360, 380, 0.06],
  ] as const) {
    drawHouse(p, x, y, w, h, d, { style: 'eave', roof: '#eef3f7', floors: 3, columns: 4 })
    p.shape(
      [
        [x - w * 0.55, y - h],
        [x - w * 0.44, y - h - w * 0.34],
        [x + w * 0.44, y - h - w * 0.34],
        [x + w * 0.55, y - h],
      ],
      snow('#eef4f9'),
      'opacity=".94"',
    )
  }
  for (const [x, y, w] of [
    [520, 770, 150],
    [1090, 770, 150],
    [400, 850, 220],
    [1200, 850, 220],
    [220, 960, 320],
    [1390, 960, 320],
  ] as const) {
    drawCar(p, x, y, w, 0.08, { isLit: false })
    p.blob(
      [
        [x - w * 0.34, y - w * 0.3],
        [x - w * 0.16, y - w * 0.41],
        [x + w * 0.08, y - w * 0.42],
        [x + w * 0.24, y - w * 0.31],
        [x + w * 0.42, y - w * 0.26],
        [x + w * 0.3, y - w * 0.22],
        [x, y - w * 0.33],
        [x - w * 0.3, y - w * 0.26],
      ],
      snow('#f4f8fb'),
    )
    p.ellipse(x, y + 4, w * 0.56, w * 0.05, snow('#eef4f8'))
  }
  for (const [x, y, h] of [
    [600, 760, 190],
    [1000, 760, 190],
    [560, 900, 300],
    [1060, 900, 300],
  ] as const)
    drawLamp(p, x, y, h)
  drawPerson(p, 760, 790, 78, 0.1)
  drawPerson(p, 806, 900, 120)
  if (p.mood === 'night')
    for (let i = 0; i < 90; i++)
      p.circle(p.random.between(0, 1600), p.random.between(0, 1000), p.random.between(2, 5), '#e9f0fa', 'opacity=".75"')
}

export const SEASONS = { 'christmas-market': christmasMarket, fairground, fireworks, 'snow-street': snowStreet }
