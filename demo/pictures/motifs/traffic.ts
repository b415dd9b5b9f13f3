/** Tram, train, bus, bicycles, parked cars and road works. */
import { drawHouseRow } from '../buildings.ts'
import { darken, lighten, mix } from '../light.ts'
import { drawWheel, headlight, layTownRoad, paneOf } from './emergency.ts'
import { laySkyline } from './facades.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'
import { drawCar, drawCrowd, drawLamp, drawPerson, drawStreet } from '../street.ts'

function drawTramCar(p: Painter, y: number): void {
  const lit = p.light.lit > 0.1
  const [green, cream] = ['#1c6a55', '#efe7d4']
  p.shadow(800, y + 8, 690, 26, 0.6)
  p.path(
    `M150 ${y - 20}V${y - 250}Q150 ${y - 292} 200 ${y - 292}H1340Q1420 ${y - 288} 1450 ${y - 180}L1466 ${y - 80}Q1468 ${y - 20} 1440 ${y - 20}Z`,
    p.down(
      [0, p.tone(lighten(cream, 0.06))],
      [0.46, p.tone(cream)],
      [0.5, p.tone(green)],
      [1, p.tone(darken(green, 0.42))],
    ),
  )
  p.rect(170, y - 302, 1160, 14, p.tone('#8f979a'))
  p.rect(186, y - 256, 1120, 104, p.tone('#23302f'), 'rx="12"')
  for (let i = 0; i < 9; i++) {
    const x = 196 + i * 124
    if (i === 2 || i === 6) {
      p.rect(x, y - 256, 112, 226, p.tone('#184f41'))
      for (const dx of [6, 60])
        p.rect(
          x + dx,
          y - 248,
          46,
          200,
          lit
            ? p.down([0, '#ffecc0'], [1, '#e6ac5d'])
            : p.down([0, mix(p.light.sky[1], '#7d97a0', 0.5)], [1, p.tone('#3b4c52')]),
          'rx="6"',
        )
    } else {
      p.rect(
        x,
        y - 248,
        112,
        90,
        lit
          ? p.down([0, '#fff0c8'], [1, '#efb868'])
          : p.down([0, mix(p.light.sky[1], '#8fa8b0', 0.5)], [1, p.tone('#41545c')]),
        'rx="8"',
      )
      for (let k = 0; k < 2; k++)
        if (p.random.chance(0.6)) {
          const hx = x + 30 + k * 46
          p.circle(hx, y - 196, 13, lit ? '#6b4a35' : p.tone('#1f2a2e'))
          p.path(`M${hx - 20} ${y - 158}Q${hx} ${y - 196} ${hx + 20} ${y - 158}Z`, lit ? '#4b3a34' : p.tone('#1c2529'))
        }
    }
  }
  p.path(
    `M1316 ${y - 256}H1340Q1392 ${y - 252} 1416 ${y - 160}H1316Z`,
    lit
      ? p.down([0, '#d8c79a'], [1, '#7d6a4c'])
      : p.down([0, mix(p.light.sky[1], '#8fa8b0', 0.5)], [1, p.tone('#2f4048')]),
  )
  p.rect(150, y - 148, 1310, 8, p.tone('#c9a24a'))
  p.circle(1440, y - 70, 16, lit ? '#fff8dd' : p.tone('#e6ebe9'))
  if (lit) p.glow(1450, y - 70, 150, '#fff2c8', 0.8)
  p.rect(690, y - 296, 8, 300, p.tone('#133f34'))
  p.rect(900, y - 20, 8, 10, '#111111')
  for (const x of [300, 420, 760, 880, 1200, 1320]) {
    p.circle(x, y - 14, 34, p.tone('#1b1e20'))
    p.circle(x, y - 14, 17, p.tone('#6d7376'))
  }
  p.rect(240, y - 36, 260, 26, p.tone('#16221f'))
  p.rect(700, y - 36, 260, 26, p.tone('#16221f'))
  p.rect(1140, y - 36, 260, 26, p.tone('#16221f'))
  p.line(
    [
      [760, y - 302],
      [700, y - 366],
      [780, y - 424],
    ],
    p.tone('#3b4447'),
    6,
  )
  p.line(
    [
      [720, y - 424],
      [840, y - 424],
    ],
    p.tone('#3b4447'),
    7,
  )
}

