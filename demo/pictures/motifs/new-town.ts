/** Station, flats, building sites, offices and factories. */
import { drawHouseRow, drawWindow } from '../buildings.ts'
import { darken, lighten, mix } from '../light.ts'
import { drawArch, drawGlassGrid, facadeFill, laySkyline, roofTone } from './facades.ts'
import type { Painter } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'
import { drawCar, drawCrowd, drawLamp, drawPerson, drawStreet } from '../street.ts'

function trainStation(p: Painter): void {
  laySkyline(p, 660, false)
  const y = 790
  const brick = '#b4694c'
  drawHouseRow(p, -40, 260, 760, 150, 0.3)
  drawHouseRow(p, 1360, 1640, 760, 150, 0.3)
  for (const [x, w] of [
    [190, 370],
    [1040, 370],
  ] as const) {
    p.shape(
      [
        [x - 14, y - 190],
        [x + 30, y - 262],
        [x + w - 30, y - 262],
        [x + w + 14, y - 190],
      ],
      roofTone(p, '#6d6a6a'),
    )
    p.rect(x, y - 190, w, 190, facadeFill(p, brick))
    for (let i = 0; i < 6; i++) {
      drawArch(p, x + 34 + i * 60, y - 110, 34, 64, p.light.lit > 0.2 ? '#ffd890' : p.tone('#33434d'))
      drawArch(p, x + 34 + i * 60, y - 8, 38, 84, p.light.lit > 0.2 ? '#ffcf80' : p.tone('#33434d'))
    }
    p.rect(x, y - 108, w, 9, p.tone('#e2cfb0'))
  }
  p.rect(540, y - 290, 520, 290, facadeFill(p, lighten(brick, 0.08)))
  p.path(`M520 ${y - 286}Q800 ${y - 560} 1080 ${y - 286}Z`, facadeFill(p, lighten(brick, 0.05)))
  p.path(
    `M504 ${y - 280}Q800 ${y - 590} 1096 ${y - 280}L1076 ${y - 280}Q800 ${y - 556} 524 ${y - 280}Z`,
    roofTone(p, '#5d6668'),
  )
  const glass =
    p.light.lit > 0.2
      ? p.down([0, '#fff0c4'], [1, '#f0b765'])
      : p.down([0, mix(p.light.sky[0], '#6d8c98', 0.4)], [1, p.tone('#3d525c')])
  p.path(`M600 ${y - 200}V${y - 280}Q800 ${y - 480} 1000 ${y - 280}V${y - 200}Z`, glass)
  for (let i = 1; i < 8; i++)
    p.rect(598 + i * 50, y - 400, 5, 200, p.tone('#4b4f50'), i < 2 || i > 6 ? 'opacity="0"' : '')
  for (let i = 0; i < 3; i++) p.rect(602, y - 330 + i * 46, 396, 4, p.tone('#4b4f50'))
  p.rect(560, y - 196, 480, 16, p.tone('#e2cfb0'))
  for (let i = 0; i < 5; i++) drawArch(p, 620 + i * 90, y, 62, 150, p.light.lit > 0.2 ? '#ffdc98' : p.tone('#3b3a3a'))
  p.circle(800, y - 446, 54, p.tone('#e2cfb0'))
  p.circle(800, y - 446, 45, p.isDark ? '#fff3cc' : '#f7f4ea')
  for (let i = 0; i < 12; i++)
    p.line(
      [
        [800 + Math.cos(i * 0.5236) * 36, y - 446 + Math.sin(i * 0.5236) * 36],
        [800 + Math.cos(i * 0.5236) * 42, y - 446 + Math.sin(i * 0.5236) * 42],
      ],
      '#26282a',
      4,
    )
  p.line(
    [
      [800, y - 446],
      [800, y - 480],
    ],
    '#26282a',
    5,
  )
  p.line(
    [
      [800, y - 446],
      [826, y - 432],
    ],
    '#26282a',
    6,
  )
  if (p.isDark) {
    p.glow(800, y - 446, 120, '#fff0c0', 0.6)
    p.glow(800, y - 40, 420, '#ffc66e', 0.5)
  }
  drawStreet(p, y - 4, '#97918a', true)
  drawCrowd(p, 240, 1360, 830, 82, 15)
  drawLamp(p, 330, 910, 240)
  drawLamp(p, 1270, 910, 240)
  p.group('translate(1600 0) scale(-1 1)', () => drawCar(p, 300, 940, 300, 0, { colour: '#e3d6ac' }))
}

