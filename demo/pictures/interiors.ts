/** Rooms: stage, cinema, council, library, workshops and kitchens of the region's trades. */
import { drawPerson, drawTreeline } from './brushes.ts'
import { darken, fixed, lighten, mix } from './painter.ts'
import type { Painter, Point } from './painter.ts'

function layRoom(p: Painter, wall: string, floor: string, horizon: number): void {
  p.goIndoors()
  p.rect(0, 0, 1600, horizon + 4, p.down([0, p.tone(darken(wall, 0.2))], [1, p.tone(wall)]))
  p.rect(0, horizon, 1600, 1004 - horizon, p.down([0, p.tone(darken(floor, 0.14))], [1, p.tone(lighten(floor, 0.06))]))
  for (let i = -16; i <= 16; i++) p.line([[800 + i * 70, horizon], [800 + i * 210, 1010]], p.tone(darken(floor, 0.36)), 2, 'opacity=".5"')
  p.rect(0, horizon - 12, 1600, 14, p.tone(darken(wall, 0.36)))
}

function drawSunWindow(p: Painter, x: number, y: number, w: number, h: number): void {
  p.rect(x - 14, y - 14, w + 28, h + 28, p.tone('#f2ecdf'))
  p.rect(x, y, w, h, p.down([0, p.light.sky[0]], [0.7, p.light.sky[2]], [1, p.light.sky[2]]))
  if (!p.isDark) p.glow(x + w / 2, y + h / 2, w * 1.3, '#fffbe6', 0.6)
  for (const fx of [0.5]) p.rect(x + w * fx - 5, y, 10, h, p.tone('#f2ecdf'))
  for (const fy of [0.34, 0.67]) p.rect(x, y + h * fy - 4, w, 8, p.tone('#f2ecdf'))
}

function drawPendant(p: Painter, x: number, y: number, w: number, hex = '#2d3236'): void {
  p.line([[x, 0], [x, y - w * 0.5]], p.tone('#2d3236'), 3)
  p.path(`M${fixed(x - w / 2)} ${fixed(y)}Q${fixed(x - w * 0.42)} ${fixed(y - w * 0.5)} ${fixed(x)} ${fixed(y - w * 0.52)}Q${fixed(x + w * 0.42)} ${fixed(y - w * 0.5)} ${fixed(x + w / 2)} ${fixed(y)}Z`, p.tone(hex))
  p.ellipse(x, y, w * 0.46, w * 0.07, '#fff3cc')
  p.glow(x, y + w * 0.1, w * (p.isDark ? 2.6 : 1.4), '#ffe2a0', p.isDark ? 0.6 : 0.4)
}

function councilChamber(p: Painter): void {
  layRoom(p, '#b98e62', '#6f5a48', 480)
  for (let i = 0; i < 12; i++) p.rect(20 + i * 134, 60, 112, 400, p.down([0, p.tone('#c79d70')], [1, p.tone('#8f6a46')]))
  p.rect(690, 60, 220, 400, p.tone('#8f6a46'))
  p.path('M740 150h120v90q0 70 -60 100q-60 -30 -60 -100Z', p.tone('#17594a'))
  p.path('M740 206q30 -18 60 0t60 0v26q-30 18 -60 0t-60 0Z', p.tone('#e9e2cf'))
  for (const dx of [-34, 12]) { p.rect(800 + dx, 164, 22, 34, p.tone('#e3bd5f')); p.shape([[800 + dx - 2, 166], [800 + dx + 11, 148], [800 + dx + 24, 166]], p.tone('#e3bd5f')) }
  for (const [x, hexes] of [[560, ['#1b1b1b', '#c2332b', '#e0b52f']], [1010, ['#17594a', '#f2eee2', '#17594a']]] as const) {
    p.line([[x, 470], [x, 120]], p.tone('#c9a24a'), 7)
    for (let k = 0; k < 3; k++) p.path(`M${x + 4 + k * 24} 130q14 10 24 0v${250 - k * 16}q-12 14 -24 0Z`, p.tone(hexes[k]!))
  }
  p.rect(520, 410, 560, 96, p.down([0, p.tone('#9a6b40')], [1, p.tone('#5f3f26')]))
  p.rect(500, 396, 600, 20, p.tone('#c49663'))
  for (let i = 0; i < 5; i++) { p.path(`M${580 + i * 100} 396v-44q24 -24 48 0v44Z`, p.tone('#4b2f2a')); p.line([[604 + i * 100, 396], [612 + i * 100, 366]], '#22262a', 3) }
  for (let row = 0; row < 4; row++) {
    const [ry, y] = [70 + row * 46, 560 + row * 92]
    const rx = 420 + row * 190
    const seats = 8 + row * 3
    const band: Point[] = []
    for (let i = 0; i <= 30; i++) { const a = Math.PI * (i / 30); band.push([800 - Math.cos(a) * (rx - 60), y - 34 + Math.sin(a) * ry]) }
    const lower = band.map(([x, by]): Point => [800 + (x - 800) * 1.02, by + 30 + row * 8])
    p.shape([...band, ...lower.toReversed()], p.down([0, p.tone('#b5824f')], [1, p.tone('#6b4529')]))
    p.line(band, p.tone('#dcb27c'), 7 + row * 2)
    for (let i = 0; i <= seats; i++) {
      const a = Math.PI * (0.04 + (0.92 * i) / seats)
      const [x, sy] = [800 - Math.cos(a) * (rx - 20), y + 22 + Math.sin(a) * ry]
      const s = 25 + row * 9
      p.path(`M${fixed(x - s * 0.8)} ${fixed(sy + s * 0.7)}V${fixed(sy - s * 0.7)}Q${fixed(x)} ${fixed(sy - s * 1.3)} ${fixed(x + s * 0.8)} ${fixed(sy - s * 0.7)}V${fixed(sy + s * 0.7)}Z`, p.down([0, p.tone('#2f7a66')], [1, p.tone('#123f35')]))
    }
  }
  for (const x of [240, 500, 1100, 1360]) drawPendant(p, x, 150 - Math.abs(x - 800) * 0.05, 120, '#c9a24a')
}