function tram(p: Painter): void {
  laySkyline(p, 560)
  drawHouseRow(p, -60, 1660, 740, 200, 0.22, { shop: true, floors: 4 })
  drawStreet(p, 736, '#8f8a84', true)
  p.rect(0, 738, 1600, 30, p.tone(p.isSnowy ? '#f1f4f6' : '#b3aca2'))
  drawCrowd(p, 60, 1540, 742, 80, 7, 0.12)
  for (const y of [846, 884]) {
    p.rect(0, y, 1600, 6, p.tone('#4c4f52'))
    p.rect(0, y - 2, 1600, 2, lighten(p.light.sky[2], 0.2))
  }
  p.line(
    [
      [0, 434],
      [1600, 434],
    ],
    p.tone('#3b4447'),
    3,
  )
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => drawTramCar(p, 868))
  if (p.mood === 'rain' || p.isDark) for (let i = 0; i < 12; i++) p.wetStreak(220 + i * 100, 890, '#ffcf86', 110)
  for (const x of [110, 1500]) {
    p.line(
      [
        [x, 900],
        [x, 380],
      ],
      p.tone('#3a4245'),
      11,
    )
    p.line(
      [
        [x, 434],
        [x + (x < 800 ? 120 : -120), 420],
      ],
      p.tone('#3a4245'),
      5,
    )
  }
}

function regionalTrain(p: Painter): void {
  p.sky(540)
  p.ridge(420, 52, '#6d8a8c', 1, 1000, 1.3)
  p.ridge(500, 40, '#6f8f6a', 0.72)
  drawTreeline(p, -20, 1620, () => 650, 90, 0.44)
  p.ground(640, p.light.grass, 140)
  const y = 830
  p.shape(
    [
      [-20, y - 24],
      [1620, y - 24],
      [1640, y + 60],
      [-40, y + 60],
    ],
    p.down([0, p.tone(p.isSnowy ? '#eef2f5' : '#8f8578')], [1, p.tone('#5f574d')]),
  )
  for (let x = -10; x < 1640; x += 46) p.rect(x, y + 4, 26, 12, p.tone('#4b3d32'))
  p.rect(0, y - 4, 1600, 7, p.tone('#7b8286'))
  for (const x of [160, 620, 1080, 1540]) {
    p.line(
      [
        [x, y - 10],
        [x, 420],
      ],
      p.tone('#5f676b'),
      9,
    )
    p.line(
      [
        [x, 460],
        [x + 100, 440],
      ],
      p.tone('#5f676b'),
      5,
    )
  }
  p.line(
    [
      [0, 446],
      [1600, 446],
    ],
    p.tone('#4b5256'),
    2.5,
  )
  p.line(
    [
      [0, 470],
      [1600, 470],
    ],
    p.tone('#4b5256'),
    2,
  )
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [top, hue] = [y - 236, '#2c6b8f']
    p.shadow(600, y + 8, 800, 18, 0.5)
    p.path(
      `M-40 ${y - 30}V${top}H1230Q1330 ${top + 4} 1392 ${top + 118}Q1412 ${y - 70} 1400 ${y - 30}Z`,
      p.down([0, p.tone('#f0eee6')], [0.48, p.tone('#dfe0da')], [0.5, p.tone(hue)], [1, p.tone(darken(hue, 0.4))]),
    )
    p.rect(-40, y - 118, 1436, 8, p.tone('#e0a92f'))
    p.rect(-40, top + 40, 1240, 72, p.tone('#26343c'), 'rx="10"')
    for (let i = 0; i < 13; i++) {
      if (i % 5 === 3) {
        p.rect(-20 + i * 95, top + 30, 84, 170, p.tone('#d8a52f'))
        for (const dx of [6, 45])
          p.rect(
            -20 + i * 95 + dx,
            top + 40,
            33,
            120,
            p.light.lit > 0.2 ? '#ffe0a0' : mix(p.light.sky[1], '#4b6069', 0.5),
          )
      } else
        p.rect(
          -24 + i * 95,
          top + 46,
          88,
          60,
          p.light.lit > 0.2 && p.random.chance(0.9)
            ? p.down([0, '#fff0c8'], [1, '#f0bd70'])
            : mix(p.light.sky[1], '#566e78', 0.5),
          'rx="6"',
        )
    }
    p.path(
      `M1226 ${top + 34}H1256Q1318 ${top + 44} 1352 ${top + 112}H1226Z`,
      p.down([0, mix(p.light.sky[1], '#7f99a4', 0.5)], [1, p.tone('#26343c')]),
    )
    for (const x of [410, 890]) p.rect(x, top + 4, 14, 206, p.tone('#3c474d'))
    p.rect(-40, top - 8, 1220, 12, p.tone('#9aa2a5'))
    p.rect(-40, y - 32, 1420, 22, p.tone('#22282b'))
    for (const x of [60, 150, 360, 450, 840, 930, 1150, 1240]) {
      p.circle(x, y - 18, 22, p.tone('#1a1d1f'))
      p.circle(x, y - 18, 11, p.tone('#6b7276'))
    }
    p.line(
      [
        [560, top - 8],
        [510, 500],
        [570, 472],
      ],
      p.tone('#40484c'),
      6,
    )
    p.line(
      [
        [536, 470],
        [610, 470],
      ],
      p.tone('#40484c'),
      6,
    )
    headlight(p, 1386, y - 84, 11)
    headlight(p, 1340, top + 26, 7)
  })
  drawTree(p, 90, 960, 280)
  drawTree(p, 1500, 970, 300)
  for (let i = 0; i < 60; i++) {
    const x = p.random.between(0, 1600)
    p.curve(
      [
        [x, 1000],
        [x + 4, 960],
        [x + p.random.between(-20, 20), 930],
      ],
      p.tone(darken(p.light.grass, 0.2)),
      3,
    )
  }
}

