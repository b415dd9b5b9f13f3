/** Hills, villages, vineyards, fields and the farm: the country round Tannau. */
import { drawHouse, drawHouseRow, drawVillageChurch } from '../buildings.ts'
import { darken, lighten, mix } from '../light.ts'
import { fixed } from '../painter.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTree, drawTreeline } from '../plants.ts'

export function layHills(p: Painter, horizon = 470): void {
  p.sky(horizon + 60)
  p.ridge(horizon - 20, 52, '#6d8a8c', 1, 1000, 1.4)
  p.ridge(horizon + 40, 40, '#6f8f6a', 0.76, 1000, 1.2)
  if (p.mood === 'dawn' || p.mood === 'fog' || p.mood === 'autumn') p.mist(horizon + 90, 130, 0.55)
}

export function layFields(p: Painter, y: number, amplitude: number, depth: number): (x: number) => number {
  const grass = p.light.grass
  const height = p.ridge(y, amplitude, grass, depth, 1000, 1)
  for (let i = 0; i < 7; i++) {
    const [x, w] = [p.random.between(-100, 1500), p.random.between(180, 420)]
    const top = height(x + w / 2)
    const slope = p.random.between(-60, 60)
    const colour = p.tone(
      p.isSnowy
        ? p.random.pick(['#f6f9fb', '#dde6ee'])
        : p.random.pick([lighten(grass, 0.2), darken(grass, 0.16), '#c6a95a', '#a9793f', '#7c9c56']),
      depth,
    )
    p.blob(
      [
        [x, height(x) + 12],
        [x + w * 0.5, top + 8],
        [x + w, height(x + w) + 12],
        [x + w + slope, height(x + w) + 66],
        [x + w * 0.5 + slope, top + 84],
        [x + slope, height(x) + 62],
      ],
      colour,
      'opacity=".5"',
    )
  }
  for (let i = 0; i < 5; i++) {
    const x = p.random.between(0, 1600)
    drawTreeline(p, x, x + p.random.between(80, 200), height, 34, depth, undefined, 0.42)
  }
  return height
}

function hills(p: Painter): void {
  layHills(p, 400)
  layFields(p, 560, 46, 0.52)
  const middle = layFields(p, 680, 44, 0.3)
  const x = p.random.between(300, 1200)
  drawVillageChurch(p, x, middle(x) + 8, 96, 0.3)
  for (let i = 0; i < 7; i++)
    drawHouse(p, x - 170 + i * 56, middle(x - 170 + i * 56) + 16, 46, 26, 0.3, { wall: '#e6dcc8' })
  drawTreeline(p, x - 240, x + 260, (xx) => middle(xx) + 22, 44, 0.26, undefined, 0.8)
  if (p.mood === 'dawn' || p.mood === 'fog') p.mist(760, 180, 0.62)
  p.ground(842, p.light.grass, 340)
  drawTree(p, p.sunX < 800 ? 1360 : 240, 930, 330)
}

function village(p: Painter): void {
  layHills(p, 380)
  layFields(p, 560, 40, 0.5)
  const heart = p.random.between(700, 900)
  drawTreeline(p, 60, 1540, () => 668, 74, 0.4)
  drawHouseRow(p, 190, 1400, 690, 66, 0.34)
  drawVillageChurch(p, heart, 708, 300, 0.26)
  if (p.mood === 'fog' || p.mood === 'dawn') p.mist(690, 130, 0.55)
  drawHouseRow(p, 90, heart - 120, 760, 92, 0.2)
  drawHouseRow(p, heart + 190, 1520, 766, 92, 0.2)
  drawTreeline(p, 0, 1600, () => 790, 70, 0.14, undefined, 1.3)
  p.ground(786, p.light.grass, 320)
  p.path('M700 1000Q760 880 830 790L868 790Q850 890 960 1000Z', p.tone(p.isSnowy ? '#d3dce4' : '#c2a981'))
  drawTree(p, 180, 930, 260)
  drawTree(p, 1440, 950, 290)
}