function theatre(p: Painter): void {
  p.rect(0, 0, 1600, 1000, '#140a0c')
  p.rect(180, 90, 1240, 640, p.down([0, '#2a0d10'], [1, '#4a161a']))
  p.shape([[200, 730], [1400, 730], [1500, 800], [100, 800]], p.down([0, '#b98550'], [1, '#6b4428']))
  for (let i = -9; i <= 9; i++) p.line([[800 + i * 66, 730], [800 + i * 78, 800]], '#5a3820', 2)
  p.path('M560 730L720 130H880L1040 730Z', p.down([0, '#fff2cc', 0.05], [1, '#fff2cc', 0.42]))
  p.ellipse(800, 752, 330, 40, p.round([0, '#fff4d6', 0.85], [0.6, '#ffe0a0', 0.4], [1, '#ffd890', 0]))
  p.rect(770, 640, 60, 8, '#6b4428'); for (const x of [774, 820]) p.rect(x, 648, 7, 92, '#5a3820'); p.rect(774, 556, 7, 92, '#5a3820'); p.rect(820, 556, 7, 92, '#5a3820'); p.rect(774, 566, 50, 30, '#7d5434')
  const drape = (x0: number, x1: number, tie: boolean) => {
    const folds = 9
    for (let i = 0; i < folds; i++) {
      const [l, r] = [x0 + ((x1 - x0) * i) / folds, x0 + ((x1 - x0) * (i + 1)) / folds]
      const toward = tie ? (x0 < 800 ? -1 : 1) * 90 : 0
      p.path(`M${fixed(l)} 80H${fixed(r)}Q${fixed(r + toward * 0.2)} 420 ${fixed(r + toward * (x0 < 800 ? i / folds : 1 - i / folds))} 740H${fixed(l + toward * (x0 < 800 ? i / folds : 1 - i / folds))}Q${fixed(l + toward * 0.2)} 420 ${fixed(l)} 80Z`, p.across([0, '#5c0f14'], [0.4, '#b3232a'], [0.6, '#9a1b22'], [1, '#47090d']))
    }
  }
  drape(180, 520, true)
  drape(1080, 1420, true)
  for (let i = 0; i < 8; i++) p.path(`M${180 + i * 155} 80h155q0 130 -77 150q-78 -20 -78 -150Z`, p.down([0, '#6b1015'], [0.7, '#b8262d'], [1, '#d9b45a']))
  const gold = p.across([0, '#7d5a22'], [0.5, '#e6c272'], [1, '#7d5a22'])
  p.rect(110, 40, 74, 770, gold)
  p.rect(1416, 40, 74, 770, gold)
  p.rect(110, 20, 1380, 66, p.down([0, '#e6c272'], [1, '#8a6428']))
  for (let i = 0; i < 27; i++) p.circle(140 + i * 51, 53, 10, i % 2 ? '#f4dc9c' : '#a87c34')
  p.circle(800, 52, 44, '#c99f4c'); p.circle(800, 52, 28, '#7d1a1f')
  for (const x of [0, 1490]) for (let k = 0; k < 3; k++) { p.rect(x, 170 + k * 200, 110, 70, p.down([0, '#c99f4c'], [1, '#6b4a1c'])); p.glow(x + 55, 160 + k * 200, 90, '#ffcf80', 0.7) }
  for (let row = 0; row < 3; row++) for (let i = 0; i < 15 - row; i++) {
    const [w, y] = [104 + row * 16, 900 + row * 58]
    const x = (i - (15 - row) / 2 + 0.5) * w * 1.06 + 800
    p.path(`M${fixed(x - w * 0.44)} 1010V${fixed(y)}Q${fixed(x)} ${fixed(y - 54)} ${fixed(x + w * 0.44)} ${fixed(y)}V1010Z`, p.down([0, '#7d1a20'], [1, '#2a080b']))
  }
}

