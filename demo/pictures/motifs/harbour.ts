/** The harbour of Hafenrode, its ships and the coast. */
import { drawHouse, drawHouseRow, drawWindow } from '../buildings.ts'
import { darken, lighten } from '../light.ts'
import { layShore } from './river.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTreeline } from '../plants.ts'

function drawCrane(p: Painter, x: number, y: number, h: number, depth: number, hex: string): void {
  const [steel, dim] = [p.tone(hex, depth), p.tone(darken(hex, 0.34), depth)]
  const w = h * 0.34
  for (const dx of [-w * 0.5, w * 0.5]) {
    p.line(
      [
        [x + dx, y],
        [x + dx * 0.86, y - h * 0.62],
      ],
      dx < 0 ? steel : dim,
      h * 0.028,
    )
    p.rect(x + dx - h * 0.03, y - h * 0.03, h * 0.06, h * 0.03, p.tone('#2b2f33', depth))
  }
  p.line(
    [
      [x - w * 0.5, y - h * 0.2],
      [x + w * 0.46, y - h * 0.2],
    ],
    dim,
    h * 0.018,
  )
  p.line(
    [
      [x - w * 0.48, y - h * 0.2],
      [x + w * 0.43, y - h * 0.6],
    ],
    dim,
    h * 0.012,
  )
  p.line(
    [
      [x + w * 0.47, y - h * 0.2],
      [x - w * 0.43, y - h * 0.6],
    ],
    dim,
    h * 0.012,
  )
  p.rect(x - h * 0.62, y - h * 0.66, h * 1.12, h * 0.035, p.down([0, lighten(steel, 0.1)], [1, dim]))
  p.rect(x + w * 0.12, y - h * 0.76, h * 0.2, h * 0.1, dim)
  p.line(
    [
      [x - w * 0.1, y - h * 0.64],
      [x, y - h],
      [x + w * 0.3, y - h * 0.64],
    ],
    steel,
    h * 0.018,
  )
  for (const tip of [-0.6, -0.34, 0.46])
    p.line(
      [
        [x, y - h],
        [x + h * tip, y - h * 0.65],
      ],
      dim,
      h * 0.007,
    )
  const trolley = x - h * p.random.between(0.28, 0.5)
  p.rect(trolley - h * 0.03, y - h * 0.64, h * 0.06, h * 0.035, p.tone('#33383c', depth))
  const drop = h * p.random.between(0.16, 0.34)
  p.line(
    [
      [trolley - h * 0.02, y - h * 0.61],
      [trolley - h * 0.02, y - h * 0.61 + drop],
    ],
    p.tone('#33383c', depth),
    h * 0.004,
  )
  p.line(
    [
      [trolley + h * 0.02, y - h * 0.61],
      [trolley + h * 0.02, y - h * 0.61 + drop],
    ],
    p.tone('#33383c', depth),
    h * 0.004,
  )
  p.rect(trolley - h * 0.09, y - h * 0.61 + drop, h * 0.18, h * 0.065, p.tone(p.random.pick(CONTAINERS), depth))
  if (p.light.lit > 0.2) for (const dx of [-0.5, -0.15, 0.3]) p.glow(x + h * dx, y - h * 0.61, h * 0.07, '#ffe3a0', 0.8)
}

const CONTAINERS = ['#a8432f', '#2f5f8a', '#3f7a5f', '#c98a35', '#7d8a90', '#8d3a3a', '#355a6b', '#d0c8b8']

function drawContainers(
  p: Painter,
  x: number,
  y: number,
  columns: number,
  w: number,
  h: number,
  tall: () => number,
  depth: number,
): void {
  for (let col = 0; col < columns; col++) {
    const rows = tall()
    for (let row = 0; row < rows; row++) {
      const hex = p.random.pick(CONTAINERS)
      const [cx, cy] = [x + col * (w + 1.5), y - (row + 1) * h]
      p.rect(cx, cy, w, h - 1.5, p.down([0, p.tone(lighten(hex, 0.12), depth)], [1, p.tone(darken(hex, 0.22), depth)]))
      for (let k = 1; k < 8 && w > 50; k++)
        p.rect(cx + (w * k) / 8, cy + 3, 1.6, h - 7, p.tone(darken(hex, 0.35), depth), 'opacity=".5"')
    }
  }
}

