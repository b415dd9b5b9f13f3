/** Products on a studio backdrop, for the test reports. */
import { drawCup, layBackdrop, layTable, metal, side, steam } from './tabletop.ts'
import type { Painter, Point } from '../painter.ts'

function coffeeMachine(p: Painter): void {
  layBackdrop(p, '#c9d3cf')
  const y = 800
  p.shadow(800, y, 420, 40, 0.5)
  p.rect(500, y - 460, 600, 430, metal(p), 'rx="22"')
  p.rect(480, y - 490, 640, 52, p.down([0, p.tone('#4a5256')], [1, p.tone('#23292c')]), 'rx="14"')
  for (let i = 0; i < 5; i++) {
    p.rect(540 + i * 100, y - 540, 74, 54, side(p, '#f2ede1'), 'rx="8"')
    p.path(
      `M${614 + i * 100} ${y - 530}q24 4 18 20q-4 14 -18 14`,
      'none',
      `stroke="${p.tone('#e6dfcf')}" stroke-width="8"`,
    )
  }
  p.rect(540, y - 410, 520, 70, p.tone('#2b3236'), 'rx="12"')
  for (let i = 0; i < 3; i++) {
    p.circle(600 + i * 66, y - 375, 20, metal(p))
    p.circle(600 + i * 66, y - 375, 8, i === 0 ? '#5fe0a0' : p.tone('#7d868a'))
  }
  p.circle(980, y - 375, 30, p.tone('#f4f1e6'))
  p.line(
    [
      [980, y - 375],
      [996, y - 391],
    ],
    '#c2332b',
    5,
  )
  p.rect(560, y - 330, 480, 230, p.down([0, p.tone('#1d2427')], [1, p.tone('#3a4448')]), 'rx="10"')
  p.rect(720, y - 332, 160, 44, metal(p), 'rx="8"')
  p.rect(742, y - 290, 116, 30, metal(p, '#dfe3e4', '#5f686c'), 'rx="8"')
  p.rect(850, y - 286, 200, 24, p.across([0, p.tone('#3a2a1e')], [1, p.tone('#1c130d')]), 'rx="12"')
  p.rect(776, y - 262, 14, 24, p.tone('#9aa3a6'))
  p.rect(810, y - 262, 14, 24, p.tone('#9aa3a6'))
  for (const dx of [783, 817]) p.rect(dx - 2, y - 238, 4, 62, '#6b3f1f')
  p.path(
    `M744 ${y - 180}H856L840 ${y - 96}Q836 ${y - 84} 820 ${y - 84}H780Q764 ${y - 84} 760 ${y - 96}Z`,
    side(p, '#f6f2e6'),
  )
  p.ellipse(800, y - 180, 56, 12, p.tone('#7d4a24'))
  steam(p, 800, y - 190, 120)
  p.path(
    `M1010 ${y - 320}Q1070 ${y - 260} 1040 ${y - 140}`,
    'none',
    `stroke="${p.tone('#c9d0d2')}" stroke-width="13" stroke-linecap="round"`,
  )
  p.rect(520, y - 90, 560, 26, p.tone('#2b3236'))
  for (let i = 0; i < 26; i++) p.rect(530 + i * 21, y - 88, 10, 10, p.tone('#7d868a'))
  p.rect(480, y - 62, 640, 56, metal(p), 'rx="12"')
  for (const x of [520, 1040]) p.rect(x, y - 10, 50, 18, p.tone('#23292c'))
  drawCup(p, 1300, y + 60, 120, '#1c6a55')
}