function vineyard(p: Painter): void {
  layHills(p, 350)
  const slope = layFields(p, 470, 34, 0.5)
  const x = p.random.chance(0.5) ? 1180 : 320
  drawVillageChurch(p, x, slope(x) + 60, 120, 0.42)
  drawHouseRow(p, x - 200, x + 240, slope(x) + 78, 34, 0.4)
  p.ground(560, p.isSnowy ? '#eef3f7' : mix(p.light.grass, '#8a7350', 0.4), 160)
  const vanish: Point = [p.random.between(620, 980), 470]
  const leaf = p.light.foliage
  for (let row = -11; row <= 11; row++) {
    const foot = 800 + row * 215
    const steps = 26
    if (!p.isSnowy)
      p.shape(
        [
          [vanish[0], 556],
          [foot - 70, 1010],
          [foot + 70, 1010],
        ],
        p.tone(darken(leaf[0]!, 0.3), 0.2),
        'opacity=".5"',
      )
    for (let i = 1; i <= steps; i++) {
      const t = (i / steps) ** 2.1
      const [px, py] = [vanish[0] + (foot - vanish[0]) * t, 570 + (1060 - 570) * t]
      const size = 5 + t * 74
      if (px < -90 || px > 1690) continue
      p.line(
        [
          [px, py],
          [px, py - size * 1.25],
        ],
        p.tone('#55463a', 0.4 * (1 - t)),
        1 + t * 6,
      )
      if (p.isSnowy) {
        p.curve(
          [
            [px - size * 0.7, py - size],
            [px, py - size * 1.15],
            [px + size * 0.7, py - size * 0.95],
          ],
          p.tone('#5f4d40', 0.3 * (1 - t)),
          1 + t * 3,
        )
        continue
      }
      for (let k = 0; k < 4; k++) {
        const [bx, by, r] = [
          px + p.random.between(-0.5, 0.5) * size,
          py - size * p.random.between(0.55, 1.3),
          size * p.random.between(0.24, 0.42),
        ]
        p.blob(
          Array.from({ length: 6 }, (_, n): Point => [
            bx + Math.cos(n * 1.047) * r * p.random.between(0.7, 1.25),
            by + Math.sin(n * 1.047) * r * p.random.between(0.6, 1),
          ]),
          p.tone(k < 2 ? leaf[0]! : k < 3 ? leaf[1]! : leaf[2]!, 0.45 * (1 - t)),
        )
      }
    }
  }
}

function orchard(p: Painter): void {
  layHills(p, 420)
  layFields(p, 560, 30, 0.42)
  p.ground(640, p.light.grass, 420)
  const trees = Array.from({ length: 13 }, (_, i) => ({ x: p.random.between(-40, 1640), t: (i + 0.4) / 13 }))
  for (const { x, t } of trees) {
    const [y, h] = [650 + t * 290, 90 + t * 300]
    p.shadow(x, y, h * 0.42, h * 0.06, 0.36)
    drawTree(p, x, y, h, 0.34 * (1 - t))
    if (!p.isBare)
      for (let i = 0; i < 16; i++)
        p.circle(
          x + p.random.between(-0.3, 0.3) * h,
          y - h * p.random.between(0.42, 0.86),
          h * 0.017,
          p.tone(p.mood === 'dawn' ? '#f6dfe2' : '#b5322a', 0.3 * (1 - t)),
        )
  }
  for (let i = 0; i < 22 && p.mood === 'autumn'; i++)
    p.circle(p.random.between(0, 1600), p.random.between(800, 990), p.random.between(5, 9), p.tone('#a8302a'))
}

function windFarm(p: Painter): void {
  layHills(p, 520)
  const crest = layFields(p, 640, 40, 0.4)
  const turbine = (x: number, y: number, h: number, depth: number) => {
    const turn = p.random() * 6.28
    const white = p.tone('#f2f3f0', depth)
    p.shape(
      [
        [x - h * 0.016, y],
        [x - h * 0.007, y - h],
        [x + h * 0.007, y - h],
        [x + h * 0.016, y],
      ],
      p.across([0, white], [1, darken(white, 0.28)]),
    )
    for (let i = 0; i < 3; i++) {
      const a = turn + i * 2.0944
      const [c, s] = [Math.cos(a), Math.sin(a)]
      const l = h * 0.56
      p.shape(
        [
          [x, y - h],
          [x + c * l * 0.2 - s * h * 0.02, y - h + s * l * 0.2 + c * h * 0.02],
          [x + c * l, y - h + s * l],
          [x + c * l * 0.2 + s * h * 0.006, y - h + s * l * 0.2 - c * h * 0.006],
        ],
        white,
      )
    }
    p.ellipse(x, y - h, h * 0.022, h * 0.022, darken(white, 0.1))
    if (p.isDark) p.glow(x, y - h, h * 0.05, '#ff4a36', p.mood === 'night' ? 0.9 : 0.6)
  }
  for (let i = 0; i < 5; i++) {
    const x = 120 + i * 320 + p.random.between(-70, 70)
    turbine(x, crest(x) + 6, p.random.between(190, 250), 0.62)
  }
  p.mist(690, 120, 0.3)
  const near = layFields(p, 780, 34, 0.18)
  const spots = p.sunX < 800 ? [760, 1130, 1430] : [180, 470, 880]
  for (const [i, x] of spots.entries()) turbine(x, near(x) + 14, 470 + (i % 2) * 110, 0.14)
  p.ground(900, p.light.grass, 160)
}

