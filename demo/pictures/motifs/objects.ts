/** Things on a table that stand for a subject. */
import { darken, lighten } from '../light.ts'
import { ball, drawCup, layBackdrop, layTable, metal, side, steam } from './tabletop.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'

function coffee(p: Painter): void {
  layTable(p, '#8a6f55', '#a87648')
  drawCup(p, 760, 850, 330, '#e9e2d2')
  steam(p, 760, 600, 300)
  p.shadow(1240, 880, 190, 26, 0.4)
  p.ellipse(1240, 870, 180, 38, side(p, '#f2ede1'))
  p.path(
    'M1110 850Q1120 770 1190 800Q1240 730 1300 800Q1370 780 1370 850Q1300 820 1240 850Q1180 820 1110 850Z',
    p.down([0, p.tone('#d99a4f')], [1, p.tone('#8a5324')]),
  )
  for (let i = 0; i < 5; i++)
    p.curve(
      [
        [1140 + i * 50, 800 + Math.abs(i - 2) * 10],
        [1150 + i * 46, 826],
        [1140 + i * 48, 848],
      ],
      p.tone('#8a5324'),
      5,
    )
  for (let i = 0; i < 9; i++) {
    const [x, y] = [300 + p.random.between(-90, 120), 880 + p.random.between(-30, 60)]
    p.ellipse(x, y, 21, 14, p.tone('#4a2c1a'), `transform="rotate(${fixed(p.random() * 180)} ${fixed(x)} ${fixed(y)})"`)
    p.curve(
      [
        [x - 12, y - 3],
        [x, y + 2],
        [x + 12, y - 3],
      ],
      p.tone('#241208'),
      3,
    )
  }
  p.line(
    [
      [980, 930],
      [1150, 952],
    ],
    p.tone('#d6dadb'),
    9,
  )
  p.ellipse(968, 928, 32, 13, p.tone('#e6eaea'))
}

function restaurantTable(p: Painter): void {
  layTable(p, '#5a3a34', '#f0e8d8', 600)
  p.rect(0, 600, 1600, 402, p.down([0, p.tone('#f4eee0')], [1, p.tone('#cfc3ac')]))
  for (let i = 0; i < 8; i++)
    p.line(
      [
        [i * 230 - 60, 604],
        [i * 290 - 220, 1010],
      ],
      p.tone('#b5a88f'),
      3,
      'opacity=".3"',
    )
  p.shadow(780, 880, 330, 60, 0.35)
  p.ellipse(780, 866, 320, 84, side(p, '#f7f4ea'))
  p.ellipse(780, 858, 230, 56, p.tone('#e3dccb'))
  p.blob(
    [
      [650, 850],
      [720, 806],
      [820, 810],
      [880, 850],
      [800, 884],
      [700, 882],
    ],
    p.lamp(0.4, 0.2, [0, p.tone('#c98a5a')], [1, p.tone('#6b3a20')]),
  )
  for (let i = 0; i < 9; i++)
    p.circle(
      880 + p.random.between(-40, 60),
      862 + p.random.between(-22, 22),
      15,
      ball(p, p.random.pick(['#e0b54f', '#d9a03f'])),
    )
  for (let i = 0; i < 14; i++)
    p.ellipse(
      680 + p.random.between(-50, 60),
      880 + p.random.between(-12, 16),
      17,
      7,
      p.tone(p.random.pick(['#5f8a3f', '#7aa04f', '#456b32'])),
    )
  p.rect(400, 800, 10, 170, metal(p), 'rx="5"')
  for (let k = 0; k < 4; k++) p.rect(391 + k * 8, 740, 4, 64, p.tone('#cfd4d6'))
  p.path('M1150 740q22 40 8 110v120h-12V740Z', metal(p))
  const glass = (x: number, y: number, s: number, wine: string) => {
    p.shadow(x, y, s * 0.34, s * 0.06, 0.3)
    p.ellipse(x, y - 3, s * 0.26, s * 0.05, '#ffffff', 'fill-opacity=".5"')
    p.line(
      [
        [x, y - 4],
        [x, y - s * 0.5],
      ],
      '#f4f4f0',
      s * 0.025,
      'opacity=".7"',
    )
    p.path(
      `M${x - s * 0.24} ${y - s * 1.12}Q${x - s * 0.32} ${y - s * 0.56} ${x} ${y - s * 0.48}Q${x + s * 0.32} ${y - s * 0.56} ${x + s * 0.24} ${y - s * 1.12}Z`,
      '#ffffff',
      'fill-opacity=".22" stroke="#ffffff" stroke-opacity=".6" stroke-width="3"',
    )
    p.path(
      `M${x - s * 0.27} ${y - s * 0.84}Q${x - s * 0.26} ${y - s * 0.54} ${x} ${y - s * 0.49}Q${x + s * 0.26} ${y - s * 0.54} ${x + s * 0.27} ${y - s * 0.84}Z`,
      p.down([0, lighten(wine, 0.2)], [1, darken(wine, 0.2)]),
      'fill-opacity=".92"',
    )
    p.ellipse(x, y - s * 0.84, s * 0.27, s * 0.04, lighten(wine, 0.25))
    p.line(
      [
        [x - s * 0.17, y - s * 1.02],
        [x - s * 0.19, y - s * 0.7],
      ],
      '#ffffff',
      s * 0.03,
      'opacity=".6"',
    )
  }
  glass(1290, 850, 330, '#7a1f2b')
  glass(300, 790, 270, '#e0c878')
  p.rect(1030, 520, 46, 190, p.across([0, p.tone('#f2e4c4')], [1, p.tone('#c9b284')]), 'rx="6"')
  p.ellipse(1053, 716, 80, 18, metal(p, '#e3c377', '#8a6a2a'))
  p.path('M1053 440q30 46 0 78q-30 -32 0 -78Z', '#ffd76e')
  p.path('M1053 470q14 24 0 46q-14 -22 0 -46Z', '#fff6da')
  p.glow(1053, 486, 400, '#ffcf7a', 0.75)
}