function eBike(p: Painter): void {
  layBackdrop(p, '#d6dcd4', 800)
  const [y, r] = [850, 190]
  const [bx, fx] = [480, 1110]
  const frame = p.tone('#1c6a55')
  for (const x of [bx, fx]) p.shadow(x, y, 200, 18, 0.4)
  for (const x of [bx, fx]) {
    p.circle(x, y - r, r, 'none', `stroke="${p.tone('#1d2022')}" stroke-width="20"`)
    p.circle(x, y - r, r - 15, 'none', `stroke="${p.tone('#a9b1b5')}" stroke-width="7"`)
    for (let i = 0; i < 22; i++)
      p.line(
        [
          [x, y - r],
          [x + Math.cos(i * 0.2856) * (r - 16), y - r + Math.sin(i * 0.2856) * (r - 16)],
        ],
        p.tone('#8d969a'),
        1.6,
      )
    p.circle(x, y - r, 24, metal(p))
  }
  p.path(
    `M${bx - 140} ${y - r - 152}A204 204 0 0 1 ${bx + 170} ${y - r - 112}`,
    'none',
    `stroke="${p.tone('#2b3236')}" stroke-width="12"`,
  )
  p.path(
    `M${fx - 130} ${y - r - 158}A204 204 0 0 1 ${fx + 160} ${y - r - 126}`,
    'none',
    `stroke="${p.tone('#2b3236')}" stroke-width="12"`,
  )
  p.line(
    [
      [bx, y - r],
      [740, y - r + 30],
      [660, y - 500],
    ],
    frame,
    17,
  )
  p.line(
    [
      [bx, y - r],
      [670, y - 470],
    ],
    frame,
    14,
  )
  p.line(
    [
      [740, y - r + 30],
      [990, y - 520],
    ],
    frame,
    38,
  )
  p.line(
    [
      [800, y - r - 40],
      [946, y - 450],
    ],
    p.tone('#123c32'),
    26,
  )
  p.line(
    [
      [664, y - 478],
      [985, y - 530],
    ],
    frame,
    19,
  )
  p.line(
    [
      [972, y - 580],
      [fx, y - r],
    ],
    p.tone('#2b3236'),
    20,
  )
  p.line(
    [
      [968, y - 580],
      [960, y - 640],
      [1000, y - 664],
      [1090, y - 660],
    ],
    p.tone('#2b3236'),
    14,
  )
  p.line(
    [
      [1080, y - 660],
      [1030, y - 648],
    ],
    p.tone('#6b4a32'),
    22,
  )
  p.line(
    [
      [652, y - 500],
      [640, y - 574],
    ],
    p.tone('#9aa3a6'),
    14,
  )
  p.path(
    `M560 ${y - 590}Q640 ${y - 610} 730 ${y - 588}Q720 ${y - 566} 640 ${y - 566}Q570 ${y - 560} 560 ${y - 590}Z`,
    p.tone('#6b4a32'),
  )
  p.ellipse(740, y - r + 34, 76, 60, side(p, '#3a4448'))
  p.circle(740, y - r + 34, 40, metal(p))
  p.line(
    [
      [740, y - r + 34],
      [810, y - r + 110],
    ],
    p.tone('#2b3236'),
    13,
  )
  p.rect(790, y - r + 104, 60, 15, p.tone('#1d2022'), 'rx="5"')
  p.path(
    `M${bx} ${y - r - 22}L740 ${y - r - 6}M${bx} ${y - r + 22}L740 ${y - r + 72}`,
    'none',
    `stroke="${p.tone('#3a4448')}" stroke-width="6"`,
  )
  p.line(
    [
      [bx - 90, y - 492],
      [640, y - 470],
    ],
    p.tone('#2b3236'),
    11,
  )
  p.line(
    [
      [bx - 80, y - 492],
      [bx, y - r],
    ],
    p.tone('#2b3236'),
    8,
  )
  p.circle(1060, y - 590, 20, '#fff7da')
  p.glow(1066, y - 590, 90, '#fff4c8', 0.7)
}

