/** Woods, animals and gardens. */
import { drawHouseRow } from '../buildings.ts'
import { darken, lighten, mix } from '../light.ts'
import { layFields, layHills } from './countryside.ts'
import { fixed } from '../painter.ts'
import type { Painter } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'
import { drawPerson } from '../street.ts'

function forest(p: Painter): void {
  p.sky(560, 0.6)
  p.ridge(400, 60, '#587078', 1)
  const far = p.ridge(470, 46, '#4d6a5a', 0.82)
  for (let x = -20; x < 1620; x += p.random.between(14, 26))
    drawTree(p, x, far(x) + 40, p.random.between(90, 150), 0.8, 'conifer')
  p.mist(600, 220, p.mood === 'fog' ? 0.85 : 0.4)
  const middle = p.ridge(660, 40, '#47624f', 0.5)
  for (let x = -20; x < 1640; x += p.random.between(34, 64))
    drawTree(p, x, middle(x) + 46, p.random.between(190, 300), 0.5, 'conifer')
  p.mist(740, 170, p.mood === 'fog' ? 0.7 : 0.25)
  p.ground(838, '#5b6a48', 160)
  for (const x of [-10, 150, 330, 1250, 1420, 1600])
    drawTree(p, x + p.random.between(-40, 40), p.random.between(900, 985), p.random.between(430, 660), 0.12, 'conifer')
}

function forestPath(p: Painter): void {
  const [, , low] = p.light.sky
  const far = p.mood === 'fog' ? p.light.haze : mix(low, p.light.foliage[2]!, 0.42)
  p.rect(0, 0, 1600, 1000, p.down([0, mix(far, p.light.foliage[1]!, 0.3)], [0.5, lighten(far, 0.34)], [1, far]))
  p.glow(800, 470, 620, lighten(p.light.glow, 0.3), 0.85)
  p.ground(610, p.isSnowy ? '#eef3f7' : mix(p.light.grass, p.light.foliage[0]!, 0.35), 90)
  const soil = p.isSnowy ? '#dfe7ee' : '#b5936a'
  p.path(
    'M470 1000Q690 800 720 700Q735 650 790 608L822 608Q800 660 862 716Q980 820 1180 1000Z',
    p.down([0, p.tone(lighten(soil, 0.35), 0.3)], [1, p.tone(darken(soil, 0.2))]),
  )
  for (let layer = 0; layer < 5; layer++) {
    const t = layer / 4
    const depth = 0.75 - t * 0.7
    for (const side of [-1, 1])
      for (let i = 0; i < 4; i++) {
        const x = 806 + side * (120 + t * 250 + i * (96 + t * 110) + p.random.between(-44, 44))
        const [y, w] = [
          640 + t * 290 + p.random.between(-22, 22) * (0.3 + t) + i * 9,
          (12 + t * 56) * p.random.between(0.7, 1.2),
        ]
        const bark = p.tone(p.random.pick(['#5d4a3c', '#6b5747', '#544a43']), depth)
        p.path(
          `M${fixed(x - w * 0.8)} ${fixed(y)}Q${fixed(x - w * 0.4)} ${fixed(y - 60)} ${fixed(x - w * 0.36)} ${fixed(y - 240)}L${fixed(x - w * 0.26)} -20L${fixed(x + w * 0.3)} -20L${fixed(x + w * 0.4)} ${fixed(y - 240)}Q${fixed(x + w * 0.46)} ${fixed(y - 60)} ${fixed(x + w * 0.9)} ${fixed(y)}Z`,
          p.across([0, darken(bark, side > 0 ? 0 : 0.3)], [1, darken(bark, side > 0 ? 0.3 : 0)]),
        )
        if (p.isSnowy) p.rect(x - w * 0.36, 0, w * 0.14, y - 40, '#ffffff', 'opacity=".5"')
      }
    if (p.isBare) continue
    for (const tint of p.light.foliage) {
      let leaves = ''
      for (let i = 0; i < 60; i++) {
        const far2 = p.random() ** 0.8
        const side = p.random.chance(0.5) ? -1 : 1
        const x = 806 + side * (10 + far2 * 840)
        const y =
          p.random.between(-40, 60) +
          far2 * p.random.between(0, 420 - t * 90) * (tint === p.light.foliage[0] ? 1 : 0.86) +
          (1 - t) * 60
        const r = (12 + t * 22) * p.random.between(0.6, 1.35)
        for (let k = 0; k < 6; k++)
          leaves += `${k ? 'L' : 'M'}${Math.round(x + Math.cos(k * 1.047) * r * p.random.between(0.6, 1.4))} ${Math.round(y + Math.sin(k * 1.047) * r * p.random.between(0.45, 1))}`
        leaves += 'Z'
      }
      p.path(leaves, p.tone(tint, depth * 0.85), 'opacity=".82"')
    }
    for (const side of [-1, 1])
      for (let i = 0; i < 5; i++) {
        const [x, y, r] = [
          806 + side * (150 + t * 170 + i * 150 + p.random.between(-40, 40)),
          650 + t * 270,
          26 + t * 46,
        ]
        for (const [tint, lift] of [
          [0, 0],
          [1, 0.4],
        ] as const) {
          let bush = ''
          for (let k = 0; k < 26; k++) {
            const [bx, by, s] = [
              x + p.random.between(-1.4, 1.4) * r,
              y - p.random() ** 1.5 * r * 0.9 - lift * r * 0.4,
              r * p.random.between(0.1, 0.24),
            ]
            bush += `M${Math.round(bx - s)} ${Math.round(by)}L${Math.round(bx)} ${Math.round(by - s)}L${Math.round(bx + s)} ${Math.round(by + s * 0.3)}L${Math.round(bx)} ${Math.round(by + s)}Z`
          }
          p.path(bush, p.tone(mix(p.light.foliage[tint]!, p.light.grass, 0.5), depth * 0.8))
        }
      }
  }
  for (let i = 0; i < 150 && !p.isBare; i++) {
    const y = p.random.between(660, 1000)
    p.ellipse(
      p.random.between(0, 1600),
      y,
      (y - 600) / 42,
      (y - 600) / 110,
      p.tone(p.random.pick(p.light.foliage)),
      'opacity=".7"',
    )
  }
}