function solarField(p: Painter): void {
  layHills(p, 400)
  layFields(p, 520, 30, 0.5)
  drawTreeline(p, -20, 1620, () => 590, 60, 0.42)
  p.ground(588, p.light.grass, 320)
  const [top, middle] = p.light.sky
  for (let row = 0; row < 5; row++) {
    const t = (row / 4) ** 1.5
    const y = 640 + t * 250
    const h = 26 + t * 118
    const w = h * 1.9
    const shift = p.random.between(-w, 0)
    for (let x = -w + shift; x < 1700; x += w * 1.04) {
      const [lean, dip] = [h * 0.24, h * 0.06]
      p.line(
        [
          [x + w * 0.3, y - h * 0.3],
          [x + w * 0.3, y + h * 0.3],
        ],
        p.tone('#6a7278', 0.3 * (1 - t)),
        2 + t * 4,
      )
      p.shape(
        [
          [x, y],
          [x + lean, y - h * 0.72],
          [x + w + lean, y - h * 0.72 + dip],
          [x + w, y + dip],
        ],
        p.down(
          [0, mix(middle, '#aebfd0', 0.4)],
          [0.45, p.tone('#2d4a70', 0.3 * (1 - t))],
          [1, p.tone('#16263f', 0.2 * (1 - t))],
        ),
      )
      for (let k = 1; k < 6; k++)
        p.line(
          [
            [x + (w * k) / 6, y + (dip * k) / 6],
            [x + (w * k) / 6 + lean, y - h * 0.72 + (dip * k) / 6],
          ],
          mix(top, '#dfe8f0', 0.5),
          0.8 + t,
          'opacity=".5"',
        )
      for (let k = 1; k < 3; k++)
        p.line(
          [
            [x + (lean * k) / 3, y - (h * 0.72 * k) / 3],
            [x + w + (lean * k) / 3, y + dip - (h * 0.72 * k) / 3],
          ],
          '#dfe8f0',
          0.8 + t,
          'opacity=".4"',
        )
      p.line(
        [
          [x, y],
          [x + w, y + dip],
        ],
        p.tone('#c9d1d6'),
        1.5 + t * 2,
      )
    }
  }
}

function farmField(p: Painter): void {
  layHills(p, 430)
  const field = layFields(p, 560, 26, 0.42)
  const x = p.random.chance(0.5) ? 420 : 1180
  drawTreeline(p, x - 280, x + 300, (xx) => field(xx) + 24, 90, 0.34)
  drawHouse(p, x - 150, field(x) + 54, 170, 70, 0.26, { wall: '#e3d7c0', style: 'eave', roof: '#94503a' })
  drawHouse(p, x + 60, field(x) + 58, 220, 86, 0.24, {
    wall: '#8b4a36',
    style: 'eave',
    roof: '#5f4a42',
    floors: 1,
    columns: 3,
  })
  p.rect(x + 196, field(x) - 60, 46, 118, p.across([0, p.tone('#dfe3e2', 0.24)], [1, p.tone('#8c9698', 0.24)]))
  p.ellipse(x + 219, field(x) - 60, 23, 12, p.tone('#b9c2c4', 0.24))
  const isGrain = p.mood === 'day' || p.mood === 'dawn' || p.mood === 'dusk'
  const soil = isGrain ? '#d9b65c' : p.isSnowy ? '#eef2f6' : p.mood === 'autumn' ? '#c9a566' : '#7b5f49'
  p.ground(640, soil, isGrain ? 520 : 60)
  const vanish = p.random.between(640, 960)
  for (let i = -22; i <= 22; i++) {
    const foot = 800 + i * 135
    p.shape(
      [
        [vanish + (foot - vanish) * 0.06, 644],
        [foot - 24, 1010],
        [foot + 24, 1010],
      ],
      p.tone(darken(soil, isGrain ? 0.2 : 0.4)),
      `opacity="${isGrain ? 0.28 : 0.5}"`,
    )
    if (!isGrain)
      p.shape(
        [
          [vanish + (foot - vanish) * 0.062, 644],
          [foot + 22, 1010],
          [foot + 44, 1010],
        ],
        p.tone(lighten(soil, 0.28)),
        'opacity=".45"',
      )
  }
  for (let i = 0; i < 320 && isGrain; i++) {
    const t = p.random() ** 0.7
    const [gx, gy, s] = [p.random.between(0, 1600), 660 + t * 350, 10 + t * 46]
    p.curve(
      [
        [gx, gy],
        [gx + 3, gy - s * 0.6],
        [gx + s * 0.16, gy - s],
      ],
      p.tone(lighten(soil, p.random() * 0.3)),
      1 + t * 2,
    )
    p.ellipse(
      gx + s * 0.18,
      gy - s,
      1 + t * 3.4,
      3 + t * 9,
      p.tone('#e7c878'),
      `transform="rotate(16 ${fixed(gx)} ${fixed(gy - s)})"`,
    )
  }
}