function vacuumRobot(p: Painter): void {
  layBackdrop(p, '#dcd8cc', 560)
  p.rect(0, 560, 1600, 444, p.down([0, p.tone('#d9b98e')], [1, p.tone('#a8814f')]))
  for (let i = -10; i <= 10; i++)
    p.line(
      [
        [800 + i * 100, 560],
        [800 + i * 240, 1010],
      ],
      p.tone('#8a6a40'),
      3,
      'opacity=".5"',
    )
  p.rect(0, 536, 1600, 28, p.tone('#f4f1e8'))
  p.path('M0 800Q300 720 620 800', 'none', `stroke="#fff4d8" stroke-width="180" stroke-opacity=".16"`)
  const [x, y] = [860, 790]
  p.shadow(x, y + 40, 380, 70, 0.6)
  p.path(`M${x - 330} ${y - 30}V${y + 30}A330 110 0 0 0 ${x + 330} ${y + 30}V${y - 30}Z`, side(p, '#3a4246'))
  p.ellipse(x, y - 30, 330, 112, side(p, '#f0f1ee'))
  p.ellipse(x, y - 36, 296, 96, p.lamp(0.4, 0.2, [0, '#ffffff'], [1, p.tone('#c9cfd0')]))
  p.ellipse(x, y - 66, 92, 34, p.tone('#2b3236'))
  p.path(`M${x - 92} ${y - 96}V${y - 66}A92 34 0 0 0 ${x + 92} ${y - 66}V${y - 96}Z`, side(p, '#3f484c'))
  p.ellipse(x, y - 96, 92, 34, side(p, '#5a6468'))
  for (const dx of [-34, 34]) p.ellipse(x + dx, y + 10, 22, 8, dx < 0 ? '#5fe0a0' : p.tone('#9aa3a6'))
  p.glow(x - 34, y + 10, 60, '#5fe0a0', 0.6)
  for (let i = 0; i < 3; i++)
    p.curve(
      [
        [x - 300, y + 70],
        [x - 370 - i * 10, y + 80 + i * 22],
        [x - 420, y + 60 + i * 34],
      ],
      p.tone('#2b3236'),
      5,
    )
  for (let i = 0; i < 34; i++)
    p.circle(p.random.between(120, 440), p.random.between(780, 940), p.random.between(2, 6), p.tone('#7d6a4a'))
  p.rect(1290, 420, 190, 150, side(p, '#f4f4f0'), 'rx="12"')
  p.rect(1290, 552, 190, 24, p.tone('#3a4246'))
  p.circle(1385, 480, 11, '#5fe0a0')
}

function headphones(p: Painter): void {
  layBackdrop(p, '#d98f6a')
  p.shadow(800, 830, 360, 34, 0.45)
  p.path(
    'M520 690Q470 230 800 220Q1130 230 1080 690',
    'none',
    `stroke="${p.tone('#22282c')}" stroke-width="58" stroke-linecap="round"`,
  )
  p.path(
    'M540 600Q510 270 800 252Q1090 270 1060 600',
    'none',
    `stroke="${p.tone('#4a5358')}" stroke-width="16" stroke-linecap="round"`,
  )
  p.path(
    'M600 330Q690 236 800 234Q910 236 1000 330',
    'none',
    `stroke="${p.tone('#5f6a70')}" stroke-width="26" stroke-linecap="round" stroke-opacity=".7"`,
  )
  for (const s of [-1, 1]) {
    const x = 800 + s * 270
    p.rect(x - 13, 500, 26, 120, metal(p), 'rx="10"')
    p.ellipse(x - s * 34, 690, 86, 148, p.lamp(0.5, 0.3, [0, p.tone('#5a3f34')], [1, p.tone('#2a1c17')]))
    p.ellipse(x + s * 20, 690, 84, 150, side(p, '#2b3337'))
    p.ellipse(x + s * 34, 690, 60, 116, side(p, '#3d474c'))
    p.ellipse(x + s * 40, 690, 30, 58, metal(p, '#e8d2a0', '#9a7a3f'))
  }
}