function harbourCranes(p: Painter): void {
  p.sky(640)
  layShore(p, 720, () => {
    p.ridge(650, 14, '#6d8087', 0.94, 720)
    if (p.mood === 'night') {
      p.glow(800, 690, 900, '#e0a765', 0.42, 0.34)
      p.light.haze = '#4a5a80'
    }
    for (let i = 0; i < 3; i++) drawCrane(p, 1060 + i * 210 + p.random.between(-30, 30), 690, 210, 0.72, '#7a8a94')
    drawHouseRow(p, 40, 420, 700, 44, 0.66, { style: 'eave' })
    p.rect(-10, 694, 1620, 28, p.tone('#6b6f70', 0.4))
    drawContainers(p, 40, 696, 12, 58, 25, () => Math.floor(p.random.between(1, 5)), 0.42)
    drawCrane(p, 520, 700, 420, 0.3, '#b5482f')
    drawCrane(p, 930, 700, 480, 0.2, '#2f6592')
    drawContainers(p, 1080, 704, 9, 64, 28, () => Math.floor(p.random.between(1, 4)), 0.24)
  })
  if (p.mood === 'fog' || p.mood === 'dawn') p.mist(700, 170, 0.5)
  p.rect(-10, 716, 1620, 12, p.tone('#3c4246', 0.2))
  const stern = p.sunX < 800 ? 900 : 120
  p.group(`translate(${stern} 836)`, () => drawTug(p))
  for (const x of [70, 380, 1500]) {
    p.rect(x, 930, 46, 80, p.tone('#3c3a38'))
    p.ellipse(x + 23, 930, 30, 12, p.tone('#55524f'))
  }
  p.rect(0, 972, 1600, 40, p.down([0, p.tone('#8a8883')], [1, p.tone('#55534f')]))
}

function drawTug(p: Painter): void {
  p.ellipse(230, 62, 300, 14, darken(p.light.sky[1], 0.5), 'opacity=".5"')
  p.path(
    'M0 0Q20 50 60 58L430 58Q480 40 500 -24Q380 6 200 2Z',
    p.down([0, p.tone('#2e3f4a')], [0.6, p.tone('#1b262d')], [0.62, p.tone('#a2382c')], [1, p.tone('#6d241d')]),
  )
  p.rect(120, -70, 190, 72, p.across([0, p.tone('#ece6da')], [1, p.tone('#b5afa4')]))
  p.rect(170, -130, 120, 62, p.across([0, p.tone('#f3eee3')], [1, p.tone('#bdb7ac')]))
  for (let i = 0; i < 4; i++) drawWindow(p, 180 + i * 28, -116, 18, 24, 0, '#d6d0c4')
  p.rect(136, -150, 30, 84, p.tone('#b3472f'))
  p.rect(136, -136, 30, 14, p.tone('#efe8d8'))
  p.line(
    [
      [230, -130],
      [230, -220],
    ],
    p.tone('#4d555a'),
    6,
  )
  for (let i = 0; i < 6; i++) p.circle(60 + i * 76, 22, 14, p.tone('#141618'))
  if (p.isDark) {
    p.glow(230, -220, 60, '#fff0c0', 0.9)
    p.glow(490, -30, 40, '#5fdc8a', 0.8)
  }
  p.path('M-60 56Q200 40 560 60Q300 66 -60 56Z', lighten(p.light.sky[2], 0.4), 'opacity=".5"')
}