function concertStage(p: Painter): void {
  p.rect(0, 0, 1600, 1000, p.down([0, '#080914'], [0.6, '#1a1433'], [1, '#0a0a14']))
  const beams: readonly (readonly [number, number, string])[] = [[180, 420, '#ff4f8a'], [420, 620, '#5fa8ff'], [640, 500, '#ffb34f'], [800, 800, '#fff2d0'], [960, 1120, '#ffb34f'], [1180, 980, '#8a6fff'], [1420, 1180, '#4fd8c0']]
  p.glow(800, 520, 900, '#6f3fb0', 0.5)
  for (const [x, to, hue] of beams) { p.path(`M${x - 12} 110L${to - 150} 700H${to + 150}L${x + 12} 110Z`, p.down([0, hue, 0.62], [1, hue, 0.03])); p.glow(to, 690, 230, hue, 0.4, 0.3) }
  p.rect(60, 84, 1480, 16, '#2b2f3a'); p.rect(60, 130, 1480, 10, '#2b2f3a')
  for (let i = 0; i < 37; i++) p.line([[60 + i * 40, 92], [80 + i * 40, 134], [100 + i * 40, 92]], '#343945', 4)
  for (const [x, , hue] of beams) { p.rect(x - 26, 96, 52, 46, '#12141b'); p.circle(x, 142, 17, lighten(hue, 0.5)); p.glow(x, 142, 80, hue, 0.9) }
  p.shape([[130, 690], [1470, 690], [1560, 760], [40, 760]], p.down([0, '#3a3347'], [1, '#181521']))
  for (const x of [110, 1330]) { for (let k = 0; k < 4; k++) { p.rect(x, 300 + k * 98, 160, 92, '#14161d'); p.circle(x + 50, 346 + k * 98, 32, '#262a34'); p.circle(x + 116, 346 + k * 98, 24, '#262a34') } }
  for (const [x, h] of [[560, 190], [1010, 196]] as const) { drawSilhouette(p, x, 706, h); p.line([[x - 50, 706 - h * 0.36], [x + 84, 706 - h * 0.66]], '#0b0b12', 12); p.ellipse(x - 26, 706 - h * 0.42, 34, 24, '#0b0b12') }
  drawSilhouette(p, 800, 716, 205)
  p.line([[826, 716], [826, 716 - 176], [814, 716 - 184]], '#0b0b12', 5)
  for (const [dx, dy, r] of [[-56, -36, 34], [46, -34, 32], [0, -30, 42]] as const) p.circle(700 + dx, 690 + dy, r, '#15131f')
  p.ellipse(640, 600, 44, 7, '#c9a24a'); p.ellipse(760, 592, 40, 7, '#c9a24a')
  for (let row = 0; row < 3; row++) for (let i = 0; i < 26; i++) {
    const [x, y, r] = [i * 64 + (row % 2) * 30 + p.random.between(-14, 14), 830 + row * 70 + p.random.between(-14, 14), 26 + row * 5]
    p.path(`M${fixed(x - r * 1.6)} 1010V${fixed(y + r * 1.8)}Q${fixed(x)} ${fixed(y + r * 0.4)} ${fixed(x + r * 1.6)} ${fixed(y + r * 1.8)}V1010Z`, ['#17162a', '#100f1f', '#0a0914'][row]!)
    p.circle(x, y, r, ['#17162a', '#100f1f', '#0a0914'][row]!)
    if (p.random.chance(0.26)) { const side = p.random.chance(0.5) ? -1 : 1; p.line([[x + side * r, y + r * 1.8], [x + side * r * 1.9, y - r * 0.6], [x + side * r * 1.6, y - r * 2.6]], ['#17162a', '#100f1f', '#0a0914'][row]!, r * 0.56) }
  }
}

function drawSilhouette(p: Painter, x: number, y: number, h: number): void {
  p.line([[x - h * 0.04, y - h * 0.44], [x - h * 0.12, y]], '#0b0b12', h * 0.1)
  p.line([[x + h * 0.04, y - h * 0.44], [x + h * 0.12, y]], '#0b0b12', h * 0.1)
  p.path(`M${fixed(x - h * 0.12)} ${fixed(y - h * 0.4)}Q${fixed(x - h * 0.18)} ${fixed(y - h * 0.8)} ${fixed(x)} ${fixed(y - h * 0.84)}Q${fixed(x + h * 0.18)} ${fixed(y - h * 0.8)} ${fixed(x + h * 0.12)} ${fixed(y - h * 0.4)}Z`, '#0b0b12')
  p.circle(x, y - h * 0.92, h * 0.085, '#0b0b12')
}

function cinema(p: Painter): void {
  p.rect(0, 0, 1600, 1000, p.down([0, '#0b0a10'], [1, '#1a1018']))
  p.glow(800, 360, 1000, '#8fb8d8', 0.4)
  p.rect(270, 110, 1060, 470, '#f4f7f4')
  p.add(`<clipPath id="screen"><rect x="282" y="122" width="1036" height="446"/></clipPath>`)
  const film = p.capture(() => {
    p.rect(282, 122, 1036, 446, p.down([0, '#f0b27a'], [0.6, '#f7d9a8'], [1, '#dfe6d6']))
    p.circle(980, 330, 52, '#fff3d6'); p.glow(980, 330, 260, '#fff3d6', 0.8)
    p.blob([[200, 460], [480, 350], [760, 430], [1040, 370], [1400, 450], [1400, 640], [200, 640]], '#b58a86')
    p.blob([[200, 520], [520, 440], [860, 500], [1200, 450], [1400, 510], [1400, 660], [200, 660]], '#6d6a72')
    p.rect(282, 530, 1036, 60, '#3b434f')
    for (const [x, h] of [[560, 74], [606, 66]] as const) drawSilhouette(p, x, 548, h)
  })
  p.add(`<g clip-path="url(#screen)">${film}</g>`)
  for (const [x0, x1] of [[0, 250], [1350, 1600]] as const) for (let i = 0; i < 6; i++) { const w = (x1 - x0) / 6; p.rect(x0 + i * w, 40, w, 600, p.across([0, '#2a0a10'], [0.5, '#7d1f2a'], [1, '#22070c'])) }
  p.path('M700 1000L282 568H1318L900 1000Z', p.down([0, '#dfeaf4', 0.16], [1, '#dfeaf4', 0]))
  for (let row = 0; row < 5; row++) {
    const [y, w] = [650 + row * 82, 84 + row * 26]
    for (let x = 800 - Math.ceil(900 / w) * w; x < 1700; x += w) {
      p.path(`M${fixed(x - w * 0.45)} ${y + 120}V${y}Q${fixed(x)} ${y - w * 0.3} ${fixed(x + w * 0.45)} ${y}V${y + 120}Z`, p.down([0, mix('#a32a34', '#22060b', row * 0.12)], [1, '#1c060a']))
      if (row < 4 && p.random.chance(0.34)) { p.circle(x, y - w * 0.34, w * 0.2, '#0d0a0f'); p.path(`M${fixed(x - w * 0.34)} ${y}Q${fixed(x)} ${y - w * 0.34} ${fixed(x + w * 0.34)} ${y}Z`, '#0d0a0f') }
    }
  }
}