function drawBlock(p: Painter, x: number, y: number, w: number, floors: number, hex: string, depth: number): void {
  const floorH = 62
  const h = floors * floorH
  p.rect(x, y - h, w, h, facadeFill(p, hex, depth))
  p.rect(x - 6, y - h - 14, w + 12, 16, p.tone(p.isSnowy ? '#f5f8fa' : darken(hex, 0.35), depth))
  const bays = Math.round(w / 78)
  for (let floor = 0; floor < floors; floor++)
    for (let bay = 0; bay < bays; bay++) {
      const [bx, by] = [x + (w * (bay + 0.5)) / bays, y - h + floor * floorH]
      if (bay % 3 === 1) {
        drawWindow(p, bx - 24, by + 12, 48, 42, depth, '#e9e5da')
        p.rect(
          bx - 36,
          by + 40,
          72,
          20,
          p.tone(p.random.pick(['#c9704a', '#6f9a8c', '#d6b45a', '#c9704a']), depth),
          'opacity=".92"',
        )
        p.rect(bx - 38, by + 38, 76, 4, p.tone('#55585a', depth))
        if (p.random.chance(0.4))
          for (let k = 0; k < 5; k++)
            p.circle(bx - 26 + k * 13, by + 36, 6, p.tone(p.random.pick(['#5f8145', '#b8483a', '#7a9a55']), depth))
      } else drawWindow(p, bx - 15, by + 16, 30, 34, depth, '#eeeade')
    }
}

function housingBlocks(p: Painter): void {
  p.sky(680)
  p.ridge(640, 16, '#73898a', 0.95)
  drawBlock(p, 60, 720, 260, 5, '#cfd2cc', 0.5)
  drawBlock(p, 1240, 720, 300, 6, '#d6cdbb', 0.5)
  drawTreeline(p, -20, 1620, () => 740, 100, 0.4)
  drawBlock(p, 330, 800, 480, 8, '#dcd2bf', 0.2)
  drawBlock(p, 860, 830, 560, 6, '#b9c4c2', 0.08)
  p.ground(820, p.light.grass, 160)
  p.path('M700 1010Q820 880 1180 836L1260 836Q980 900 980 1010Z', p.tone(p.isSnowy ? '#dfe5ea' : '#b7b0a4'))
  drawTree(p, 190, 920, 360)
  drawTree(p, 1500, 920, 300)
  drawCar(p, 480, 920, 260)
  drawPerson(p, 1010, 900, 92)
  drawPerson(p, 1056, 902, 60)
  drawLamp(p, 720, 900, 200)
}