function laptop(p: Painter): void {
  layTable(p, '#b9c6c2', '#c79a66', 640)
  p.shadow(800, 880, 520, 40, 0.45)
  p.path('M400 330Q400 306 424 306H1176Q1200 306 1200 330V780H400Z', metal(p, '#dfe3e4', '#8f989c'))
  p.rect(420, 326, 760, 440, '#12191d', 'rx="8"')
  p.rect(436, 342, 728, 408, p.down([0, '#f7f5ee'], [1, '#e9e5d8']))
  p.rect(436, 342, 728, 44, '#17594a')
  p.circle(470, 364, 12, '#e9e2cf')
  for (let i = 0; i < 4; i++) p.rect(520 + i * 96, 358, 70, 12, '#cfe0d8')
  p.rect(460, 408, 420, 200, p.down([0, '#8fb2c4'], [0.6, '#e6c8a0'], [1, '#5f7d5a']))
  p.shape(
    [
      [460, 608],
      [460, 560],
      [560, 520],
      [660, 566],
      [780, 510],
      [880, 560],
      [880, 608],
    ],
    '#4f6f58',
  )
  p.circle(760, 460, 24, '#fff1cc')
  for (let i = 0; i < 2; i++) p.rect(460, 626 + i * 30, i ? 340 : 420, 18, '#2b2f31')
  for (let i = 0; i < 3; i++) p.rect(460, 694 + i * 18, 400 - i * 40, 8, '#a9a598')
  for (let i = 0; i < 3; i++) {
    p.rect(910, 408 + i * 112, 232, 62, ['#c9a58a', '#8fa8b0', '#b0b98a'][i]!)
    p.rect(910, 478 + i * 112, 200, 9, '#4a4d4d')
    p.rect(910, 494 + i * 112, 150, 9, '#a9a598')
  }
  p.shape(
    [
      [360, 800],
      [1240, 800],
      [1340, 880],
      [260, 880],
    ],
    metal(p, '#e6e9ea', '#9aa2a6'),
  )
  p.rect(380, 778, 840, 24, p.tone('#6d777b'))
  for (let row = 0; row < 4; row++)
    for (let k = 0; k < 15; k++) {
      const t = row / 4
      p.rect(400 - t * 34 + k * (53 + t * 4.4), 806 + row * 12.5, 44, 9, p.tone('#2b3236'), 'rx="2"')
    }
  p.shape(
    [
      [700, 858],
      [900, 858],
      [910, 876],
      [690, 876],
    ],
    p.tone('#c3cacc'),
  )
  p.rect(260, 878, 1080, 15, p.tone('#7d868a'), 'rx="7"')
  drawCup(p, 1450, 880, 130, '#c2703f')
}

function smartphone(p: Painter): void {
  layBackdrop(p, '#a9c2c9')
  const phone = (x: number, y: number, tilt: number, back: boolean) =>
    p.group(`rotate(${tilt} ${x} ${y})`, () => {
      p.rect(x - 160, y - 330, 320, 660, metal(p, '#4a5459', '#1d2427'), 'rx="46"')
      if (back) {
        p.rect(x - 152, y - 322, 304, 644, side(p, '#2a6a5a'), 'rx="40"')
        p.rect(x - 128, y - 296, 130, 172, p.tone('#1f5044'), 'rx="30"')
        for (const [dx, dy] of [
          [-88, -252],
          [-88, -168],
          [-32, -210],
        ] as const) {
          p.circle(x + dx, y + dy, 31, p.tone('#10181b'))
          p.circle(x + dx, y + dy, 21, p.lamp(0.35, 0.3, [0, '#8fb5d0'], [0.4, '#22384a'], [1, '#0a1014']))
        }
        p.circle(x - 30, y - 276, 9, '#f6f0d8')
      } else {
        p.rect(x - 148, y - 318, 296, 636, p.down([0, '#16324a'], [0.5, '#b5708a'], [1, '#f4b878']), 'rx="36"')
        p.circle(x + 30, y + 40, 44, '#ffe6b0')
        p.shape(
          [
            [x - 148, y + 110],
            [x - 60, y + 50],
            [x + 30, y + 110],
            [x + 148, y + 40],
            [x + 148, y + 318 - 36],
            [x - 148, y + 318 - 36],
          ],
          '#3f3f5f',
        )
        p.shape(
          [
            [x - 148, y + 190],
            [x - 30, y + 130],
            [x + 90, y + 190],
            [x + 148, y + 160],
            [x + 148, y + 282],
            [x - 148, y + 282],
          ],
          '#2a2d47',
        )
        p.rect(x - 112, y + 282, 224, 36, '#2a2d47')
        p.rect(x - 44, y - 304, 88, 24, '#0b0f12', 'rx="12"')
        for (let i = 0; i < 4; i++)
          p.rect(x - 118 + i * 62, y + 214, 48, 48, ['#2fa876', '#e0a92f', '#d8533a', '#4f8fc8'][i]!, 'rx="12"')
      }
    })
  p.shadow(640, 820, 260, 34, 0.45)
  p.shadow(980, 830, 240, 30, 0.45)
  phone(980, 500, 9, true)
  phone(660, 490, -7, false)
}