function tractor(p: Painter): void {
  layHills(p, 430)
  layFields(p, 570, 26, 0.4)
  drawTreeline(p, -20, 1620, () => 632, 56, 0.34, undefined, 0.9)
  p.ground(640, '#7d6048', 50)
  for (let i = -14; i <= 14; i++)
    p.shape(
      [
        [800 + i * 26, 646],
        [800 + i * 220 - 34, 1010],
        [800 + i * 220 + 40, 1010],
      ],
      p.tone(i % 2 ? '#5e4636' : '#94745a'),
      'opacity=".5"',
    )
  const mirror = p.sunX > 800
  p.group(mirror ? 'translate(1600 0) scale(-1 1)' : '', () => {
    const [x, y] = [760, 850]
    p.shadow(x, y + 4, 330, 30, 0.6)
    const green = p.tone('#3f7a3a')
    for (let i = 0; i < 4; i++)
      p.path(`M${x - 320 - i * 46} ${y - 60}q-18 40 6 70l-26 -6q-18 -40 -4 -64Z`, p.tone('#8f9498'))
    p.line(
      [
        [x - 170, y - 70],
        [x - 480, y - 66],
      ],
      p.tone('#b33a2c'),
      15,
    )
    p.rect(x - 40, y - 176, 250, 84, p.down([0, lighten(green, 0.2)], [1, darken(green, 0.35)]), 'rx="14"')
    for (let i = 0; i < 5; i++) p.rect(x + 110 + i * 16, y - 160, 7, 52, darken(green, 0.5))
    p.path(
      `M${x - 180} ${y - 92}L${x - 168} ${y - 282}Q${x - 166} ${y - 298} ${x - 150} ${y - 298}L${x - 18} ${y - 298}Q${x - 4} ${y - 298} ${x} ${y - 280}L${x + 16} ${y - 92}Z`,
      darken(green, 0.3),
    )
    p.path(
      `M${x - 164} ${y - 150}L${x - 154} ${y - 274}L${x - 96} ${y - 274}L${x - 96} ${y - 150}Z`,
      p.down([0, mix(p.light.sky[1], '#a9c0c8', 0.5)], [1, p.tone('#4a5c66')]),
    )
    p.path(
      `M${x - 84} ${y - 150}L${x - 84} ${y - 274}L${x - 20} ${y - 274}L${x - 4} ${y - 150}Z`,
      p.down([0, mix(p.light.sky[1], '#a9c0c8', 0.4)], [1, p.tone('#3e505a')]),
    )
    p.rect(x - 182, y - 310, 200, 16, p.tone('#e8e2d2'), 'rx="6"')
    p.line(
      [
        [x + 60, y - 176],
        [x + 60, y - 250],
      ],
      p.tone('#2d2f30'),
      9,
    )
    const wheel = (wx: number, r: number) => {
      p.circle(wx, y - r, r, p.tone('#1d1d1e'))
      for (let i = 0; i < 22; i++)
        p.line(
          [
            [wx + Math.cos(i * 0.2856) * r * 0.84, y - r + Math.sin(i * 0.2856) * r * 0.84],
            [wx + Math.cos(i * 0.2856 + 0.16) * r * 1.03, y - r + Math.sin(i * 0.2856 + 0.16) * r * 1.03],
          ],
          p.tone('#2c2c2d'),
          r * 0.1,
        )
      p.circle(wx, y - r, r * 0.58, p.tone('#d9b13f'))
      p.circle(wx, y - r, r * 0.42, p.tone('#b08a26'))
      p.circle(wx, y - r, r * 0.14, p.tone('#4a3d18'))
    }
    p.path(
      `M${x - 236} ${y - 96}Q${x - 226} ${y - 226} ${x - 106} ${y - 222}Q${x - 20} ${y - 214} ${x - 4} ${y - 120}L${x - 30} ${y - 120}Q${x - 50} ${y - 190} ${x - 112} ${y - 194}Q${x - 200} ${y - 190} ${x - 212} ${y - 96}Z`,
      green,
    )
    wheel(x - 112, 98)
    wheel(x + 152, 62)
    if (p.isDark) {
      p.glow(x + 214, y - 140, 150, '#fff0c0', 0.85)
      p.shape(
        [
          [x + 210, y - 150],
          [x + 760, y - 210],
          [x + 760, y + 60],
          [x + 210, y - 120],
        ],
        p.across([0, '#fff0c0', 0.45], [1, '#fff0c0', 0]),
      )
      p.glow(x - 80, y - 318, 60, '#ffa030', 0.9)
    } else p.ellipse(x + 210, y - 138, 8, 14, '#f6f0dc')
  })
  for (let i = 0; i < 14; i++) {
    const [bx, by] = [p.random.between(120, 1480), p.random.between(560, 780)]
    p.path(
      `M${fixed(bx - 12)} ${fixed(by - 4)}q7 -7 12 3q6 -10 13 -3`,
      'none',
      `stroke="${p.tone('#f2f2ee')}" stroke-width="3.4"`,
    )
  }
}

