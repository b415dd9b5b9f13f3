/** The river Aue and Lake Tannsee: everything with a calm reflection. */
import { drawHouse, drawHouseRow, drawMinster, drawVillageChurch } from '../buildings.ts'
import { darken, lighten, mix } from '../light.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'
import { drawLamp, drawPerson } from '../street.ts'

export function layShore(p: Painter, y: number, strokes: () => void, calm = 1): void {
  const markup = p.capture(strokes)
  p.add(markup)
  p.water(y, markup, 1000, calm)
}

function drawReeds(p: Painter, from: number, to: number, y: number, h: number): void {
  for (let x = from; x < to; x += p.random.between(5, 15)) {
    const [tall, lean] = [h * p.random.between(0.5, 1.15), p.random.between(-14, 20)]
    p.curve(
      [
        [x, y + 20],
        [x + lean * 0.3, y - tall * 0.5],
        [x + lean, y - tall],
      ],
      p.tone(
        p.random.pick(p.isSnowy || p.isBare ? ['#b59a6a', '#93794f'] : ['#6d8046', '#54693c', '#8d934f', '#a38d52']),
      ),
      p.random.between(2, 4.4),
    )
    if (p.random.chance(0.2)) p.ellipse(x + lean, y - tall, 4.4, 17, p.tone('#5b3d28'))
  }
}

function river(p: Painter): void {
  p.sky(520)
  p.ridge(430, 46, '#6b8a8c', 1, 1000, 1.3)
  const far = p.ridge(490, 26, '#6d8a62', 0.72)
  drawTreeline(p, -20, 1620, (x) => far(x) + 18, 56, 0.62)
  p.mist(540, 110, p.mood === 'dawn' || p.mood === 'fog' ? 0.75 : 0.25)
  p.water(560)
  const grass = p.isSnowy ? '#edf2f6' : p.light.grass
  const bank = (points: Point[], depth: number) =>
    p.path(
      smoothPath(points),
      p.down([0, p.tone(lighten(grass, 0.12), depth)], [1, p.tone(darken(grass, 0.3), depth * 0.5)]),
    )
  bank(
    [
      [-40, 556],
      [560, 560],
      [840, 568],
      [420, 590],
      [160, 640],
      [520, 690],
      [640, 730],
      [380, 790],
      [120, 900],
      [60, 1010],
      [-40, 1010],
    ],
    0.28,
  )
  bank(
    [
      [1640, 556],
      [980, 560],
      [1010, 575],
      [1180, 600],
      [1080, 660],
      [1180, 720],
      [1360, 800],
      [1500, 900],
      [1560, 1010],
      [1640, 1010],
    ],
    0.28,
  )
  for (const [x, y, h] of [
    [90, 610, 120],
    [260, 606, 100],
    [1350, 610, 130],
    [1500, 640, 170],
    [1180, 596, 84],
    [420, 590, 70],
  ] as const)
    drawTree(p, x, y, h, 0.36)
  drawTree(p, 1475, 860, 400, 0.02)
  drawTree(p, 60, 800, 300, 0.08, p.isBare ? 'bare' : 'poplar')
  drawTree(p, 190, 770, 250, 0.1, p.isBare ? 'bare' : 'poplar')
  drawReeds(p, 60, 420, 900, 90)
  drawReeds(p, 1360, 1600, 930, 120)
  if (p.mood === 'dawn' || p.mood === 'fog') p.mist(640, 120, 0.5)
}

function smoothPath(points: readonly Point[]): string {
  let d = `M${points[0]![0]} ${points[0]![1]}`
  for (let i = 1; i < points.length; i++) {
    const [before, at] = [points[i - 1]!, points[i]!]
    const [mx, my] = [(before[0] + at[0]) / 2, (before[1] + at[1]) / 2]
    d += `Q${before[0]} ${before[1]} ${mx} ${my}`
  }
  return `${d}L${points.at(-1)![0]} ${points.at(-1)![1]}Z`
}