function containerShip(p: Painter): void {
  p.sky(600)
  p.ridge(590, 10, '#6f858a', 0.92, 680)
  p.water(640, '', 1000, 0.5)
  const ship = p.capture(() => {
    const y = 760
    p.path(
      `M150 ${y - 120}L1330 ${y - 120}Q1400 ${y - 150} 1470 ${y - 170}Q1450 ${y - 60} 1390 ${y}L230 ${y}Q160 ${y - 40} 150 ${y - 120}Z`,
      p.down(
        [0, p.tone('#2c5f7d', 0.12)],
        [0.72, p.tone('#173c54', 0.1)],
        [0.74, p.tone('#9c3a2c', 0.1)],
        [1, p.tone('#6a2720', 0.1)],
      ),
    )
    drawContainers(p, 430, y - 120, 13, 64, 34, () => Math.floor(p.random.between(3, 7)), 0.14)
    p.rect(200, y - 330, 170, 212, p.across([0, p.tone('#efeae0', 0.12)], [1, p.tone('#b9b4a9', 0.12)]))
    p.rect(184, y - 352, 202, 24, p.tone('#dcd6ca', 0.12))
    p.rect(240, y - 420, 34, 70, p.tone('#c4522f', 0.12))
    for (let row = 0; row < 5; row++)
      for (let col = 0; col < 6; col++) drawWindow(p, 214 + col * 25, y - 318 + row * 38, 13, 16, 0.12, '#ded8cc')
    p.line(
      [
        [300, y - 350],
        [300, y - 450],
      ],
      p.tone('#59636a', 0.12),
      6,
    )
    p.line(
      [
        [1400, y - 150],
        [1400, y - 240],
      ],
      p.tone('#59636a', 0.12),
      6,
    )
    if (p.isDark) {
      p.glow(300, y - 450, 60, '#fff0c0', 0.9)
      p.glow(1400, y - 240, 50, '#fff0c0', 0.9)
    }
    p.line(
      [
        [230, y - 104],
        [1340, y - 104],
      ],
      p.tone('#e7e2d6', 0.1),
      3,
    )
  })
  p.add(
    `<g transform="${p.sunX < 800 ? '' : 'translate(1600 0) scale(-1 1)'}"><g opacity=".34" transform="translate(0 1524) scale(1 -1)">${ship}</g>${ship}<path d="M1400 766Q1500 752 1580 770Q1400 790 180 772Q120 764 220 758Z" fill="#eef4f4" fill-opacity=".6"/></g>`,
  )
  for (let i = 0; i < 130; i++) {
    const t = p.random()
    p.path(
      wave(p.random.between(-60, 1600), 776 + t * 220, 30 + t * 150, 4 + t * 9),
      i % 2 ? lighten(p.light.sky[2], 0.15) : darken(p.light.sky[1], 0.5),
      `opacity="${fixed(0.2 + p.random() * 0.26)}"`,
    )
  }
  drawGulls(p, 9)
}

const wave = (x: number, y: number, w: number, h: number) =>
  `M${fixed(x)} ${fixed(y)}q${fixed(w / 2)} ${fixed(-h)} ${fixed(w)} 0q${fixed(-w / 2)} ${fixed(-h * 0.2)} ${fixed(-w)} 0`

function drawGulls(p: Painter, count: number): void {
  for (let i = 0; i < count; i++) {
    const [x, y, s] = [p.random.between(120, 1480), p.random.between(140, 560), p.random.between(8, 20)]
    p.path(
      `M${fixed(x - s)} ${fixed(y - s * 0.4)}q${fixed(s * 0.6)} ${fixed(-s * 0.4)} ${fixed(s)} ${fixed(s * 0.4)}q${fixed(s * 0.4)} ${fixed(-s * 0.8)} ${fixed(s)} ${fixed(-s * 0.4)}`,
      'none',
      `stroke="${p.tone(p.isDark ? '#d8d8de' : '#6a747a', 0.1)}" stroke-width="3.4" stroke-linecap="round"`,
    )
  }
}