function ballotBox(p: Painter): void {
  layBackdrop(p, '#c4cfd4', 780)
  p.shadow(800, 880, 430, 44, 0.5)
  p.group('rotate(-7 820 300)', () => {
    p.shape(
      [
        [650, 110],
        [990, 110],
        [990, 470],
        [650, 470],
      ],
      p.down([0, p.tone('#fbfaf5')], [1, p.tone('#e3dfd2')]),
    )
    for (let i = 0; i < 4; i++) {
      p.circle(706, 190 + i * 66, 19, 'none', `stroke="${p.tone('#4a4d4d')}" stroke-width="4"`)
      p.rect(744, 180 + i * 66, 200 - (i % 2) * 40, 9, p.tone('#6d6f6d'))
      p.rect(744, 196 + i * 66, 130, 6, p.tone('#b0aea5'))
    }
    p.line(
      [
        [692, 308],
        [720, 336],
      ],
      '#1f4f9a',
      8,
    )
    p.line(
      [
        [720, 308],
        [692, 336],
      ],
      '#1f4f9a',
      8,
    )
    p.rect(650, 128, 340, 20, p.tone('#8a9296'))
  })
  p.shape(
    [
      [460, 460],
      [1140, 460],
      [1190, 520],
      [410, 520],
    ],
    p.down([0, p.tone('#4f6b7d')], [1, p.tone('#3a5465')]),
  )
  p.rect(620, 476, 360, 20, '#10181d', 'rx="8"')
  p.rect(410, 518, 780, 360, side(p, '#3f5f75'), 'rx="8"')
  p.rect(410, 518, 780, 30, p.tone('#5f8096'))
  p.path('M740 620h120v84q0 62 -60 88q-60 -26 -60 -88Z', p.tone('#f2ede0'))
  p.path('M740 672q30 -16 60 0t60 0v24q-30 16 -60 0t-60 0Z', p.tone('#17594a'))
  p.rect(770, 520, 60, 54, metal(p, '#e3c377', '#8a6a2a'), 'rx="6"')
  p.path('M782 522v-20q0 -18 18 -18t18 18v20', 'none', `stroke="${p.tone('#b5934a')}" stroke-width="8"`)
}