function bus(p: Painter): void {
  layTownRoad(p)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y, hue] = [180, 900, '#1c6a55']
    const lit = p.light.lit > 0.2
    p.shadow(x + 560, y + 6, 620, 28, 0.6)
    p.rect(
      x,
      y - 340,
      1130,
      296,
      p.down([0, p.tone('#f0eadb')], [0.56, p.tone('#e2dbc9')], [0.58, p.tone(hue)], [1, p.tone(darken(hue, 0.4))]),
      'rx="26"',
    )
    p.rect(x + 20, y - 306, 1088, 140, p.tone('#1f2a2e'), 'rx="14"')
    for (let i = 0; i < 8; i++) {
      const wx = x + 30 + i * 134
      const isDoor = i === 3 || i === 6
      p.rect(
        wx,
        y - 298,
        124,
        isDoor ? 240 : 124,
        isDoor ? p.tone('#1b2528') : lit ? p.down([0, '#fff0c8'], [1, '#eebb6c']) : paneOf(p),
        'rx="8"',
      )
      if (isDoor)
        for (const dx of [7, 65])
          p.rect(wx + dx, y - 290, 52, 222, lit ? p.down([0, '#ffecc0'], [1, '#c98f48']) : paneOf(p), 'rx="6"')
      else if (p.random.chance(0.75)) {
        p.circle(wx + 62, y - 226, 17, lit ? '#5d4234' : p.tone('#1a2428'))
        p.path(
          `M${wx + 34} ${y - 174}Q${wx + 62} ${y - 232} ${wx + 90} ${y - 174}Z`,
          lit ? '#463630' : p.tone('#182125'),
        )
      }
    }
    p.rect(x + 30, y - 334, 220, 24, '#15191b', 'rx="4"')
    for (let i = 0; i < 15; i++) p.rect(x + 42 + i * 13, y - 328 + (i % 3) * 2, 8, 11, '#ffb347')
    for (const wx of [x + 220, x + 880]) {
      p.path(`M${wx - 84} ${y - 44}a84 84 0 0 1 168 0Z`, p.tone('#12352c'))
      drawWheel(p, wx, y + 4, 62)
    }
    p.rect(x - 4, y - 60, 1138, 18, p.tone('#1a2022'))
    headlight(p, x + 1116, y - 96, 14)
    p.rect(x, y - 110, 8, 40, lit ? '#ff5a46' : p.tone('#a32c26'))
  })
  const sx = p.sunX > 800 ? 1440 : 160
  p.line(
    [
      [sx, 930],
      [sx, 640],
    ],
    p.tone('#8a9296'),
    10,
  )
  p.circle(sx, 610, 44, p.tone('#e0b52f'))
  p.circle(sx, 610, 32, p.tone('#1c6a55'))
  for (const dx of [-8, 8]) p.rect(sx + dx - 4, 592, 8, 36, '#f2e8c8')
  p.rect(sx - 12, 606, 24, 8, '#f2e8c8')
  p.rect(sx - 24, 670, 48, 64, p.tone('#f2efe4'))
  drawCrowd(p, p.sunX > 800 ? 1340 : 60, p.sunX > 800 ? 1570 : 300, 900, 130, 3)
}