function ferry(p: Painter): void {
  p.sky(590)
  layShore(
    p,
    640,
    () => {
      p.ridge(570, 18, '#6d858a', 0.92, 640)
      drawHouseRow(p, 60, 640, 640, 46, 0.7)
      drawTreeline(p, 640, 1620, () => 640, 40, 0.66)
      drawCrane(p, 1340, 640, 170, 0.74, '#7a8a94')
    },
    0.7,
  )
  if (p.mood === 'fog' || p.mood === 'dawn') p.mist(640, 130, 0.6)
  const boat = p.capture(() => {
    const y = 810
    const [white, dim] = [p.tone('#f2efe6', 0.04), p.tone('#b4b8ba', 0.04)]
    p.path(
      `M260 ${y - 90}L1230 ${y - 96}Q1330 ${y - 110} 1390 ${y - 130}Q1360 ${y - 40} 1290 ${y}L330 ${y}Q270 ${y - 30} 260 ${y - 90}Z`,
      p.down([0, white], [0.44, dim], [0.46, p.tone('#1f4f73', 0.04)], [1, p.tone('#12304a')]),
    )
    p.rect(340, y - 178, 800, 90, p.down([0, white], [1, dim]))
    for (let i = 0; i < 17; i++)
      drawWindow(p, 366 + i * 45, y - 158, 29, 34, 0.04, '#cfd2d2', p.light.lit > 0.2 ? p.random.chance(0.85) : false)
    p.rect(420, y - 250, 600, 74, p.down([0, white], [1, dim]))
    for (let i = 0; i < 12; i++)
      drawWindow(p, 446 + i * 46, y - 234, 28, 32, 0.04, '#cfd2d2', p.light.lit > 0.2 ? p.random.chance(0.85) : false)
    p.path(`M840 ${y - 250}L860 ${y - 320}L1020 ${y - 320}L1050 ${y - 250}Z`, p.down([0, white], [1, dim]))
    p.rect(876, y - 308, 146, 30, p.tone('#2b3f4c', 0.04))
    p.path(`M560 ${y - 250}L574 ${y - 352}L664 ${y - 352}L690 ${y - 250}Z`, p.tone('#1f5b82', 0.04))
    p.rect(571, y - 334, 96, 22, p.tone('#d9913a', 0.04))
    for (let i = 0; i < 30; i++)
      p.line(
        [
          [400 + i * 22, y - 250],
          [400 + i * 22, y - 272],
        ],
        p.tone('#8c959a'),
        2,
      )
    p.line(
      [
        [396, y - 272],
        [840, y - 272],
      ],
      p.tone('#8c959a'),
      3,
    )
    for (const dx of [470, 720, 980]) p.ellipse(dx, y - 186, 46, 12, p.tone('#d4602f', 0.04))
    p.line(
      [
        [950, y - 320],
        [950, y - 410],
      ],
      p.tone('#57636b'),
      6,
    )
    p.shape(
      [
        [356, y - 178],
        [356, y - 240],
        [420, y - 226],
        [356, y - 206],
      ],
      p.tone('#2f6592', 0.04),
    )
  })
  p.add(
    `<g transform="${p.sunX < 800 ? '' : 'translate(1600 0) scale(-1 1)'}"><g opacity=".36" transform="translate(0 1624) scale(1 -1)">${boat}</g>${boat}<path d="M1310 812Q1420 790 1520 820Q1300 842 300 824Q180 816 60 830Q180 800 320 806Z" fill="#f2f6f6" fill-opacity=".7"/></g>`,
  )
  for (let i = 0; i < 110; i++) {
    const t = p.random()
    p.path(
      wave(p.random.between(-60, 1600), 830 + t * 170, 30 + t * 140, 4 + t * 8),
      i % 2 ? lighten(p.light.sky[2], 0.2) : darken(p.light.sky[1], 0.5),
      `opacity="${fixed(0.2 + p.random() * 0.26)}"`,
    )
  }
  if (p.isDark) for (let i = 0; i < 9; i++) p.wetStreak(440 + i * 90, 840, '#ffcf80', 120)
  drawGulls(p, 8)
}