function bridge(p: Painter): void {
  p.sky(560)
  layShore(p, 640, () => {
    p.ridge(540, 26, '#6f8a80', 0.9, 640)
    drawHouseRow(p, -20, 1620, 628, 88, 0.56)
    drawMinster(p, p.sunX < 800 ? 1150 : 440, 632, 300, 0.5)
    drawHouseRow(p, -20, 700, 640, 62, 0.44)
    drawHouseRow(p, 900, 1620, 640, 62, 0.44)
    drawTreeline(p, -20, 1620, () => 640, 48, 0.4, undefined, 1.6)
  })
  if (p.mood === 'fog' || p.mood === 'dawn') p.mist(640, 150, 0.6)
  const stone = '#a89078'
  const markup = p.capture(() => {
    const arches = [-60, 340, 760, 1200, 1660]
    let d = `M-40 596Q800 500 1640 596L1640 760`
    for (let i = arches.length - 1; i > 0; i--) {
      const [right, left] = [arches[i]! - 44, arches[i - 1]! + 44]
      d += `L${right} 770Q${right} 640 ${(right + left) / 2} 622Q${left} 640 ${left} 770`
    }
    p.path(`${d}L-40 760Z`, p.down([0, p.tone(lighten(stone, 0.15), 0.12)], [1, p.tone(darken(stone, 0.34), 0.05)]))
    for (let i = 1; i < arches.length; i++) {
      const [right, left] = [arches[i]! - 44, arches[i - 1]! + 44]
      p.path(
        `M${left} 770Q${left} 640 ${(right + left) / 2} 622Q${right} 640 ${right} 770`,
        'none',
        `stroke="${p.tone(lighten(stone, 0.3))}" stroke-width="9" stroke-opacity=".7"`,
      )
      p.shape(
        [
          [arches[i]! - 60, 780],
          [arches[i]! - 36, 700],
          [arches[i]! + 36, 700],
          [arches[i]! + 60, 780],
        ],
        p.tone(darken(stone, 0.18)),
      )
    }
    for (let i = 0; i < 170; i++) {
      const x = p.random.between(-20, 1620)
      const y = 562 + ((x - 800) / 800) ** 2 * 38 + p.random.between(-8, 46)
      p.rect(
        x,
        y,
        p.random.between(12, 30),
        7,
        p.tone(p.random.chance(0.5) ? lighten(stone, 0.2) : darken(stone, 0.25)),
        'opacity=".4"',
      )
    }
    p.path(
      'M-40 582Q800 486 1640 582L1640 600Q800 504 -40 600Z',
      p.tone(p.isSnowy ? '#f4f7fa' : lighten(stone, 0.24), 0.06),
    )
    for (const x of [160, 480, 800, 1120, 1440]) drawLamp(p, x, 538 + ((x - 800) / 800) ** 2 * 44, 96, 0.06)
    for (const x of [340, 400, 980, 1300]) drawPerson(p, x, 540 + ((x - 800) / 800) ** 2 * 44, 40, 0.12)
  })
  p.add(
    `<g clip-path="url(#bridgewater)"><g opacity=".42" transform="translate(0 1540) scale(1 -1)">${markup}</g></g><clipPath id="bridgewater"><rect x="0" y="768" width="1600" height="240"/></clipPath>`,
  )
  p.add(markup)
  for (let i = 0; i < 60; i++)
    p.ellipse(
      p.random.between(0, 1600),
      p.random.between(778, 990),
      p.random.between(20, 80),
      p.random.between(1, 3),
      lighten(p.light.sky[2], 0.1),
      'opacity=".4"',
    )
  if (p.isDark) for (const x of [160, 480, 800, 1120, 1440]) p.wetStreak(x, 800, '#ffd287', 170)
}