function roadConstruction(p: Painter): void {
  layTownRoad(p, 700)
  p.blob(
    [
      [380, 840],
      [760, 800],
      [1220, 820],
      [1330, 900],
      [1180, 960],
      [560, 970],
      [360, 920],
    ],
    p.down([0, p.tone('#6b5440')], [1, p.tone('#3f3126')]),
  )
  for (let i = 0; i < 90; i++)
    p.circle(
      p.random.between(400, 1300),
      p.random.between(830, 950),
      p.random.between(4, 12),
      p.tone(p.random.pick(['#7d6650', '#54432f', '#8f7a60'])),
    )
  p.blob(
    [
      [180, 880],
      [260, 790],
      [350, 750],
      [440, 800],
      [500, 880],
    ],
    p.down([0, p.tone('#94795a')], [1, p.tone('#5f4b37')]),
  )
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y] = [860, 860]
    const yellow = '#dca12a'
    p.shadow(x, y, 230, 22, 0.6)
    p.rect(x - 190, y - 66, 360, 66, p.tone('#24282a'), 'rx="33"')
    for (let i = 0; i < 6; i++) {
      p.circle(x - 150 + i * 56, y - 33, 22, p.tone('#565c60'))
      p.circle(x - 150 + i * 56, y - 33, 9, p.tone('#2b2f31'))
    }
    p.rect(
      x - 180,
      y - 170,
      330,
      92,
      p.down([0, p.tone(lighten(yellow, 0.15))], [1, p.tone(darken(yellow, 0.3))]),
      'rx="12"',
    )
    p.path(
      `M${x - 20} ${y - 160}V${y - 300}Q${x - 18} ${y - 316} ${x} ${y - 316}H${x + 96}Q${x + 116} ${y - 314} ${x + 122} ${y - 290}L${x + 142} ${y - 160}Z`,
      p.tone(yellow),
    )
    p.path(
      `M${x + 2} ${y - 190}V${y - 296}H${x + 92}Q${x + 102} ${y - 294} ${x + 106} ${y - 280}L${x + 122} ${y - 190}Z`,
      paneOf(p),
    )
    const boom: Point[] = [
      [x + 110, y - 180],
      [x + 300, y - 420],
      [x + 500, y - 330],
    ]
    p.line(boom, p.tone(yellow), 38)
    p.line(boom, p.tone(lighten(yellow, 0.2)), 10)
    p.line(
      [
        [x + 500, y - 330],
        [x + 540, y - 130],
      ],
      p.tone(yellow),
      28,
    )
    p.line(
      [
        [x + 150, y - 240],
        [x + 270, y - 350],
      ],
      p.tone('#c9ced1'),
      10,
    )
    p.line(
      [
        [x + 330, y - 430],
        [x + 470, y - 380],
      ],
      p.tone('#c9ced1'),
      9,
    )
    p.path(
      `M${x + 560} ${y - 150}Q${x + 600} ${y - 60} ${x + 540} ${y - 26}Q${x + 470} ${y - 16} ${x + 448} ${y - 60}L${x + 500} ${y - 130}Z`,
      p.tone('#4a4f52'),
    )
    for (let i = 0; i < 4; i++)
      p.shape(
        [
          [x + 446 + i * 26, y - 52 + i * 9],
          [x + 436 + i * 26, y - 26 + i * 9],
          [x + 462 + i * 26, y - 42 + i * 9],
        ],
        p.tone('#7d8488'),
      )
    p.glow(x + 50, y - 326, p.isDark ? 90 : 30, '#ffa52f', 0.9)
  })
  for (let i = 0; i < 7; i++) {
    const [x, y, h] = [110 + i * 235, 972, 190]
    p.rect(x - 26, y - h, 52, h - 26, p.tone('#f4f0e6'))
    for (let k = 0; k < 4; k++)
      p.shape(
        [
          [x - 26, y - h + 22 + k * 44],
          [x + 26, y - h - 4 + k * 44 + 2],
          [x + 26, y - h + 24 + k * 44],
          [x - 26, y - h + 46 + k * 44],
        ],
        p.tone('#c8352b'),
      )
    p.rect(x - 40, y - 28, 80, 22, p.tone('#3a3836'))
    p.circle(x, y - h - 15, 15, p.isDark ? '#ffd060' : p.tone('#e0a02f'))
    if (p.isDark || p.mood === 'rain') p.glow(x, y - h - 15, 84, '#ffb02f', 0.9)
  }
  p.line(
    [
      [1500, 880],
      [1500, 640],
    ],
    p.tone('#8a9296'),
    9,
  )
  p.shape(
    [
      [1500, 520],
      [1580, 656],
      [1420, 656],
    ],
    p.tone('#c8352b'),
  )
  p.shape(
    [
      [1500, 552],
      [1554, 642],
      [1446, 642],
    ],
    p.tone('#f2ce4a'),
  )
  p.circle(1494, 588, 8, '#1f1f1f')
  p.line(
    [
      [1494, 600],
      [1486, 622],
      [1472, 636],
    ],
    '#1f1f1f',
    7,
  )
  p.line(
    [
      [1488, 606],
      [1516, 620],
      [1530, 636],
    ],
    '#1f1f1f',
    5,
  )
}

