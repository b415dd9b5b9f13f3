/** The heart of Auenburg and the lanes of Tannau, seen from the pavement. */
import { drawHouse, drawHouseRow, drawMinster, drawWindow } from '../buildings.ts'
import { darken, lighten, mix } from '../light.ts'
import { drawArch, facadeFill, laySkyline, roofTone } from './facades.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'
import { drawCrowd, drawLamp, drawPerson, drawStreet } from '../street.ts'

function oldTown(p: Painter): void {
  p.sky(560)
  p.ridge(470, 40, '#6f8a8c', 1, 1000)
  drawTreeline(p, -20, 1620, () => 520, 40, 0.9)
  drawHouseRow(p, -20, 1620, 600, 76, 0.7)
  drawMinster(p, p.sunX < 800 ? 1060 : 560, 640, 500, 0.4)
  if (p.mood === 'dawn' || p.mood === 'fog') p.mist(610, 170, 0.55)
  drawHouseRow(p, -30, 1630, 690, 92, 0.44)
  drawTree(p, 140, 760, 130, 0.36)
  drawTree(p, 1460, 760, 140, 0.36)
  drawHouseRow(p, -40, 1640, 800, 122, 0.25)
  if (p.mood === 'dawn' || p.mood === 'fog') p.mist(800, 130, 0.36)
  drawHouseRow(p, -60, 1660, 930, 156, 0.1)
  for (let i = 0; i < 7; i++) {
    const w = p.random.between(230, 300)
    drawHouse(p, 60 + i * 250, 1110, w, p.random.between(140, 200), 0, { timber: p.random.chance(0.35) })
  }
  if (p.isSnowy || p.mood === 'dusk' || p.mood === 'overcast')
    for (let i = 0; i < 6; i++) {
      const [x, y] = [p.random.between(100, 1500), p.random.between(520, 720)]
      for (let k = 0; k < 7; k++) p.glow(x + k * 9, y - k * 19, 16 + k * 6, p.isDark ? '#b9a6b0' : '#ffffff', 0.22)
    }
}