function dog(p: Painter): void {
  layHills(p, 430)
  drawTreeline(p, -40, 1640, () => 650, 150, 0.5)
  p.ground(640, p.light.grass, 460)
  const [x, y] = [800, 930]
  const fur = '#9a5f34'
  const [base, deep, pale] = [p.tone(fur), p.tone(darken(fur, 0.45)), p.tone(lighten(fur, 0.35))]
  p.shadow(x, y, 270, 34, 0.5)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    p.curve(
      [
        [x - 120, y - 30],
        [x - 230, y - 40],
        [x - 280, y - 110],
      ],
      base,
      34,
    )
    p.blob(
      [
        [x - 150, y - 130],
        [x - 60, y - 300],
        [x + 60, y - 380],
        [x + 120, y - 300],
        [x + 108, y - 140],
        [x + 96, y - 10],
        [x - 40, y - 6],
        [x - 150, y - 14],
      ],
      p.across([0, deep], [0.6, base], [1, pale]),
    )
    p.blob(
      [
        [x - 160, y - 110],
        [x - 60, y - 160],
        [x + 14, y - 90],
        [x + 10, y - 10],
        [x - 120, y],
        [x - 176, y - 30],
      ],
      base,
    )
    p.blob(
      [
        [x - 60, y - 30],
        [x + 30, y - 36],
        [x + 44, y - 6],
        [x - 60, y - 2],
      ],
      pale,
    )
    p.path(
      `M${x + 40} ${y - 240}Q${x + 62} ${y - 110} ${x + 50} ${y - 4}L${x + 116} ${y - 4}Q${x + 110} ${y - 130} ${x + 128} ${y - 250}Z`,
      p.across([0, base], [1, pale]),
    )
    p.ellipse(x + 88, y - 8, 44, 17, pale)
    p.blob(
      [
        [x + 62, y - 330],
        [x + 124, y - 310],
        [x + 128, y - 200],
        [x + 86, y - 170],
        [x + 56, y - 220],
      ],
      p.tone('#e7d3b4'),
      'opacity=".8"',
    )
    p.path(
      `M${x - 6} ${y - 330}Q${x + 60} ${y - 300} ${x + 130} ${y - 330}L${x + 126} ${y - 302}Q${x + 60} ${y - 272} ${x - 2} ${y - 304}Z`,
      p.tone('#a32f2a'),
    )
    p.circle(x + 72, y - 284, 14, p.tone('#e0b64a'))
    p.blob(
      [
        [x - 30, y - 430],
        [x + 30, y - 492],
        [x + 110, y - 484],
        [x + 152, y - 430],
        [x + 236, y - 402],
        [x + 240, y - 360],
        [x + 166, y - 338],
        [x + 70, y - 322],
        [x - 14, y - 356],
      ],
      p.across([0, base], [1, lighten(base, 0.16)]),
    )
    p.blob(
      [
        [x + 140, y - 408],
        [x + 236, y - 400],
        [x + 238, y - 362],
        [x + 160, y - 342],
        [x + 120, y - 370],
      ],
      pale,
    )
    p.ellipse(x + 234, y - 394, 22, 17, p.tone('#221d1b'))
    p.curve(
      [
        [x + 222, y - 366],
        [x + 190, y - 352],
        [x + 156, y - 362],
      ],
      p.tone('#3a2418'),
      5,
    )
    p.circle(x + 116, y - 432, 13, p.tone('#241812'))
    p.circle(x + 120, y - 436, 4, '#fff6e8')
    p.blob(
      [
        [x - 16, y - 478],
        [x + 46, y - 474],
        [x + 52, y - 400],
        [x + 20, y - 310],
        [x - 34, y - 300],
        [x - 58, y - 380],
      ],
      deep,
    )
  })
  for (let i = 0; i < 120; i++) {
    const gx = p.random.between(340, 1260)
    const gy = p.random.between(915, 985)
    if (p.mood === 'autumn')
      p.blob(
        [
          [gx, gy],
          [gx + 14, gy - 8],
          [gx + 26, gy],
          [gx + 12, gy + 8],
        ],
        p.tone(p.random.pick(p.light.foliage)),
      )
    else
      p.curve(
        [
          [gx, gy],
          [gx + 3, gy - 22],
          [gx + p.random.between(-14, 14), gy - 44],
        ],
        p.tone(p.random.chance(0.5) ? darken(p.light.grass, 0.2) : lighten(p.light.grass, 0.15)),
        3,
      )
  }
}