function euroCoins(p: Painter): void {
  layTable(p, p.isDark ? '#5a4632' : '#b8c4b9', '#9a6f45', 640)
  const stack = (x: number, y: number, w: number, count: number, gold: boolean) => {
    p.shadow(x + (p.sunX < 800 ? 50 : -50), y + 10, w * 0.7, w * 0.14, 0.5)
    const tint = gold ? '#c99a3f' : '#b0b6b8'
    const h = w * 0.13
    for (let i = 0; i < count; i++) {
      const cy = y - i * h
      const cx = x + p.random.between(-4, 4)
      p.path(
        `M${fixed(cx - w / 2)} ${fixed(cy - h)}V${fixed(cy)}A${fixed(w / 2)} ${fixed(w * 0.15)} 0 0 0 ${fixed(cx + w / 2)} ${fixed(cy)}V${fixed(cy - h)}Z`,
        side(p, tint),
      )
      for (let k = 0; k < 18; k++) {
        const a = Math.PI * (k / 17)
        p.line(
          [
            [cx - Math.cos(a) * w * 0.495, cy - h + 3 + Math.sin(a) * w * 0.145],
            [cx - Math.cos(a) * w * 0.495, cy - 3 + Math.sin(a) * w * 0.145],
          ],
          p.tone(darken(tint, 0.4)),
          1.6,
          'opacity=".6"',
        )
      }
      p.ellipse(cx, cy - h, w / 2, w * 0.15, p.tone(lighten(tint, 0.2)))
    }
    const [cx, cy] = [x, y - count * h]
    p.ellipse(cx, cy, w / 2, w * 0.15, p.lamp(0.35, 0.3, [0, p.tone(lighten(tint, 0.6))], [1, p.tone(tint)]))
    p.ellipse(cx, cy, w * 0.34, w * 0.1, p.tone(gold ? lighten('#b0b6b8', 0.2) : '#c99a3f'))
    p.ellipse(cx, cy, w * 0.42, w * 0.125, 'none', `stroke="${p.tone(darken(tint, 0.3))}" stroke-width="2"`)
  }
  stack(420, 800, 210, 3, true)
  stack(660, 780, 210, 6, false)
  stack(910, 790, 220, 9, true)
  stack(1180, 780, 220, 13, false)
  for (let i = 0; i < 7; i++)
    stack(p.random.between(240, 1400), p.random.between(890, 960), p.random.between(150, 190), 1, i % 2 === 0)
}

function courtScales(p: Painter): void {
  layTable(p, '#5b4638', '#7a4a2c', 640)
  for (let i = 0; i < 9; i++) {
    const hue = ['#6b2a2a', '#2f4a45', '#7d5a2a', '#3a3f54'][i % 4]!
    p.rect(
      60 + i * 92,
      250 + (i % 3) * 14,
      84,
      392 - (i % 3) * 14,
      p.across([0, p.tone(lighten(hue, 0.12))], [1, p.tone(darken(hue, 0.34))]),
    )
    for (const yy of [300, 560]) p.rect(60 + i * 92, yy, 84, 8, p.tone('#c9a24a'))
  }
  const gold = metal(p, '#f0d28a', '#8a6422')
  const x = 1010
  p.shadow(x, 860, 330, 36, 0.5)
  p.ellipse(x, 846, 190, 34, gold)
  p.rect(x - 80, 800, 160, 46, gold, 'rx="20"')
  p.rect(x - 14, 260, 28, 550, gold)
  p.circle(x, 246, 32, ball(p, '#d9ae55'))
  p.group(`rotate(-5 ${x} 300)`, () => {
    p.path(
      `M${x - 330} 300Q${x} 250 ${x + 330} 300L${x + 330} 316Q${x} 282 ${x - 330} 316Z`,
      p.down([0, p.tone('#f0d28a')], [1, p.tone('#9a7430')]),
    )
  })
  for (const [px, py] of [
    [x - 328, 330],
    [x + 328, 274],
  ] as const) {
    for (const dx of [-120, 0, 120])
      p.line(
        [
          [px, py],
          [px + dx, py + 260],
        ],
        p.tone('#c9a24a'),
        3.4,
      )
    p.path(
      `M${px - 136} ${py + 256}H${px + 136}Q${px + 100} ${py + 340} ${px} ${py + 342}Q${px - 100} ${py + 340} ${px - 136} ${py + 256}Z`,
      p.down([0, p.tone('#f0d28a')], [1, p.tone('#8a6422')]),
    )
    p.ellipse(px, py + 256, 136, 20, p.tone('#b58c3f'))
  }
  p.shadow(420, 900, 330, 30, 0.5)
  for (const [i, hue] of ['#7a1f2b', '#2f4a45'].entries()) {
    p.rect(
      200 + i * 20,
      800 - i * 74,
      420 - i * 36,
      74,
      p.down([0, p.tone(lighten(hue, 0.15))], [1, p.tone(darken(hue, 0.3))]),
      'rx="8"',
    )
    p.rect(230 + i * 20, 812 - i * 74, 396 - i * 36, 50, p.tone('#efe6d0'))
    for (let k = 0; k < 5; k++)
      p.line(
        [
          [232 + i * 20, 820 - i * 74 + k * 9],
          [620 - i * 16, 820 - i * 74 + k * 9],
        ],
        p.tone('#b5a98a'),
        1.6,
      )
    p.rect(200 + i * 20, 800 - i * 74, 40, 74, p.tone(hue))
  }
  p.group('rotate(-18 420 660)', () => {
    p.rect(300, 600, 190, 96, side(p, '#8a5428'), 'rx="16"')
    for (const gx of [326, 452]) p.rect(gx, 598, 14, 100, p.tone('#d9b055'))
    p.rect(482, 636, 240, 24, side(p, '#7a4820'), 'rx="12"')
  })
}