function drawTownHall(p: Painter, x: number, y: number, s: number): void {
  const stone = '#d9b98e'
  const trim = p.tone('#a5553f')
  const w = 900 * s
  const [left, top] = [x - w / 2, y - 330 * s]
  p.shape(
    [
      [left - 20 * s, top],
      [left + 60 * s, top - 190 * s],
      [x + w / 2 - 60 * s, top - 190 * s],
      [x + w / 2 + 20 * s, top],
    ],
    p.down([0, roofTone(p, '#9b4a35')], [1, roofTone(p, '#6d3327')]),
  )
  for (const dx of [-300, -180, 180, 300]) {
    p.shape(
      [
        [x + (dx - 30) * s, top - 70 * s],
        [x + dx * s, top - 120 * s],
        [x + (dx + 30) * s, top - 70 * s],
      ],
      roofTone(p, '#7d3b2c'),
    )
    p.rect(x + (dx - 22) * s, top - 72 * s, 44 * s, 44 * s, p.tone(stone))
    drawWindow(p, x + (dx - 11) * s, top - 62 * s, 22 * s, 28 * s)
  }
  p.rect(left, top, w, 330 * s, facadeFill(p, stone))
  // middle gable with steps
  const gable: Point[] = []
  for (let i = 0; i <= 4; i++)
    gable.push([x - (190 - i * 38) * s, top - i * 62 * s], [x - (190 - i * 38) * s, top - (i + 1) * 62 * s])
  p.shape(
    [...gable, ...gable.toReversed().map(([gx, gy]): Point => [2 * x - gx, gy])],
    facadeFill(p, lighten(stone, 0.08)),
  )
  for (let i = 0; i < 3; i++) drawWindow(p, x + (-110 + i * 90) * s, top - 60 * s, 40 * s, 66 * s)
  for (let i = 0; i < 2; i++) drawWindow(p, x + (-60 + i * 80) * s, top - 160 * s, 36 * s, 52 * s)
  // clock tower
  p.rect(x - 52 * s, top - 470 * s, 104 * s, 175 * s, facadeFill(p, stone))
  p.rect(x - 62 * s, top - 480 * s, 124 * s, 14 * s, trim)
  p.path(
    `M${fixed(x - 58 * s)} ${fixed(top - 480 * s)}Q${fixed(x - 66 * s)} ${fixed(top - 560 * s)} ${fixed(x - 20 * s)} ${fixed(top - 575 * s)}L${fixed(x)} ${fixed(top - 690 * s)}L${fixed(x + 20 * s)} ${fixed(top - 575 * s)}Q${fixed(x + 66 * s)} ${fixed(top - 560 * s)} ${fixed(x + 58 * s)} ${fixed(top - 480 * s)}Z`,
    p.across([0, p.tone(p.isSnowy ? '#dce9e6' : '#6fa393')], [1, p.tone('#36645a')]),
  )
  p.circle(x, top - 400 * s, 38 * s, p.tone('#b5904a'))
  p.circle(x, top - 400 * s, 32 * s, p.isDark ? '#fff0c4' : p.tone('#f6efdf'))
  p.line(
    [
      [x, top - 424 * s],
      [x, top - 400 * s],
      [x + 18 * s, top - 390 * s],
    ],
    '#2a2420',
    5 * s,
  )
  if (p.isDark) p.glow(x, top - 400 * s, 110 * s, '#ffe2a0', 0.7)
  // upper windows
  for (let i = 0; i < 11; i++) {
    const wx = left + ((i + 0.5) / 11) * w
    p.rect(wx - 25 * s, top + 22 * s, 50 * s, 104 * s, trim)
    drawWindow(p, wx - 19 * s, top + 32 * s, 38 * s, 84 * s, 0, '#f2e8d6', p.isDark ? p.random.chance(0.8) : undefined)
  }
  p.rect(left, top + 146 * s, w, 12 * s, trim)
  // arcade
  for (let i = 0; i < 9; i++) {
    const ax = left + ((i + 0.5) / 9) * w
    drawArch(
      p,
      ax,
      y,
      74 * s,
      158 * s,
      p.isDark ? p.down([0, '#d9913f'], [1, '#7d4a22']) : p.down([0, p.tone('#4a3b30')], [1, p.tone('#7a6350')]),
    )
    p.path(
      `M${fixed(ax - 37 * s)} ${fixed(y - 121 * s)}A${fixed(37 * s)} ${fixed(37 * s)} 0 0 1 ${fixed(ax + 37 * s)} ${fixed(y - 121 * s)}`,
      'none',
      `stroke="${trim}" stroke-width="${fixed(8 * s)}"`,
    )
    if (p.light.lit > 0.15) p.glow(ax, y - 110 * s, 70 * s, '#ffd084', p.isDark ? 0.8 : 0.45)
  }
  for (let i = 0; i < 5; i++) {
    const bx = x + (-32 + i * 16) * s
    p.rect(bx, top + 118 * s, 4 * s, 30 * s, p.tone('#2d2f31'))
  }
  for (const [dx, hex] of [
    [-70, '#b8382d'],
    [70, '#17594a'],
  ] as const) {
    p.line(
      [
        [x + dx * s, top + 130 * s],
        [x + dx * 1.5 * s, top + 60 * s],
      ],
      p.tone('#5a4a3a'),
      4 * s,
    )
    p.shape(
      [
        [x + dx * 1.48 * s, top + 64 * s],
        [x + dx * 1.5 * s + 26 * s, top + 74 * s],
        [x + dx * 1.5 * s + 22 * s, top + 128 * s],
        [x + dx * 1.44 * s, top + 118 * s],
      ],
      p.tone(hex),
    )
  }
}