function riverFlood(p: Painter): void {
  p.sky(560)
  layShore(
    p,
    640,
    () => {
      p.ridge(560, 22, '#6f8a72', 0.86, 640)
      drawTreeline(p, -20, 1620, () => 630, 64, 0.6)
      drawHouseRow(p, 180, 620, 642, 58, 0.5)
      drawVillageChurch(p, 420, 640, 150, 0.48)
      for (const [x, h] of [
        [760, 130],
        [930, 180],
        [1090, 120],
        [1300, 210],
        [1490, 150],
      ] as const)
        drawTree(p, x, 642, h, 0.34)
    },
    0.8,
  )
  p.rect(0, 640, 1600, 360, p.down([0, '#8a7a5c', 0.12], [1, '#5b4a34', 0.42]))
  drawHouse(p, 1230, 760, 290, 120, 0.14, { wall: '#e5d8c0', style: 'gable', door: false })
  p.rect(1060, 735, 350, 40, mix(p.light.sky[1], '#7a6c52', 0.45))
  for (let i = 0; i < 12; i++)
    p.ellipse(
      1230 + p.random.between(-170, 170),
      744 + i * 3,
      p.random.between(30, 80),
      2,
      lighten(p.light.sky[2], 0.2),
      'opacity=".5"',
    )
  drawTree(p, 190, 800, 360, 0.06)
  for (let i = 0; i < 8; i++) {
    p.line(
      [
        [430 + i * 82, 800 + i * 4],
        [430 + i * 82, 868 + i * 5],
      ],
      p.tone('#5c4938'),
      10,
    )
    if (i < 7)
      p.line(
        [
          [430 + i * 82, 826 + i * 4],
          [512 + i * 82, 830 + i * 4],
        ],
        p.tone('#6b5745'),
        7,
      )
  }
  p.rect(676, 640, 10, 270, p.tone('#9aa2a6'))
  p.shape(
    [
      [680, 560],
      [746, 676],
      [614, 676],
    ],
    p.tone('#c9342c'),
  )
  p.shape(
    [
      [680, 588],
      [722, 662],
      [638, 662],
    ],
    p.tone('#f3efe4'),
  )
  p.rect(676, 612, 9, 26, '#222222')
  p.circle(680, 650, 5.5, '#222222')
  for (let i = 0; i < 190; i++) {
    const t = p.random()
    p.ellipse(
      p.random.between(-40, 1640),
      690 + t * 310,
      24 + t * 110,
      1.4 + t * 3.4,
      i % 2 ? lighten(p.light.sky[2], 0.12) : mix('#5d5040', p.light.sky[0], 0.3),
      `opacity="${fixed(0.14 + p.random() * 0.26)}"`,
    )
  }
  for (const [x, y] of [
    [190, 800],
    [680, 905],
  ] as const)
    for (let k = 0; k < 4; k++)
      p.ellipse(x, y + k * 3, 40 + k * 28, 4 + k, lighten(p.light.sky[2], 0.2), 'opacity=".3"')
  p.line(
    [
      [880, 940],
      [1120, 926],
      [1190, 938],
    ],
    p.tone('#4b3a2a'),
    13,
  )
  p.line(
    [
      [1010, 932],
      [1050, 900],
    ],
    p.tone('#4b3a2a'),
    7,
  )
}

function lake(p: Painter): void {
  p.sky(520)
  layShore(p, 610, () => {
    p.ridge(410, 74, '#63808a', 1, 610, 1.5)
    const hill = p.ridge(500, 48, '#557360', 0.74, 610)
    for (let x = -20; x < 1620; x += p.random.between(16, 30))
      drawTree(
        p,
        x,
        hill(x) + 30,
        p.random.between(44, 72),
        0.68,
        p.mood === 'autumn' && p.random.chance(0.6) ? 'leafy' : 'conifer',
      )
    for (let x = -20; x < 1620; x += p.random.between(26, 48))
      drawTree(
        p,
        x,
        612,
        p.random.between(58, 112),
        0.44,
        p.random.chance(p.mood === 'autumn' ? 0.25 : 0.6) ? 'conifer' : undefined,
      )
    drawHouse(p, 1180, 612, 60, 30, 0.34, { wall: '#a9643f', style: 'gable', floors: 1 })
  })
  if (p.isSnowy) p.rect(0, 610, 1600, 400, p.down([0, '#f4f8fb', 0.6], [1, '#dfeaf2', 0.5]))
  if (p.mood === 'dawn' || p.mood === 'fog') p.mist(625, 110, 0.75)
  const wood = p.isSnowy ? '#e9eef2' : '#9a7a58'
  const mirror = p.sunX > 800
  p.group(mirror ? '' : 'translate(1600 0) scale(-1 1)', () => {
    p.shape(
      [
        [60, 1010],
        [560, 1010],
        [664, 746],
        [560, 746],
      ],
      p.down([0, p.tone(lighten(wood, 0.1))], [1, p.tone(darken(wood, 0.26))]),
    )
    for (let i = 0; i < 20; i++) {
      const t = (i / 20) ** 1.7
      p.line(
        [
          [560 - 500 * t, 746 + 264 * t],
          [664 - 104 * t, 746 + 264 * t],
        ],
        p.tone(darken(wood, 0.5)),
        1.4 + t * 4,
        'opacity=".6"',
      )
    }
    for (const [x, y, h] of [
      [564, 750, 60],
      [660, 750, 60],
      [430, 830, 100],
      [640, 830, 100],
      [230, 930, 150],
      [606, 930, 150],
    ] as const)
      p.rect(x - 8, y - h * 0.5, 10 + h * 0.09, h, p.across([0, p.tone('#7d6248')], [1, p.tone('#4a3828')]))
    const boat = p.capture(() => {
      p.path(
        'M770 800Q900 836 1060 800Q1040 860 990 866L840 866Q790 856 770 800Z',
        p.down([0, p.tone('#a8643c')], [1, p.tone('#5c3421')]),
      )
      p.path('M770 800Q900 836 1060 800Q900 822 770 800Z', p.tone('#d6a878'))
      p.rect(880, 808, 70, 9, p.tone('#6b4128'))
    })
    p.add(`<g opacity=".35" transform="translate(0 1732) scale(1 -1)">${boat}</g>${boat}`)
    p.curve(
      [
        [664, 790],
        [720, 820],
        [774, 804],
      ],
      p.tone('#5a4a3a'),
      3,
    )
  })
  drawReeds(p, mirror ? 1240 : 0, mirror ? 1610 : 380, 990, 170)
}