function microphone(p: Painter): void {
  const isNight = p.mood === 'night'
  layBackdrop(p, isNight ? '#1d3440' : '#1f6a58', 820)
  if (isNight) {
    p.rect(0, 0, 1600, 1000, '#0a1218', 'fill-opacity=".55"')
    p.glow(1180, 300, 420, '#d8432c', 0.5)
    p.glow(360, 400, 420, '#2f7fb0', 0.5)
  }
  for (let row = 0; row < 5; row++)
    for (let i = 0; i < 11; i++) {
      const [x, y] = [i * 160 + (row % 2) * 80 - 60, 40 + row * 150]
      p.shape(
        [
          [x, y],
          [x + 74, y + 64],
          [x, y + 128],
          [x - 74, y + 64],
        ],
        '#000000',
        'fill-opacity=".12"',
      )
      p.shape(
        [
          [x, y],
          [x + 74, y + 64],
          [x, y + 64],
        ],
        '#ffffff',
        'fill-opacity=".04"',
      )
    }
  p.rect(0, 830, 1600, 174, p.down([0, p.tone('#a9743f')], [1, p.tone('#5f3f20')]))
  p.rect(0, 826, 1600, 8, p.tone('#e0b27a'))
  p.shadow(800, 900, 250, 30, 0.6)
  p.ellipse(800, 890, 190, 36, metal(p, '#4a5358', '#1d2427'))
  p.rect(788, 600, 24, 290, metal(p, '#9aa3a6', '#3a4448'))
  p.path(
    'M620 470Q600 700 800 706Q1000 700 980 470',
    'none',
    `stroke="${p.tone('#2b3236')}" stroke-width="22" stroke-linecap="round"`,
  )
  p.rect(660, 170, 280, 470, metal(p, '#dfe4e6', '#6d777b'), 'rx="140"')
  p.rect(676, 186, 248, 270, p.down([0, p.tone('#3a4448')], [1, p.tone('#23292c')]), 'rx="124"')
  for (let r = 0; r < 12; r++)
    for (let c = 0; c < 11; c++) {
      const [x, y] = [690 + c * 22 + (r % 2) * 11, 204 + r * 21]
      if (Math.hypot(x - 800, Math.min(0, y - 310)) < 112) p.circle(x, y, 6.4, p.tone('#aab3b6'))
    }
  p.rect(652, 446, 296, 30, metal(p, '#f0d28a', '#8a6422'), 'rx="8"')
  for (let i = 0; i < 4; i++) p.rect(690, 510 + i * 24, 220, 8, p.tone('#5a646a'), 'rx="4"')
  p.circle(800, 612, 13, '#ff5a46')
  p.glow(800, 612, 80, '#ff5a46', 0.8)
  p.path('M1150 880Q1130 690 1280 680Q1430 690 1410 880', 'none', `stroke="${p.tone('#22282c')}" stroke-width="26"`)
  for (const x of [1150, 1410]) p.ellipse(x, 880, 40, 58, side(p, '#2b3337'))
}