function townHall(p: Painter): void {
  laySkyline(p, 700, false)
  drawHouseRow(p, -60, 360, 770, 150, 0.26)
  drawHouseRow(p, 1250, 1660, 770, 150, 0.26)
  drawTownHall(p, 800, 800, 0.84)
  drawStreet(p, 796, '#a2937f', true)
  for (let i = 0; i < 9 && p.isDark; i++) p.wetStreak(464 + i * 84, 806, '#ffc873', 60)
  drawCrowd(p, 180, 1420, 830, 74, p.mood === 'night' ? 5 : 13, 0.05)
  drawLamp(p, 250, 900, 250)
  drawLamp(p, 1350, 900, 250)
  if (p.mood === 'winter' || p.mood === 'overcast' || p.mood === 'dusk') drawTree(p, 1490, 880, 300, 0.04, 'conifer')
  else drawTree(p, 1490, 880, 280, 0.04)
}

function church(p: Painter): void {
  laySkyline(p, 690, false)
  drawTreeline(p, -20, 1620, () => 740, 120, 0.4)
  drawHouseRow(p, -40, 420, 800, 150, 0.3)
  drawHouseRow(p, 1300, 1640, 800, 150, 0.3)
  drawMinster(p, 640, 836, 720)
  drawStreet(p, 824, '#a59a88', true)
  drawTree(p, 190, 890, 330, 0.04)
  drawTree(p, 1440, 900, 350, 0.04)
  drawCrowd(p, 360, 1240, 850, 62, 8, 0.05)
  drawLamp(p, 330, 920, 220)
  drawLamp(p, 1220, 930, 230)
}

export function drawStall(p: Painter, x: number, y: number, w: number, hex: string, goods: readonly string[]): void {
  p.shadow(x, y + 4, w * 0.6, w * 0.06, 0.45)
  for (const dx of [-0.44, 0.44])
    p.line(
      [
        [x + dx * w, y],
        [x + dx * w, y - w * 0.72],
      ],
      p.tone('#6b563f'),
      w * 0.025,
    )
  p.rect(x - w * 0.42, y - w * 0.68, w * 0.84, w * 0.4, p.tone('#3b322b'))
  if (p.light.lit > 0.12) p.glow(x, y - w * 0.5, w * 0.5, '#ffd488', 0.7)
  p.rect(x - w * 0.48, y - w * 0.3, w * 0.96, w * 0.3, p.down([0, p.tone('#a57a4c')], [1, p.tone('#6d4d2f')]))
  for (let i = 0; i < 6; i++) {
    const gx = x - w * 0.45 + i * w * 0.155
    p.shape(
      [
        [gx, y - w * 0.3],
        [gx + w * 0.14, y - w * 0.3],
        [gx + w * 0.12, y - w * 0.21],
        [gx + w * 0.02, y - w * 0.21],
      ],
      p.tone('#c9a06a'),
    )
    for (let k = 0; k < 9; k++)
      p.circle(
        gx + w * p.random.between(0.02, 0.125),
        y - w * p.random.between(0.29, 0.35),
        w * 0.021,
        p.tone(goods[i % goods.length]!),
      )
  }
  const stripes = 8
  for (let i = 0; i < stripes; i++) {
    const [l, r] = [x - w * 0.56 + (i * w * 1.12) / stripes, x - w * 0.56 + ((i + 1) * w * 1.12) / stripes]
    const [tl, tr] = [x + (l - x) * 0.78, x + (r - x) * 0.78]
    const hue = p.tone(i % 2 ? '#f3ecdd' : hex)
    p.shape(
      [
        [tl, y - w * 0.94],
        [tr, y - w * 0.94],
        [r, y - w * 0.68],
        [l, y - w * 0.68],
      ],
      hue,
    )
    p.path(
      `M${fixed(l)} ${fixed(y - w * 0.68)}H${fixed(r)}Q${fixed((l + r) / 2)} ${fixed(y - w * 0.6)} ${fixed(l)} ${fixed(y - w * 0.68)}Z`,
      darken(hue, 0.12),
    )
  }
  if (p.isSnowy)
    p.shape(
      [
        [x - w * 0.44, y - w * 0.95],
        [x + w * 0.44, y - w * 0.95],
        [x + w * 0.5, y - w * 0.83],
        [x - w * 0.5, y - w * 0.83],
      ],
      '#f6fafc',
      'opacity=".9"',
    )
}