function constructionSite(p: Painter): void {
  p.sky(700)
  p.ridge(660, 14, '#73898a', 0.95)
  drawHouseRow(p, -20, 1620, 770, 110, 0.5)
  p.ground(770, '#a58a68', 60)
  const y = 840
  const concrete = '#b9b3a8'
  for (let floor = 0; floor < 5; floor++) {
    const top = y - (floor + 1) * 88
    p.rect(560, top, 640, 88, p.down([0, p.tone('#4d4943', 0.1)], [1, p.tone('#6d675e', 0.1)]))
    p.rect(545, top, 670, 15, p.tone(p.isSnowy ? '#eef2f5' : lighten(concrete, 0.1), 0.06))
    for (let i = 0; i < 8; i++) p.rect(560 + i * 90, top + 14, 13, 74, p.tone(concrete, 0.06))
    for (let i = 0; i < 7; i++)
      if (floor < 3 && p.random.chance(0.6))
        p.rect(573 + i * 90, top + 14, 77, 74, p.tone(p.random.pick(['#b5694c', '#c27a5a', '#a95f45']), 0.06))
    if (p.isDark && floor % 2) p.glow(640 + floor * 90, top + 40, 90, '#ffe0a0', 0.6)
  }
  for (let i = 0; i < 9; i++)
    p.line(
      [
        [566 + i * 80, y - 440],
        [566 + i * 80, y - 510 + (i % 3) * 14],
      ],
      p.tone('#8a5a3c'),
      3.4,
    )
  for (const x of [516, 540])
    p.line(
      [
        [x, y],
        [x, y - 470],
      ],
      p.tone('#8f979b'),
      6,
    )
  for (let i = 0; i < 11; i++) {
    p.line(
      [
        [508, y - 30 - i * 44],
        [548, y - 30 - i * 44],
      ],
      p.tone('#b98a4f'),
      6,
    )
    p.line(
      [
        [516, y - i * 44],
        [540, y - (i + 1) * 44],
      ],
      p.tone('#8f979b'),
      2.5,
    )
  }
  // tower crane
  const [cx, tip] = [p.sunX > 800 ? 390 : 1330, 150]
  const dir = cx < 800 ? 1 : -1
  const yellow = p.tone('#d9a02c')
  for (let yy = y; yy > tip + 60; yy -= 44) {
    p.line(
      [
        [cx - 22, yy],
        [cx + 22, yy - 44],
      ],
      yellow,
      4.5,
    )
    p.line(
      [
        [cx + 22, yy],
        [cx - 22, yy - 44],
      ],
      yellow,
      4.5,
    )
  }
  p.line(
    [
      [cx - 22, y],
      [cx - 22, tip],
    ],
    yellow,
    8,
  )
  p.line(
    [
      [cx + 22, y],
      [cx + 22, tip],
    ],
    yellow,
    8,
  )
  const jib = tip + 40
  p.line(
    [
      [cx - dir * 210, jib],
      [cx + dir * 800, jib],
    ],
    yellow,
    8,
  )
  p.line(
    [
      [cx + dir * 20, jib - 32],
      [cx + dir * 780, jib - 24],
    ],
    yellow,
    5,
  )
  for (let i = 0; i < 26; i++)
    p.line(
      [
        [cx + dir * (20 + i * 30), jib],
        [cx + dir * (35 + i * 30), jib - 28],
        [cx + dir * (50 + i * 30), jib],
      ],
      yellow,
      3,
    )
  p.line(
    [
      [cx, tip - 60],
      [cx + dir * 620, jib - 26],
    ],
    p.tone('#3f4548'),
    3,
  )
  p.line(
    [
      [cx, tip - 60],
      [cx - dir * 200, jib],
    ],
    p.tone('#3f4548'),
    3,
  )
  p.line(
    [
      [cx - 20, tip + 30],
      [cx, tip - 60],
      [cx + 20, tip + 30],
    ],
    yellow,
    7,
  )
  p.rect(cx - dir * 200 - 44, jib, 88, 74, p.tone('#8b877f'))
  p.rect(cx + (dir > 0 ? 24 : -74), jib + 4, 50, 62, p.tone('#e6dfcb'))
  const hook = cx + dir * 520
  p.line(
    [
      [hook, jib],
      [hook, jib + 170],
    ],
    p.tone('#3f4548'),
    3,
  )
  p.rect(hook - 60, jib + 190, 120, 22, p.tone('#b98a4f'))
  p.line(
    [
      [hook - 56, jib + 192],
      [hook, jib + 168],
      [hook + 56, jib + 192],
    ],
    p.tone('#3f4548'),
    2.5,
  )
  if (p.isDark) {
    p.glow(cx, tip - 60, 50, '#ff4a36', 0.9)
    p.glow(cx + dir * 800, jib, 40, '#ff4a36', 0.9)
  }
  for (let x = -10; x < 1640; x += 122) {
    p.rect(x, 876, 114, 96, p.tone('#8f979b'), 'fill-opacity=".22"')
    p.line(
      [
        [x, 970],
        [x, 876],
        [x + 114, 876],
        [x + 114, 970],
      ],
      p.tone('#aab1b4'),
      4,
    )
    for (let k = 1; k < 8; k++)
      p.line(
        [
          [x + k * 14, 878],
          [x + k * 14, 968],
        ],
        p.tone('#aab1b4'),
        1.2,
      )
    p.rect(x - 12, 968, 34, 14, p.tone('#5d5a55'))
  }
  for (const [x, hex] of [
    [250, '#d0602c'],
    [300, '#d9b02f'],
    [1390, '#d0602c'],
  ] as const) {
    drawPerson(p, x, 866, 84, 0, hex)
    p.path(`M${x - 10} 790a10 10 0 0 1 20 0Z`, p.tone('#f0d048'))
  }
  p.shape(
    [
      [1180, 868],
      [1260, 812],
      [1330, 820],
      [1400, 868],
    ],
    p.tone('#8f7656'),
  )
}