function lighthouse(p: Painter): void {
  p.sky(640)
  p.ridge(622, 8, '#6d858a', 0.94, 680)
  p.water(640, '', 1000, 0.6)
  const x = p.sunX < 800 ? 1080 : 520
  const isLit = p.light.lit > 0.2
  if (p.isDark) {
    const dir = x > 800 ? -1 : 1
    p.shape(
      [
        [x, 222],
        [x + dir * 1200, 60],
        [x + dir * 1200, 300],
        [x, 240],
      ],
      dir < 0 ? p.across([0, '#fff2c4', 0], [1, '#fff2c4', 0.62]) : p.across([0, '#fff2c4', 0.62], [1, '#fff2c4', 0]),
    )
    p.shape(
      [
        [x, 222],
        [x - dir * 500, 170],
        [x - dir * 500, 270],
        [x, 240],
      ],
      dir < 0 ? p.across([0, '#fff2c4', 0.4], [1, '#fff2c4', 0]) : p.across([0, '#fff2c4', 0], [1, '#fff2c4', 0.4]),
    )
  }
  const rocks = p.tone('#6d675e')
  p.blob(
    [
      [x - 480, 850],
      [x - 330, 760],
      [x - 180, 716],
      [x + 10, 700],
      [x + 200, 716],
      [x + 340, 770],
      [x + 470, 850],
      [x + 420, 930],
      [x, 960],
      [x - 420, 930],
    ],
    p.down([0, lighten(rocks, 0.16)], [1, darken(rocks, 0.4)]),
  )
  for (let i = 0; i < 60; i++) {
    const a = p.random() * 6.28
    const [rx, ry, s] = [
      x + Math.cos(a) * p.random.between(140, 440),
      800 + Math.abs(Math.sin(a)) * p.random.between(20, 150),
      p.random.between(26, 66),
    ]
    p.shape(
      [
        [rx - s, ry],
        [rx - s * 0.6, ry - s * 0.6],
        [rx + s * 0.2, ry - s * 0.7],
        [rx + s, ry - s * 0.1],
        [rx + s * 0.6, ry + s * 0.34],
        [rx - s * 0.5, ry + s * 0.36],
      ],
      p.tone(p.random.pick(['#7d766b', '#5f5a52', '#8f887b', '#6b665e'])),
      'opacity=".9"',
    )
    if (p.isSnowy)
      p.shape(
        [
          [rx - s * 0.6, ry - s * 0.56],
          [rx + s * 0.2, ry - s * 0.7],
          [rx + s * 0.6, ry - s * 0.4],
        ],
        '#ffffff',
      )
  }
  p.blob(
    [
      [x - 250, 742],
      [x - 90, 694],
      [x + 120, 694],
      [x + 260, 744],
      [x, 768],
    ],
    p.tone(p.light.grass),
  )
  drawHouse(p, x + 150, 730, 170, 66, 0.02, { wall: '#efe8da', style: 'eave', roof: '#9a4633', floors: 1, columns: 4 })
  const edge = (y: number) => 34 + ((y - 270) / 450) * 40
  for (let i = 0; i < 6; i++) {
    const [top, low] = [270 + i * 75, 270 + (i + 1) * 75]
    const hex = i % 2 ? '#f2ede2' : '#b8382d'
    p.shape(
      [
        [x - edge(top), top],
        [x + edge(top), top],
        [x + edge(low), low],
        [x - edge(low), low],
      ],
      p.sunX < x
        ? p.across([0, p.tone(lighten(hex, 0.14))], [1, p.tone(darken(hex, 0.4))])
        : p.across([0, p.tone(darken(hex, 0.4))], [1, p.tone(lighten(hex, 0.14))]),
    )
  }
  for (const y of [400, 540]) drawWindow(p, x - 9, y, 18, 28)
  p.rect(x - 18, 664, 36, 56, p.tone('#4a362a'))
  p.rect(x - 54, 258, 108, 14, p.tone('#2c3236'))
  for (let i = 0; i <= 8; i++)
    p.line(
      [
        [x - 52 + i * 13, 258],
        [x - 52 + i * 13, 236],
      ],
      p.tone('#2c3236'),
      3,
    )
  p.line(
    [
      [x - 54, 236],
      [x + 54, 236],
    ],
    p.tone('#2c3236'),
    4,
  )
  p.rect(x - 27, 200, 54, 58, isLit ? '#fff1be' : p.tone('#a9c2cb'))
  for (const dx of [-27, -9, 9, 25]) p.rect(x + dx, 200, 3, 58, p.tone('#2c3236'))
  p.path(`M${x - 36} 200Q${x - 30} 158 ${x} 152Q${x + 30} 158 ${x + 36} 200Z`, p.tone('#8f2f27'))
  p.line(
    [
      [x, 152],
      [x, 126],
    ],
    p.tone('#2c3236'),
    4,
  )
  if (isLit) {
    p.glow(x, 228, 230, '#fff0b8', 0.85)
    p.glow(x, 228, 70, '#ffffff', 0.9)
  }
  const isStorm = p.mood === 'rain'
  for (let i = 0; i < 150; i++) {
    const t = p.random()
    p.path(
      wave(p.random.between(-60, 1600), 860 + t * 150, 40 + t * 170, (isStorm ? 12 : 5) + t * (isStorm ? 22 : 8)),
      i % 2 ? lighten(p.light.sky[2], 0.2) : darken(p.light.sky[1], 0.5),
      `opacity="${fixed(0.25 + p.random() * 0.3)}"`,
    )
  }
  if (isStorm)
    for (let i = 0; i < 90; i++) {
      const a = p.random.between(-2.7, -0.45)
      const r = p.random.between(30, 260)
      p.circle(
        x - 400 + Math.cos(a) * r,
        880 + Math.sin(a) * r * 0.9,
        p.random.between(3, 15),
        '#f4f8f8',
        `opacity="${fixed(p.random.between(0.2, 0.6))}"`,
      )
    }
  for (let i = 0; i < 36; i++)
    p.ellipse(
      x + p.random.between(-520, 520),
      p.random.between(880, 935),
      p.random.between(20, 70),
      p.random.between(4, 10),
      '#f2f6f6',
      'opacity=".4"',
    )
  drawGulls(p, 7)
}