function winterTyres(p: Painter): void {
  layBackdrop(p, '#c9d8e2', 800)
  const tyre = (x: number, y: number, w: number) => {
    const h = w * 0.34
    p.path(
      `M${x - w / 2} ${y - h}Q${x - w * 0.54} ${y - h / 2} ${x - w / 2} ${y}A${w / 2} ${w * 0.11} 0 0 0 ${x + w / 2} ${y}Q${x + w * 0.54} ${y - h / 2} ${x + w / 2} ${y - h}Z`,
      side(p, '#2b2e31'),
    )
    for (let i = 0; i < 26; i++) {
      const a = Math.PI * (i / 25)
      const [px, lift] = [x - Math.cos(a) * w * 0.505, Math.sin(a) * w * 0.1]
      p.line(
        [
          [px, y - h * 0.86 + lift],
          [px + (i % 2 ? 10 : -10), y - h * 0.5 + lift],
          [px, y - h * 0.14 + lift],
        ],
        p.tone('#121415'),
        6 + Math.sin(a) * 7,
      )
    }
    p.ellipse(x, y - h, w / 2, w * 0.115, p.tone('#33373a'))
    p.ellipse(x, y - h, w * 0.42, w * 0.09, p.tone('#1b1d1f'))
    p.ellipse(x, y - h + 3, w * 0.3, w * 0.062, metal(p))
    for (let i = 0; i < 10; i++)
      p.line(
        [
          [x, y - h + 3],
          [x + Math.cos(i * 0.628) * w * 0.29, y - h + 3 + Math.sin(i * 0.628) * w * 0.06],
        ],
        p.tone('#5f686c'),
        7,
      )
    p.ellipse(x, y - h + 3, w * 0.05, w * 0.014, p.tone('#2b2e31'))
  }
  p.shadow(720, 870, 350, 40, 0.5)
  for (let i = 0; i < 4; i++) tyre(720 + (i % 2) * 8, 850 - i * 150, 560)
  p.shadow(1230, 880, 200, 26, 0.5)
  p.circle(1230, 690, 196, side(p, '#26292c'))
  for (let i = 0; i < 44; i++)
    p.line(
      [
        [1230 + Math.cos(i * 0.1428) * 176, 690 + Math.sin(i * 0.1428) * 176],
        [1230 + Math.cos(i * 0.1428 + 0.06) * 200, 690 + Math.sin(i * 0.1428 + 0.06) * 200],
      ],
      p.tone('#101213'),
      8,
    )
  p.circle(1230, 690, 136, p.tone('#3a3f42'))
  p.circle(1230, 690, 126, metal(p))
  for (let i = 0; i < 5; i++) {
    const a = i * 1.2566 - 0.6
    p.shape(
      [
        [1230 + Math.cos(a + 0.3) * 40, 690 + Math.sin(a + 0.3) * 40],
        [1230 + Math.cos(a + 0.16) * 112, 690 + Math.sin(a + 0.16) * 112],
        [1230 + Math.cos(a + 1.08) * 112, 690 + Math.sin(a + 1.08) * 112],
        [1230 + Math.cos(a + 0.95) * 40, 690 + Math.sin(a + 0.95) * 40],
      ],
      p.tone('#2b2e31'),
    )
  }
  p.circle(1230, 690, 30, p.tone('#5f686c'))
  p.group('translate(320 700)', () => {
    for (let k = 0; k < 6; k++)
      p.group(`rotate(${k * 60})`, () => {
        p.line(
          [
            [0, 0],
            [0, -120],
          ],
          '#ffffff',
          10,
        )
        p.line(
          [
            [-28, -96],
            [0, -70],
            [28, -96],
          ],
          '#ffffff',
          8,
        )
        p.line(
          [
            [-18, -56],
            [0, -40],
            [18, -56],
          ],
          '#ffffff',
          7,
        )
      })
  })
}