function radio(p: Painter): void {
  layTable(p, '#b5a58a', '#8a5f3a', 680)
  p.shadow(800, 890, 520, 40, 0.5)
  p.line(
    [
      [1080, 380],
      [1330, 90],
    ],
    metal(p),
    9,
  )
  p.circle(1332, 88, 12, metal(p))
  p.rect(
    340,
    370,
    920,
    500,
    p.down([0, p.tone('#a8683a')], [0.5, p.tone('#8a4f28')], [1, p.tone('#5f3318')]),
    'rx="56"',
  )
  for (let i = 0; i < 22; i++)
    p.curve(
      [
        [350, 400 + i * 22],
        [800, 396 + i * 22 + p.random.between(-8, 8)],
        [1250, 402 + i * 22],
      ],
      p.tone('#5f3318'),
      2,
      'opacity=".3"',
    )
  p.rect(392, 424, 440, 390, p.tone('#d9c79a'), 'rx="30"')
  for (let i = 0; i < 20; i++)
    for (let k = 0; k < 19; k++) p.rect(404 + i * 21.5, 434 + k * 20, 10, 9, p.tone('#a8925f'), 'opacity=".6"')
  p.rect(868, 424, 352, 190, p.isDark ? '#ffe6b0' : p.tone('#f4e8c4'), 'rx="18"')
  for (let i = 0; i < 21; i++)
    p.line(
      [
        [892 + i * 15.4, 476],
        [892 + i * 15.4, i % 5 ? 496 : 512],
      ],
      '#5f4a2c',
      3,
    )
  for (let i = 0; i < 21; i++)
    p.line(
      [
        [892 + i * 15.4, 550],
        [892 + i * 15.4, i % 5 ? 566 : 580],
      ],
      '#5f4a2c',
      3,
    )
  p.rect(1010, 444, 6, 150, '#c2332b')
  for (const cx of [948, 1140]) {
    p.circle(cx, 716, 70, p.tone('#3f2410'))
    p.circle(cx, 716, 60, metal(p, '#f0dcae', '#9a7a3f'))
    p.circle(cx, 716, 44, side(p, '#d9b86a'))
    p.line(
      [
        [cx, 716],
        [cx + 28, 690],
      ],
      '#5f3a1c',
      7,
    )
  }
  for (const x of [420, 1120]) p.rect(x, 866, 70, 22, p.tone('#3f2410'))
  p.glow(1044, 520, 260, '#ffe2a0', 0.4)
}