function chargingStation(p: Painter): void {
  layTownRoad(p, 720)
  const mirror = p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)'
  p.group(mirror, () => {
    drawCar(p, 640, 900, 760, 0, { colour: '#3f7d96', isLit: false, shape: 'car' })
    const [x, y] = [1230, 910]
    p.shadow(x + 60, y, 130, 18, 0.5)
    p.rect(x - 20, y - 16, 200, 18, p.tone('#8f8b84'))
    p.rect(x, y - 440, 160, 430, p.across([0, p.tone('#f3f2ec')], [1, p.tone('#b4b7b6')]), 'rx="26"')
    p.rect(x + 22, y - 404, 116, 124, p.isDark ? '#bdf2d8' : p.tone('#1c2b33'), 'rx="10"')
    p.shape(
      [
        [x + 88, y - 392],
        [x + 56, y - 336],
        [x + 78, y - 336],
        [x + 70, y - 294],
        [x + 106, y - 352],
        [x + 82, y - 352],
      ],
      p.isDark ? '#0f7a58' : '#6fe0a8',
    )
    p.rect(x, y - 250, 160, 26, '#2fa876')
    if (p.light.lit > 0.2) {
      p.glow(x + 80, y - 340, 190, '#7ff0b8', 0.7)
      p.glow(x + 80, y - 238, 120, '#3fd898', 0.5)
    }
    p.circle(x + 80, y - 170, 30, p.tone('#2a3237'))
    p.curve(
      [
        [x + 76, y - 166],
        [x - 30, y - 60],
        [x - 150, y - 30],
        [x - 236, y - 120],
        [x - 262, y - 152],
      ],
      p.tone('#22282b'),
      13,
    )
    p.rect(x - 284, y - 172, 36, 26, p.tone('#22282b'), 'rx="6"')
  })
  const px = p.sunX > 800 ? 1440 : 160
  p.rect(px - 6, 620, 12, 300, p.tone('#8a9296'))
  p.rect(px - 44, 560, 88, 88, p.tone('#1f5fae'), 'rx="8"')
  p.rect(px - 20, 578, 12, 52, '#f4f4ee')
  p.path(`M${px - 12} 583h16a14 14 0 0 1 0 28h-16`, 'none', 'stroke="#f4f4ee" stroke-width="10"')
}