function officeTower(p: Painter): void {
  p.sky(760)
  drawHouseRow(p, -20, 1620, 800, 100, 0.5)
  const x = p.sunX < 800 ? 720 : 560
  p.rect(1180, 420, 230, 430, facadeFill(p, '#b7b2a6', 0.22))
  drawGlassGrid(p, 1196, 436, 198, 400, 7, 12, 0.22)
  p.rect(210, 500, 250, 350, facadeFill(p, '#a9927a', 0.22))
  drawGlassGrid(p, 226, 516, 218, 320, 7, 9, 0.22)
  p.shape(
    [
      [x, 120],
      [x + 330, 90],
      [x + 330, 870],
      [x, 870],
    ],
    p.tone('#39505c'),
  )
  p.shape(
    [
      [x + 330, 90],
      [x + 440, 150],
      [x + 440, 870],
      [x + 330, 870],
    ],
    p.tone('#22343f'),
  )
  drawGlassGrid(p, x + 8, 130, 314, 726, 9, 22)
  for (let i = 0; i < 22; i++)
    p.shape(
      [
        [x + 336, 128 + i * 33],
        [x + 434, 170 + i * 31],
        [x + 434, 196 + i * 31],
        [x + 336, 155 + i * 33],
      ],
      p.random.chance(p.light.lit * 0.7) ? '#e9b965' : mix(p.light.sky[0], '#1b2a34', 0.62),
    )
  p.shape(
    [
      [x + 8, 300],
      [x + 150, 130],
      [x + 240, 130],
      [x + 8, 420],
    ],
    '#ffffff',
    'opacity=".14"',
  )
  p.line(
    [
      [x + 220, 96],
      [x + 220, 20],
    ],
    p.tone('#59636a'),
    7,
  )
  p.rect(x - 60, 780, 560, 92, p.tone('#d7d2c6'))
  for (let i = 0; i < 12; i++)
    p.rect(x - 48 + i * 46, 800, 38, 72, p.light.lit > 0.2 ? '#ffd890' : mix(p.light.sky[1], '#3b4f5a', 0.5))
  drawStreet(p, 866, '#8d8a86')
  drawTree(p, 330, 900, 180)
  drawTree(p, 1260, 900, 200)
  drawTree(p, 1470, 910, 230)
  drawCrowd(p, 300, 1300, 880, 66, 9)
  drawCar(p, 270, 970, 280)
}