function chessboard(p: Painter): void {
  layTable(p, '#6d7f78', '#6b4a30', 480)
  const [top, low] = [540, 960]
  const at = (c: number, r: number): Point => {
    const t = Math.max(0, r / 8) ** 1.25
    const half = 430 + 330 * t
    return [800 - half + (2 * half * c) / 8, top + (low - top) * t]
  }
  p.shape(
    [at(-0.3, -0.2), at(8.3, -0.2), [1610, 1000], [-10, 1000]].map(([x, y]): Point => [x!, y!]),
    p.tone('#4a2c18'),
  )
  for (let r = 0; r < 8; r++)
    for (let c = 0; c < 8; c++)
      p.shape([at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)], p.tone((r + c) % 2 ? '#7d4f2c' : '#e9d3a6'))
  const piece = (
    c: number,
    r: number,
    kind: 'pawn' | 'rook' | 'king' | 'queen' | 'bishop' | 'knight',
    white: boolean,
  ) => {
    const [x, y] = [(at(c, r)[0] + at(c + 1, r + 1)[0]) / 2, (at(c, r)[1] + at(c + 1, r + 1)[1]) / 2]
    const s =
      (0.62 + 0.5 * (r / 8)) *
      (kind === 'pawn' ? 150 : kind === 'king' ? 290 : kind === 'queen' ? 265 : kind === 'rook' ? 190 : 220)
    const fill = side(p, white ? '#f0e2c0' : '#3a2a22')
    p.shadow(x + (p.sunX < 800 ? s * 0.12 : -s * 0.12), y + s * 0.05, s * 0.34, s * 0.07, 0.5)
    p.ellipse(x, y, s * 0.25, s * 0.075, fill)
    p.rect(x - s * 0.25, y - s * 0.07, s * 0.5, s * 0.07, fill)
    p.path(
      `M${fixed(x - s * 0.2)} ${fixed(y - s * 0.06)}Q${fixed(x - s * 0.08)} ${fixed(y - s * 0.3)} ${fixed(x - s * 0.09)} ${fixed(y - s * 0.62)}H${fixed(x + s * 0.09)}Q${fixed(x + s * 0.08)} ${fixed(y - s * 0.3)} ${fixed(x + s * 0.2)} ${fixed(y - s * 0.06)}Z`,
      fill,
    )
    p.ellipse(x, y - s * 0.62, s * 0.15, s * 0.04, fill)
    if (kind === 'pawn') p.circle(x, y - s * 0.76, s * 0.16, ball(p, white ? '#f0e2c0' : '#3a2a22'))
    else if (kind === 'rook') {
      p.rect(x - s * 0.16, y - s * 0.86, s * 0.32, s * 0.24, fill)
      for (let k = 0; k < 3; k++) p.rect(x - s * 0.16 + k * s * 0.125, y - s * 0.95, s * 0.07, s * 0.1, fill)
    } else if (kind === 'bishop') {
      p.ellipse(x, y - s * 0.8, s * 0.12, s * 0.18, fill)
      p.circle(x, y - s, s * 0.035, fill)
      p.line(
        [
          [x - s * 0.02, y - s * 0.86],
          [x + s * 0.08, y - s * 0.76],
        ],
        p.tone(white ? '#9a8a66' : '#120c08'),
        s * 0.025,
      )
    } else if (kind === 'knight')
      p.path(
        `M${fixed(x - s * 0.12)} ${fixed(y - s * 0.6)}Q${fixed(x - s * 0.16)} ${fixed(y - s * 0.96)} ${fixed(x + s * 0.02)} ${fixed(y - s)}L${fixed(x + s * 0.05)} ${fixed(y - s * 1.06)}L${fixed(x + s * 0.09)} ${fixed(y - s * 0.96)}Q${fixed(x + s * 0.2)} ${fixed(y - s * 0.86)} ${fixed(x + s * 0.26)} ${fixed(y - s * 0.76)}L${fixed(x + s * 0.18)} ${fixed(y - s * 0.7)}Q${fixed(x + s * 0.06)} ${fixed(y - s * 0.76)} ${fixed(x + s * 0.12)} ${fixed(y - s * 0.6)}Z`,
        fill,
      )
    else {
      p.path(
        `M${fixed(x - s * 0.11)} ${fixed(y - s * 0.62)}L${fixed(x - s * 0.17)} ${fixed(y - s * 0.88)}L${fixed(x - s * 0.07)} ${fixed(y - s * 0.8)}L${fixed(x)} ${fixed(y - s * 0.92)}L${fixed(x + s * 0.07)} ${fixed(y - s * 0.8)}L${fixed(x + s * 0.17)} ${fixed(y - s * 0.88)}L${fixed(x + s * 0.11)} ${fixed(y - s * 0.62)}Z`,
        fill,
      )
      if (kind === 'king') {
        p.line(
          [
            [x, y - s * 0.88],
            [x, y - s * 1.04],
          ],
          p.tone(white ? '#e6d3a6' : '#2a1c14'),
          s * 0.04,
        )
        p.line(
          [
            [x - s * 0.06, y - s * 0.97],
            [x + s * 0.06, y - s * 0.97],
          ],
          p.tone(white ? '#e6d3a6' : '#2a1c14'),
          s * 0.04,
        )
      } else p.circle(x, y - s * 0.94, s * 0.035, fill)
    }
  }
  piece(1, 0, 'rook', false)
  piece(4, 0, 'king', false)
  piece(6, 0, 'knight', false)
  piece(2, 1, 'pawn', false)
  piece(5, 1, 'pawn', false)
  piece(6, 1, 'pawn', false)
  piece(3, 2, 'bishop', false)
  piece(4, 3, 'pawn', false)
  piece(3, 4, 'pawn', true)
  piece(5, 4, 'queen', true)
  piece(2, 5, 'knight', true)
  piece(6, 6, 'pawn', true)
  piece(1, 6, 'pawn', true)
  piece(4, 6, 'king', true)
  piece(0, 7, 'rook', true)
}