function hedgehog(p: Painter): void {
  p.rect(0, 0, 1600, 1000, p.down([0, p.tone('#5a5136', 0.3)], [0.6, p.tone('#8a6a3a', 0.2)], [1, p.tone('#5b3d22')]))
  for (let i = 0; i < 26; i++)
    p.glow(
      p.random.between(0, 1600),
      p.random.between(0, 520),
      p.random.between(60, 190),
      p.random.pick(p.light.foliage),
      0.5,
    )
  for (let i = 0; i < 5; i++)
    p.rect(p.random.between(0, 1600), 0, p.random.between(40, 90), 640, p.tone('#3f3226', 0.3), 'opacity=".5"')
  const leaves = (count: number, from: number, to: number, size: number) => {
    for (let i = 0; i < count; i++) {
      const [x, y, s, a] = [
        p.random.between(-20, 1620),
        p.random.between(from, to),
        size * p.random.between(0.6, 1.3),
        p.random() * 360,
      ]
      p.group(
        `translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(a)}) scale(1 ${fixed(p.random.between(0.4, 0.9))})`,
        () => {
          const hue = p.tone(p.random.pick(['#a4532a', '#cf7d2c', '#e0a23f', '#8a3f22', '#b96a2c', '#6f4a28']))
          p.path(
            `M${fixed(-s)} 0Q${fixed(-s * 0.2)} ${fixed(-s * 0.7)} ${fixed(s)} 0Q${fixed(-s * 0.2)} ${fixed(s * 0.7)} ${fixed(-s)} 0Z`,
            hue,
          )
          p.line(
            [
              [-s, 0],
              [s * 0.9, 0],
            ],
            darken(hue, 0.3),
            1.6,
          )
        },
      )
    }
  }
  leaves(150, 590, 780, 30)
  const [x, y] = [810, 830]
  p.shadow(x, y + 6, 330, 44, 0.6)
  p.group(p.sunX > 800 ? '' : 'translate(1620 0) scale(-1 1)', () => {
    p.blob(
      [
        [x - 260, y - 90],
        [x - 170, y - 240],
        [x + 10, y - 290],
        [x + 170, y - 220],
        [x + 230, y - 90],
        [x + 150, y - 10],
        [x - 200, y - 6],
      ],
      p.tone('#3d2f26'),
    )
    p.blob(
      [
        [x + 130, y - 150],
        [x + 220, y - 140],
        [x + 300, y - 84],
        [x + 336, y - 62],
        [x + 300, y - 30],
        [x + 200, y - 8],
        [x + 100, y - 20],
      ],
      p.across([0, p.tone('#a98560')], [1, p.tone('#d6b48a')]),
    )
    for (let ring = 0; ring < 9; ring++)
      for (let i = 0; i < 42; i++) {
        const a = Math.PI + (i / 41) * Math.PI * 0.98 + p.random.between(-0.05, 0.05)
        const r = 0.36 + ring * 0.075
        const [sx, sy] = [x - 20 + Math.cos(a) * 236 * r, y - 40 + Math.sin(a) * 236 * r]
        const [dx, dy] = [Math.cos(a - 0.24), Math.sin(a - 0.24)]
        const l = p.random.between(36, 58)
        p.line(
          [
            [sx, sy],
            [sx + dx * l, sy + dy * l],
          ],
          p.tone(p.random.pick(['#5a4636', '#7d6650', '#c9b18e', '#94795c'])),
          3.6,
        )
        p.line(
          [
            [sx + dx * l * 0.7, sy + dy * l * 0.7],
            [sx + dx * l, sy + dy * l],
          ],
          p.tone('#efe0c4'),
          2.2,
        )
      }
    p.circle(x + 232, y - 98, 11, '#17120f')
    p.circle(x + 236, y - 102, 3.6, '#ffffff')
    p.circle(x + 336, y - 60, 15, '#1d1613')
    p.blob(
      [
        [x + 120, y - 130],
        [x + 150, y - 166],
        [x + 176, y - 140],
        [x + 160, y - 112],
      ],
      p.tone('#8f6b4c'),
    )
    for (const fx of [-120, 60, 170]) p.ellipse(x + fx, y - 2, 34, 14, p.tone('#a17a55'))
  })
  leaves(110, 830, 1000, 44)
}