function galleryRoom(p: Painter): void {
  layRoom(p, '#ebe7de', '#b08a60', 720)
  p.shape([[0, 0], [1600, 0], [1380, 110], [220, 110]], p.tone('#d6d2c8'))
  p.shape([[0, 0], [220, 110], [220, 720], [0, 860]], p.tone('#d9d5cb'))
  p.shape([[1600, 0], [1380, 110], [1380, 720], [1600, 860]], p.tone('#c9c5bb'))
  p.shape([[0, 860], [220, 720], [1380, 720], [1600, 860], [1600, 1010], [0, 1010]], p.down([0, p.tone('#a8825a')], [1, p.tone('#c79e70')]))
  for (let i = -16; i <= 16; i++) p.line([[800 + i * 40, 720], [800 + i * 150, 1010]], p.tone('#7d5d3c'), 2, 'opacity=".4"')
  const canvases: readonly (readonly [number, number, number, number])[] = [[300, 250, 270, 330], [640, 210, 340, 400], [1050, 270, 260, 300]]
  for (const [i, [x, y, w, h]] of canvases.entries()) {
    p.path(`M${x + w / 2 - 30} 110L${x - 40} ${y + h + 70}H${x + w + 40}L${x + w / 2 + 30} 110Z`, '#fff6d8', 'fill-opacity=".3"')
    p.shadow(x + w / 2 + 8, y + h / 2 + 16, w * 0.66, h * 0.62, 0.3)
    p.rect(x - 16, y - 16, w + 32, h + 32, p.down([0, p.tone('#c79f55')], [1, p.tone('#7d5a28')]))
    const palettes = [['#2d4f6b', '#7fa5b5', '#e6c58a', '#b5583c'], ['#7a2b35', '#d98a4f', '#f0d9a8', '#3b4f45'], ['#1f4a3f', '#6b9a78', '#e9e0c4', '#c79a3f']]
    const hues = palettes[i]!
    p.add(`<clipPath id="canvas${i}"><rect x="${x}" y="${y}" width="${w}" height="${h}"/></clipPath>`)
    const art = p.capture(() => {
      p.rect(x, y, w, h, p.down([0, hues[1]!], [1, hues[2]!]))
      for (let k = 0; k < 16; k++) {
        const [bx, by, r] = [x + p.random() * w, y + p.random() ** 0.6 * h, p.random.between(0.1, 0.3) * w]
        if (i === 1) p.shape([[bx - r, by], [bx, by - r * p.random.between(0.5, 1.4)], [bx + r, by + r * 0.2], [bx + r * 0.3, by + r]], p.random.pick(hues), 'opacity=".82"')
        else p.blob(Array.from({ length: 7 }, (_, n): Point => [bx + Math.cos(n * 0.9) * r * p.random.between(0.7, 1.7), by + Math.sin(n * 0.9) * r * p.random.between(0.3, 0.8)]), p.random.pick(hues), 'opacity=".8"')
      }
    })
    p.add(`<g clip-path="url(#canvas${i})">${art}</g>`)
    p.rect(x + w + 26, y + h - 20, 30, 40, p.tone('#f9f7f0'))
  }
  for (const x of [430, 810, 1180]) { p.rect(x - 24, 96, 48, 20, '#3a3d40'); p.glow(x, 122, 90, '#fff2c8', 0.7) }
  p.shadow(700, 900, 300, 26, 0.4)
  p.rect(440, 800, 520, 44, p.down([0, p.tone('#5a4a3c')], [1, p.tone('#3a2f26')]))
  for (const x of [480, 890]) p.rect(x, 840, 24, 60, p.tone('#2d2620'))
  drawPerson(p, 1210, 850, 300, 0, '#3a4654')
}