function washingMachine(p: Painter): void {
  layBackdrop(p, '#cfdad8', 850)
  p.shadow(800, 880, 360, 30, 0.5)
  p.rect(500, 190, 600, 680, side(p, '#f7f7f3'), 'rx="18"')
  p.rect(500, 190, 600, 116, p.down([0, p.tone('#e9ecea')], [1, p.tone('#d2d8d8')]), 'rx="18"')
  p.rect(500, 300, 600, 5, p.tone('#aab3b5'))
  p.rect(526, 216, 170, 62, p.tone('#dfe4e3'), 'rx="8"')
  p.circle(800, 248, 38, metal(p))
  p.rect(796, 214, 8, 30, p.tone('#3a4448'))
  p.rect(880, 222, 130, 50, '#17262c', 'rx="6"')
  for (let i = 0; i < 3; i++) p.rect(896 + i * 34, 234, 22, 26, '#6fe0c0', 'fill-opacity=".85"')
  for (let i = 0; i < 2; i++) p.circle(1040 + i * 34, 248, 11, i ? p.tone('#9aa3a6') : '#5fe0a0')
  p.circle(800, 570, 216, metal(p))
  p.circle(800, 570, 176, p.tone('#3a4448'))
  p.circle(800, 570, 160, p.lamp(0.4, 0.3, [0, '#b8d6e0'], [0.5, '#557a8a'], [1, '#1f343f']))
  p.add('<clipPath id="drum"><circle cx="800" cy="570" r="158"/></clipPath>')
  const load = p.capture(() => {
    for (let i = 0; i < 16; i++) {
      const [x, y, r] = [800 + p.random.between(-130, 130), 650 + p.random.between(-60, 60), p.random.between(40, 76)]
      p.blob(
        Array.from({ length: 6 }, (_, k): Point => [
          x + Math.cos(k * 1.047) * r * p.random.between(0.6, 1.2),
          y + Math.sin(k * 1.047) * r * p.random.between(0.5, 1),
        ]),
        p.random.pick(['#c2553f', '#e6dcc4', '#2f6f8a', '#d9a54a', '#6f9a8a', '#8a5f86']),
        'opacity=".92"',
      )
    }
    for (let i = 0; i < 30; i++)
      p.circle(
        800 + p.random.between(-140, 140),
        610 + p.random.between(-40, 60),
        p.random.between(4, 15),
        '#f4fafa',
        'opacity=".5"',
      )
    p.path('M680 500Q740 430 830 436Q760 450 716 530Z', '#ffffff', 'fill-opacity=".4"')
  })
  p.add(`<g clip-path="url(#drum)">${load}</g>`)
  p.rect(990, 540, 26, 66, metal(p), 'rx="10"')
  p.rect(540, 790, 130, 54, p.tone('#e3e7e6'), 'rx="6"')
  for (const x of [530, 1020]) p.rect(x, 866, 50, 18, p.tone('#3a4448'))
  p.shadow(1290, 900, 130, 20, 0.4)
  p.path('M1180 740H1400L1372 892H1208Z', p.tone('#c9a46b'))
  for (let r = 0; r < 6; r++)
    p.line(
      [
        [1186 + r * 5, 760 + r * 24],
        [1394 - r * 5, 760 + r * 24],
      ],
      p.tone('#8f6d3d'),
      5,
    )
  for (let i = 0; i < 5; i++)
    p.blob(
      [
        [1190 + i * 38, 744],
        [1204 + i * 38, 700 - (i % 2) * 16],
        [1240 + i * 38, 704],
        [1248 + i * 36, 744],
      ],
      p.tone(['#e9e4d6', '#2f6f8a', '#c2553f', '#f2ede0', '#6f9a8a'][i]!),
    )
}