function stork(p: Painter): void {
  layHills(p, 640)
  layFields(p, 790, 24, 0.4)
  drawHouseRow(p, 200, 620, 880, 70, 0.3)
  drawTreeline(p, -20, 1620, () => 930, 100, 0.2)
  const [x, y] = [p.sunX < 800 ? 980 : 640, 640]
  p.rect(x - 11, y, 22, 370, p.across([0, p.tone('#7a6653')], [1, p.tone('#463a30')]))
  for (let i = 0; i < 150; i++) {
    const a = p.random.between(-0.4, 0.4)
    const [sx, sy] = [x + p.random.between(-150, 110), y + p.random.between(-60, 26)]
    p.line(
      [
        [sx, sy],
        [sx + Math.cos(a) * 70, sy + Math.sin(a) * 40],
      ],
      p.tone(p.random.pick(['#5d4632', '#7d6246', '#94785a', '#4a3828'])),
      5,
    )
  }
  const white = p.tone('#f6f3ec')
  const leg = p.tone('#d3452c')
  p.line(
    [
      [x - 14, y - 46],
      [x - 8, y - 190],
    ],
    leg,
    9,
  )
  p.line(
    [
      [x + 22, y - 46],
      [x + 16, y - 190],
    ],
    leg,
    9,
  )
  p.blob(
    [
      [x - 150, y - 220],
      [x - 40, y - 300],
      [x + 70, y - 300],
      [x + 100, y - 230],
      [x + 40, y - 180],
      [x - 60, y - 180],
    ],
    p.down([0, white], [1, darken(white, 0.24)]),
  )
  p.blob(
    [
      [x - 210, y - 196],
      [x - 120, y - 262],
      [x + 16, y - 262],
      [x - 50, y - 200],
      [x - 150, y - 182],
    ],
    p.tone('#26272b'),
  )
  p.path(
    `M${x + 40} ${y - 250}Q${x + 120} ${y - 330} ${x + 84} ${y - 420}Q${x + 80} ${y - 470} ${x + 124} ${y - 474}Q${x + 158} ${y - 470} ${x + 152} ${y - 436}Q${x + 164} ${y - 320} ${x + 92} ${y - 236}Z`,
    p.across([0, white], [1, darken(white, 0.14)]),
  )
  p.shape(
    [
      [x + 148, y - 456],
      [x + 300, y - 414],
      [x + 148, y - 430],
    ],
    leg,
  )
  p.circle(x + 128, y - 448, 7, '#1a1a1c')
  for (let i = 0; i < 60; i++) {
    const [sx, sy] = [x + p.random.between(-140, 100), y + p.random.between(-46, 26)]
    p.line(
      [
        [sx, sy],
        [sx + 64, sy + p.random.between(-20, 20)],
      ],
      p.tone(p.random.pick(['#6b5139', '#8a6d4e'])),
      4,
    )
  }
}