function library(p: Painter): void {
  layRoom(p, '#d9cdb6', '#9a7450', 660)
  const spines = ['#8a3a34', '#2f5f6b', '#c79a4a', '#3f5a45', '#6b4a6b', '#b5694a', '#d6cbb0', '#34495e', '#7d8a5a', '#a3503f']
  const shelf = (x: number, y: number, w: number, h: number, rows: number) => {
    p.rect(x, y, w, h, p.tone('#7d5835'))
    for (let row = 0; row < rows; row++) {
      const [sy, sh] = [y + 10 + (row * (h - 10)) / rows, (h - 10) / rows - 12]
      p.rect(x + 10, sy, w - 20, sh, p.tone('#4a331f'))
      for (let bx = x + 12; bx < x + w - 26; ) {
        const [bw, bh] = [p.random.between(9, 21), sh * p.random.between(0.68, 0.96)]
        if (p.random.chance(0.07)) { bx += bw * 1.6; continue }
        const hue = p.random.pick(spines)
        p.rect(bx, sy + sh - bh, bw, bh, p.across([0, p.tone(lighten(hue, 0.14))], [1, p.tone(darken(hue, 0.24))]))
        if (bw > 13) p.rect(bx + 2, sy + sh - bh * 0.8, bw - 4, 4, p.tone('#e9d9a8'), 'opacity=".8"')
        bx += bw + 1
      }
    }
  }
  shelf(60, 130, 420, 540, 6)
  drawSunWindow(p, 560, 130, 480, 360)
  drawTreeline(p, 580, 1030, () => 488, 90, 0.5)
  for (const x of [560 - 14, 795]) p.rect(x, 120, 12, 380, p.tone('#f2ecdf'))
  shelf(1120, 130, 420, 540, 6)
  p.shape([[560, 660], [1040, 660], [1240, 1000], [360, 1000]], '#fff2c8', 'opacity=".16"')
  p.shadow(800, 960, 560, 40, 0.4)
  p.shape([[330, 780], [1270, 780], [1390, 860], [210, 860]], p.down([0, p.tone('#c79a63')], [1, p.tone('#a87a45')]))
  p.rect(210, 858, 1180, 32, p.tone('#7d5835'))
  for (const x of [260, 1310]) p.rect(x, 888, 34, 120, p.tone('#6b4a2c'))
  p.path('M640 812Q720 776 800 806Q880 776 960 812L980 840Q880 806 800 834Q720 806 620 840Z', p.tone('#f6f1e2'))
  p.line([[800, 806], [800, 834]], p.tone('#b5ab94'), 3)
  for (let i = 0; i < 4; i++) { const hue = spines[i * 2]!; p.rect(1040 + (i % 2) * 8, 806 - i * 24, 160 - i * 8, 23, p.down([0, p.tone(lighten(hue, 0.15))], [1, p.tone(darken(hue, 0.2))])) }
  p.line([[400, 830], [400, 700]], p.tone('#c9a24a'), 8)
  p.ellipse(400, 832, 44, 10, p.tone('#a8823a'))
  p.path('M330 706Q340 650 400 648Q460 650 470 706Z', p.tone('#1c6a55'))
  p.glow(400, 730, 190, '#ffe6a8', 0.7)
}

function workshop(p: Painter): void {
  layRoom(p, '#8f7d66', '#5f5346', 640)
  p.rect(120, 120, 1360, 420, p.down([0, p.tone('#c2a178')], [1, p.tone('#9a7a54')]))
  for (let k = 0; k < 26; k++) for (let r = 0; r < 8; r++) p.circle(150 + k * 52, 150 + r * 52, 3, p.tone('#6b5238'))
  const steel = p.across([0, p.tone('#d6dadb')], [1, p.tone('#7d868a')])
  for (let i = 0; i < 6; i++) { const [x, h] = [200 + i * 62, 210 - i * 20]; p.rect(x - 8, 190, 16, h, steel, 'rx="7"'); p.circle(x, 190, 22, p.tone('#a9b0b3')); p.circle(x, 184, 11, p.tone('#b5936a')); p.circle(x, 190 + h, 20, p.tone('#a9b0b3')); p.circle(x, 190 + h, 10, p.tone('#b5936a')) }
  p.rect(640, 180, 22, 230, p.tone('#b0763f')); p.path('M580 170h150q20 0 20 26h-40l-10 24h-80l-10 -24h-30Z', p.tone('#5b6468'))
  p.shape([[830, 190], [1090, 240], [1090, 290], [830, 262]], steel); for (let k = 0; k < 26; k++) p.shape([[830 + k * 10, 262 + k], [840 + k * 10, 263 + k], [835 + k * 10, 274 + k]], p.tone('#8f979a')); p.path('M770 176q60 -20 70 20v60q-10 40 -70 20Z', p.tone('#8a5a34'))
  for (let i = 0; i < 5; i++) { const x = 1180 + i * 56; const hue = ['#c2352b', '#e0a92f', '#2f6592', '#1c6a55', '#d8702c'][i]!; p.rect(x - 13, 180, 26, 90, p.tone(hue), 'rx="10"'); p.rect(x - 4, 266, 8, 130 - i * 12, steel) }
  p.rect(120, 536, 1360, 16, p.tone('#6b5238'))
  for (const x of [420, 1180]) drawPendant(p, x, 130, 170, '#2f4a45')
  p.shape([[60, 690], [1540, 690], [1600, 770], [0, 770]], p.down([0, p.tone('#c99a63')], [1, p.tone('#a5743f')]))
  p.rect(0, 768, 1600, 44, p.tone('#7d5530'))
  for (const x of [90, 1430]) p.rect(x, 810, 80, 200, p.tone('#5f4026'))
  for (let i = 0; i < 3; i++) { p.rect(560 + i * 230, 820, 210, 130, p.down([0, p.tone('#a8763f')], [1, p.tone('#7a5128')])); p.rect(630 + i * 230, 870, 70, 12, p.tone('#c9ced0')) }
  p.rect(1180, 640, 150, 64, p.tone('#3b6f8a')); p.rect(1150, 610, 60, 100, p.tone('#2f5b73')); p.rect(1300, 610, 60, 100, p.tone('#2f5b73')); p.line([[1140, 660], [1080, 660]], steel, 12)
  p.shape([[430, 700], [800, 690], [830, 720], [440, 734]], p.tone('#e0bd86'))
  for (let i = 0; i < 44; i++) { const [x, y] = [p.random.between(300, 1000), p.random.between(716, 764)]; p.curve([[x, y], [x + 10, y - 8], [x + 20, y], [x + 12, y + 6]], p.tone('#ecd2a0'), 3) }
  p.rect(250, 640, 60, 66, p.tone('#c2352b')); for (let i = 0; i < 4; i++) p.line([[262 + i * 12, 640], [256 + i * 16, 574 + (i % 2) * 14]], p.tone(['#e0b24a', '#3f6f4a', '#2f5f8a', '#b5482f'][i]!), 6)
}