function bikeLane(p: Painter): void {
  p.sky(560)
  p.ridge(500, 24, '#70898a', 0.95)
  drawHouseRow(p, -20, 1620, 640, 90, 0.5)
  p.rect(0, 636, 1600, 370, p.tone(p.light.grass))
  p.shape(
    [
      [560, 640],
      [700, 640],
      [500, 1010],
      [-260, 1010],
    ],
    p.down([0, p.tone('#8f8d90', 0.3)], [1, p.tone('#5f5e63')]),
  )
  p.shape(
    [
      [716, 640],
      [806, 640],
      [1180, 1010],
      [520, 1010],
    ],
    p.down([0, p.tone('#b5604a', 0.25)], [1, p.tone('#9a3f2e')]),
  )
  p.shape(
    [
      [814, 640],
      [880, 640],
      [1500, 1010],
      [1206, 1010],
    ],
    p.down([0, p.tone('#c9c2b5', 0.2)], [1, p.tone('#a59d8f')]),
  )
  for (const [a, b] of [
    [712, 508],
    [809, 1192],
  ] as const)
    p.shape(
      [
        [a - 2, 640],
        [a + 2, 640],
        [b + 12, 1010],
        [b - 12, 1010],
      ],
      p.tone('#f2eee2'),
    )
  p.group('translate(856 905) scale(1 .5)', () => {
    const white = p.tone('#f4f1e6')
    for (const dx of [-86, 86]) p.circle(dx, 20, 58, 'none', `stroke="${white}" stroke-width="13"`)
    p.line(
      [
        [-86, 20],
        [-36, -66],
        [50, -66],
        [-10, 20],
        [-86, 20],
      ],
      white,
      12,
    )
    p.line(
      [
        [-10, 20],
        [-50, -92],
      ],
      white,
      12,
    )
    p.line(
      [
        [86, 20],
        [44, -104],
        [78, -110],
      ],
      white,
      12,
    )
    p.line(
      [
        [-72, -94],
        [-30, -94],
      ],
      white,
      14,
    )
  })
  for (const [t, x] of [
    [0.06, 930],
    [0.2, 990],
    [0.42, 1110],
    [0.8, 1340],
  ] as const) {
    drawTree(p, x + t * 120, 650 + t * 250, 150 + t * 420, 0.4 * (1 - t))
  }
  for (const [t, x] of [
    [0.06, 520],
    [0.2, 440],
    [0.42, 300],
  ] as const)
    drawTree(p, x - t * 150, 650 + t * 220, 150 + t * 330, 0.4 * (1 - t))
  drawCyclist(p, 770, 716, 96, 0.2)
  drawCar(p, 500, 740, 130, 0.2)
  if (p.mood === 'autumn')
    for (let i = 0; i < 130; i++) {
      const y = p.random.between(680, 1000)
      p.ellipse(
        p.random.between(300, 1500),
        y,
        (y - 600) / 36,
        (y - 600) / 90,
        p.tone(p.random.pick(p.light.foliage)),
        'opacity=".8"',
      )
    }
}