function crossword(p: Painter): void {
  layTable(p, '#b5a890', '#a87a4c', 120)
  p.group('rotate(-8 800 540)', () => {
    p.shadow(820, 900, 620, 60, 0.4)
    p.rect(290, 130, 1020, 800, p.down([0, p.tone('#f6f1e2')], [1, p.tone('#e6dfca')]))
    p.rect(340, 168, 460, 34, p.tone('#7a1f2b'))
    p.rect(340, 216, 700, 8, p.tone('#8a867a'))
    const n = 11
    const size = 56
    const block = (c: number, r: number) => (c * 7 + r * 5 + c * r) % 6 === 0 || (c === 5 && r % 4 === 1)
    for (let r = 0; r < n; r++)
      for (let c = 0; c < n; c++) {
        const [x, y] = [340 + c * size, 250 + r * size]
        p.rect(
          x,
          y,
          size,
          size,
          p.tone(block(c, r) ? '#2b2a28' : '#fffdf6'),
          `stroke="${p.tone('#5f5c54')}" stroke-width="2"`,
        )
        if (!block(c, r) && (c === 0 || r === 0 || block(c - 1, r) || block(c, r - 1)))
          p.rect(x + 6, y + 6, 8, 10, p.tone('#8a867a'))
        if (!block(c, r) && (r === 2 || r === 5 || c === 3)) {
          const kind = Math.floor(p.random() * 4)
          const ink = '#34527d'
          if (kind === 0)
            p.line(
              [
                [x + 18, y + 46],
                [x + 30, y + 18],
                [x + 42, y + 46],
              ],
              ink,
              4,
            )
          else if (kind === 1) {
            p.line(
              [
                [x + 18, y + 18],
                [x + 18, y + 46],
                [x + 40, y + 46],
              ],
              ink,
              4,
            )
          } else if (kind === 2)
            p.line(
              [
                [x + 40, y + 18],
                [x + 18, y + 18],
                [x + 18, y + 46],
                [x + 40, y + 46],
              ],
              ink,
              4,
            )
          else {
            p.line(
              [
                [x + 18, y + 18],
                [x + 18, y + 46],
              ],
              ink,
              4,
            )
            p.line(
              [
                [x + 40, y + 18],
                [x + 40, y + 46],
              ],
              ink,
              4,
            )
            p.line(
              [
                [x + 18, y + 32],
                [x + 40, y + 32],
              ],
              ink,
              4,
            )
          }
        }
      }
    for (let i = 0; i < 21; i++)
      p.rect(1000, 256 + i * 30, [260, 220, 250, 180][i % 4]!, 9, p.tone(i % 5 ? '#a09b8d' : '#4a4740'))
  })
  p.group('rotate(28 1120 640)', () => {
    p.shadow(1110, 690, 400, 20, 0.4)
    p.rect(760, 630, 560, 15, p.tone('#f0c04a'))
    p.rect(760, 645, 560, 15, p.tone('#d99f2f'))
    p.rect(760, 660, 560, 15, p.tone('#b57d1f'))
    p.shape(
      [
        [760, 630],
        [760, 675],
        [680, 652],
      ],
      p.tone('#e9cfa0'),
    )
    p.shape(
      [
        [706, 645],
        [706, 660],
        [680, 652],
      ],
      p.tone('#2b2a28'),
    )
    p.rect(1320, 628, 40, 49, metal(p))
    p.rect(1358, 630, 56, 45, p.tone('#d8736a'), 'rx="10"')
  })
  drawCup(p, 1400, 330, 150, '#e9e2d2')
}

export const OBJECTS = {
  'restaurant-table': restaurantTable,
  coffee,
  'ballot-box': ballotBox,
  'euro-coins': euroCoins,
  'court-scales': courtScales,
  microphone,
  radio,
  chessboard,
  crossword,
}