function laboratory(p: Painter): void {
  layRoom(p, '#dbe5e6', '#b5c2c4', 640)
  drawSunWindow(p, 980, 90, 520, 330)
  for (let i = 0; i < 2; i++) { p.rect(90, 150 + i * 190, 760, 16, p.tone('#9fb0b3')); for (let k = 0; k < 12; k++) { const [x, h] = [120 + k * 60, p.random.between(60, 116)]; const hue = p.random.pick(['#a35f2f', '#7f9aa5', '#5f8a6b', '#b59a4a', '#5f7fb0']); p.rect(x, 150 + i * 190 - h, 40, h, p.across([0, p.tone(lighten(hue, 0.25))], [1, p.tone(darken(hue, 0.2))]), 'rx="5"'); p.rect(x + 10, 150 + i * 190 - h - 14, 20, 16, p.tone('#3a4448')); p.rect(x + 5, 150 + i * 190 - h * 0.6, 30, 26, p.tone('#f6f6f0')) } }
  p.shape([[0, 690], [1600, 690], [1600, 780], [0, 780]], p.down([0, p.tone('#f4f6f5')], [1, p.tone('#cfd8d9')]))
  p.rect(0, 778, 1600, 230, p.down([0, p.tone('#9db0b4')], [1, p.tone('#76898d')]))
  const flask = (x: number, y: number, s: number, hue: string) => {
    p.shadow(x, y, s * 0.7, s * 0.1, 0.35)
    p.path(`M${x - s * 0.14} ${y - s * 1.5}H${x + s * 0.14}V${y - s * 0.95}L${x + s * 0.6} ${y - s * 0.14}Q${x + s * 0.64} ${y} ${x + s * 0.46} ${y}H${x - s * 0.46}Q${x - s * 0.64} ${y} ${x - s * 0.6} ${y - s * 0.14}L${x - s * 0.14} ${y - s * 0.95}Z`, '#e9f4f6', 'fill-opacity=".55" stroke="#8fa6ad" stroke-width="3"')
    p.path(`M${x - s * 0.4} ${y - s * 0.5}H${x + s * 0.4}L${x + s * 0.58} ${y - s * 0.14}Q${x + s * 0.6} ${y - s * 0.03} ${x + s * 0.44} ${y - s * 0.03}H${x - s * 0.44}Q${x - s * 0.6} ${y - s * 0.03} ${x - s * 0.58} ${y - s * 0.14}Z`, p.down([0, lighten(hue, 0.3)], [1, hue]), 'fill-opacity=".88"')
    p.ellipse(x, y - s * 0.5, s * 0.4, s * 0.05, lighten(hue, 0.5), 'opacity=".8"')
    p.path(`M${x - s * 0.44} ${y - s * 0.2}L${x - s * 0.12} ${y - s * 0.8}`, 'none', `stroke="#ffffff" stroke-width="${s * 0.05}" stroke-opacity=".7" stroke-linecap="round"`)
    for (let i = 0; i < 7; i++) p.circle(x + p.random.between(-0.34, 0.34) * s, y - p.random.between(0.1, 0.45) * s, s * p.random.between(0.015, 0.04), '#ffffff', 'opacity=".6"')
  }
  flask(260, 750, 150, '#2f8fb0')
  flask(520, 760, 120, '#d98a2c')
  flask(720, 750, 100, '#3f9a6b')
  p.rect(860, 690, 240, 14, p.tone('#b98f5a')); p.rect(860, 740, 240, 14, p.tone('#b98f5a'))
  for (let i = 0; i < 6; i++) { const [x, hue] = [882 + i * 38, ['#c2452f', '#d9a02c', '#5f9a55', '#2f8fb0', '#7d5fa5', '#c2708f'][i]!]; p.rect(x, 590, 22, 160, '#eaf4f6', 'rx="11" fill-opacity=".6" stroke="#8fa6ad" stroke-width="2"'); p.rect(x + 2, 650, 18, 98, hue, 'rx="9" fill-opacity=".85"') }
  const [mx, my] = [1330, 770]
  p.shadow(mx, my, 150, 18, 0.45)
  const grey = p.across([0, p.tone('#f4f5f2')], [1, p.tone('#a9b3b5')])
  p.rect(mx - 130, my - 34, 250, 34, grey, 'rx="12"')
  p.path(`M${mx + 60} ${my - 30}Q${mx + 150} ${my - 170} ${mx + 60} ${my - 290}L${mx + 10} ${my - 260}Q${mx + 80} ${my - 160} ${mx + 10} ${my - 30}Z`, grey)
  p.rect(mx - 120, my - 130, 150, 16, p.tone('#3a4448'))
  p.group(`rotate(-18 ${mx} ${my - 280})`, () => { p.rect(mx - 34, my - 400, 60, 190, grey, 'rx="10"'); p.rect(mx - 24, my - 450, 40, 56, p.tone('#2a3236')); p.rect(mx - 20, my - 214, 32, 56, p.tone('#6d787c')) })
  p.circle(mx + 92, my - 110, 28, p.tone('#4a565b'))
  p.rect(mx - 90, my - 138, 90, 8, '#bfe6f4')
  p.glow(mx - 50, my - 120, 70, '#dff6ff', 0.7)
}