function stormClouds(p: Painter): void {
  p.sky(780, 1.3)
  const mass = p.mood === 'dusk' ? ['#2b2145', '#56375f', '#a2565f'] : ['#2b3742', '#465561', '#6f7d86']
  for (let i = 0; i < 46; i++) {
    const [x, y] = [p.random.between(-120, 1720), p.random.between(-60, 430)]
    const w = p.random.between(180, 460)
    p.ellipse(x, y, w, w * 0.36, p.round([0, mass[y > 260 ? 2 : 1]!, 0.8], [0.55, mass[0]!, 0.5], [1, mass[0]!, 0]))
  }
  p.ellipse(800, 520, 1300, 90, p.round([0, p.light.sky[2], 0.7], [1, p.light.sky[2], 0]))
  const strike = p.random.between(380, 1200)
  if (p.mood === 'rain') {
    let [x, y] = [strike, 280]
    const bolt: Point[] = [[x, y]]
    while (y < 640) bolt.push([(x += p.random.between(-46, 46)), (y += p.random.between(26, 60))])
    p.glow(strike, 420, 420, '#e6ecff', 0.5)
    p.line(bolt, '#cdd8ff', 9, 'opacity=".5"')
    p.line(bolt, '#ffffff', 3.5)
  }
  if (p.mood === 'rain')
    p.shape(
      [
        [strike - 420, 400],
        [strike - 160, 400],
        [strike - 330, 690],
        [strike - 620, 690],
      ],
      p.down([0, mass[1]!, 0.36], [1, mass[1]!, 0]),
    )
  const land = p.ridge(668, 14, '#6b7f52', 0.6)
  drawTreeline(p, 0, 1600, land, 46, 0.5, undefined, 1.2)
  drawVillageChurch(p, 1130, 686, 90, 0.45)
  drawHouseRow(p, 1000, 1330, 694, 30, 0.44)
  p.ground(716, p.mood === 'dusk' ? '#7a6a45' : '#8a8f4e', 380)
  p.path('M620 1000Q760 850 800 720L820 720Q840 850 1010 1000Z', p.tone('#b9a37c'))
}

export const COUNTRYSIDE = {
  hills,
  village,
  vineyard,
  orchard,
  'wind-farm': windFarm,
  'solar-field': solarField,
  'farm-field': farmField,
  tractor,
  'storm-clouds': stormClouds,
}
