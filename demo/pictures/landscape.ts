/** Hills, fields, woods, weather and the animals that live there: the country round Tannau. */
import { drawHouse, drawHouseRow, drawPerson, drawTree, drawTreeline, drawVillageChurch } from './brushes.ts'
import { darken, fixed, lighten, mix } from './painter.ts'
import type { Painter, Point } from './painter.ts'

/** Sky and three fading hill lines, the stage of most country scenes. */
function layHills(p: Painter, horizon = 470): void {
  p.sky(horizon + 60)
  p.ridge(horizon - 20, 52, '#6d8a8c', 1, 1000, 1.4)
  p.ridge(horizon + 40, 40, '#6f8f6a', 0.76, 1000, 1.2)
  if (p.mood === 'dawn' || p.mood === 'fog' || p.mood === 'autumn') p.mist(horizon + 90, 130, 0.55)
}

function layFields(p: Painter, y: number, amplitude: number, depth: number): (x: number) => number {
  const grass = p.light.grass
  const height = p.ridge(y, amplitude, grass, depth, 1000, 1)
  for (let i = 0; i < 7; i++) {
    const [x, w] = [p.random.between(-100, 1500), p.random.between(180, 420)]
    const top = height(x + w / 2)
    const slope = p.random.between(-60, 60)
    const colour = p.tone(p.isSnowy ? p.random.pick(['#f6f9fb', '#dde6ee']) : p.random.pick([lighten(grass, 0.2), darken(grass, 0.16), '#c6a95a', '#a9793f', '#7c9c56']), depth)
    p.blob([[x, height(x) + 12], [x + w * 0.5, top + 8], [x + w, height(x + w) + 12], [x + w + slope, height(x + w) + 66], [x + w * 0.5 + slope, top + 84], [x + slope, height(x) + 62]], colour, 'opacity=".5"')
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
  for (let i = 0; i < 7; i++) drawHouse(p, x - 170 + i * 56, middle(x - 170 + i * 56) + 16, 46, 26, 0.3, { wall: '#e6dcc8' })
  drawTreeline(p, x - 240, x + 260, xx => middle(xx) + 22, 44, 0.26, undefined, 0.8)
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
    if (!p.isSnowy) p.shape([[vanish[0], 556], [foot - 70, 1010], [foot + 70, 1010]], p.tone(darken(leaf[0]!, 0.3), 0.2), 'opacity=".5"')
    for (let i = 1; i <= steps; i++) {
      const t = (i / steps) ** 2.1
      const [px, py] = [vanish[0] + (foot - vanish[0]) * t, 570 + (1060 - 570) * t]
      const size = 5 + t * 74
      if (px < -90 || px > 1690) continue
      p.line([[px, py], [px, py - size * 1.25]], p.tone('#55463a', 0.4 * (1 - t)), 1 + t * 6)
      if (p.isSnowy) {
        p.curve([[px - size * 0.7, py - size], [px, py - size * 1.15], [px + size * 0.7, py - size * 0.95]], p.tone('#5f4d40', 0.3 * (1 - t)), 1 + t * 3)
        continue
      }
      for (let k = 0; k < 4; k++) {
        const [bx, by, r] = [px + p.random.between(-0.5, 0.5) * size, py - size * p.random.between(0.55, 1.3), size * p.random.between(0.24, 0.42)]
        p.blob(Array.from({ length: 6 }, (_, n): Point => [bx + Math.cos(n * 1.047) * r * p.random.between(0.7, 1.25), by + Math.sin(n * 1.047) * r * p.random.between(0.6, 1)]), p.tone(k < 2 ? leaf[0]! : k < 3 ? leaf[1]! : leaf[2]!, 0.45 * (1 - t)))
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
      for (let i = 0; i < 16; i++) p.circle(x + p.random.between(-0.3, 0.3) * h, y - h * p.random.between(0.42, 0.86), h * 0.017, p.tone(p.mood === 'dawn' ? '#f6dfe2' : '#b5322a', 0.3 * (1 - t)))
  }
  for (let i = 0; i < 22 && p.mood === 'autumn'; i++) p.circle(p.random.between(0, 1600), p.random.between(800, 990), p.random.between(5, 9), p.tone('#a8302a'))
}

function forest(p: Painter): void {
  p.sky(560, 0.6)
  p.ridge(400, 60, '#587078', 1)
  const far = p.ridge(470, 46, '#4d6a5a', 0.82)
  for (let x = -20; x < 1620; x += p.random.between(14, 26)) drawTree(p, x, far(x) + 40, p.random.between(90, 150), 0.8, 'conifer')
  p.mist(600, 220, p.mood === 'fog' ? 0.85 : 0.4)
  const middle = p.ridge(660, 40, '#47624f', 0.5)
  for (let x = -20; x < 1640; x += p.random.between(34, 64)) drawTree(p, x, middle(x) + 46, p.random.between(190, 300), 0.5, 'conifer')
  p.mist(740, 170, p.mood === 'fog' ? 0.7 : 0.25)
  p.ground(838, '#5b6a48', 160)
  for (const x of [-10, 150, 330, 1250, 1420, 1600]) drawTree(p, x + p.random.between(-40, 40), p.random.between(900, 985), p.random.between(430, 660), 0.12, 'conifer')
}

function forestPath(p: Painter): void {
  const [, , low] = p.light.sky
  const far = p.mood === 'fog' ? p.light.haze : mix(low, p.light.foliage[2]!, 0.42)
  p.rect(0, 0, 1600, 1000, p.down([0, mix(far, p.light.foliage[1]!, 0.3)], [0.5, lighten(far, 0.34)], [1, far]))
  p.glow(800, 470, 620, lighten(p.light.glow, 0.3), 0.85)
  p.ground(610, p.isSnowy ? '#eef3f7' : mix(p.light.grass, p.light.foliage[0]!, 0.35), 90)
  const soil = p.isSnowy ? '#dfe7ee' : '#b5936a'
  p.path('M470 1000Q690 800 720 700Q735 650 790 608L822 608Q800 660 862 716Q980 820 1180 1000Z', p.down([0, p.tone(lighten(soil, 0.35), 0.3)], [1, p.tone(darken(soil, 0.2))]))
  for (let layer = 0; layer < 5; layer++) {
    const t = layer / 4
    const depth = 0.75 - t * 0.7
    for (const side of [-1, 1])
      for (let i = 0; i < 4; i++) {
        const x = 806 + side * (120 + t * 250 + i * (96 + t * 110) + p.random.between(-44, 44))
        const [y, w] = [640 + t * 290 + p.random.between(-22, 22) * (0.3 + t) + i * 9, (12 + t * 56) * p.random.between(0.7, 1.2)]
        const bark = p.tone(p.random.pick(['#5d4a3c', '#6b5747', '#544a43']), depth)
        p.path(`M${fixed(x - w * 0.8)} ${fixed(y)}Q${fixed(x - w * 0.4)} ${fixed(y - 60)} ${fixed(x - w * 0.36)} ${fixed(y - 240)}L${fixed(x - w * 0.26)} -20L${fixed(x + w * 0.3)} -20L${fixed(x + w * 0.4)} ${fixed(y - 240)}Q${fixed(x + w * 0.46)} ${fixed(y - 60)} ${fixed(x + w * 0.9)} ${fixed(y)}Z`, p.across([0, darken(bark, side > 0 ? 0 : 0.3)], [1, darken(bark, side > 0 ? 0.3 : 0)]))
        if (p.isSnowy) p.rect(x - w * 0.36, 0, w * 0.14, y - 40, '#ffffff', 'opacity=".5"')
      }
    if (p.isBare) continue
    for (const tint of p.light.foliage) {
      let leaves = ''
      for (let i = 0; i < 60; i++) {
        const far2 = p.random() ** 0.8
        const side = p.random.chance(0.5) ? -1 : 1
        const x = 806 + side * (10 + far2 * 840)
        const y = p.random.between(-40, 60) + far2 * p.random.between(0, 420 - t * 90) * (tint === p.light.foliage[0] ? 1 : 0.86) + (1 - t) * 60
        const r = (12 + t * 22) * p.random.between(0.6, 1.35)
        for (let k = 0; k < 6; k++) leaves += `${k ? 'L' : 'M'}${Math.round(x + Math.cos(k * 1.047) * r * p.random.between(0.6, 1.4))} ${Math.round(y + Math.sin(k * 1.047) * r * p.random.between(0.45, 1))}`
        leaves += 'Z'
      }
      p.path(leaves, p.tone(tint, depth * 0.85), 'opacity=".82"')
    }
    for (const side of [-1, 1])
      for (let i = 0; i < 5; i++) {
        const [x, y, r] = [806 + side * (150 + t * 170 + i * 150 + p.random.between(-40, 40)), 650 + t * 270, 26 + t * 46]
        for (const [tint, lift] of [[0, 0], [1, 0.4]] as const) {
          let bush = ''
          for (let k = 0; k < 26; k++) {
            const [bx, by, s] = [x + p.random.between(-1.4, 1.4) * r, y - p.random() ** 1.5 * r * 0.9 - lift * r * 0.4, r * p.random.between(0.1, 0.24)]
            bush += `M${Math.round(bx - s)} ${Math.round(by)}L${Math.round(bx)} ${Math.round(by - s)}L${Math.round(bx + s)} ${Math.round(by + s * 0.3)}L${Math.round(bx)} ${Math.round(by + s)}Z`
          }
          p.path(bush, p.tone(mix(p.light.foliage[tint]!, p.light.grass, 0.5), depth * 0.8))
        }
      }
  }
  for (let i = 0; i < 150 && !p.isBare; i++) {
    const y = p.random.between(660, 1000)
    p.ellipse(p.random.between(0, 1600), y, (y - 600) / 42, (y - 600) / 110, p.tone(p.random.pick(p.light.foliage)), 'opacity=".7"')
  }
}

function windFarm(p: Painter): void {
  layHills(p, 520)
  const crest = layFields(p, 640, 40, 0.4)
  const turbine = (x: number, y: number, h: number, depth: number) => {
    const turn = p.random() * 6.28
    const white = p.tone('#f2f3f0', depth)
    p.shape([[x - h * 0.016, y], [x - h * 0.007, y - h], [x + h * 0.007, y - h], [x + h * 0.016, y]], p.across([0, white], [1, darken(white, 0.28)]))
    for (let i = 0; i < 3; i++) {
      const a = turn + i * 2.0944
      const [c, s] = [Math.cos(a), Math.sin(a)]
      const l = h * 0.56
      p.shape([[x, y - h], [x + c * l * 0.2 - s * h * 0.02, y - h + s * l * 0.2 + c * h * 0.02], [x + c * l, y - h + s * l], [x + c * l * 0.2 + s * h * 0.006, y - h + s * l * 0.2 - c * h * 0.006]], white)
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
      p.line([[x + w * 0.3, y - h * 0.3], [x + w * 0.3, y + h * 0.3]], p.tone('#6a7278', 0.3 * (1 - t)), 2 + t * 4)
      p.shape([[x, y], [x + lean, y - h * 0.72], [x + w + lean, y - h * 0.72 + dip], [x + w, y + dip]], p.down([0, mix(middle, '#aebfd0', 0.4)], [0.45, p.tone('#2d4a70', 0.3 * (1 - t))], [1, p.tone('#16263f', 0.2 * (1 - t))]))
      for (let k = 1; k < 6; k++) p.line([[x + (w * k) / 6, y + (dip * k) / 6], [x + (w * k) / 6 + lean, y - h * 0.72 + (dip * k) / 6]], mix(top, '#dfe8f0', 0.5), 0.8 + t, 'opacity=".5"')
      for (let k = 1; k < 3; k++) p.line([[x + (lean * k) / 3, y - (h * 0.72 * k) / 3], [x + w + (lean * k) / 3, y + dip - (h * 0.72 * k) / 3]], '#dfe8f0', 0.8 + t, 'opacity=".4"')
      p.line([[x, y], [x + w, y + dip]], p.tone('#c9d1d6'), 1.5 + t * 2)
    }
  }
}

function farmField(p: Painter): void {
  layHills(p, 430)
  const field = layFields(p, 560, 26, 0.42)
  const x = p.random.chance(0.5) ? 420 : 1180
  drawTreeline(p, x - 280, x + 300, xx => field(xx) + 24, 90, 0.34)
  drawHouse(p, x - 150, field(x) + 54, 170, 70, 0.26, { wall: '#e3d7c0', style: 'eave', roof: '#94503a' })
  drawHouse(p, x + 60, field(x) + 58, 220, 86, 0.24, { wall: '#8b4a36', style: 'eave', roof: '#5f4a42', floors: 1, columns: 3 })
  p.rect(x + 196, field(x) - 60, 46, 118, p.across([0, p.tone('#dfe3e2', 0.24)], [1, p.tone('#8c9698', 0.24)]))
  p.ellipse(x + 219, field(x) - 60, 23, 12, p.tone('#b9c2c4', 0.24))
  const isGrain = p.mood === 'day' || p.mood === 'dawn' || p.mood === 'dusk'
  const soil = isGrain ? '#d9b65c' : p.isSnowy ? '#eef2f6' : p.mood === 'autumn' ? '#c9a566' : '#7b5f49'
  p.ground(640, soil, isGrain ? 520 : 60)
  const vanish = p.random.between(640, 960)
  for (let i = -22; i <= 22; i++) {
    const foot = 800 + i * 135
    p.shape([[vanish + (foot - vanish) * 0.06, 644], [foot - 24, 1010], [foot + 24, 1010]], p.tone(darken(soil, isGrain ? 0.2 : 0.4)), `opacity="${isGrain ? 0.28 : 0.5}"`)
    if (!isGrain) p.shape([[vanish + (foot - vanish) * 0.062, 644], [foot + 22, 1010], [foot + 44, 1010]], p.tone(lighten(soil, 0.28)), 'opacity=".45"')
  }
  for (let i = 0; i < 320 && isGrain; i++) {
    const t = p.random() ** 0.7
    const [gx, gy, s] = [p.random.between(0, 1600), 660 + t * 350, 10 + t * 46]
    p.curve([[gx, gy], [gx + 3, gy - s * 0.6], [gx + s * 0.16, gy - s]], p.tone(lighten(soil, p.random() * 0.3)), 1 + t * 2)
    p.ellipse(gx + s * 0.18, gy - s, 1 + t * 3.4, 3 + t * 9, p.tone('#e7c878'), `transform="rotate(16 ${fixed(gx)} ${fixed(gy - s)})"`)
  }
}

function tractor(p: Painter): void {
  layHills(p, 430)
  layFields(p, 570, 26, 0.4)
  drawTreeline(p, -20, 1620, () => 632, 56, 0.34, undefined, 0.9)
  p.ground(640, '#7d6048', 50)
  for (let i = -14; i <= 14; i++) p.shape([[800 + i * 26, 646], [800 + i * 220 - 34, 1010], [800 + i * 220 + 40, 1010]], p.tone(i % 2 ? '#5e4636' : '#94745a'), 'opacity=".5"')
  const mirror = p.sunX > 800
  p.group(mirror ? 'translate(1600 0) scale(-1 1)' : '', () => {
    const [x, y] = [760, 850]
    p.shadow(x, y + 4, 330, 30, 0.6)
    const green = p.tone('#3f7a3a')
    for (let i = 0; i < 4; i++) p.path(`M${x - 320 - i * 46} ${y - 60}q-18 40 6 70l-26 -6q-18 -40 -4 -64Z`, p.tone('#8f9498'))
    p.line([[x - 170, y - 70], [x - 480, y - 66]], p.tone('#b33a2c'), 15)
    p.rect(x - 40, y - 176, 250, 84, p.down([0, lighten(green, 0.2)], [1, darken(green, 0.35)]), 'rx="14"')
    for (let i = 0; i < 5; i++) p.rect(x + 110 + i * 16, y - 160, 7, 52, darken(green, 0.5))
    p.path(`M${x - 180} ${y - 92}L${x - 168} ${y - 282}Q${x - 166} ${y - 298} ${x - 150} ${y - 298}L${x - 18} ${y - 298}Q${x - 4} ${y - 298} ${x} ${y - 280}L${x + 16} ${y - 92}Z`, darken(green, 0.3))
    p.path(`M${x - 164} ${y - 150}L${x - 154} ${y - 274}L${x - 96} ${y - 274}L${x - 96} ${y - 150}Z`, p.down([0, mix(p.light.sky[1], '#a9c0c8', 0.5)], [1, p.tone('#4a5c66')]))
    p.path(`M${x - 84} ${y - 150}L${x - 84} ${y - 274}L${x - 20} ${y - 274}L${x - 4} ${y - 150}Z`, p.down([0, mix(p.light.sky[1], '#a9c0c8', 0.4)], [1, p.tone('#3e505a')]))
    p.rect(x - 182, y - 310, 200, 16, p.tone('#e8e2d2'), 'rx="6"')
    p.line([[x + 60, y - 176], [x + 60, y - 250]], p.tone('#2d2f30'), 9)
    const wheel = (wx: number, r: number) => {
      p.circle(wx, y - r, r, p.tone('#1d1d1e'))
      for (let i = 0; i < 22; i++) p.line([[wx + Math.cos(i * 0.2856) * r * 0.84, y - r + Math.sin(i * 0.2856) * r * 0.84], [wx + Math.cos(i * 0.2856 + 0.16) * r * 1.03, y - r + Math.sin(i * 0.2856 + 0.16) * r * 1.03]], p.tone('#2c2c2d'), r * 0.1)
      p.circle(wx, y - r, r * 0.58, p.tone('#d9b13f'))
      p.circle(wx, y - r, r * 0.42, p.tone('#b08a26'))
      p.circle(wx, y - r, r * 0.14, p.tone('#4a3d18'))
    }
    p.path(`M${x - 236} ${y - 96}Q${x - 226} ${y - 226} ${x - 106} ${y - 222}Q${x - 20} ${y - 214} ${x - 4} ${y - 120}L${x - 30} ${y - 120}Q${x - 50} ${y - 190} ${x - 112} ${y - 194}Q${x - 200} ${y - 190} ${x - 212} ${y - 96}Z`, green)
    wheel(x - 112, 98)
    wheel(x + 152, 62)
    if (p.isDark) {
      p.glow(x + 214, y - 140, 150, '#fff0c0', 0.85)
      p.shape([[x + 210, y - 150], [x + 760, y - 210], [x + 760, y + 60], [x + 210, y - 120]], p.across([0, '#fff0c0', 0.45], [1, '#fff0c0', 0]))
      p.glow(x - 80, y - 318, 60, '#ffa030', 0.9)
    } else p.ellipse(x + 210, y - 138, 8, 14, '#f6f0dc')
  })
  for (let i = 0; i < 14; i++) {
    const [bx, by] = [p.random.between(120, 1480), p.random.between(560, 780)]
    p.path(`M${fixed(bx - 12)} ${fixed(by - 4)}q7 -7 12 3q6 -10 13 -3`, 'none', `stroke="${p.tone('#f2f2ee')}" stroke-width="3.4"`)
  }
}

function drawCow(p: Painter, x: number, y: number, s: number, depth: number): void {
  const [white, black] = [p.tone('#f0ece2', depth), p.tone('#2b2727', depth)]
  p.shadow(x, y, s * 0.62, s * 0.07, 0.4)
  for (const [dx, shade] of [[-0.36, 0.3], [-0.24, 0], [0.2, 0.3], [0.32, 0]] as const) p.shape([[x + (dx - 0.04) * s, y - s * 0.36], [x + (dx + 0.045) * s, y - s * 0.36], [x + (dx + 0.03) * s, y], [x + (dx - 0.03) * s, y]], darken(white, shade + 0.06))
  const body: Point[] = [[x - s * 0.47, y - s * 0.62], [x - s * 0.2, y - s * 0.69], [x + s * 0.14, y - s * 0.67], [x + s * 0.4, y - s * 0.7], [x + s * 0.47, y - s * 0.5], [x + s * 0.36, y - s * 0.33], [x, y - s * 0.27], [x - s * 0.36, y - s * 0.32], [x - s * 0.48, y - s * 0.46]]
  p.blob(body, p.down([0, lighten(white, 0.1)], [1, darken(white, 0.3)]))
  for (const [bx, by, r] of [[-0.27, -0.53, 0.14], [0.02, -0.56, 0.13], [0.3, -0.47, 0.12], [0.14, -0.36, 0.06]] as const)
    p.blob(Array.from({ length: 7 }, (_, k): Point => [x + (bx + Math.cos(k * 0.9) * r * p.random.between(0.6, 1.15)) * s, y + (by + Math.sin(k * 0.9) * r * 0.62 * p.random.between(0.7, 1.2)) * s]), black)
  p.ellipse(x - s * 0.16, y - s * 0.28, s * 0.075, s * 0.05, p.tone('#d99a90', depth))
  p.curve([[x - s * 0.47, y - s * 0.6], [x - s * 0.53, y - s * 0.44], [x - s * 0.5, y - s * 0.24]], black, s * 0.025)
  const grazing = p.random.chance(0.5)
  const [hx, hy] = grazing ? [x + s * 0.6, y - s * 0.14] : [x + s * 0.62, y - s * 0.74]
  p.blob([[x + s * 0.32, y - s * 0.68], [x + s * 0.46, y - s * 0.68], [hx + s * 0.02, hy - s * 0.06], [hx - s * 0.04, hy + s * 0.1], [x + s * 0.44, y - s * 0.42]], black)
  p.group(`rotate(${grazing ? 58 : 24} ${fixed(hx)} ${fixed(hy)})`, () => {
    p.ellipse(hx, hy, s * 0.15, s * 0.085, black)
    p.ellipse(hx + s * 0.1, hy + s * 0.01, s * 0.07, s * 0.065, white)
    p.ellipse(hx + s * 0.15, hy + s * 0.015, s * 0.035, s * 0.045, p.tone('#c98f86', depth))
    p.ellipse(hx - s * 0.11, hy - s * 0.085, s * 0.065, s * 0.03, black, `transform="rotate(-30 ${fixed(hx - s * 0.11)} ${fixed(hy - s * 0.085)})"`)
    p.circle(hx + s * 0.005, hy - s * 0.03, s * 0.012, '#f6efe6')
  })
}

function drawSheep(p: Painter, x: number, y: number, s: number, depth: number): void {
  const wool = p.tone('#ece4d2', depth)
  p.shadow(x, y, s * 0.5, s * 0.06, 0.4)
  for (const dx of [-0.22, -0.12, 0.14, 0.24]) p.rect(x + dx * s - s * 0.025, y - s * 0.26, s * 0.05, s * 0.26, p.tone('#2e2a28', depth))
  const puff = (shade: number, lift: number, scale: number) =>
    p.blob(Array.from({ length: 15 }, (_, k): Point => [x + Math.cos(k * 0.419) * s * 0.4 * scale * p.random.between(0.9, 1.08), y - s * (0.42 + lift) + Math.sin(k * 0.419) * s * 0.24 * scale * p.random.between(0.9, 1.1)]), darken(wool, shade))
  puff(0.26, 0, 1)
  puff(0.1, 0.03, 0.9)
  puff(-0, 0.07, 0.72)
  p.ellipse(x + s * 0.42, y - s * 0.44, s * 0.13, s * 0.085, p.tone('#35302d', depth), `transform="rotate(38 ${fixed(x + s * 0.42)} ${fixed(y - s * 0.44)})"`)
  p.ellipse(x + s * 0.34, y - s * 0.52, s * 0.07, s * 0.028, p.tone('#35302d', depth), `transform="rotate(-24 ${fixed(x + s * 0.34)} ${fixed(y - s * 0.52)})"`)
  p.ellipse(x + s * 0.35, y - s * 0.56, s * 0.08, s * 0.05, wool)
}

function pasture(p: Painter, drawAnimal: typeof drawCow, count: number, size: number, isDyke: boolean): void {
  layHills(p, isDyke ? 520 : 420)
  if (isDyke) {
    p.water(560, '', 700)
    p.path('M-20 720Q500 600 900 640T1640 560L1640 1010L-20 1010Z', p.down([0, p.tone(lighten(p.light.grass, 0.12), 0.2)], [1, p.tone(darken(p.light.grass, 0.3))]))
    p.path('M-20 720Q500 600 900 640T1640 560L1640 575Q1200 640 900 656T-20 740Z', p.tone(lighten(p.light.grass, 0.3), 0.2), 'opacity=".7"')
  } else {
    layFields(p, 570, 26, 0.4)
    drawTreeline(p, -20, 1620, () => 660, 84, 0.3, undefined, 0.9)
    p.ground(652, p.light.grass, 420)
  }
  const herd = Array.from({ length: count }, (_, i) => ({ x: 90 + ((i * 617 + p.random.between(0, 200)) % 1420), t: (i + 0.5) / count }))
  for (const { x, t } of herd) {
    const y = (isDyke ? 715 : 700) + t * 235
    const s = size * (0.34 + t * 0.8)
    p.group(p.random.chance(0.5) ? `translate(${fixed(2 * x)} 0) scale(-1 1)` : '', () => drawAnimal(p, x, y, s, 0.32 * (1 - t)))
  }
  for (let i = 0; i < 130; i++) {
    const [x, y] = [p.random.between(0, 1600), p.random.between(880, 1000)]
    p.curve([[x, y], [x + 2, y - 14], [x + p.random.between(-10, 10), y - 28]], p.tone(darken(p.light.grass, 0.2)), 2)
  }
  for (const [x0, step] of [[-20, 190]] as const) for (let x = x0; x < 1640 && !isDyke; x += step) {
    p.line([[x, 900], [x + 4, 1000]], p.tone('#6b5644'), 12)
    p.line([[x, 926], [x + step, 930]], p.tone('#3a3a38'), 2)
    p.line([[x, 960], [x + step, 962]], p.tone('#3a3a38'), 2)
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
  if (p.mood === 'rain') p.shape([[strike - 420, 400], [strike - 160, 400], [strike - 330, 690], [strike - 620, 690]], p.down([0, mass[1]!, 0.36], [1, mass[1]!, 0]))
  const land = p.ridge(668, 14, '#6b7f52', 0.6)
  drawTreeline(p, 0, 1600, land, 46, 0.5, undefined, 1.2)
  drawVillageChurch(p, 1130, 686, 90, 0.45)
  drawHouseRow(p, 1000, 1330, 694, 30, 0.44)
  p.ground(716, p.mood === 'dusk' ? '#7a6a45' : '#8a8f4e', 380)
  p.path('M620 1000Q760 850 800 720L820 720Q840 850 1010 1000Z', p.tone('#b9a37c'))
}

function allotmentGarden(p: Painter): void {
  layHills(p, 380)
  drawTreeline(p, -40, 1640, () => 640, 210, 0.36)
  drawHouse(p, 1150, 720, 190, 84, 0.22, { wall: '#6f8f7a', roof: '#7a4a3a', floors: 1, columns: 3 })
  p.ground(676, p.light.grass, 280)
  drawHouse(p, 470, 780, 330, 130, 0.04, { wall: '#a86a44', roof: '#6b4a3f', floors: 1, columns: 3, style: 'gable', roofShare: 0.34 })
  for (let bed = 0; bed < 4; bed++) {
    const x = 700 + bed * 215
    p.shape([[x, 800], [x + 150, 800], [x + 150 + (bed - 0.5) * 46, 980], [x - 40 + (bed - 0.5) * 46, 980]], p.tone('#5d4433'))
    for (let row = 0; row < 6; row++)
      for (let col = 0; col < 5; col++) {
        const [px, py] = [x + 18 + col * 30 + (row / 6) * (bed - 1) * 40, 818 + row * 28]
        p.blob(Array.from({ length: 7 }, (_, k): Point => [px + Math.cos(k * 0.9) * p.random.between(8, 17), py + Math.sin(k * 0.9) * p.random.between(6, 12)]), p.tone(bed % 2 ? p.random.pick(['#7fa35a', '#96b86a']) : p.random.pick(['#c8533a', '#e0a23f', '#557f46'])))
      }
  }
  for (let x = -10; x < 1640; x += 46) p.shape([[x, 1000], [x, 930], [x + 12, 914], [x + 24, 930], [x + 24, 1000]], p.tone('#efe6d2'))
  p.rect(0, 950, 1600, 12, p.tone('#d8ccb4'))
  p.group('translate(270 880)', () => {
    p.path('M-40 0L-30 -60L30 -60L40 0Z', p.tone('#5f7f8a'))
    p.line([[30, -46], [78, -84]], p.tone('#5f7f8a'), 10)
    p.curve([[-26, -60], [0, -100], [26, -60]], p.tone('#4b6670'), 8)
  })
  drawTree(p, 110, 900, 330)
  for (let i = 0; i < 26; i++) {
    const x = p.random.between(180, 640)
    p.line([[x, 905], [x, 850]], p.tone('#5b7a45'), 3)
    p.circle(x, 846, 11, p.tone(p.random.pick(['#d8a531', '#b8483a', '#c7698a', '#e8d9b0'])))
  }
}

function playground(p: Painter): void {
  layHills(p, 380)
  drawHouseRow(p, 60, 1540, 650, 130, 0.5)
  drawTreeline(p, -40, 1640, () => 690, 200, 0.3, undefined, 0.9)
  p.ground(688, p.light.grass, 220)
  p.blob([[180, 820], [700, 770], [1300, 790], [1500, 870], [1200, 960], [500, 970]], p.tone(p.isSnowy ? '#eef2f6' : '#d8bd8a'))
  const [red, blue, wood] = [p.tone('#c8402f'), p.tone('#2f6d9a'), p.tone('#a9783f')]
  p.shadow(1000, 870, 330, 34, 0.4)
  for (const x of [880, 1010]) p.rect(x, 540, 16, 330, wood)
  p.shape([[860, 546], [953, 450], [1046, 546]], p.down([0, lighten(red, 0.1)], [1, darken(red, 0.2)]))
  p.rect(872, 660, 164, 16, darken(wood, 0.2))
  for (let i = 0; i < 6; i++) p.rect(890 + i * 24, 610, 7, 52, wood)
  for (let i = 0; i < 6; i++) p.line([[836 - i * 4, 700 + i * 30], [884, 700 + i * 30]], wood, 8)
  p.line([[870, 668], [812, 880]], wood, 12)
  p.path('M1024 664Q1110 690 1180 790Q1230 856 1320 860L1320 884Q1210 884 1150 808Q1090 722 1016 692Z', p.down([0, lighten(blue, 0.3)], [1, darken(blue, 0.2)]))
  for (const [x, dx] of [[330, -60], [330, 60], [690, -60], [690, 60]] as const) p.line([[x, 560], [x + dx, 880]], wood, 13)
  p.line([[320, 560], [700, 560]], darken(wood, 0.15), 14)
  for (const x of [430, 580]) {
    p.line([[x - 22, 564], [x - 30, 790]], p.tone('#5c5c5a'), 3)
    p.line([[x + 22, 564], [x + 14, 790]], p.tone('#5c5c5a'), 3)
    p.rect(x - 38, 788, 62, 11, p.tone('#33383c'), 'rx="4"')
  }
  p.shadow(500, 885, 240, 22, 0.3)
  drawTree(p, 120, 900, 380)
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
    p.curve([[x - 120, y - 30], [x - 230, y - 40], [x - 280, y - 110]], base, 34)
    p.blob([[x - 150, y - 130], [x - 60, y - 300], [x + 60, y - 380], [x + 120, y - 300], [x + 108, y - 140], [x + 96, y - 10], [x - 40, y - 6], [x - 150, y - 14]], p.across([0, deep], [0.6, base], [1, pale]))
    p.blob([[x - 160, y - 110], [x - 60, y - 160], [x + 14, y - 90], [x + 10, y - 10], [x - 120, y], [x - 176, y - 30]], base)
    p.blob([[x - 60, y - 30], [x + 30, y - 36], [x + 44, y - 6], [x - 60, y - 2]], pale)
    p.path(`M${x + 40} ${y - 240}Q${x + 62} ${y - 110} ${x + 50} ${y - 4}L${x + 116} ${y - 4}Q${x + 110} ${y - 130} ${x + 128} ${y - 250}Z`, p.across([0, base], [1, pale]))
    p.ellipse(x + 88, y - 8, 44, 17, pale)
    p.blob([[x + 62, y - 330], [x + 124, y - 310], [x + 128, y - 200], [x + 86, y - 170], [x + 56, y - 220]], p.tone('#e7d3b4'), 'opacity=".8"')
    p.path(`M${x - 6} ${y - 330}Q${x + 60} ${y - 300} ${x + 130} ${y - 330}L${x + 126} ${y - 302}Q${x + 60} ${y - 272} ${x - 2} ${y - 304}Z`, p.tone('#a32f2a'))
    p.circle(x + 72, y - 284, 14, p.tone('#e0b64a'))
    p.blob([[x - 30, y - 430], [x + 30, y - 492], [x + 110, y - 484], [x + 152, y - 430], [x + 236, y - 402], [x + 240, y - 360], [x + 166, y - 338], [x + 70, y - 322], [x - 14, y - 356]], p.across([0, base], [1, lighten(base, 0.16)]))
    p.blob([[x + 140, y - 408], [x + 236, y - 400], [x + 238, y - 362], [x + 160, y - 342], [x + 120, y - 370]], pale)
    p.ellipse(x + 234, y - 394, 22, 17, p.tone('#221d1b'))
    p.curve([[x + 222, y - 366], [x + 190, y - 352], [x + 156, y - 362]], p.tone('#3a2418'), 5)
    p.circle(x + 116, y - 432, 13, p.tone('#241812'))
    p.circle(x + 120, y - 436, 4, '#fff6e8')
    p.blob([[x - 16, y - 478], [x + 46, y - 474], [x + 52, y - 400], [x + 20, y - 310], [x - 34, y - 300], [x - 58, y - 380]], deep)
  })
  for (let i = 0; i < 120; i++) {
    const gx = p.random.between(340, 1260)
    const gy = p.random.between(915, 985)
    if (p.mood === 'autumn') p.blob([[gx, gy], [gx + 14, gy - 8], [gx + 26, gy], [gx + 12, gy + 8]], p.tone(p.random.pick(p.light.foliage)))
    else p.curve([[gx, gy], [gx + 3, gy - 22], [gx + p.random.between(-14, 14), gy - 44]], p.tone(p.random.chance(0.5) ? darken(p.light.grass, 0.2) : lighten(p.light.grass, 0.15)), 3)
  }
}

function hedgehog(p: Painter): void {
  p.rect(0, 0, 1600, 1000, p.down([0, p.tone('#5a5136', 0.3)], [0.6, p.tone('#8a6a3a', 0.2)], [1, p.tone('#5b3d22')]))
  for (let i = 0; i < 26; i++) p.glow(p.random.between(0, 1600), p.random.between(0, 520), p.random.between(60, 190), p.random.pick(p.light.foliage), 0.5)
  for (let i = 0; i < 5; i++) p.rect(p.random.between(0, 1600), 0, p.random.between(40, 90), 640, p.tone('#3f3226', 0.3), 'opacity=".5"')
  const leaves = (count: number, from: number, to: number, size: number) => {
    for (let i = 0; i < count; i++) {
      const [x, y, s, a] = [p.random.between(-20, 1620), p.random.between(from, to), size * p.random.between(0.6, 1.3), p.random() * 360]
      p.group(`translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(a)}) scale(1 ${fixed(p.random.between(0.4, 0.9))})`, () => {
        const hue = p.tone(p.random.pick(['#a4532a', '#cf7d2c', '#e0a23f', '#8a3f22', '#b96a2c', '#6f4a28']))
        p.path(`M${fixed(-s)} 0Q${fixed(-s * 0.2)} ${fixed(-s * 0.7)} ${fixed(s)} 0Q${fixed(-s * 0.2)} ${fixed(s * 0.7)} ${fixed(-s)} 0Z`, hue)
        p.line([[-s, 0], [s * 0.9, 0]], darken(hue, 0.3), 1.6)
      })
    }
  }
  leaves(150, 590, 780, 30)
  const [x, y] = [810, 830]
  p.shadow(x, y + 6, 330, 44, 0.6)
  p.group(p.sunX > 800 ? '' : 'translate(1620 0) scale(-1 1)', () => {
    p.blob([[x - 260, y - 90], [x - 170, y - 240], [x + 10, y - 290], [x + 170, y - 220], [x + 230, y - 90], [x + 150, y - 10], [x - 200, y - 6]], p.tone('#3d2f26'))
    p.blob([[x + 130, y - 150], [x + 220, y - 140], [x + 300, y - 84], [x + 336, y - 62], [x + 300, y - 30], [x + 200, y - 8], [x + 100, y - 20]], p.across([0, p.tone('#a98560')], [1, p.tone('#d6b48a')]))
    for (let ring = 0; ring < 9; ring++)
      for (let i = 0; i < 42; i++) {
        const a = Math.PI + (i / 41) * Math.PI * 0.98 + p.random.between(-0.05, 0.05)
        const r = 0.36 + ring * 0.075
        const [sx, sy] = [x - 20 + Math.cos(a) * 236 * r, y - 40 + Math.sin(a) * 236 * r]
        const [dx, dy] = [Math.cos(a - 0.24), Math.sin(a - 0.24)]
        const l = p.random.between(36, 58)
        p.line([[sx, sy], [sx + dx * l, sy + dy * l]], p.tone(p.random.pick(['#5a4636', '#7d6650', '#c9b18e', '#94795c'])), 3.6)
        p.line([[sx + dx * l * 0.7, sy + dy * l * 0.7], [sx + dx * l, sy + dy * l]], p.tone('#efe0c4'), 2.2)
      }
    p.circle(x + 232, y - 98, 11, '#17120f')
    p.circle(x + 236, y - 102, 3.6, '#ffffff')
    p.circle(x + 336, y - 60, 15, '#1d1613')
    p.blob([[x + 120, y - 130], [x + 150, y - 166], [x + 176, y - 140], [x + 160, y - 112]], p.tone('#8f6b4c'))
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
    p.line([[sx, sy], [sx + Math.cos(a) * 70, sy + Math.sin(a) * 40]], p.tone(p.random.pick(['#5d4632', '#7d6246', '#94785a', '#4a3828'])), 5)
  }
  const white = p.tone('#f6f3ec')
  const leg = p.tone('#d3452c')
  p.line([[x - 14, y - 46], [x - 8, y - 190]], leg, 9)
  p.line([[x + 22, y - 46], [x + 16, y - 190]], leg, 9)
  p.blob([[x - 150, y - 220], [x - 40, y - 300], [x + 70, y - 300], [x + 100, y - 230], [x + 40, y - 180], [x - 60, y - 180]], p.down([0, white], [1, darken(white, 0.24)]))
  p.blob([[x - 210, y - 196], [x - 120, y - 262], [x + 16, y - 262], [x - 50, y - 200], [x - 150, y - 182]], p.tone('#26272b'))
  p.path(`M${x + 40} ${y - 250}Q${x + 120} ${y - 330} ${x + 84} ${y - 420}Q${x + 80} ${y - 470} ${x + 124} ${y - 474}Q${x + 158} ${y - 470} ${x + 152} ${y - 436}Q${x + 164} ${y - 320} ${x + 92} ${y - 236}Z`, p.across([0, white], [1, darken(white, 0.14)]))
  p.shape([[x + 148, y - 456], [x + 300, y - 414], [x + 148, y - 430]], leg)
  p.circle(x + 128, y - 448, 7, '#1a1a1c')
  for (let i = 0; i < 60; i++) {
    const [sx, sy] = [x + p.random.between(-140, 100), y + p.random.between(-46, 26)]
    p.line([[sx, sy], [sx + 64, sy + p.random.between(-20, 20)]], p.tone(p.random.pick(['#6b5139', '#8a6d4e'])), 4)
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
    p.curve([[x, y + s * 3], [x + 3, y + s], [x, y]], p.tone(darken(p.light.grass, 0.25)), 1 + t * 2.4)
    const hue = p.tone(p.random.pick(petals), 0.25 * (1 - t))
    for (let k = 0; k < 5 && s > 8; k++) p.ellipse(x + Math.cos(k * 1.256) * s * 0.6, y + Math.sin(k * 1.256) * s * 0.45, s * 0.52, s * 0.4, hue)
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
  p.blob([[x - 270, y], [x - 130, y - 50], [x, y - 66], [x + 130, y - 48], [x + 250, y], [x + 110, y + 44], [x - 130, y + 42]], p.down([0, p.tone('#7d5c42')], [1, p.tone('#4a3527')]))
  for (let i = 0; i < 60; i++) p.circle(x + p.random.between(-220, 220), y + p.random.between(-36, 34), p.random.between(4, 12), p.tone(p.random.pick(['#5a4230', '#8a694b', '#3f2d20'])))
  for (const dx of [-84, 84]) p.rect(x + dx - 9, y - 330, 18, 320, p.across([0, p.tone('#c79c66')], [1, p.tone('#8a683f')]))
  p.rect(x - 92, y - 300, 184, 13, p.tone('#b0875a'))
  p.curve([[x, y - 20], [x + 5, y - 260], [x - 3, y - 520]], p.tone('#6a5342'), 15)
  p.line([[x - 80, y - 240], [x, y - 228], [x + 80, y - 240]], p.tone('#e6d9ba'), 7)
  for (const [bx, by, ex, ey] of [[0, 330, -110, 450], [2, 370, 120, 500], [0, 430, -76, 560], [0, 460, 70, 600], [-2, 300, 96, 380]] as const) p.curve([[x + bx, y - by], [x + ex * 0.5, y - (by + ey) / 2 - 8], [x + ex, y - ey]], p.tone('#6a5342'), 6)
  for (let i = 0; i < 120; i++) {
    const [a, r] = [p.random() * 6.283, Math.sqrt(p.random()) * 165]
    const [lx, ly] = [x + Math.cos(a) * r, y - 480 + Math.sin(a) * r * 0.95]
    p.ellipse(lx, ly, p.random.between(11, 20), p.random.between(7, 11), p.tone(p.random.pick(p.light.foliage)), `transform="rotate(${fixed(p.random() * 180)} ${fixed(lx)} ${fixed(ly)})"`)
  }
  p.group(`translate(${x + 300} ${y - 10}) rotate(14)`, () => {
    p.rect(-7, -330, 14, 250, p.tone('#b58a57'))
    p.path('M-34 -330h68v16h-68Z', p.tone('#8f6a40'))
    p.path('M-46 -90L46 -90L42 0Q0 56 -42 0Z', p.across([0, p.tone('#c2c9cc')], [1, p.tone('#6f777b')]))
  })
}

export const LANDSCAPE = {
  hills, village, vineyard, orchard, forest,
  'forest-path': forestPath, 'wind-farm': windFarm, 'solar-field': solarField, 'farm-field': farmField, tractor,
  cows: (p: Painter) => pasture(p, drawCow, 8, 240, false),
  sheep: (p: Painter) => pasture(p, drawSheep, 16, 170, p.mood === 'day'),
  'storm-clouds': stormClouds, 'allotment-garden': allotmentGarden, playground, dog, hedgehog, stork,
  'bee-meadow': beeMeadow, 'tree-planting': treePlanting,
}