function brewery(p: Painter): void {
  layRoom(p, '#d9d0bd', '#8a7a66', 660)
  for (let r = 0; r < 9; r++) for (let c = 0; c < 22; c++) p.rect(c * 76 + (r % 2) * 38 - 38, 40 + r * 68, 74, 66, p.tone(p.random.chance(0.5) ? '#e2dac8' : '#dcd3bf'), 'opacity=".8"')
  drawSunWindow(p, 640, 70, 320, 260)
  const kettle = (x: number, y: number, s: number) => {
    const copper = p.across([0, p.tone('#6b3018')], [0.24, p.tone('#e09a5f')], [0.34, '#fbe0bc'], [0.46, p.tone('#d0783f')], [0.8, p.tone('#8a4423')], [1, p.tone('#5a2812')])
    p.shadow(x, y + 10, s * 0.8, s * 0.1, 0.5)
    p.path(`M${x - s * 0.6} ${y - s * 0.5}V${y - s * 0.1}Q${x - s * 0.58} ${y} ${x} ${y}Q${x + s * 0.58} ${y} ${x + s * 0.6} ${y - s * 0.1}V${y - s * 0.5}Z`, copper)
    p.path(`M${x - s * 0.64} ${y - s * 0.5}Q${x - s * 0.6} ${y - s * 1.06} ${x - s * 0.1} ${y - s * 1.16}L${x - s * 0.08} ${y - s * 1.9}H${x + s * 0.08}L${x + s * 0.1} ${y - s * 1.16}Q${x + s * 0.6} ${y - s * 1.06} ${x + s * 0.64} ${y - s * 0.5}Z`, copper)
    p.rect(x - s * 0.66, y - s * 0.53, s * 1.32, s * 0.06, p.tone('#e9c08a'))
    for (let i = 0; i < 22; i++) p.circle(x - s * 0.62 + i * s * 0.059, y - s * 0.5, s * 0.011, p.tone('#7d4420'))
    p.ellipse(x - s * 0.22, y - s * 0.8, s * 0.15, s * 0.11, p.tone('#5a2c16'))
    p.ellipse(x - s * 0.22, y - s * 0.8, s * 0.11, s * 0.075, p.isDark ? '#ffcf80' : p.tone('#c9dde2'))
    p.circle(x + s * 0.28, y - s * 0.3, s * 0.08, p.tone('#e9e2cf')); p.line([[x + s * 0.28, y - s * 0.3], [x + s * 0.32, y - s * 0.35]], '#b8382d', 4)
    for (let i = 0; i < 5; i++) p.glow(x + p.random.between(-20, 20), y - s * (1.95 + i * 0.1), s * 0.14, '#ffffff', 0.3)
  }
  kettle(370, 760, 330)
  kettle(1230, 760, 330)
  kettle(800, 880, 350)
}

function bakery(p: Painter): void {
  layRoom(p, '#e3cfa8', '#8a6a4a', 760)
  for (const [row, y] of [170, 370, 570].entries()) {
    p.rect(-10, y + 100, 1620, 22, p.down([0, p.tone('#b98a55')], [1, p.tone('#7d5530')]))
    p.glow(800, y - 20, 820, '#ffe6b0', 0.28, 0.16)
    for (let x = 40; x < 1590; ) {
      const kind = (row + Math.floor(x / 360)) % 3
      const crust = p.random.pick(['#b5703a', '#a5602f', '#c98a4a', '#8f5228'])
      const fill = p.lamp(0.4, 0.2, [0, p.tone(lighten(crust, 0.4))], [0.6, p.tone(crust)], [1, p.tone(darken(crust, 0.4))])
      if (kind === 0) { p.ellipse(x + 80, y + 54, 92, 52, fill); for (let k = 0; k < 3; k++) p.curve([[x + 34 + k * 40, y + 34], [x + 54 + k * 40, y + 48], [x + 62 + k * 40, y + 76]], p.tone('#f0d8a8'), 6); x += 200 }
      else if (kind === 1) { for (let k = 0; k < 3; k++) { p.ellipse(x + 34 + k * 52, y + 72 - (k === 1 ? 34 : 0), 36, 29, fill); p.line([[x + 14 + k * 52, y + 66 - (k === 1 ? 34 : 0)], [x + 54 + k * 52, y + 66 - (k === 1 ? 34 : 0)]], p.tone('#f0d8a8'), 4) } x += 190 }
      else { p.group(`rotate(-14 ${x + 60} ${y})`, () => { p.rect(x + 30, y - 86, 34, 186, fill, 'rx="17"'); for (let k = 0; k < 4; k++) p.line([[x + 36, y - 56 + k * 38], [x + 58, y - 40 + k * 38]], p.tone('#f0d8a8'), 5) }); p.group(`rotate(9 ${x + 110} ${y})`, () => { p.rect(x + 90, y - 80, 34, 180, fill, 'rx="17"'); for (let k = 0; k < 4; k++) p.line([[x + 96, y - 50 + k * 38], [x + 118, y - 34 + k * 38]], p.tone('#f0d8a8'), 5) }); x += 180 }
    }
  }
  p.rect(0, 790, 1600, 220, p.down([0, p.tone('#a5743f')], [1, p.tone('#6b4526')]))
  p.rect(0, 772, 1600, 26, p.tone('#d9b07a'))
  for (let i = 0; i < 9; i++) { const x = 110 + i * 176; p.path(`M${x - 44} 776Q${x - 60} 700 ${x - 8} 712Q${x} 730 ${x + 8} 712Q${x + 60} 700 ${x + 44} 776`, 'none', `stroke="${p.tone('#9a5a2a')}" stroke-width="19" stroke-linecap="round"`); p.path(`M${x - 44} 774Q${x - 58} 704 ${x - 10} 714`, 'none', `stroke="${p.tone('#d09a5a')}" stroke-width="6" stroke-linecap="round"`); p.line([[x - 40, 748], [x + 14, 772]], p.tone('#9a5a2a'), 13); p.line([[x + 40, 748], [x - 14, 772]], p.tone('#9a5a2a'), 13) }
  for (const x of [300, 800, 1300]) drawPendant(p, x, 110, 150, '#c9a24a')
}

