/** Fronts of single buildings: court, museum, hospital, schools and the parts they share. */
import { drawHouseRow, drawMinster, drawWindow } from '../buildings.ts'
import { darken, lighten, mix } from '../light.ts'
import { fixed } from '../painter.ts'
import type { Painter } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'
import { drawCrowd, drawLamp, drawStreet } from '../street.ts'

export function laySkyline(p: Painter, y: number, withMinster = true): void {
  p.sky(y)
  p.ridge(y - 40, 26, '#70898a', 1, y + 60)
  drawHouseRow(p, -20, 1620, y, 80, 0.66)
  if (withMinster) drawMinster(p, p.sunX < 800 ? 1180 : 400, y + 6, 330, 0.5)
}

export const facadeFill = (p: Painter, hex: string, depth = 0) =>
  p.sunX < 800
    ? p.across([0, p.tone(lighten(hex, 0.12), depth)], [1, p.tone(darken(hex, 0.18), depth)])
    : p.across([0, p.tone(darken(hex, 0.18), depth)], [1, p.tone(lighten(hex, 0.12), depth)])

export const roofTone = (p: Painter, hex: string, depth = 0) => p.tone(p.isSnowy ? '#eff4f8' : hex, depth)

/** Arched opening with its foot at `y`. */
export function drawArch(p: Painter, x: number, y: number, w: number, h: number, fill: string): void {
  p.path(
    `M${fixed(x - w / 2)} ${fixed(y)}V${fixed(y - h + w / 2)}A${fixed(w / 2)} ${fixed(w / 2)} 0 0 1 ${fixed(x + w / 2)} ${fixed(y - h + w / 2)}V${fixed(y)}Z`,
    fill,
  )
}

export function drawGlassGrid(
  p: Painter,
  x: number,
  y: number,
  w: number,
  h: number,
  columns: number,
  rows: number,
  depth = 0,
  lit = p.light.lit,
): void {
  const [top, middle, low] = p.light.sky
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < columns; col++) {
      const [cx, cy, cw, ch] = [x + (w * col) / columns, y + (h * row) / rows, w / columns, h / rows]
      const isLit = p.random.chance(lit)
      const mirror = mix(
        row / rows < 0.5 ? mix(top, middle, (row / rows) * 2) : mix(middle, low, (row / rows) * 2 - 1),
        '#1f3442',
        p.random.between(0.25, 0.5),
      )
      p.rect(
        cx + 1.5,
        cy + 1.5,
        cw - 3,
        ch - 3,
        isLit ? p.random.pick(['#ffdf9c', '#ffd07a', '#fbe7ba']) : mix(mirror, p.light.haze, depth * 0.4),
      )
    }
}

function drawColumns(p: Painter, x: number, y: number, w: number, h: number, count: number, hex: string): void {
  for (let i = 0; i < count; i++) {
    const cx = x + (w * (i + 0.5)) / count
    p.rect(
      cx - 22,
      y - h,
      44,
      h,
      p.across([0, p.tone(lighten(hex, 0.16))], [0.35, p.tone(lighten(hex, 0.08))], [1, p.tone(darken(hex, 0.36))]),
    )
    p.rect(cx - 32, y - h, 64, 15, p.tone(lighten(hex, 0.14)))
    p.rect(cx - 32, y - 15, 64, 15, p.tone(darken(hex, 0.06)))
  }
}