function drawFishingBoat(p: Painter, x: number, y: number, s: number, hex: string): void {
  const at = (fx: number, fy: number): Point => [x + fx * s, y + fy * s]
  const cabin: Point = at(-0.3, -0.5)
  p.path(
    `M${at(-0.62, -0.22).join(' ')}Q${at(-0.2, -0.12).join(' ')} ${at(0.3, -0.2).join(' ')}Q${at(0.55, -0.26).join(' ')} ${at(0.7, -0.44).join(' ')}Q${at(0.62, -0.1).join(' ')} ${at(0.46, 0.06).join(' ')}L${at(-0.5, 0.06).join(' ')}Q${at(-0.62, 0).join(' ')} ${at(-0.62, -0.22).join(' ')}Z`,
    p.down(
      [0, p.tone(lighten(hex, 0.18))],
      [0.7, p.tone(darken(hex, 0.24))],
      [0.78, p.tone('#7a2b24')],
      [1, p.tone('#4a1d19')],
    ),
  )
  p.path(
    `M${at(-0.62, -0.22).join(' ')}Q${at(-0.2, -0.12).join(' ')} ${at(0.3, -0.2).join(' ')}Q${at(0.55, -0.26).join(' ')} ${at(0.7, -0.44).join(' ')}`,
    'none',
    `stroke="${p.tone(p.isSnowy ? '#ffffff' : '#efe6d2')}" stroke-width="${fixed(s * (p.isSnowy ? 0.04 : 0.024))}"`,
  )
  p.rect(cabin[0], cabin[1], s * 0.3, s * 0.34, p.across([0, p.tone('#f1ecdf')], [1, p.tone('#bcb5a6')]))
  p.rect(cabin[0] - s * 0.02, cabin[1] - s * 0.04, s * 0.34, s * 0.05, p.tone(p.isSnowy ? '#ffffff' : hex))
  for (let i = 0; i < 2; i++)
    drawWindow(p, cabin[0] + s * (0.035 + i * 0.14), cabin[1] + s * 0.06, s * 0.09, s * 0.1, 0, '#8a6a4a')
  p.line([at(-0.1, -0.2), at(-0.08, -1.06)], p.tone('#6b4d35'), s * 0.024)
  p.line([at(-0.085, -0.9), at(0.42, -0.46)], p.tone('#6b4d35'), s * 0.018)
  p.line([at(-0.08, -1.06), at(0.68, -0.44)], p.tone('#3d3a36'), s * 0.006)
  p.line([at(-0.08, -1.06), at(-0.6, -0.24)], p.tone('#3d3a36'), s * 0.006)
  p.blob([at(0.1, -0.22), at(0.16, -0.36), at(0.3, -0.38), at(0.36, -0.24)], p.tone('#3f6a5c'))
  p.circle(at(0.44, -0.24)[0], at(0.44, -0.24)[1], s * 0.045, p.tone('#d8722f'))
  p.shape([at(-0.08, -1.04), at(0.04, -1), at(-0.08, -0.96)], p.tone('#c0392b'))
  if (p.isDark) p.glow(at(-0.08, -1.06)[0], at(-0.08, -1.06)[1], s * 0.2, '#fff0c0', 0.8)
}