function marketSquare(p: Painter): void {
  laySkyline(p, 640)
  drawHouseRow(p, -40, 1640, 730, 172, 0.26, { shop: false })
  drawStreet(p, 726, '#ab9c88', true)
  const goods = ['#c8402f', '#e0a02f', '#5f8f45', '#8b4f7a', '#d8752f', '#e8d7a0']
  for (const [x, hex] of [
    [210, '#2f6b57'],
    [520, '#a8362d'],
    [830, '#2f5f8a'],
    [1140, '#c98a35'],
    [1430, '#2f6b57'],
  ] as const)
    drawStall(p, x, 800, 210, hex, goods)
  drawCrowd(p, 80, 1520, 806, 92, 14)
  drawStall(p, 330, 950, 330, '#a8362d', goods)
  drawStall(p, 1240, 956, 340, '#2f6b57', goods)
  p.group('translate(800 880)', () => {
    p.ellipse(0, 0, 150, 36, p.tone('#8b8176'))
    p.ellipse(0, -8, 140, 30, mix(p.light.sky[1], '#4f7f8f', 0.4))
    p.rect(-12, -120, 24, 118, p.across([0, p.tone('#b0a596')], [1, p.tone('#6d645a')]))
    p.ellipse(0, -116, 58, 13, p.tone('#a2978a'))
    p.rect(-7, -170, 14, 56, p.tone('#8f8578'))
    p.circle(0, -178, 14, p.tone('#c2a55a'))
  })
  drawCrowd(p, 560, 1010, 930, 118, 5)
}

function halfTimberedStreet(p: Painter): void {
  p.sky(560)
  p.ridge(480, 40, '#6f8a7a', 0.9)
  drawHouse(p, 800, 690, 230, 190, 0.4, { timber: true, style: 'gable', wall: '#e9dfca' })
  drawHouse(p, 640, 720, 210, 210, 0.32, { timber: true, style: 'gable', wall: '#e3c99a' })
  drawHouse(p, 985, 726, 220, 200, 0.3, { timber: true, style: 'gable', wall: '#dfd3bd' })
  if (p.mood === 'dawn' || p.mood === 'fog' || p.mood === 'dusk') p.mist(660, 260, 0.3)
  drawStreet(p, 716, '#9c8f80', true)
  drawHouse(p, 430, 800, 310, 310, 0.16, { timber: true, style: 'gable', wall: '#ead9b5', floors: 3, columns: 4 })
  drawHouse(p, 1190, 806, 310, 320, 0.14, {
    timber: true,
    style: 'gable',
    wall: '#e6e0d0',
    floors: 3,
    columns: 4,
    shop: true,
  })
  drawHouse(p, 110, 930, 430, 470, 0.02, {
    timber: true,
    style: 'gable',
    wall: '#e8dcc2',
    floors: 4,
    columns: 4,
    shop: true,
  })
  drawHouse(p, 1530, 940, 450, 480, 0.02, {
    timber: true,
    style: 'gable',
    wall: '#dfc391',
    floors: 4,
    columns: 4,
    shop: true,
  })
  drawLamp(p, 405, 880, 260)
  drawLamp(p, 1200, 890, 260)
  drawPerson(p, 760, 790, 92, 0.16)
  drawPerson(p, 806, 792, 86, 0.16)
  drawPerson(p, 690, 868, 128, 0.06)
  for (const [x, y] of [
    [330, 930],
    [1320, 940],
  ] as const) {
    p.shape(
      [
        [x - 44, y - 44],
        [x + 44, y - 44],
        [x + 34, y + 18],
        [x - 34, y + 18],
      ],
      p.tone('#8a4a34'),
    )
    for (let i = 0; i < 26; i++)
      p.circle(
        x + p.random.between(-52, 52),
        y - p.random.between(40, 96),
        p.random.between(8, 17),
        p.tone(p.isSnowy ? '#e9eff3' : p.random.pick(['#5f8145', '#7a9a55', '#c8485a', '#e0a9b0', '#4d6f3f'])),
      )
  }
  if (p.isDark) for (const x of [405, 1200]) p.wetStreak(x, 900, '#ffcf80', 80)
}