function toaster(p: Painter): void {
  layTable(p, '#c9d2cb', '#b98a58', 680)
  p.shadow(780, 870, 400, 40, 0.5)
  for (const [x, tilt] of [
    [690, -3],
    [870, 3],
  ] as const)
    p.group(`rotate(${tilt} ${x} 480)`, () => {
      p.path(
        `M${x - 110} 620V440Q${x - 150} 360 ${x - 70} 340Q${x} 322 ${x + 70} 340Q${x + 150} 360 ${x + 110} 440V620Z`,
        p.tone('#9a5f2c'),
      )
      p.path(
        `M${x - 96} 620V446Q${x - 128} 374 ${x - 64} 356Q${x} 340 ${x + 64} 356Q${x + 128} 374 ${x + 96} 446V620Z`,
        p.lamp(0.5, 0.5, [0, p.tone('#e0aa62')], [1, p.tone('#c68a45')]),
      )
      for (let i = 0; i < 30; i++)
        p.ellipse(
          x + p.random.between(-84, 84),
          p.random.between(370, 560),
          p.random.between(3, 9),
          p.random.between(2, 5),
          p.tone('#a8702f'),
          'opacity=".5"',
        )
    })
  p.path('M440 860V640Q440 560 520 550H1040Q1120 560 1120 640V860Q1120 872 1106 872H454Q440 872 440 860Z', metal(p))
  p.path(
    'M440 640Q440 560 520 550H1040Q1120 560 1120 640V660H440Z',
    p.down([0, p.tone('#f4f6f6')], [1, p.tone('#a9b2b5')]),
    'fill-opacity=".6"',
  )
  for (const x of [560, 780]) p.rect(x, 566, 250, 18, '#15191b', 'rx="8"')
  for (const x of [560, 780]) p.rect(x + 10, 570, 230, 6, '#ff8a4a', 'fill-opacity=".8"')
  p.rect(440, 836, 680, 40, p.tone('#23292c'), 'rx="10"')
  p.rect(1116, 640, 14, 150, p.tone('#23292c'))
  p.rect(1108, 656, 66, 34, p.tone('#23292c'), 'rx="8"')
  p.circle(1040, 780, 32, p.tone('#2b3236'))
  p.rect(1036, 752, 8, 26, '#e9e9e4')
  for (let i = 0; i < 3; i++) p.circle(920 + i * 34, 782, 10, i === 0 ? '#ff9a4a' : p.tone('#7d868a'))
  p.shadow(1350, 890, 150, 20, 0.4)
  p.ellipse(1350, 880, 150, 34, side(p, '#f2ede1'))
  p.rect(1290, 838, 120, 38, p.down([0, p.tone('#f6dc8a')], [1, p.tone('#d9b04a')]), 'rx="6"')
  p.line(
    [
      [200, 920],
      [360, 900],
    ],
    p.tone('#d6dadb'),
    12,
  )
  p.line(
    [
      [130, 930],
      [206, 920],
    ],
    p.tone('#6b4a32'),
    17,
  )
}

export const PRODUCTS = {
  'coffee-machine': coffeeMachine,
  'e-bike': eBike,
  'vacuum-robot': vacuumRobot,
  headphones,
  laptop,
  smartphone,
  'winter-tyres': winterTyres,
  'washing-machine': washingMachine,
  toaster,
}