function fishingBoats(p: Painter): void {
  p.sky(560)
  layShore(p, 620, () => {
    p.ridge(560, 12, '#6d858a', 0.92, 620)
    drawHouseRow(p, -20, 1620, 612, 92, 0.42, { style: 'step' })
    for (let i = 0; i < 4; i++)
      drawHouse(p, 200 + i * 400, 612, 110, 104, 0.36, { style: 'gable', timber: i % 2 === 0 })
    p.rect(-10, 606, 1620, 18, p.tone('#7d7870', 0.3))
  })
  const boats: readonly (readonly [number, number, number, string])[] = [
    [430, 720, 210, '#2f6b85'],
    [980, 716, 200, '#a8402f'],
    [1380, 740, 230, '#3f7a5a'],
    [700, 850, 330, '#b3442f'],
    [1180, 890, 350, '#2a5d86'],
  ]
  for (const [x, y, s, hex] of boats) {
    const boat = p.capture(() => drawFishingBoat(p, x, y, s, hex))
    p.add(`<g opacity=".34" transform="translate(0 ${2 * y + s * 0.1}) scale(1 -1)">${boat}</g>${boat}`)
    for (let i = 0; i < 8; i++)
      p.ellipse(
        x + p.random.between(-0.6, 0.6) * s,
        y + s * 0.07 + i * 3,
        s * p.random.between(0.1, 0.3),
        2,
        lighten(p.light.sky[2], 0.2),
        'opacity=".5"',
      )
  }
  p.shape(
    [
      [-10, 900],
      [330, 860],
      [420, 1010],
      [-10, 1010],
    ],
    p.down([0, p.tone(p.isSnowy ? '#eef2f5' : '#9a8a74')], [1, p.tone('#5b5044')]),
  )
  for (let i = 0; i < 3; i++) {
    p.rect(50 + i * 94, 800 - i * 8, 84, 60, p.tone(i % 2 ? '#c98a35' : '#4f7f8a'))
    for (let k = 0; k < 5; k++) p.rect(56 + i * 94 + k * 16, 808 - i * 8, 5, 46, p.tone('#2c2a28'), 'opacity=".4"')
  }
  drawGulls(p, 8)
}