function shopStreet(p: Painter): void {
  laySkyline(p, 540)
  drawHouseRow(p, 520, 1080, 660, 120, 0.44, { shop: true, floors: 3 })
  drawStreet(p, 652, '#a39a8e', true)
  for (const [x, y, w, h, depth] of [
    [420, 720, 230, 300, 0.24],
    [1180, 720, 230, 300, 0.24],
    [215, 800, 310, 420, 0.12],
    [1390, 800, 310, 420, 0.12],
    [-20, 930, 420, 560, 0.02],
    [1620, 930, 420, 560, 0.02],
  ] as const)
    drawHouse(p, x, y, w, h, depth, { shop: true, style: 'eave', floors: 4, columns: 4 })
  if (p.mood === 'night' || p.isSnowy)
    for (let row = 0; row < 4; row++) {
      const [y, span, drop] = [330 + row * 60, 800 - row * 150, 90 - row * 16]
      p.path(
        `M${800 - span} ${y - 60}Q800 ${y + drop * 1.6} ${800 + span} ${y - 60}`,
        'none',
        `stroke="#2c2f33" stroke-width="3"`,
      )
      for (let i = 1; i < 22; i++) {
        const t = i / 22
        const [lx, ly] = [
          800 - span + 2 * span * t,
          (1 - t) ** 2 * (y - 60) + 2 * t * (1 - t) * (y + drop * 1.6) + t * t * (y - 60),
        ]
        p.glow(lx, ly + 7, 26 - row * 4, '#ffd27a', 0.7)
        p.circle(lx, ly + 7, 5 - row * 0.7, '#fff3cf')
      }
      const star: Point[] = Array.from({ length: 10 }, (_, k) => [
        800 + Math.cos(k * 0.628 - 1.571) * (k % 2 ? 14 : 34 - row * 5),
        y + drop * 0.8 + 20 + Math.sin(k * 0.628 - 1.571) * (k % 2 ? 14 : 34 - row * 5),
      ])
      p.shape(star, '#ffe4a0')
      p.glow(800, y + drop * 0.8 + 20, 70, '#ffd27a', 0.6)
    }
  drawLamp(p, 520, 800, 210, 0.08)
  drawLamp(p, 1080, 800, 210, 0.08)
  drawCrowd(p, 560, 1040, 720, 72, p.mood === 'rain' ? 3 : 12, 0.16)
  drawCrowd(p, 480, 1120, 850, 128, p.mood === 'rain' ? 2 : 7)
  if (p.mood === 'rain')
    for (const x of [640, 940]) {
      p.path(`M${x - 70} 760Q${x} 680 ${x + 70} 760Q${x} 744 ${x - 70} 760Z`, p.tone('#a8362d'))
      p.line(
        [
          [x, 750],
          [x, 840],
        ],
        '#26282a',
        4,
      )
    }
  if (p.isDark || p.mood === 'rain')
    for (const x of [360, 460, 560, 1040, 1140, 1240]) p.wetStreak(x, 830, '#ffc873', 140)
}

export const OLD_TOWN = {
  'old-town': oldTown,
  'town-hall': townHall,
  church,
  'market-square': marketSquare,
  'half-timbered-street': halfTimberedStreet,
  'shop-street': shopStreet,
}