function factory(p: Painter): void {
  p.sky(680)
  p.ridge(650, 16, '#73898a', 0.95)
  drawHouseRow(p, -20, 1620, 700, 46, 0.66)
  const y = 800
  const stacks: readonly (readonly [number, number, number])[] =
    p.sunX < 800
      ? [
          [1060, 470, 52],
          [1190, 400, 46],
          [1330, 330, 40],
        ]
      : [
          [320, 470, 52],
          [450, 400, 46],
          [580, 330, 40],
        ]
  for (const [x, h, w] of stacks) {
    p.shape(
      [
        [x - w / 2, y],
        [x - w * 0.33, y - h],
        [x + w * 0.33, y - h],
        [x + w / 2, y],
      ],
      p.across([0, p.tone('#b56a4e', 0.1)], [1, p.tone('#6d3d2e', 0.1)]),
    )
    p.rect(x - w * 0.38, y - h, w * 0.76, 16, p.tone('#e6dfcf', 0.1))
    p.rect(x - w * 0.4, y - h + 46, w * 0.8, 14, p.tone('#e6dfcf', 0.1))
    const drift = p.sunX < 800 ? 1 : -1
    for (let i = 0; i < 14; i++)
      p.glow(
        x + drift * i * (12 + i * 1.6),
        y - h - 24 - i * 17,
        30 + i * 9,
        p.isDark ? mix(p.light.sky[2], '#ffffff', 0.2) : '#f6f6f2',
        0.34 - i * 0.014,
        0.8,
      )
  }
  for (let i = 0; i < 6; i++) {
    const x = 130 + i * 220
    p.shape(
      [
        [x, y - 150],
        [x, y - 232],
        [x + 220, y - 150],
      ],
      p.down([0, roofTone(p, '#8b5240')], [1, roofTone(p, '#5f3a30')]),
    )
    p.shape(
      [
        [x, y - 150],
        [x, y - 232],
        [x + 12, y - 226],
        [x + 12, y - 150],
      ],
      p.light.lit > 0.2 ? '#ffdd98' : mix(p.light.sky[1], '#7f98a2', 0.5),
    )
    p.rect(x, y - 152, 221, 152, facadeFill(p, i % 2 ? '#a95f46' : '#b36a4f'))
    for (let k = 0; k < 3; k++) {
      drawArch(
        p,
        x + 44 + k * 66,
        y - 36,
        44,
        84,
        p.light.lit > 0.2 && p.random.chance(0.75) ? '#ffd082' : p.tone('#3d4c54'),
      )
      p.line(
        [
          [x + 44 + k * 66, y - 36],
          [x + 44 + k * 66, y - 118],
        ],
        p.tone('#2b2f31'),
        2,
      )
    }
  }
  p.rect(1450, y - 250, 120, 250, p.across([0, p.tone('#c9cdcc')], [1, p.tone('#7d8587')]))
  p.ellipse(1510, y - 250, 60, 16, p.tone('#dfe3e2'))
  for (let i = 0; i < 4; i++) p.rect(1450, y - 210 + i * 56, 120, 3, p.tone('#6d7577'))
  drawStreet(p, y, '#8d857a')
  for (let i = 0; i < 3; i++) drawCar(p, 250 + i * 300, 900, 230)
  p.group('translate(1240 890)', () => drawLorry(p))
}

function drawLorry(p: Painter): void {
  p.shadow(60, 4, 250, 16, 0.5)
  p.rect(-180, -190, 340, 160, p.down([0, p.tone('#e9e4d6')], [1, p.tone('#a9a497')]))
  p.path(
    'M168 -30V-150Q168 -164 184 -164H234Q250 -164 258 -140L270 -90V-30Z',
    p.down([0, p.tone('#2f6592')], [1, p.tone('#183a56')]),
  )
  p.path('M196 -96V-148H232Q240 -148 246 -130L254 -96Z', mix(p.light.sky[1], '#33464f', 0.5))
  p.rect(-180, -36, 440, 14, p.tone('#2c3033'))
  for (const x of [-130, -70, 216]) {
    p.circle(x, -18, 26, p.tone('#17191b'))
    p.circle(x, -18, 12, p.tone('#8b9295'))
  }
}

export const NEW_TOWN = {
  'train-station': trainStation,
  'housing-blocks': housingBlocks,
  'construction-site': constructionSite,
  'office-tower': officeTower,
  factory,
}