function beach(p: Painter): void {
  p.sky(540)
  p.ridge(534, 6, '#6f8a90', 0.95, 600)
  p.water(550, '', 760)
  for (let i = 0; i < 5; i++)
    p.path(
      `M-20 ${690 + i * 15}Q400 ${670 + i * 18} 800 ${694 + i * 15}T1640 ${680 + i * 16}L1640 ${690 + i * 16}Q1200 ${704 + i * 15} 800 ${702 + i * 15}T-20 ${697 + i * 15}Z`,
      '#fbfcfa',
      `opacity="${0.5 + i * 0.08}"`,
    )
  const sand = p.isSnowy ? '#eef1f3' : '#e2cc9e'
  p.path(
    'M-20 770Q400 740 800 764T1640 752L1640 1010L-20 1010Z',
    p.down([0, p.tone(darken(sand, 0.14))], [0.16, p.tone(lighten(sand, 0.1))], [1, p.tone(darken(sand, 0.18))]),
  )
  for (let i = 0; i < 160; i++)
    p.ellipse(
      p.random.between(0, 1600),
      p.random.between(800, 1000),
      p.random.between(8, 34),
      p.random.between(1.5, 4),
      p.tone(darken(sand, p.random.between(0.05, 0.25))),
      'opacity=".4"',
    )
  const basket = (x: number, y: number, s: number, stripe: string) => {
    p.shadow(x + (p.sunX < x ? 40 : -40), y, s * 0.8, s * 0.14, 0.45)
    p.path(
      `M${fixed(x - s * 0.42)} ${fixed(y)}L${fixed(x - s * 0.46)} ${fixed(y - s * 0.5)}Q${fixed(x - s * 0.5)} ${fixed(y - s * 1.1)} ${fixed(x)} ${fixed(y - s * 1.14)}Q${fixed(x + s * 0.5)} ${fixed(y - s * 1.1)} ${fixed(x + s * 0.46)} ${fixed(y - s * 0.5)}L${fixed(x + s * 0.42)} ${fixed(y)}Z`,
      p.across([0, p.tone('#d8b57d')], [1, p.tone('#9c7848')]),
    )
    p.path(
      `M${fixed(x - s * 0.35)} ${fixed(y - s * 0.36)}Q${fixed(x - s * 0.4)} ${fixed(y - s)} ${fixed(x)} ${fixed(y - s * 1.03)}Q${fixed(x + s * 0.4)} ${fixed(y - s)} ${fixed(x + s * 0.35)} ${fixed(y - s * 0.36)}Z`,
      p.tone(darken(stripe, 0.15)),
    )
    for (let i = 0; i < 4; i++)
      p.path(
        `M${fixed(x - s * 0.28 + i * s * 0.16)} ${fixed(y - s * 0.36)}V${fixed(y - s * (0.86 + (i === 1 || i === 2 ? 0.12 : 0)))}h${fixed(s * 0.08)}V${fixed(y - s * 0.36)}Z`,
        p.tone('#f4efe2'),
      )
    p.rect(x - s * 0.37, y - s * 0.4, s * 0.74, s * 0.16, p.tone(stripe))
    for (let k = 0; k < 6; k++)
      p.line(
        [
          [x - s * 0.44 + k * s * 0.16, y - s * 0.22],
          [x - s * 0.36 + k * s * 0.16, y],
        ],
        p.tone('#8a683f'),
        s * 0.014,
      )
  }
  basket(330, 832, 100, '#3a6f9a')
  basket(620, 822, 88, '#b8453a')
  basket(1390, 830, 96, '#3f7f6a')
  basket(960, 930, 190, '#2f6592')
  basket(1240, 890, 150, '#c08a35')
  for (let i = 0; i < 46; i++) {
    const x = p.random.between(0, 420)
    p.curve(
      [
        [x, 1000],
        [x + 6, 960],
        [x + p.random.between(-20, 30), 900 + p.random.between(-20, 30)],
      ],
      p.tone('#8f9a5c'),
      3,
    )
  }
  drawGulls(p, 7)
}

export const HARBOUR = {
  'harbour-cranes': harbourCranes,
  'container-ship': containerShip,
  ferry,
  lighthouse,
  'fishing-boats': fishingBoats,
  'beach-lake': beach,
}