function rowing(p: Painter): void {
  p.sky(520)
  layShore(p, 590, () => {
    p.ridge(500, 30, '#6b8a82', 0.92, 590)
    drawTreeline(p, -20, 1620, () => 592, 92, 0.6)
    drawHouse(p, 380, 592, 150, 50, 0.44, { wall: '#e9e0cf', style: 'gable', floors: 1 })
  })
  p.mist(600, 90, p.mood === 'dawn' ? 0.7 : 0.2)
  const isEight = p.mood === 'day'
  const seats = isEight ? 8 : 4
  const [x0, x1, y] = [210, 1390, 760]
  const crew = p.capture(() => {
    p.path(
      `M${x0} ${y}Q${(x0 + x1) / 2} ${y + 46} ${x1} ${y}Q${(x0 + x1) / 2} ${y + 22} ${x0} ${y}Z`,
      p.down([0, p.tone('#f0e6d0')], [1, p.tone('#8d5a34')]),
    )
    for (let i = 0; i < seats; i++) {
      const x = x0 + 190 + i * ((x1 - x0 - 380) / (seats - 1))
      const [dark, shirt] = [p.tone('#20262e'), p.tone('#17594a')]
      p.path(
        `M${fixed(x - 16)} ${y + 8}L${fixed(x + 20)} ${y - 78}Q${fixed(x + 36)} ${y - 92} ${fixed(x + 48)} ${y - 74}L${fixed(x + 26)} ${y + 10}Z`,
        shirt,
      )
      p.circle(x + 40, y - 100, 15, dark)
      p.line(
        [
          [x + 36, y - 70],
          [x - 14, y - 46],
          [x - 44, y - 44],
        ],
        dark,
        10,
      )
      p.line(
        [
          [x + 14, y + 2],
          [x - 40, y - 18],
          [x - 66, y + 8],
        ],
        dark,
        12,
      )
      p.line(
        [
          [x - 44, y - 46],
          [x - 20, y + 4],
          [x + 66, y + 92],
        ],
        p.tone('#e9e2d0'),
        4.5,
      )
      p.shape(
        [
          [x + 54, y + 80],
          [x + 92, y + 104],
          [x + 82, y + 120],
          [x + 50, y + 90],
        ],
        p.tone('#b8382d'),
      )
    }
  })
  p.add(`<g opacity=".35" transform="translate(0 ${y * 2 + 46}) scale(1 -1)">${crew}</g>${crew}`)
  for (let i = 0; i < seats; i++) {
    const x = x0 + 190 + i * ((x1 - x0 - 380) / (seats - 1)) + 74
    for (let k = 0; k < 3; k++)
      p.ellipse(x, y + 108 + k * 2, 26 + k * 20, 4 + k * 3, lighten(p.light.sky[2], 0.3), 'opacity=".4"')
  }
  p.path(
    `M60 ${y + 20}Q500 ${y + 44} 1500 ${y + 16}Q800 ${y + 60} 60 ${y + 20}Z`,
    lighten(p.light.sky[2], 0.3),
    'opacity=".4"',
  )
  drawReeds(p, 0, 300, 990, 110)
}

export const RIVER = { river, bridge, 'river-flood': riverFlood, lake, rowing }