function temple(p: Painter, hex: string, withDome: boolean): void {
  laySkyline(p, 660, false)
  drawHouseRow(p, -40, 240, 770, 150, 0.3)
  drawHouseRow(p, 1360, 1640, 770, 150, 0.3)
  const y = 820
  const lit = p.light.lit > 0.4
  if (withDome) {
    p.rect(690, y - 540, 220, 90, facadeFill(p, hex))
    p.path(
      `M676 ${y - 536}Q690 ${y - 690} 800 ${y - 700}Q910 ${y - 690} 924 ${y - 536}Z`,
      p.across([0, p.tone(p.isSnowy ? '#e3efec' : '#74a595')], [1, p.tone('#345f56')]),
    )
    p.rect(786, y - 740, 28, 46, p.tone(hex))
  }
  p.rect(220, y - 400, 1160, 340, facadeFill(p, darken(hex, 0.08)))
  p.rect(205, y - 418, 1190, 22, p.tone(p.isSnowy ? '#f4f7f9' : lighten(hex, 0.12)))
  for (const side of [0, 1])
    for (let i = 0; i < 4; i++)
      for (let row = 0; row < 2; row++) {
        const wx = (side ? 1090 : 250) + i * 72
        p.rect(wx - 6, y - 372 + row * 160, 50, 108, p.tone(lighten(hex, 0.15)))
        drawWindow(p, wx, y - 364 + row * 160, 38, 92, 0, '#e6ddca', lit ? p.random.chance(0.6) : undefined)
      }
  p.rect(
    520,
    y - 390,
    560,
    330,
    lit ? p.down([0, '#c98f4a'], [1, '#8a5a2c']) : p.down([0, p.tone('#4f443a')], [1, p.tone('#6d5f50')]),
  )
  for (let i = 0; i < 3; i++) drawArch(p, 660 + i * 140, y - 60, 84, 220, lit ? '#ffd890' : p.tone('#2e2722'))
  if (lit) p.glow(800, y - 160, 460, '#ffcf80', 0.5)
  drawColumns(p, 520, y - 56, 560, 330, 6, hex)
  p.rect(500, y - 432, 600, 46, p.tone(lighten(hex, 0.1)))
  p.shape(
    [
      [480, y - 430],
      [800, y - 560],
      [1120, y - 430],
    ],
    facadeFill(p, lighten(hex, 0.06)),
  )
  p.shape(
    [
      [540, y - 440],
      [800, y - 542],
      [1060, y - 440],
    ],
    p.tone(darken(hex, 0.14)),
  )
  p.shape(
    [
      [470, y - 428],
      [800, y - 574],
      [1130, y - 428],
      [1108, y - 428],
      [800, y - 558],
      [492, y - 428],
    ],
    p.tone(p.isSnowy ? '#f4f7f9' : lighten(hex, 0.2)),
  )
  if (withDome) p.circle(800, y - 480, 30, p.tone('#c2a55a'))
  else {
    p.line(
      [
        [800, y - 526],
        [800, y - 452],
      ],
      p.tone('#c2a55a'),
      6,
    )
    p.line(
      [
        [744, y - 508],
        [856, y - 508],
      ],
      p.tone('#c2a55a'),
      5,
    )
    for (const dx of [-54, 54]) {
      p.line(
        [
          [800 + dx, y - 508],
          [800 + dx - 16, y - 470],
          [800 + dx + 16, y - 470],
          [800 + dx, y - 508],
        ],
        p.tone('#c2a55a'),
        3,
      )
      p.path(`M${800 + dx - 20} ${y - 470}q20 20 40 0Z`, p.tone('#c2a55a'))
    }
  }
  for (let i = 0; i < 6; i++)
    p.rect(
      470 - i * 14,
      y - 58 + i * 13,
      660 + i * 28,
      14,
      p.tone(p.isSnowy ? '#f1f5f8' : i % 2 ? lighten(hex, 0.1) : darken(hex, 0.06)),
    )
  drawStreet(p, y + 18, '#a39988', true)
  drawCrowd(p, 330, 1280, 850, 82, 9)
  drawLamp(p, 320, 930, 220)
  drawLamp(p, 1280, 930, 220)
}