/** A cyclist from the side, `h` high with the bicycle, a silhouette with a coloured jersey. */
export function drawCyclist(p: Painter, x: number, y: number, h: number, depth = 0, jersey?: string): void {
  const r = h * 0.2
  const frame = p.tone('#2a2e33', depth)
  const body = p.tone('#23262c', depth)
  const cloth = p.tone(jersey ?? p.random.pick(['#b8382d', '#2f6592', '#d9a02c', '#17594a', '#8a4b7a']), depth)
  for (const dx of [-0.3, 0.3]) {
    p.circle(x + dx * h, y - r, r, 'none', `stroke="${frame}" stroke-width="${fixed(h * 0.026)}"`)
    for (let k = 0; k < 6; k++)
      p.line(
        [
          [x + dx * h, y - r],
          [x + dx * h + Math.cos(k) * r, y - r + Math.sin(k) * r],
        ],
        frame,
        h * 0.004,
      )
  }
  p.line(
    [
      [x - 0.3 * h, y - r],
      [x - 0.12 * h, y - 0.5 * h],
      [x + 0.2 * h, y - 0.52 * h],
      [x - 0.02 * h, y - r],
      [x - 0.3 * h, y - r],
    ],
    cloth,
    h * 0.024,
  )
  p.line(
    [
      [x - 0.02 * h, y - r],
      [x - 0.14 * h, y - 0.56 * h],
    ],
    cloth,
    h * 0.024,
  )
  p.line(
    [
      [x + 0.3 * h, y - r],
      [x + 0.19 * h, y - 0.58 * h],
      [x + 0.27 * h, y - 0.6 * h],
    ],
    frame,
    h * 0.024,
  )
  p.line(
    [
      [x - 0.13 * h, y - 0.6 * h],
      [x + 0.06 * h, y - 0.42 * h],
      [x - 0.02 * h, y - 0.12 * h],
    ],
    body,
    h * 0.07,
  )
  p.line(
    [
      [x - 0.13 * h, y - 0.6 * h],
      [x, y - 0.44 * h],
      [x + 0.02 * h, y - 0.28 * h],
    ],
    body,
    h * 0.06,
  )
  p.path(
    `M${fixed(x - 0.2 * h)} ${fixed(y - 0.6 * h)}Q${fixed(x - 0.12 * h)} ${fixed(y - 0.86 * h)} ${fixed(x + 0.12 * h)} ${fixed(y - 0.84 * h)}L${fixed(x + 0.14 * h)} ${fixed(y - 0.74 * h)}Q${fixed(x)} ${fixed(y - 0.7 * h)} ${fixed(x - 0.06 * h)} ${fixed(y - 0.56 * h)}Z`,
    cloth,
  )
  p.line(
    [
      [x + 0.1 * h, y - 0.78 * h],
      [x + 0.18 * h, y - 0.66 * h],
      [x + 0.27 * h, y - 0.6 * h],
    ],
    body,
    h * 0.05,
  )
  p.circle(x + 0.18 * h, y - 0.9 * h, h * 0.062, p.tone('#a97a5c', depth))
  p.path(
    `M${fixed(x + 0.1 * h)} ${fixed(y - 0.91 * h)}Q${fixed(x + 0.13 * h)} ${fixed(y - 1.0 * h)} ${fixed(x + 0.26 * h)} ${fixed(y - 0.94 * h)}Z`,
    p.tone('#e6e6e0', depth),
  )
}

function parking(p: Painter): void {
  p.sky(560)
  drawHouseRow(p, -40, 1640, 640, 190, 0.34)
  drawTreeline(p, 0, 1600, () => 650, 130, 0.24, undefined, 2.2)
  drawStreet(p, 640, '#85838a')
  for (let row = 0; row < 3; row++) {
    const [y, w] = [720 + row * 115, 170 + row * 70]
    for (let x = -40 + row * 30; x < 1660; x += w * 1.22) {
      p.shape(
        [
          [x - w * 0.6, y + 12],
          [x - w * 0.57, y + 12],
          [x - w * 0.52, y - w * 0.26],
          [x - w * 0.54, y - w * 0.26],
        ],
        p.tone('#f2eee2'),
        'opacity=".8"',
      )
      if (p.random.chance(0.86))
        p.group(p.random.chance(0.5) ? `translate(${fixed(2 * x)} 0) scale(-1 1)` : '', () =>
          drawCar(p, x, y, w, 0.16 - row * 0.07, {
            isLit: false,
            shape: p.random.pick(['car', 'estate', 'car'] as const),
          }),
        )
    }
  }
  const sx = p.sunX > 800 ? 260 : 1340
  p.rect(sx - 7, 520, 14, 340, p.tone('#8a9296'))
  p.rect(sx - 64, 400, 128, 128, p.tone('#1f5fae'), 'rx="12"')
  p.rect(sx - 26, 424, 17, 80, '#f4f4ee')
  p.path(`M${sx - 18} 433h26a23 23 0 0 1 0 46h-26`, 'none', 'stroke="#f4f4ee" stroke-width="16"')
  p.rect(sx + 150, 760, 70, 150, p.across([0, p.tone('#d9d5ca')], [1, p.tone('#8f8c84')]), 'rx="6"')
  p.rect(sx + 164, 780, 42, 30, p.light.lit > 0.2 ? '#bff0d0' : p.tone('#2a3a40'))
  drawPerson(p, sx + 250, 920, 130)
  drawLamp(p, p.sunX > 800 ? 1380 : 200, 880, 330)
}

export const TRAFFIC = {
  tram,
  'regional-train': regionalTrain,
  bus,
  'road-construction': roadConstruction,
  'charging-station': chargingStation,
  'bike-lane': bikeLane,
  parking,
}