function newspaperPress(p: Painter): void {
  p.goIndoors()
  p.rect(0, 0, 1600, 1000, p.down([0, p.tone('#3b464c')], [0.7, p.tone('#54616a')], [1, p.tone('#2b3338')]))
  for (let i = 0; i < 5; i++) p.glow(200 + i * 300, 30, 240, '#dff0f4', 0.5)
  const steel = p.down([0, p.tone('#c9d3d6')], [0.4, p.tone('#8d9aa0')], [1, p.tone('#4a565c')])
  for (let unit = 0; unit < 3; unit++) {
    const x = 90 + unit * 500
    p.rect(x, 250, 420, 600, p.across([0, p.tone('#6b7f8a')], [1, p.tone('#3a4950')]), 'rx="10"')
    p.rect(x + 20, 280, 380, 40, p.tone('#1c6a55'))
    for (let k = 0; k < 4; k++) {
      const [cx, cy] = [x + 115 + (k % 2) * 190, 420 + Math.floor(k / 2) * 210]
      p.circle(cx, cy, 84, steel); p.circle(cx, cy, 70, p.across([0, p.tone('#e6ecee')], [1, p.tone('#7d898f')])); p.circle(cx, cy, 24, p.tone('#2d363b'))
      for (let n = 0; n < 6; n++) p.circle(cx + Math.cos(n * 1.047) * 48, cy + Math.sin(n * 1.047) * 48, 6, p.tone('#4a565c'))
    }
    p.circle(x + 400, 300, 9, '#5fe08f'); p.glow(x + 400, 300, 40, '#5fe08f', 0.8)
  }
  const page = (x: number, y: number, w: number, h: number, lean: number, ink: number) => {
    const at = (fx: number, fy: number): Point => [x + fx * w + fy * lean, y + fy * h]
    p.shape([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], p.down([0, p.tone('#f7f2e4')], [1, p.tone('#d2cbba')]))
    p.shape([at(0.06, 0.07), at(0.7, 0.07), at(0.7, 0.17), at(0.06, 0.17)], p.tone(['#17594a', '#0a4a7d', '#7a1f2b'][ink % 3]!))
    p.shape([at(0.06, 0.26), at(0.52, 0.26), at(0.52, 0.66), at(0.06, 0.66)], p.tone(['#7f9aa5', '#b58a6a', '#6b8a6b', '#a5806b'][ink % 4]!))
    for (let k = 0; k < 6; k++) p.line([at(0.58, 0.3 + k * 0.1), at(k === 5 ? 0.8 : 0.94, 0.3 + k * 0.1)], p.tone('#6d6a64'), h * 0.024)
    for (let k = 0; k < 2; k++) p.line([at(0.06, 0.76 + k * 0.1), at(0.52, 0.76 + k * 0.1)], p.tone('#6d6a64'), h * 0.024)
  }
  for (let i = -1; i < 9; i++) page(i * 190 + 40, 96, 186, 118, 0, i + 1)
  p.rect(0, 92, 1600, 6, p.tone('#a9a394'))
  p.rect(0, 212, 1600, 10, '#1c2327', 'opacity=".4"')
  for (let i = 0; i < 5; i++) p.rect(60 + i * 370, 80, 30, 150, steel, 'rx="8"')
  for (let unit = 0; unit < 3; unit++) page(250 + unit * 500, 330, 100, 480, 0, unit)
  p.shape([[1660, 620], [1660, 860], [-60, 1010], [-60, 800]], p.down([0, p.tone('#2d363b')], [1, p.tone('#161c1f')]))
  for (let i = 0; i < 17; i++) {
    const t = i / 16
    page(1560 - t * 1640, 610 + t * 210, 190 + t * 130, 120 + t * 110, 34 + t * 26, i)
  }
}

export const INTERIORS = {
  'council-chamber': councilChamber, theatre, 'concert-stage': concertStage, cinema, 'gallery-room': galleryRoom, library,
  workshop, laboratory, brewery, bakery, 'newspaper-press': newspaperPress,
}