function modernBlock(p: Painter, look: 'hospital' | 'school' | 'kindergarten' | 'university'): void {
  p.sky(690)
  p.ridge(640, 20, '#70898a', 0.95)
  drawHouseRow(p, -20, 1620, 720, 70, 0.6)
  drawTreeline(p, -20, 1620, () => 750, 130, 0.4)
  const y = 820
  if (look === 'hospital') {
    p.rect(330, y - 460, 520, 460, facadeFill(p, '#e7e3d8'))
    for (let f = 0; f < 7; f++) {
      p.rect(330, y - 452 + f * 62, 520, 5, p.tone('#9fb3b5'))
      for (let i = 0; i < 10; i++) drawWindow(p, 346 + i * 51, y - 436 + f * 62, 34, 34, 0, '#c5cfcf')
    }
    p.rect(850, y - 300, 470, 300, facadeFill(p, '#cfd8d6'))
    drawGlassGrid(p, 864, y - 286, 442, 220, 12, 5)
    p.rect(300, y - 482, 580, 26, p.tone(p.isSnowy ? '#f6f9fa' : '#8b9a9c'))
    p.shape(
      [
        [420, y - 500],
        [760, y - 500],
        [800, y - 482],
        [380, y - 482],
      ],
      p.tone('#6b7678'),
    )
    const [hx, hy] = [590, y - 560]
    p.ellipse(hx, hy, 78, 34, p.tone('#d9922f'))
    p.path(
      `M${hx + 60} ${hy - 12}L${hx + 190} ${hy - 26}L${hx + 190} ${hy - 12}L${hx + 60} ${hy + 12}Z`,
      p.tone('#c9822a'),
    )
    p.path(`M${hx - 76} ${hy}Q${hx - 60} ${hy - 32} ${hx - 14} ${hy - 33}L${hx - 14} ${hy + 4}Z`, p.tone('#34444d'))
    p.line(
      [
        [hx - 150, hy - 50],
        [hx + 150, hy - 54],
      ],
      p.tone('#3d4244'),
      6,
    )
    p.line(
      [
        [hx, hy - 30],
        [hx, hy - 52],
      ],
      p.tone('#3d4244'),
      7,
    )
    p.line(
      [
        [hx - 60, hy + 52],
        [hx + 66, hy + 52],
      ],
      p.tone('#3d4244'),
      6,
    )
    for (const dx of [-30, 30])
      p.line(
        [
          [hx + dx, hy + 30],
          [hx + dx, hy + 52],
        ],
        p.tone('#3d4244'),
        4,
      )
    p.rect(960, y - 112, 260, 112, p.light.lit > 0.2 ? '#ffe4a8' : p.tone('#51656c'))
    p.rect(930, y - 132, 320, 22, p.tone('#b8382d'))
    p.rect(1050, y - 262, 70, 70, p.tone('#1f5b8f'))
    for (const dx of [14, 44]) p.rect(1050 + dx, y - 250, 12, 46, '#f7f7f2')
    p.rect(1064, y - 233, 40, 12, '#f7f7f2')
  } else if (look === 'school') {
    const brick = '#b36a4c'
    p.shape(
      [
        [260, y - 280],
        [330, y - 370],
        [1270, y - 370],
        [1340, y - 280],
      ],
      p.down([0, roofTone(p, '#7d4a3c')], [1, roofTone(p, '#59362d')]),
    )
    p.rect(280, y - 282, 1040, 282, facadeFill(p, brick))
    p.rect(690, y - 330, 220, 330, facadeFill(p, lighten(brick, 0.08)))
    p.shape(
      [
        [670, y - 328],
        [800, y - 440],
        [930, y - 328],
      ],
      facadeFill(p, lighten(brick, 0.1)),
    )
    p.shape(
      [
        [656, y - 322],
        [800, y - 456],
        [944, y - 322],
        [922, y - 322],
        [800, y - 432],
        [678, y - 322],
      ],
      roofTone(p, '#6b4036'),
    )
    p.rect(770, y - 520, 60, 90, p.tone('#e6dcc6'))
    p.shape(
      [
        [760, y - 520],
        [800, y - 580],
        [840, y - 520],
      ],
      roofTone(p, '#55656a'),
    )
    p.circle(800, y - 360, 30, p.tone('#f4eede'))
    p.line(
      [
        [800, y - 380],
        [800, y - 360],
        [814, y - 354],
      ],
      '#2a2a2a',
      4,
    )
    for (let f = 0; f < 2; f++)
      for (let i = 0; i < 6; i++)
        for (const x0 of [310, 930]) {
          p.rect(x0 + i * 64 - 5, y - 256 + f * 136, 54, 92, p.tone('#e6dcc6'))
          drawWindow(p, x0 + i * 64, y - 250 + f * 136, 44, 80, 0, '#f0ebdf')
        }
    for (let i = 0; i < 3; i++) drawWindow(p, 716 + i * 62, y - 290, 44, 84)
    drawArch(p, 800, y, 110, 160, p.tone('#3f3229'))
    p.rect(280, y - 134, 1040, 8, p.tone('#e6dcc6'))
  } else if (look === 'kindergarten') {
    const wall = '#ece3cf'
    p.shape(
      [
        [240, y - 200],
        [520, y - 320],
        [800, y - 200],
      ],
      roofTone(p, '#8a9a5c'),
    )
    p.shape(
      [
        [760, y - 200],
        [1060, y - 340],
        [1360, y - 200],
      ],
      roofTone(p, '#c0603f'),
    )
    p.rect(270, y - 202, 1060, 202, facadeFill(p, wall))
    const hues = ['#d9533a', '#e0a92f', '#3f7fa8', '#5f9a55', '#8b5f9a']
    for (let i = 0; i < 8; i++) {
      const x = 310 + i * 128
      if (i === 4) continue
      p.rect(x - 10, y - 168, 84, 104, p.tone(hues[i % 5]!))
      drawWindow(p, x, y - 158, 64, 84, 0, '#fbf6ea')
    }
    p.rect(812, y - 150, 104, 150, p.tone('#3f7fa8'))
    p.rect(826, y - 136, 34, 80, p.tone('#d6e6ea'))
    p.rect(868, y - 136, 34, 80, p.tone('#d6e6ea'))
    p.circle(520, y - 244, 24, p.tone('#f4d36a'))
    p.circle(1060, y - 262, 24, p.tone('#f4efe2'))
  } else {
    p.shape(
      [
        [240, y - 400],
        [1180, y - 470],
        [1180, y],
        [240, y],
      ],
      p.tone('#2f4652'),
    )
    for (let row = 0; row < 7; row++)
      for (let col = 0; col < 16; col++) {
        const x = 250 + col * 58
        const top = y - 395 - (x - 240) * 0.0745
        const cell = (y - top) / 7
        const isLit = p.random.chance(Math.max(0.12, p.light.lit))
        p.rect(
          x,
          top + row * cell + 3,
          54,
          cell - 6,
          isLit
            ? p.random.pick(['#ffe0a0', '#f6c877', '#fbe9c0'])
            : mix(mix(p.light.sky[0], p.light.sky[2], row / 7), '#2b4350', 0.36),
        )
        if (isLit || p.random.chance(0.4))
          for (let k = 0; k < 9; k++)
            p.rect(
              x + 4 + k * 5.4,
              top + row * cell + cell * 0.5,
              4,
              cell * 0.42,
              p.tone(p.random.pick(['#8a4a38', '#b5894f', '#3f5f6b', '#6b7a4a', '#7d3f45'])),
              'opacity=".8"',
            )
      }
    p.shape(
      [
        [225, y - 404],
        [1195, y - 478],
        [1195, y - 456],
        [225, y - 382],
      ],
      p.tone(p.isSnowy ? '#f4f7f9' : '#d9d3c5'),
    )
    p.rect(1180, y - 330, 230, 330, facadeFill(p, '#c9b79a'))
    for (let i = 0; i < 4; i++)
      p.rect(1200, y - 300 + i * 76, 190, 34, p.random.chance(p.light.lit) ? '#ffdd98' : p.tone('#41545c'))
    if (p.isDark) p.glow(700, y - 180, 620, '#ffcf80', 0.34)
    for (let i = 0; i < 5; i++)
      p.rect(420 - i * 20, y - 10 + i * 11, 420 + i * 40, 12, p.tone(p.isSnowy ? '#eef2f5' : '#c9c2b3'))
  }
  if (look === 'university' || look === 'hospital') drawStreet(p, y, '#a79f92', true)
  else p.ground(y, look === 'school' ? '#b0a492' : p.light.grass, look === 'school' ? 0 : 220)
  if (look === 'school') {
    p.path(
      'M300 1000L560 850H1040L1300 1000Z',
      'none',
      `stroke="${p.tone('#f1ece0')}" stroke-width="6" stroke-opacity=".7"`,
    )
    p.line(
      [
        [1160, 880],
        [1160, 720],
      ],
      p.tone('#6d7376'),
      9,
    )
    p.rect(1110, 700, 100, 66, p.tone('#eee9dc'))
    p.ellipse(1160, 776, 24, 7, p.tone('#d0602c'))
  }
  if (look === 'kindergarten') {
    p.blob(
      [
        [500, 900],
        [640, 870],
        [820, 890],
        [800, 950],
        [600, 960],
      ],
      p.tone('#dcc38f'),
    )
    for (const [x, hex] of [
      [560, '#d9533a'],
      [640, '#3f7fa8'],
      [720, '#e0a92f'],
    ] as const) {
      p.shape(
        [
          [x - 16, 906],
          [x + 16, 906],
          [x + 12, 936],
          [x - 12, 936],
        ],
        p.tone(hex),
      )
      p.curve(
        [
          [x - 14, 906],
          [x, 886],
          [x + 14, 906],
        ],
        p.tone('#55585a'),
        3,
      )
    }
    for (const x of [1060, 1120])
      p.line(
        [
          [1000 + (x - 1060) * 3, 900],
          [1040 + (x - 1060) * 2, 760],
        ],
        p.tone('#c25a38'),
        10,
      )
    p.line(
      [
        [1036, 762],
        [1166, 762],
      ],
      p.tone('#c25a38'),
      10,
    )
    p.line(
      [
        [1080, 764],
        [1076, 856],
      ],
      '#4a4a4a',
      3,
    )
    p.line(
      [
        [1120, 764],
        [1122, 856],
      ],
      '#4a4a4a',
      3,
    )
    p.rect(1068, 854, 62, 9, p.tone('#3f7fa8'))
    for (let x = -10; x < 1640; x += 34)
      p.shape(
        [
          [x, 1000],
          [x, 962],
          [x + 11, 948],
          [x + 22, 962],
          [x + 22, 1000],
        ],
        p.tone(['#d9533a', '#e0a92f', '#3f7fa8', '#5f9a55'][(x / 34) & 3]!),
      )
  }
  drawTree(p, 140, 910, 340)
  drawTree(p, 1480, 910, 300)
  if (look !== 'kindergarten') drawCrowd(p, 380, 1240, 850, 76, look === 'school' ? 11 : 9)
}

export const FACADES = {
  courthouse: (p: Painter) => temple(p, '#cdbfa6', false),
  museum: (p: Painter) => temple(p, '#d8b08c', true),
  hospital: (p: Painter) => modernBlock(p, 'hospital'),
  school: (p: Painter) => modernBlock(p, 'school'),
  kindergarten: (p: Painter) => modernBlock(p, 'kindergarten'),
  'university-library': (p: Painter) => modernBlock(p, 'university'),
}