function beeMeadow(p: Painter): void {
  layHills(p, 420)
  layFields(p, 560, 26, 0.46)
  drawTreeline(p, -20, 1620, () => 640, 120, 0.36)
  p.ground(634, p.light.grass, 300)
  for (const [i, hex] of ['#d9a441', '#6f95a5', '#c0593f', '#e6dcc2'].entries()) {
    const [x, y] = [230 + i * 190, 800 + (i % 2) * 14]
    p.shadow(x + 65, y + 4, 100, 14, 0.4)
    p.rect(x, y - 96, 130, 90, p.across([0, p.tone(lighten(hex, 0.15))], [1, p.tone(darken(hex, 0.25))]))
    p.rect(x, y - 148, 130, 50, p.across([0, p.tone(lighten(hex, 0.22))], [1, p.tone(darken(hex, 0.16))]))
    p.rect(x - 8, y - 166, 146, 20, p.tone('#9aa3a6'))
    p.rect(x + 34, y - 24, 62, 9, p.tone('#2c2420'))
    p.rect(x + 26, y - 66, 78, 4, p.tone(darken(hex, 0.4)), 'opacity=".5"')
  }
  const petals = ['#d8453a', '#e9b53c', '#7f6ab0', '#f2ede0', '#4f78b8', '#dc7fa0']
  for (let i = 0; i < 330; i++) {
    const t = (i / 330) ** 0.8
    const [x, y, s] = [p.random.between(0, 1600), 690 + t * 320, 3 + t * 17]
    p.curve(
      [
        [x, y + s * 3],
        [x + 3, y + s],
        [x, y],
      ],
      p.tone(darken(p.light.grass, 0.25)),
      1 + t * 2.4,
    )
    const hue = p.tone(p.random.pick(petals), 0.25 * (1 - t))
    for (let k = 0; k < 5 && s > 8; k++)
      p.ellipse(x + Math.cos(k * 1.256) * s * 0.6, y + Math.sin(k * 1.256) * s * 0.45, s * 0.52, s * 0.4, hue)
    p.circle(x, y, s * (s > 8 ? 0.34 : 0.8), s > 8 ? p.tone('#e8c45a') : hue)
  }
  for (let i = 0; i < 9; i++) {
    const [x, y, s] = [p.random.between(200, 1400), p.random.between(560, 860), p.random.between(8, 15)]
    p.ellipse(x, y - s * 0.7, s * 0.7, s * 0.4, '#ffffff', 'opacity=".7"')
    p.ellipse(x, y, s, s * 0.58, p.tone('#d9a02c'))
    p.rect(x - s * 0.2, y - s * 0.55, s * 0.28, s * 1.1, '#2a2118')
  }
}

function treePlanting(p: Painter): void {
  layHills(p, 430)
  layFields(p, 580, 30, 0.4)
  drawTreeline(p, -20, 1620, () => 668, 110, 0.36)
  p.ground(664, p.light.grass, 380)
  drawPerson(p, 300, 760, 120, 0.2)
  drawPerson(p, 372, 764, 112, 0.2)
  const [x, y] = [830, 900]
  p.blob(
    [
      [x - 270, y],
      [x - 130, y - 50],
      [x, y - 66],
      [x + 130, y - 48],
      [x + 250, y],
      [x + 110, y + 44],
      [x - 130, y + 42],
    ],
    p.down([0, p.tone('#7d5c42')], [1, p.tone('#4a3527')]),
  )
  for (let i = 0; i < 60; i++)
    p.circle(
      x + p.random.between(-220, 220),
      y + p.random.between(-36, 34),
      p.random.between(4, 12),
      p.tone(p.random.pick(['#5a4230', '#8a694b', '#3f2d20'])),
    )
  for (const dx of [-84, 84])
    p.rect(x + dx - 9, y - 330, 18, 320, p.across([0, p.tone('#c79c66')], [1, p.tone('#8a683f')]))
  p.rect(x - 92, y - 300, 184, 13, p.tone('#b0875a'))
  p.curve(
    [
      [x, y - 20],
      [x + 5, y - 260],
      [x - 3, y - 520],
    ],
    p.tone('#6a5342'),
    15,
  )
  p.line(
    [
      [x - 80, y - 240],
      [x, y - 228],
      [x + 80, y - 240],
    ],
    p.tone('#e6d9ba'),
    7,
  )
  for (const [bx, by, ex, ey] of [
    [0, 330, -110, 450],
    [2, 370, 120, 500],
    [0, 430, -76, 560],
    [0, 460, 70, 600],
    [-2, 300, 96, 380],
  ] as const)
    p.curve(
      [
        [x + bx, y - by],
        [x + ex * 0.5, y - (by + ey) / 2 - 8],
        [x + ex, y - ey],
      ],
      p.tone('#6a5342'),
      6,
    )
  for (let i = 0; i < 120; i++) {
    const [a, r] = [p.random() * 6.283, Math.sqrt(p.random()) * 165]
    const [lx, ly] = [x + Math.cos(a) * r, y - 480 + Math.sin(a) * r * 0.95]
    p.ellipse(
      lx,
      ly,
      p.random.between(11, 20),
      p.random.between(7, 11),
      p.tone(p.random.pick(p.light.foliage)),
      `transform="rotate(${fixed(p.random() * 180)} ${fixed(lx)} ${fixed(ly)})"`,
    )
  }
  p.group(`translate(${x + 300} ${y - 10}) rotate(14)`, () => {
    p.rect(-7, -330, 14, 250, p.tone('#b58a57'))
    p.path('M-34 -330h68v16h-68Z', p.tone('#8f6a40'))
    p.path('M-46 -90L46 -90L42 0Q0 56 -42 0Z', p.across([0, p.tone('#c2c9cc')], [1, p.tone('#6f777b')]))
  })
}

export const NATURE = {
  forest,
  'forest-path': forestPath,
  dog,
  hedgehog,
  stork,
  'bee-meadow': beeMeadow,
  'tree-planting': treePlanting,
}
