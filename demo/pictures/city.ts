/** Auenburg and the towns: streets, squares and buildings seen from the pavement. */
import { drawCar, drawCrowd, drawHouse, drawHouseRow, drawLamp, drawMinster, drawPerson, drawStreet, drawTree, drawTreeline, drawWindow } from './brushes.ts'
import { darken, fixed, lighten, mix } from './painter.ts'
import type { Painter, Point } from './painter.ts'

/** The roofs of a town in the haze, the backdrop of squares and streets. */
function laySkyline(p: Painter, y: number, withMinster = true): void {
  p.sky(y)
  p.ridge(y - 40, 26, '#70898a', 1, y + 60)
  drawHouseRow(p, -20, 1620, y, 80, 0.66)
  if (withMinster) drawMinster(p, p.sunX < 800 ? 1180 : 400, y + 6, 330, 0.5)
}

const facadeFill = (p: Painter, hex: string, depth = 0) =>
  p.sunX < 800 ? p.across([0, p.tone(lighten(hex, 0.12), depth)], [1, p.tone(darken(hex, 0.18), depth)]) : p.across([0, p.tone(darken(hex, 0.18), depth)], [1, p.tone(lighten(hex, 0.12), depth)])

const roofTone = (p: Painter, hex: string, depth = 0) => p.tone(p.isSnowy ? '#eff4f8' : hex, depth)

/** Arched opening with its foot at `y`. */
function drawArch(p: Painter, x: number, y: number, w: number, h: number, fill: string): void {
  p.path(`M${fixed(x - w / 2)} ${fixed(y)}V${fixed(y - h + w / 2)}A${fixed(w / 2)} ${fixed(w / 2)} 0 0 1 ${fixed(x + w / 2)} ${fixed(y - h + w / 2)}V${fixed(y)}Z`, fill)
}

function drawGlassGrid(p: Painter, x: number, y: number, w: number, h: number, columns: number, rows: number, depth = 0, lit = p.light.lit): void {
  const [top, middle, low] = p.light.sky
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < columns; col++) {
      const [cx, cy, cw, ch] = [x + (w * col) / columns, y + (h * row) / rows, w / columns, h / rows]
      const isLit = p.random.chance(lit)
      const mirror = mix(row / rows < 0.5 ? mix(top, middle, (row / rows) * 2) : mix(middle, low, (row / rows) * 2 - 1), '#1f3442', p.random.between(0.25, 0.5))
      p.rect(cx + 1.5, cy + 1.5, cw - 3, ch - 3, isLit ? p.random.pick(['#ffdf9c', '#ffd07a', '#fbe7ba']) : mix(mirror, p.light.haze, depth * 0.4))
    }
}

function oldTown(p: Painter): void {
  p.sky(560)
  p.ridge(470, 40, '#6f8a8c', 1, 1000)
  drawTreeline(p, -20, 1620, () => 520, 40, 0.9)
  drawHouseRow(p, -20, 1620, 600, 76, 0.7)
  drawMinster(p, p.sunX < 800 ? 1060 : 560, 640, 500, 0.4)
  if (p.mood === 'dawn' || p.mood === 'fog') p.mist(610, 170, 0.55)
  drawHouseRow(p, -30, 1630, 690, 92, 0.44)
  drawTree(p, 140, 760, 130, 0.36)
  drawTree(p, 1460, 760, 140, 0.36)
  drawHouseRow(p, -40, 1640, 800, 122, 0.25)
  if (p.mood === 'dawn' || p.mood === 'fog') p.mist(800, 130, 0.36)
  drawHouseRow(p, -60, 1660, 930, 156, 0.1)
  for (let i = 0; i < 7; i++) {
    const w = p.random.between(230, 300)
    drawHouse(p, 60 + i * 250, 1110, w, p.random.between(140, 200), 0, { timber: p.random.chance(0.35) })
  }
  if (p.isSnowy || p.mood === 'dusk' || p.mood === 'overcast')
    for (let i = 0; i < 6; i++) {
      const [x, y] = [p.random.between(100, 1500), p.random.between(520, 720)]
      for (let k = 0; k < 7; k++) p.glow(x + k * 9, y - k * 19, 16 + k * 6, p.isDark ? '#b9a6b0' : '#ffffff', 0.22)
    }
}

function drawTownHall(p: Painter, x: number, y: number, s: number): void {
  const stone = '#d9b98e'
  const trim = p.tone('#a5553f')
  const w = 900 * s
  const [left, top] = [x - w / 2, y - 330 * s]
  p.shape([[left - 20 * s, top], [left + 60 * s, top - 190 * s], [x + w / 2 - 60 * s, top - 190 * s], [x + w / 2 + 20 * s, top]], p.down([0, roofTone(p, '#9b4a35')], [1, roofTone(p, '#6d3327')]))
  for (const dx of [-300, -180, 180, 300]) {
    p.shape([[x + (dx - 30) * s, top - 70 * s], [x + dx * s, top - 120 * s], [x + (dx + 30) * s, top - 70 * s]], roofTone(p, '#7d3b2c'))
    p.rect(x + (dx - 22) * s, top - 72 * s, 44 * s, 44 * s, p.tone(stone))
    drawWindow(p, x + (dx - 11) * s, top - 62 * s, 22 * s, 28 * s)
  }
  p.rect(left, top, w, 330 * s, facadeFill(p, stone))
  // middle gable with steps
  const gable: Point[] = []
  for (let i = 0; i <= 4; i++) gable.push([x - (190 - i * 38) * s, top - i * 62 * s], [x - (190 - i * 38) * s, top - (i + 1) * 62 * s])
  p.shape([...gable, ...gable.toReversed().map(([gx, gy]): Point => [2 * x - gx, gy])], facadeFill(p, lighten(stone, 0.08)))
  for (let i = 0; i < 3; i++) drawWindow(p, x + (-110 + i * 90) * s, top - 60 * s, 40 * s, 66 * s)
  for (let i = 0; i < 2; i++) drawWindow(p, x + (-60 + i * 80) * s, top - 160 * s, 36 * s, 52 * s)
  // clock tower
  p.rect(x - 52 * s, top - 470 * s, 104 * s, 175 * s, facadeFill(p, stone))
  p.rect(x - 62 * s, top - 480 * s, 124 * s, 14 * s, trim)
  p.path(`M${fixed(x - 58 * s)} ${fixed(top - 480 * s)}Q${fixed(x - 66 * s)} ${fixed(top - 560 * s)} ${fixed(x - 20 * s)} ${fixed(top - 575 * s)}L${fixed(x)} ${fixed(top - 690 * s)}L${fixed(x + 20 * s)} ${fixed(top - 575 * s)}Q${fixed(x + 66 * s)} ${fixed(top - 560 * s)} ${fixed(x + 58 * s)} ${fixed(top - 480 * s)}Z`, p.across([0, p.tone(p.isSnowy ? '#dce9e6' : '#6fa393')], [1, p.tone('#36645a')]))
  p.circle(x, top - 400 * s, 38 * s, p.tone('#b5904a'))
  p.circle(x, top - 400 * s, 32 * s, p.isDark ? '#fff0c4' : p.tone('#f6efdf'))
  p.line([[x, top - 424 * s], [x, top - 400 * s], [x + 18 * s, top - 390 * s]], '#2a2420', 5 * s)
  if (p.isDark) p.glow(x, top - 400 * s, 110 * s, '#ffe2a0', 0.7)
  // upper windows
  for (let i = 0; i < 11; i++) {
    const wx = left + ((i + 0.5) / 11) * w
    p.rect(wx - 25 * s, top + 22 * s, 50 * s, 104 * s, trim)
    drawWindow(p, wx - 19 * s, top + 32 * s, 38 * s, 84 * s, 0, '#f2e8d6', p.isDark ? p.random.chance(0.8) : undefined)
  }
  p.rect(left, top + 146 * s, w, 12 * s, trim)
  // arcade
  for (let i = 0; i < 9; i++) {
    const ax = left + ((i + 0.5) / 9) * w
    drawArch(p, ax, y, 74 * s, 158 * s, p.isDark ? p.down([0, '#d9913f'], [1, '#7d4a22']) : p.down([0, p.tone('#4a3b30')], [1, p.tone('#7a6350')]))
    p.path(`M${fixed(ax - 37 * s)} ${fixed(y - 121 * s)}A${fixed(37 * s)} ${fixed(37 * s)} 0 0 1 ${fixed(ax + 37 * s)} ${fixed(y - 121 * s)}`, 'none', `stroke="${trim}" stroke-width="${fixed(8 * s)}"`)
    if (p.light.lit > 0.15) p.glow(ax, y - 110 * s, 70 * s, '#ffd084', p.isDark ? 0.8 : 0.45)
  }
  for (let i = 0; i < 5; i++) {
    const bx = x + (-32 + i * 16) * s
    p.rect(bx, top + 118 * s, 4 * s, 30 * s, p.tone('#2d2f31'))
  }
  for (const [dx, hex] of [[-70, '#b8382d'], [70, '#17594a']] as const) {
    p.line([[x + dx * s, top + 130 * s], [x + dx * 1.5 * s, top + 60 * s]], p.tone('#5a4a3a'), 4 * s)
    p.shape([[x + dx * 1.48 * s, top + 64 * s], [x + dx * 1.5 * s + 26 * s, top + 74 * s], [x + dx * 1.5 * s + 22 * s, top + 128 * s], [x + dx * 1.44 * s, top + 118 * s]], p.tone(hex))
  }
}

function townHall(p: Painter): void {
  laySkyline(p, 700, false)
  drawHouseRow(p, -60, 360, 770, 150, 0.26)
  drawHouseRow(p, 1250, 1660, 770, 150, 0.26)
  drawTownHall(p, 800, 800, 0.84)
  drawStreet(p, 796, '#a2937f', true)
  for (let i = 0; i < 9 && p.isDark; i++) p.wetStreak(464 + i * 84, 806, '#ffc873', 60)
  drawCrowd(p, 180, 1420, 830, 74, p.mood === 'night' ? 5 : 13, 0.05)
  drawLamp(p, 250, 900, 250)
  drawLamp(p, 1350, 900, 250)
  if (p.mood === 'winter' || p.mood === 'overcast' || p.mood === 'dusk') drawTree(p, 1490, 880, 300, 0.04, 'conifer')
  else drawTree(p, 1490, 880, 280, 0.04)
}

function church(p: Painter): void {
  laySkyline(p, 690, false)
  drawTreeline(p, -20, 1620, () => 740, 120, 0.4)
  drawHouseRow(p, -40, 420, 800, 150, 0.3)
  drawHouseRow(p, 1300, 1640, 800, 150, 0.3)
  drawMinster(p, 640, 836, 720)
  drawStreet(p, 824, '#a59a88', true)
  drawTree(p, 190, 890, 330, 0.04)
  drawTree(p, 1440, 900, 350, 0.04)
  drawCrowd(p, 360, 1240, 850, 62, 8, 0.05)
  drawLamp(p, 330, 920, 220)
  drawLamp(p, 1220, 930, 230)
}

function drawStall(p: Painter, x: number, y: number, w: number, hex: string, goods: readonly string[]): void {
  p.shadow(x, y + 4, w * 0.6, w * 0.06, 0.45)
  for (const dx of [-0.44, 0.44]) p.line([[x + dx * w, y], [x + dx * w, y - w * 0.72]], p.tone('#6b563f'), w * 0.025)
  p.rect(x - w * 0.42, y - w * 0.68, w * 0.84, w * 0.4, p.tone('#3b322b'))
  if (p.light.lit > 0.12) p.glow(x, y - w * 0.5, w * 0.5, '#ffd488', 0.7)
  p.rect(x - w * 0.48, y - w * 0.3, w * 0.96, w * 0.3, p.down([0, p.tone('#a57a4c')], [1, p.tone('#6d4d2f')]))
  for (let i = 0; i < 6; i++) {
    const gx = x - w * 0.45 + i * w * 0.155
    p.shape([[gx, y - w * 0.3], [gx + w * 0.14, y - w * 0.3], [gx + w * 0.12, y - w * 0.21], [gx + w * 0.02, y - w * 0.21]], p.tone('#c9a06a'))
    for (let k = 0; k < 9; k++) p.circle(gx + w * p.random.between(0.02, 0.125), y - w * p.random.between(0.29, 0.35), w * 0.021, p.tone(goods[i % goods.length]!))
  }
  const stripes = 8
  for (let i = 0; i < stripes; i++) {
    const [l, r] = [x - w * 0.56 + (i * w * 1.12) / stripes, x - w * 0.56 + ((i + 1) * w * 1.12) / stripes]
    const [tl, tr] = [x + (l - x) * 0.78, x + (r - x) * 0.78]
    const hue = p.tone(i % 2 ? '#f3ecdd' : hex)
    p.shape([[tl, y - w * 0.94], [tr, y - w * 0.94], [r, y - w * 0.68], [l, y - w * 0.68]], hue)
    p.path(`M${fixed(l)} ${fixed(y - w * 0.68)}H${fixed(r)}Q${fixed((l + r) / 2)} ${fixed(y - w * 0.6)} ${fixed(l)} ${fixed(y - w * 0.68)}Z`, darken(hue, 0.12))
  }
  if (p.isSnowy) p.shape([[x - w * 0.44, y - w * 0.95], [x + w * 0.44, y - w * 0.95], [x + w * 0.5, y - w * 0.83], [x - w * 0.5, y - w * 0.83]], '#f6fafc', 'opacity=".9"')
}

function marketSquare(p: Painter): void {
  laySkyline(p, 640)
  drawHouseRow(p, -40, 1640, 730, 172, 0.26, { shop: false })
  drawStreet(p, 726, '#ab9c88', true)
  const goods = ['#c8402f', '#e0a02f', '#5f8f45', '#8b4f7a', '#d8752f', '#e8d7a0']
  for (const [x, hex] of [[210, '#2f6b57'], [520, '#a8362d'], [830, '#2f5f8a'], [1140, '#c98a35'], [1430, '#2f6b57']] as const) drawStall(p, x, 800, 210, hex, goods)
  drawCrowd(p, 80, 1520, 806, 92, 14)
  drawStall(p, 330, 950, 330, '#a8362d', goods)
  drawStall(p, 1240, 956, 340, '#2f6b57', goods)
  p.group('translate(800 880)', () => {
    p.ellipse(0, 0, 150, 36, p.tone('#8b8176'))
    p.ellipse(0, -8, 140, 30, mix(p.light.sky[1], '#4f7f8f', 0.4))
    p.rect(-12, -120, 24, 118, p.across([0, p.tone('#b0a596')], [1, p.tone('#6d645a')]))
    p.ellipse(0, -116, 58, 13, p.tone('#a2978a'))
    p.rect(-7, -170, 14, 56, p.tone('#8f8578'))
    p.circle(0, -178, 14, p.tone('#c2a55a'))
  })
  drawCrowd(p, 560, 1010, 930, 118, 5)
}

function drawTramCar(p: Painter, y: number): void {
  const lit = p.light.lit > 0.1
  const [green, cream] = ['#1c6a55', '#efe7d4']
  p.shadow(800, y + 8, 690, 26, 0.6)
  p.path(`M150 ${y - 20}V${y - 250}Q150 ${y - 292} 200 ${y - 292}H1340Q1420 ${y - 288} 1450 ${y - 180}L1466 ${y - 80}Q1468 ${y - 20} 1440 ${y - 20}Z`, p.down([0, p.tone(lighten(cream, 0.06))], [0.46, p.tone(cream)], [0.5, p.tone(green)], [1, p.tone(darken(green, 0.42))]))
  p.rect(170, y - 302, 1160, 14, p.tone('#8f979a'))
  p.rect(186, y - 256, 1120, 104, p.tone('#23302f'), 'rx="12"')
  for (let i = 0; i < 9; i++) {
    const x = 196 + i * 124
    if (i === 2 || i === 6) {
      p.rect(x, y - 256, 112, 226, p.tone('#184f41'))
      for (const dx of [6, 60]) p.rect(x + dx, y - 248, 46, 200, lit ? p.down([0, '#ffecc0'], [1, '#e6ac5d']) : p.down([0, mix(p.light.sky[1], '#7d97a0', 0.5)], [1, p.tone('#3b4c52')]), 'rx="6"')
    } else {
      p.rect(x, y - 248, 112, 90, lit ? p.down([0, '#fff0c8'], [1, '#efb868']) : p.down([0, mix(p.light.sky[1], '#8fa8b0', 0.5)], [1, p.tone('#41545c')]), 'rx="8"')
      for (let k = 0; k < 2; k++) if (p.random.chance(0.6)) {
        const hx = x + 30 + k * 46
        p.circle(hx, y - 196, 13, lit ? '#6b4a35' : p.tone('#1f2a2e'))
        p.path(`M${hx - 20} ${y - 158}Q${hx} ${y - 196} ${hx + 20} ${y - 158}Z`, lit ? '#4b3a34' : p.tone('#1c2529'))
      }
    }
  }
  p.path(`M1316 ${y - 256}H1340Q1392 ${y - 252} 1416 ${y - 160}H1316Z`, lit ? p.down([0, '#d8c79a'], [1, '#7d6a4c']) : p.down([0, mix(p.light.sky[1], '#8fa8b0', 0.5)], [1, p.tone('#2f4048')]))
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
  p.line([[760, y - 302], [700, y - 366], [780, y - 424]], p.tone('#3b4447'), 6)
  p.line([[720, y - 424], [840, y - 424]], p.tone('#3b4447'), 7)
}

function tram(p: Painter): void {
  laySkyline(p, 560)
  drawHouseRow(p, -60, 1660, 740, 200, 0.22, { shop: true, floors: 4 })
  drawStreet(p, 736, '#8f8a84', true)
  p.rect(0, 738, 1600, 30, p.tone(p.isSnowy ? '#f1f4f6' : '#b3aca2'))
  drawCrowd(p, 60, 1540, 742, 80, 7, 0.12)
  for (const y of [846, 884]) { p.rect(0, y, 1600, 6, p.tone('#4c4f52')); p.rect(0, y - 2, 1600, 2, lighten(p.light.sky[2], 0.2)) }
  p.line([[0, 434], [1600, 434]], p.tone('#3b4447'), 3)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => drawTramCar(p, 868))
  if (p.mood === 'rain' || p.isDark) for (let i = 0; i < 12; i++) p.wetStreak(220 + i * 100, 890, '#ffcf86', 110)
  for (const x of [110, 1500]) { p.line([[x, 900], [x, 380]], p.tone('#3a4245'), 11); p.line([[x, 434], [x + (x < 800 ? 120 : -120), 420]], p.tone('#3a4245'), 5) }
}

function trainStation(p: Painter): void {
  laySkyline(p, 660, false)
  const y = 790
  const brick = '#b4694c'
  drawHouseRow(p, -40, 260, 760, 150, 0.3)
  drawHouseRow(p, 1360, 1640, 760, 150, 0.3)
  for (const [x, w] of [[190, 370], [1040, 370]] as const) {
    p.shape([[x - 14, y - 190], [x + 30, y - 262], [x + w - 30, y - 262], [x + w + 14, y - 190]], roofTone(p, '#6d6a6a'))
    p.rect(x, y - 190, w, 190, facadeFill(p, brick))
    for (let i = 0; i < 6; i++) { drawArch(p, x + 34 + i * 60, y - 110, 34, 64, p.light.lit > 0.2 ? '#ffd890' : p.tone('#33434d')); drawArch(p, x + 34 + i * 60, y - 8, 38, 84, p.light.lit > 0.2 ? '#ffcf80' : p.tone('#33434d')) }
    p.rect(x, y - 108, w, 9, p.tone('#e2cfb0'))
  }
  p.rect(540, y - 290, 520, 290, facadeFill(p, lighten(brick, 0.08)))
  p.path(`M520 ${y - 286}Q800 ${y - 560} 1080 ${y - 286}Z`, facadeFill(p, lighten(brick, 0.05)))
  p.path(`M504 ${y - 280}Q800 ${y - 590} 1096 ${y - 280}L1076 ${y - 280}Q800 ${y - 556} 524 ${y - 280}Z`, roofTone(p, '#5d6668'))
  const glass = p.light.lit > 0.2 ? p.down([0, '#fff0c4'], [1, '#f0b765']) : p.down([0, mix(p.light.sky[0], '#6d8c98', 0.4)], [1, p.tone('#3d525c')])
  p.path(`M600 ${y - 200}V${y - 280}Q800 ${y - 480} 1000 ${y - 280}V${y - 200}Z`, glass)
  for (let i = 1; i < 8; i++) p.rect(598 + i * 50, y - 400, 5, 200, p.tone('#4b4f50'), i < 2 || i > 6 ? 'opacity="0"' : '')
  for (let i = 0; i < 3; i++) p.rect(602, y - 330 + i * 46, 396, 4, p.tone('#4b4f50'))
  p.rect(560, y - 196, 480, 16, p.tone('#e2cfb0'))
  for (let i = 0; i < 5; i++) drawArch(p, 620 + i * 90, y, 62, 150, p.light.lit > 0.2 ? '#ffdc98' : p.tone('#3b3a3a'))
  p.circle(800, y - 446, 54, p.tone('#e2cfb0'))
  p.circle(800, y - 446, 45, p.isDark ? '#fff3cc' : '#f7f4ea')
  for (let i = 0; i < 12; i++) p.line([[800 + Math.cos(i * 0.5236) * 36, y - 446 + Math.sin(i * 0.5236) * 36], [800 + Math.cos(i * 0.5236) * 42, y - 446 + Math.sin(i * 0.5236) * 42]], '#26282a', 4)
  p.line([[800, y - 446], [800, y - 480]], '#26282a', 5)
  p.line([[800, y - 446], [826, y - 432]], '#26282a', 6)
  if (p.isDark) { p.glow(800, y - 446, 120, '#fff0c0', 0.6); p.glow(800, y - 40, 420, '#ffc66e', 0.5) }
  drawStreet(p, y - 4, '#97918a', true)
  drawCrowd(p, 240, 1360, 830, 82, 15)
  drawLamp(p, 330, 910, 240)
  drawLamp(p, 1270, 910, 240)
  p.group('translate(1600 0) scale(-1 1)', () => drawCar(p, 300, 940, 300, 0, { colour: '#e3d6ac' }))
}

function halfTimberedStreet(p: Painter): void {
  p.sky(560)
  p.ridge(480, 40, '#6f8a7a', 0.9)
  drawHouse(p, 800, 690, 230, 190, 0.4, { timber: true, style: 'gable', wall: '#e9dfca' })
  drawHouse(p, 640, 720, 210, 210, 0.32, { timber: true, style: 'gable', wall: '#e3c99a' })
  drawHouse(p, 985, 726, 220, 200, 0.3, { timber: true, style: 'gable', wall: '#dfd3bd' })
  if (p.mood === 'dawn' || p.mood === 'fog' || p.mood === 'dusk') p.mist(660, 260, 0.3)
  drawStreet(p, 716, '#9c8f80', true)
  drawHouse(p, 430, 800, 310, 310, 0.16, { timber: true, style: 'gable', wall: '#ead9b5', floors: 3, columns: 4 })
  drawHouse(p, 1190, 806, 310, 320, 0.14, { timber: true, style: 'gable', wall: '#e6e0d0', floors: 3, columns: 4, shop: true })
  drawHouse(p, 110, 930, 430, 470, 0.02, { timber: true, style: 'gable', wall: '#e8dcc2', floors: 4, columns: 4, shop: true })
  drawHouse(p, 1530, 940, 450, 480, 0.02, { timber: true, style: 'gable', wall: '#dfc391', floors: 4, columns: 4, shop: true })
  drawLamp(p, 405, 880, 260)
  drawLamp(p, 1200, 890, 260)
  drawPerson(p, 760, 790, 92, 0.16)
  drawPerson(p, 806, 792, 86, 0.16)
  drawPerson(p, 690, 868, 128, 0.06)
  for (const [x, y] of [[330, 930], [1320, 940]] as const) {
    p.shape([[x - 44, y - 44], [x + 44, y - 44], [x + 34, y + 18], [x - 34, y + 18]], p.tone('#8a4a34'))
    for (let i = 0; i < 26; i++) p.circle(x + p.random.between(-52, 52), y - p.random.between(40, 96), p.random.between(8, 17), p.tone(p.isSnowy ? '#e9eff3' : p.random.pick(['#5f8145', '#7a9a55', '#c8485a', '#e0a9b0', '#4d6f3f'])))
  }
  if (p.isDark) for (const x of [405, 1200]) p.wetStreak(x, 900, '#ffcf80', 80)
}

function shopStreet(p: Painter): void {
  laySkyline(p, 540)
  drawHouseRow(p, 520, 1080, 660, 120, 0.44, { shop: true, floors: 3 })
  drawStreet(p, 652, '#a39a8e', true)
  for (const [x, y, w, h, depth] of [[420, 720, 230, 300, 0.24], [1180, 720, 230, 300, 0.24], [215, 800, 310, 420, 0.12], [1390, 800, 310, 420, 0.12], [-20, 930, 420, 560, 0.02], [1620, 930, 420, 560, 0.02]] as const)
    drawHouse(p, x, y, w, h, depth, { shop: true, style: 'eave', floors: 4, columns: 4 })
  if (p.mood === 'night' || p.isSnowy)
    for (let row = 0; row < 4; row++) {
      const [y, span, drop] = [330 + row * 60, 800 - row * 150, 90 - row * 16]
      p.path(`M${800 - span} ${y - 60}Q800 ${y + drop * 1.6} ${800 + span} ${y - 60}`, 'none', `stroke="#2c2f33" stroke-width="3"`)
      for (let i = 1; i < 22; i++) {
        const t = i / 22
        const [lx, ly] = [800 - span + 2 * span * t, (1 - t) ** 2 * (y - 60) + 2 * t * (1 - t) * (y + drop * 1.6) + t * t * (y - 60)]
        p.glow(lx, ly + 7, 26 - row * 4, '#ffd27a', 0.7)
        p.circle(lx, ly + 7, 5 - row * 0.7, '#fff3cf')
      }
      const star: Point[] = Array.from({ length: 10 }, (_, k) => [800 + Math.cos(k * 0.628 - 1.571) * (k % 2 ? 14 : 34 - row * 5), y + drop * 0.8 + 20 + Math.sin(k * 0.628 - 1.571) * (k % 2 ? 14 : 34 - row * 5)])
      p.shape(star, '#ffe4a0')
      p.glow(800, y + drop * 0.8 + 20, 70, '#ffd27a', 0.6)
    }
  drawLamp(p, 520, 800, 210, 0.08)
  drawLamp(p, 1080, 800, 210, 0.08)
  drawCrowd(p, 560, 1040, 720, 72, p.mood === 'rain' ? 3 : 12, 0.16)
  drawCrowd(p, 480, 1120, 850, 128, p.mood === 'rain' ? 2 : 7)
  if (p.mood === 'rain') for (const x of [640, 940]) {
    p.path(`M${x - 70} 760Q${x} 680 ${x + 70} 760Q${x} 744 ${x - 70} 760Z`, p.tone('#a8362d'))
    p.line([[x, 750], [x, 840]], '#26282a', 4)
  }
  if (p.isDark || p.mood === 'rain') for (const x of [360, 460, 560, 1040, 1140, 1240]) p.wetStreak(x, 830, '#ffc873', 140)
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
        p.rect(bx - 36, by + 40, 72, 20, p.tone(p.random.pick(['#c9704a', '#6f9a8c', '#d6b45a', '#c9704a']), depth), 'opacity=".92"')
        p.rect(bx - 38, by + 38, 76, 4, p.tone('#55585a', depth))
        if (p.random.chance(0.4)) for (let k = 0; k < 5; k++) p.circle(bx - 26 + k * 13, by + 36, 6, p.tone(p.random.pick(['#5f8145', '#b8483a', '#7a9a55']), depth))
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
    for (let i = 0; i < 7; i++) if (floor < 3 && p.random.chance(0.6)) p.rect(573 + i * 90, top + 14, 77, 74, p.tone(p.random.pick(['#b5694c', '#c27a5a', '#a95f45']), 0.06))
    if (p.isDark && floor % 2) p.glow(640 + floor * 90, top + 40, 90, '#ffe0a0', 0.6)
  }
  for (let i = 0; i < 9; i++) p.line([[566 + i * 80, y - 440], [566 + i * 80, y - 510 + (i % 3) * 14]], p.tone('#8a5a3c'), 3.4)
  for (const x of [516, 540]) p.line([[x, y], [x, y - 470]], p.tone('#8f979b'), 6)
  for (let i = 0; i < 11; i++) { p.line([[508, y - 30 - i * 44], [548, y - 30 - i * 44]], p.tone('#b98a4f'), 6); p.line([[516, y - i * 44], [540, y - (i + 1) * 44]], p.tone('#8f979b'), 2.5) }
  // tower crane
  const [cx, tip] = [p.sunX > 800 ? 390 : 1330, 150]
  const dir = cx < 800 ? 1 : -1
  const yellow = p.tone('#d9a02c')
  for (let yy = y; yy > tip + 60; yy -= 44) {
    p.line([[cx - 22, yy], [cx + 22, yy - 44]], yellow, 4.5)
    p.line([[cx + 22, yy], [cx - 22, yy - 44]], yellow, 4.5)
  }
  p.line([[cx - 22, y], [cx - 22, tip]], yellow, 8)
  p.line([[cx + 22, y], [cx + 22, tip]], yellow, 8)
  const jib = tip + 40
  p.line([[cx - dir * 210, jib], [cx + dir * 800, jib]], yellow, 8)
  p.line([[cx + dir * 20, jib - 32], [cx + dir * 780, jib - 24]], yellow, 5)
  for (let i = 0; i < 26; i++) p.line([[cx + dir * (20 + i * 30), jib], [cx + dir * (35 + i * 30), jib - 28], [cx + dir * (50 + i * 30), jib]], yellow, 3)
  p.line([[cx, tip - 60], [cx + dir * 620, jib - 26]], p.tone('#3f4548'), 3)
  p.line([[cx, tip - 60], [cx - dir * 200, jib]], p.tone('#3f4548'), 3)
  p.line([[cx - 20, tip + 30], [cx, tip - 60], [cx + 20, tip + 30]], yellow, 7)
  p.rect(cx - dir * 200 - 44, jib, 88, 74, p.tone('#8b877f'))
  p.rect(cx + (dir > 0 ? 24 : -74), jib + 4, 50, 62, p.tone('#e6dfcb'))
  const hook = cx + dir * 520
  p.line([[hook, jib], [hook, jib + 170]], p.tone('#3f4548'), 3)
  p.rect(hook - 60, jib + 190, 120, 22, p.tone('#b98a4f'))
  p.line([[hook - 56, jib + 192], [hook, jib + 168], [hook + 56, jib + 192]], p.tone('#3f4548'), 2.5)
  if (p.isDark) { p.glow(cx, tip - 60, 50, '#ff4a36', 0.9); p.glow(cx + dir * 800, jib, 40, '#ff4a36', 0.9) }
  for (let x = -10; x < 1640; x += 122) {
    p.rect(x, 876, 114, 96, p.tone('#8f979b'), 'fill-opacity=".22"')
    p.line([[x, 970], [x, 876], [x + 114, 876], [x + 114, 970]], p.tone('#aab1b4'), 4)
    for (let k = 1; k < 8; k++) p.line([[x + k * 14, 878], [x + k * 14, 968]], p.tone('#aab1b4'), 1.2)
    p.rect(x - 12, 968, 34, 14, p.tone('#5d5a55'))
  }
  for (const [x, hex] of [[250, '#d0602c'], [300, '#d9b02f'], [1390, '#d0602c']] as const) { drawPerson(p, x, 866, 84, 0, hex); p.path(`M${x - 10} 790a10 10 0 0 1 20 0Z`, p.tone('#f0d048')) }
  p.shape([[1180, 868], [1260, 812], [1330, 820], [1400, 868]], p.tone('#8f7656'))
}

function officeTower(p: Painter): void {
  p.sky(760)
  drawHouseRow(p, -20, 1620, 800, 100, 0.5)
  const x = p.sunX < 800 ? 720 : 560
  p.rect(1180, 420, 230, 430, facadeFill(p, '#b7b2a6', 0.22))
  drawGlassGrid(p, 1196, 436, 198, 400, 7, 12, 0.22)
  p.rect(210, 500, 250, 350, facadeFill(p, '#a9927a', 0.22))
  drawGlassGrid(p, 226, 516, 218, 320, 7, 9, 0.22)
  p.shape([[x, 120], [x + 330, 90], [x + 330, 870], [x, 870]], p.tone('#39505c'))
  p.shape([[x + 330, 90], [x + 440, 150], [x + 440, 870], [x + 330, 870]], p.tone('#22343f'))
  drawGlassGrid(p, x + 8, 130, 314, 726, 9, 22)
  for (let i = 0; i < 22; i++) p.shape([[x + 336, 128 + i * 33], [x + 434, 170 + i * 31], [x + 434, 196 + i * 31], [x + 336, 155 + i * 33]], p.random.chance(p.light.lit * 0.7) ? '#e9b965' : mix(p.light.sky[0], '#1b2a34', 0.62))
  p.shape([[x + 8, 300], [x + 150, 130], [x + 240, 130], [x + 8, 420]], '#ffffff', 'opacity=".14"')
  p.line([[x + 220, 96], [x + 220, 20]], p.tone('#59636a'), 7)
  p.rect(x - 60, 780, 560, 92, p.tone('#d7d2c6'))
  for (let i = 0; i < 12; i++) p.rect(x - 48 + i * 46, 800, 38, 72, p.light.lit > 0.2 ? '#ffd890' : mix(p.light.sky[1], '#3b4f5a', 0.5))
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
  const stacks: readonly (readonly [number, number, number])[] = p.sunX < 800 ? [[1060, 470, 52], [1190, 400, 46], [1330, 330, 40]] : [[320, 470, 52], [450, 400, 46], [580, 330, 40]]
  for (const [x, h, w] of stacks) {
    p.shape([[x - w / 2, y], [x - w * 0.33, y - h], [x + w * 0.33, y - h], [x + w / 2, y]], p.across([0, p.tone('#b56a4e', 0.1)], [1, p.tone('#6d3d2e', 0.1)]))
    p.rect(x - w * 0.38, y - h, w * 0.76, 16, p.tone('#e6dfcf', 0.1))
    p.rect(x - w * 0.4, y - h + 46, w * 0.8, 14, p.tone('#e6dfcf', 0.1))
    const drift = p.sunX < 800 ? 1 : -1
    for (let i = 0; i < 14; i++) p.glow(x + drift * i * (12 + i * 1.6), y - h - 24 - i * 17, 30 + i * 9, p.isDark ? mix(p.light.sky[2], '#ffffff', 0.2) : '#f6f6f2', 0.34 - i * 0.014, 0.8)
  }
  for (let i = 0; i < 6; i++) {
    const x = 130 + i * 220
    p.shape([[x, y - 150], [x, y - 232], [x + 220, y - 150]], p.down([0, roofTone(p, '#8b5240')], [1, roofTone(p, '#5f3a30')]))
    p.shape([[x, y - 150], [x, y - 232], [x + 12, y - 226], [x + 12, y - 150]], p.light.lit > 0.2 ? '#ffdd98' : mix(p.light.sky[1], '#7f98a2', 0.5))
    p.rect(x, y - 152, 221, 152, facadeFill(p, i % 2 ? '#a95f46' : '#b36a4f'))
    for (let k = 0; k < 3; k++) { drawArch(p, x + 44 + k * 66, y - 36, 44, 84, p.light.lit > 0.2 && p.random.chance(0.75) ? '#ffd082' : p.tone('#3d4c54')); p.line([[x + 44 + k * 66, y - 36], [x + 44 + k * 66, y - 118]], p.tone('#2b2f31'), 2) }
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
  p.path('M168 -30V-150Q168 -164 184 -164H234Q250 -164 258 -140L270 -90V-30Z', p.down([0, p.tone('#2f6592')], [1, p.tone('#183a56')]))
  p.path('M196 -96V-148H232Q240 -148 246 -130L254 -96Z', mix(p.light.sky[1], '#33464f', 0.5))
  p.rect(-180, -36, 440, 14, p.tone('#2c3033'))
  for (const x of [-130, -70, 216]) { p.circle(x, -18, 26, p.tone('#17191b')); p.circle(x, -18, 12, p.tone('#8b9295')) }
}

function columns(p: Painter, x: number, y: number, w: number, h: number, count: number, hex: string): void {
  for (let i = 0; i < count; i++) {
    const cx = x + (w * (i + 0.5)) / count
    p.rect(cx - 22, y - h, 44, h, p.across([0, p.tone(lighten(hex, 0.16))], [0.35, p.tone(lighten(hex, 0.08))], [1, p.tone(darken(hex, 0.36))]))
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
    p.path(`M676 ${y - 536}Q690 ${y - 690} 800 ${y - 700}Q910 ${y - 690} 924 ${y - 536}Z`, p.across([0, p.tone(p.isSnowy ? '#e3efec' : '#74a595')], [1, p.tone('#345f56')]))
    p.rect(786, y - 740, 28, 46, p.tone(hex))
  }
  p.rect(220, y - 400, 1160, 340, facadeFill(p, darken(hex, 0.08)))
  p.rect(205, y - 418, 1190, 22, p.tone(p.isSnowy ? '#f4f7f9' : lighten(hex, 0.12)))
  for (const side of [0, 1]) for (let i = 0; i < 4; i++) for (let row = 0; row < 2; row++) {
    const wx = (side ? 1090 : 250) + i * 72
    p.rect(wx - 6, y - 372 + row * 160, 50, 108, p.tone(lighten(hex, 0.15)))
    drawWindow(p, wx, y - 364 + row * 160, 38, 92, 0, '#e6ddca', lit ? p.random.chance(0.6) : undefined)
  }
  p.rect(520, y - 390, 560, 330, lit ? p.down([0, '#c98f4a'], [1, '#8a5a2c']) : p.down([0, p.tone('#4f443a')], [1, p.tone('#6d5f50')]))
  for (let i = 0; i < 3; i++) drawArch(p, 660 + i * 140, y - 60, 84, 220, lit ? '#ffd890' : p.tone('#2e2722'))
  if (lit) p.glow(800, y - 160, 460, '#ffcf80', 0.5)
  columns(p, 520, y - 56, 560, 330, 6, hex)
  p.rect(500, y - 432, 600, 46, p.tone(lighten(hex, 0.1)))
  p.shape([[480, y - 430], [800, y - 560], [1120, y - 430]], facadeFill(p, lighten(hex, 0.06)))
  p.shape([[540, y - 440], [800, y - 542], [1060, y - 440]], p.tone(darken(hex, 0.14)))
  p.shape([[470, y - 428], [800, y - 574], [1130, y - 428], [1108, y - 428], [800, y - 558], [492, y - 428]], p.tone(p.isSnowy ? '#f4f7f9' : lighten(hex, 0.2)))
  if (withDome) p.circle(800, y - 480, 30, p.tone('#c2a55a'))
  else {
    p.line([[800, y - 526], [800, y - 452]], p.tone('#c2a55a'), 6)
    p.line([[744, y - 508], [856, y - 508]], p.tone('#c2a55a'), 5)
    for (const dx of [-54, 54]) { p.line([[800 + dx, y - 508], [800 + dx - 16, y - 470], [800 + dx + 16, y - 470], [800 + dx, y - 508]], p.tone('#c2a55a'), 3); p.path(`M${800 + dx - 20} ${y - 470}q20 20 40 0Z`, p.tone('#c2a55a')) }
  }
  for (let i = 0; i < 6; i++) p.rect(470 - i * 14, y - 58 + i * 13, 660 + i * 28, 14, p.tone(p.isSnowy ? '#f1f5f8' : i % 2 ? lighten(hex, 0.1) : darken(hex, 0.06)))
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
    for (let f = 0; f < 7; f++) { p.rect(330, y - 452 + f * 62, 520, 5, p.tone('#9fb3b5')); for (let i = 0; i < 10; i++) drawWindow(p, 346 + i * 51, y - 436 + f * 62, 34, 34, 0, '#c5cfcf') }
    p.rect(850, y - 300, 470, 300, facadeFill(p, '#cfd8d6'))
    drawGlassGrid(p, 864, y - 286, 442, 220, 12, 5)
    p.rect(300, y - 482, 580, 26, p.tone(p.isSnowy ? '#f6f9fa' : '#8b9a9c'))
    p.shape([[420, y - 500], [760, y - 500], [800, y - 482], [380, y - 482]], p.tone('#6b7678'))
    const [hx, hy] = [590, y - 560]
    p.ellipse(hx, hy, 78, 34, p.tone('#d9922f'))
    p.path(`M${hx + 60} ${hy - 12}L${hx + 190} ${hy - 26}L${hx + 190} ${hy - 12}L${hx + 60} ${hy + 12}Z`, p.tone('#c9822a'))
    p.path(`M${hx - 76} ${hy}Q${hx - 60} ${hy - 32} ${hx - 14} ${hy - 33}L${hx - 14} ${hy + 4}Z`, p.tone('#34444d'))
    p.line([[hx - 150, hy - 50], [hx + 150, hy - 54]], p.tone('#3d4244'), 6)
    p.line([[hx, hy - 30], [hx, hy - 52]], p.tone('#3d4244'), 7)
    p.line([[hx - 60, hy + 52], [hx + 66, hy + 52]], p.tone('#3d4244'), 6)
    for (const dx of [-30, 30]) p.line([[hx + dx, hy + 30], [hx + dx, hy + 52]], p.tone('#3d4244'), 4)
    p.rect(960, y - 112, 260, 112, p.light.lit > 0.2 ? '#ffe4a8' : p.tone('#51656c'))
    p.rect(930, y - 132, 320, 22, p.tone('#b8382d'))
    p.rect(1050, y - 262, 70, 70, p.tone('#1f5b8f'))
    for (const dx of [14, 44]) p.rect(1050 + dx, y - 250, 12, 46, '#f7f7f2')
    p.rect(1064, y - 233, 40, 12, '#f7f7f2')
  } else if (look === 'school') {
    const brick = '#b36a4c'
    p.shape([[260, y - 280], [330, y - 370], [1270, y - 370], [1340, y - 280]], p.down([0, roofTone(p, '#7d4a3c')], [1, roofTone(p, '#59362d')]))
    p.rect(280, y - 282, 1040, 282, facadeFill(p, brick))
    p.rect(690, y - 330, 220, 330, facadeFill(p, lighten(brick, 0.08)))
    p.shape([[670, y - 328], [800, y - 440], [930, y - 328]], facadeFill(p, lighten(brick, 0.1)))
    p.shape([[656, y - 322], [800, y - 456], [944, y - 322], [922, y - 322], [800, y - 432], [678, y - 322]], roofTone(p, '#6b4036'))
    p.rect(770, y - 520, 60, 90, p.tone('#e6dcc6')); p.shape([[760, y - 520], [800, y - 580], [840, y - 520]], roofTone(p, '#55656a'))
    p.circle(800, y - 360, 30, p.tone('#f4eede')); p.line([[800, y - 380], [800, y - 360], [814, y - 354]], '#2a2a2a', 4)
    for (let f = 0; f < 2; f++) for (let i = 0; i < 6; i++) for (const x0 of [310, 930]) { p.rect(x0 + i * 64 - 5, y - 256 + f * 136, 54, 92, p.tone('#e6dcc6')); drawWindow(p, x0 + i * 64, y - 250 + f * 136, 44, 80, 0, '#f0ebdf') }
    for (let i = 0; i < 3; i++) drawWindow(p, 716 + i * 62, y - 290, 44, 84)
    drawArch(p, 800, y, 110, 160, p.tone('#3f3229'))
    p.rect(280, y - 134, 1040, 8, p.tone('#e6dcc6'))
  } else if (look === 'kindergarten') {
    const wall = '#ece3cf'
    p.shape([[240, y - 200], [520, y - 320], [800, y - 200]], roofTone(p, '#8a9a5c'))
    p.shape([[760, y - 200], [1060, y - 340], [1360, y - 200]], roofTone(p, '#c0603f'))
    p.rect(270, y - 202, 1060, 202, facadeFill(p, wall))
    const hues = ['#d9533a', '#e0a92f', '#3f7fa8', '#5f9a55', '#8b5f9a']
    for (let i = 0; i < 8; i++) { const x = 310 + i * 128; if (i === 4) continue; p.rect(x - 10, y - 168, 84, 104, p.tone(hues[i % 5]!)); drawWindow(p, x, y - 158, 64, 84, 0, '#fbf6ea') }
    p.rect(812, y - 150, 104, 150, p.tone('#3f7fa8')); p.rect(826, y - 136, 34, 80, p.tone('#d6e6ea')); p.rect(868, y - 136, 34, 80, p.tone('#d6e6ea'))
    p.circle(520, y - 244, 24, p.tone('#f4d36a')); p.circle(1060, y - 262, 24, p.tone('#f4efe2'))
  } else {
    p.shape([[240, y - 400], [1180, y - 470], [1180, y], [240, y]], p.tone('#2f4652'))
    for (let row = 0; row < 7; row++) for (let col = 0; col < 16; col++) {
      const x = 250 + col * 58
      const top = y - 395 - (x - 240) * 0.0745
      const cell = (y - top) / 7
      const isLit = p.random.chance(Math.max(0.12, p.light.lit))
      p.rect(x, top + row * cell + 3, 54, cell - 6, isLit ? p.random.pick(['#ffe0a0', '#f6c877', '#fbe9c0']) : mix(mix(p.light.sky[0], p.light.sky[2], row / 7), '#2b4350', 0.36))
      if (isLit || p.random.chance(0.4)) for (let k = 0; k < 9; k++) p.rect(x + 4 + k * 5.4, top + row * cell + cell * 0.5, 4, cell * 0.42, p.tone(p.random.pick(['#8a4a38', '#b5894f', '#3f5f6b', '#6b7a4a', '#7d3f45'])), 'opacity=".8"')
    }
    p.shape([[225, y - 404], [1195, y - 478], [1195, y - 456], [225, y - 382]], p.tone(p.isSnowy ? '#f4f7f9' : '#d9d3c5'))
    p.rect(1180, y - 330, 230, 330, facadeFill(p, '#c9b79a'))
    for (let i = 0; i < 4; i++) p.rect(1200, y - 300 + i * 76, 190, 34, p.random.chance(p.light.lit) ? '#ffdd98' : p.tone('#41545c'))
    if (p.isDark) p.glow(700, y - 180, 620, '#ffcf80', 0.34)
    for (let i = 0; i < 5; i++) p.rect(420 - i * 20, y - 10 + i * 11, 420 + i * 40, 12, p.tone(p.isSnowy ? '#eef2f5' : '#c9c2b3'))
  }
  if (look === 'university' || look === 'hospital') drawStreet(p, y, '#a79f92', true)
  else p.ground(y, look === 'school' ? '#b0a492' : p.light.grass, look === 'school' ? 0 : 220)
  if (look === 'school') {
    p.path('M300 1000L560 850H1040L1300 1000Z', 'none', `stroke="${p.tone('#f1ece0')}" stroke-width="6" stroke-opacity=".7"`)
    p.line([[1160, 880], [1160, 720]], p.tone('#6d7376'), 9); p.rect(1110, 700, 100, 66, p.tone('#eee9dc')); p.ellipse(1160, 776, 24, 7, p.tone('#d0602c'))
  }
  if (look === 'kindergarten') {
    p.blob([[500, 900], [640, 870], [820, 890], [800, 950], [600, 960]], p.tone('#dcc38f'))
    for (const [x, hex] of [[560, '#d9533a'], [640, '#3f7fa8'], [720, '#e0a92f']] as const) { p.shape([[x - 16, 906], [x + 16, 906], [x + 12, 936], [x - 12, 936]], p.tone(hex)); p.curve([[x - 14, 906], [x, 886], [x + 14, 906]], p.tone('#55585a'), 3) }
    for (const x of [1060, 1120]) p.line([[1000 + (x - 1060) * 3, 900], [1040 + (x - 1060) * 2, 760]], p.tone('#c25a38'), 10)
    p.line([[1036, 762], [1166, 762]], p.tone('#c25a38'), 10); p.line([[1080, 764], [1076, 856]], '#4a4a4a', 3); p.line([[1120, 764], [1122, 856]], '#4a4a4a', 3); p.rect(1068, 854, 62, 9, p.tone('#3f7fa8'))
    for (let x = -10; x < 1640; x += 34) p.shape([[x, 1000], [x, 962], [x + 11, 948], [x + 22, 962], [x + 22, 1000]], p.tone(['#d9533a', '#e0a92f', '#3f7fa8', '#5f9a55'][(x / 34) & 3]!))
  }
  drawTree(p, 140, 910, 340)
  drawTree(p, 1480, 910, 300)
  if (look !== 'kindergarten') drawCrowd(p, 380, 1240, 850, 76, look === 'school' ? 11 : 9)
}

function christmasMarket(p: Painter): void {
  if (p.isSnowy) p.light.lit = 0.7
  laySkyline(p, 620)
  drawHouseRow(p, -40, 1640, 720, 150, 0.3)
  drawStreet(p, 716, '#8f8376', true)
  const [tx, ty, th] = [p.sunX < 800 ? 1040 : 560, 800, 560]
  drawTree(p, tx, ty, th, 0.02, 'conifer')
  for (let i = 0; i < 120; i++) {
    const t = Math.sqrt(p.random())
    const [lx, ly] = [tx + p.random.between(-1, 1) * t * th * 0.2, ty - th + t * th * 0.88]
    if (i % 3 === 0) p.glow(lx, ly, 20, '#ffd27a', 0.75)
    p.circle(lx, ly, i % 5 ? 3.6 : 7, i % 5 ? '#fff2c8' : p.random.pick(['#c8382d', '#d9a635', '#c8382d']))
  }
  p.shape(Array.from({ length: 10 }, (_, k): Point => [tx + Math.cos(k * 0.628 - 1.571) * (k % 2 ? 12 : 30), ty - th - 12 + Math.sin(k * 0.628 - 1.571) * (k % 2 ? 12 : 30)]), '#ffe9a8')
  p.glow(tx, ty - th - 12, 120, '#ffe2a0', 0.8)
  const hut = (x: number, y: number, w: number) => {
    p.shadow(x, y, w * 0.6, w * 0.06, 0.5)
    p.rect(x - w * 0.46, y - w * 0.62, w * 0.92, w * 0.62, p.down([0, p.tone('#8a5a38')], [1, p.tone('#5a3823')]))
    for (let k = 1; k < 9; k++) p.rect(x - w * 0.46 + (k * w * 0.92) / 9, y - w * 0.62, 2, w * 0.62, p.tone('#3f281a'), 'opacity=".6"')
    p.rect(x - w * 0.36, y - w * 0.54, w * 0.72, w * 0.29, p.down([0, '#ffe6a8'], [1, '#f0ad55']))
    for (let k = 0; k < 7; k++) { const gx = x - w * 0.32 + k * w * 0.105; p.circle(gx, y - w * 0.47, w * 0.026, p.random.pick(['#b8382d', '#c98a35', '#8a4a2c', '#d9b45a'])); p.line([[gx, y - w * 0.54], [gx, y - w * 0.49]], '#5a3823', 1.6) }
    for (let k = 0; k < 6; k++) p.rect(x - w * 0.33 + k * w * 0.115, y - w * p.random.between(0.29, 0.34), w * 0.08, w * 0.08, p.random.pick(['#a8362d', '#6b4a2c', '#d9a04f', '#8a5f3a']))
    drawPerson(p, x + p.random.between(-0.15, 0.15) * w, y - w * 0.12, w * 0.36, 0, '#5a3434')
    p.rect(x - w * 0.42, y - w * 0.26, w * 0.84, w * 0.05, p.tone('#b98a55'))
    p.rect(x - w * 0.44, y - w * 0.21, w * 0.88, w * 0.21, p.tone('#6b4429'))
    p.shape([[x - w * 0.58, y - w * 0.6], [x - w * 0.44, y - w * 0.88], [x + w * 0.44, y - w * 0.88], [x + w * 0.58, y - w * 0.6]], p.isSnowy ? '#f3f7fa' : p.tone('#7d3a2e'))
    p.glow(x, y - w * 0.4, w * 0.75, '#ffc568', 0.55)
    for (let k = 0; k <= 14; k++) { const lx = x - w * 0.57 + (k * w * 1.14) / 14; const ly = y - w * 0.59 + Math.sin(k * 1.4) * w * 0.014; p.circle(lx, ly, w * 0.013, '#fff0c0'); if (k % 2) p.glow(lx, ly, w * 0.06, '#ffd27a', 0.8) }
    for (let k = 0; k < 9; k++) p.circle(x - w * 0.5 + k * w * 0.125, y - w * 0.63, w * 0.045, p.tone('#3b5f45'))
  }
  for (const x of tx > 800 ? [170, 440, 720, 1380] : [230, 880, 1150, 1430]) hut(x, 806, 220)
  drawCrowd(p, 60, 1540, 822, 104, 16)
  hut(tx > 800 ? 330 : 1290, 950, 340)
  drawCrowd(p, tx > 800 ? 560 : 160, tx > 800 ? 1460 : 1040, 905, 142, 9)
  for (let row = 0; row < 2; row++) {
    const y = 360 + row * 90
    for (let i = 0; i <= 40; i++) { const t = i / 40; const [lx, ly] = [1640 * t - 20, y + Math.sin(t * 3.14 * 3) ** 2 * 50]; p.circle(lx, ly, 4, '#ffe9b5'); if (i % 2) p.glow(lx, ly, 24, '#ffd27a', 0.6) }
  }
  for (let i = 0; i < 14; i++) p.wetStreak(p.random.between(60, 1540), 840, '#ffc066', 120)
}

function fairground(p: Painter): void {
  p.sky(700)
  drawTreeline(p, -20, 1620, () => 770, 90, 0.5)
  drawStreet(p, 760, '#9a8b74')
  const isLit = p.isDark
  const [cx, cy, r] = [p.sunX < 800 ? 1000 : 600, 430, 330]
  const steel = p.tone('#d6d9dc', 0.1)
  for (const dx of [-170, 170]) p.line([[cx, cy], [cx + dx, 790]], p.tone('#b8bec4', 0.05), 16)
  p.circle(cx, cy, r, 'none', `stroke="${steel}" stroke-width="9"`)
  p.circle(cx, cy, r * 0.86, 'none', `stroke="${steel}" stroke-width="4"`)
  for (let i = 0; i < 16; i++) {
    const a = (i / 16) * 6.2832 + 0.12
    const [ex, ey] = [cx + Math.cos(a) * r, cy + Math.sin(a) * r]
    p.line([[cx, cy], [ex, ey]], steel, 3.4)
    const hue = ['#c8382d', '#2f6f9a', '#d9a02c', '#3f8a5f'][i % 4]!
    p.path(`M${fixed(ex - 30)} ${fixed(ey + 20)}h60l-9 30h-42Z`, p.tone(hue))
    p.path(`M${fixed(ex - 34)} ${fixed(ey - 2)}Q${fixed(ex)} ${fixed(ey - 26)} ${fixed(ex + 34)} ${fixed(ey - 2)}Z`, p.tone(lighten(hue, 0.25)))
    p.line([[ex - 26, ey], [ex - 26, ey + 22]], steel, 2.4)
    p.line([[ex + 26, ey], [ex + 26, ey + 22]], steel, 2.4)
    if (isLit) for (let k = 2; k < 9; k++) { const [lx, ly] = [cx + Math.cos(a) * r * (k / 9), cy + Math.sin(a) * r * (k / 9)]; p.circle(lx, ly, 4.4, k % 2 ? '#ffd27a' : '#ff9a7a') }
  }
  if (isLit) for (let i = 0; i < 64; i++) { const a = (i / 64) * 6.2832; p.circle(cx + Math.cos(a) * r, cy + Math.sin(a) * r, 5.4, i % 2 ? '#fff0c0' : '#ff8f9a'); if (i % 4 === 0) p.glow(cx + Math.cos(a) * r, cy + Math.sin(a) * r, 50, '#ffcf8a', 0.5) }
  p.circle(cx, cy, 38, p.tone('#c8382d'))
  p.circle(cx, cy, 20, isLit ? '#ffe9b0' : p.tone('#f4e6c0'))
  if (isLit) p.glow(cx, cy, 480, '#ffb36a', 0.22)
  const kx = cx > 800 ? 360 : 1240
  p.shadow(kx, 850, 300, 26, 0.5)
  p.rect(kx - 230, 640, 460, 190, p.down([0, isLit ? '#e0a55a' : p.tone('#6b4a3a')], [1, isLit ? '#8a5030' : p.tone('#4a3328')]))
  for (let i = 0; i < 7; i++) {
    const hx = kx - 190 + i * 64
    p.line([[hx, 640], [hx, 830]], p.tone('#d9b45a'), 6)
    p.blob([[hx - 26, 742], [hx - 8, 722], [hx + 20, 722], [hx + 30, 700], [hx + 40, 716], [hx + 28, 742], [hx + 22, 770], [hx - 22, 768]], p.tone(['#f3ece0', '#8a5a38', '#d9cbb4'][i % 3]!))
    p.line([[hx - 16, 764], [hx - 26, 800]], p.tone('#d9cbb4'), 6)
    p.line([[hx + 16, 764], [hx + 26, 796]], p.tone('#d9cbb4'), 6)
  }
  for (let i = 0; i < 10; i++) { const [l, rr] = [kx - 270 + i * 54, kx - 216 + i * 54]; p.shape([[kx, 480], [l, 640], [rr, 640]], p.tone(i % 2 ? '#f3ead6' : '#b8382d')); p.path(`M${l} 640H${rr}Q${(l + rr) / 2} 676 ${l} 640Z`, p.tone(i % 2 ? '#d9a635' : '#8f2a24')) }
  p.circle(kx, 474, 14, p.tone('#d9b45a'))
  p.ellipse(kx, 836, 262, 20, p.tone('#7a5a44'))
  if (isLit) for (let i = 0; i <= 20; i++) { p.circle(kx - 270 + i * 27, 642, 6, '#fff0c0'); if (i % 2) p.glow(kx - 270 + i * 27, 642, 46, '#ffcf7a', 0.6) }
  drawStall(p, cx > 800 ? 90 : 1520, 840, 200, '#2f6f9a', ['#c8382d', '#e0a02f', '#f0d9a0'])
  drawStall(p, cx > 800 ? 1400 : 160, 850, 220, '#c98a35', ['#c8382d', '#e0a02f', '#f0d9a0'])
  drawCrowd(p, 60, 1540, 860, 116, 20)
}

function fireworks(p: Painter): void {
  p.sky(620)
  const shore = p.capture(() => {
    drawHouseRow(p, -20, 1620, 700, 70, 0.4)
    drawMinster(p, 520, 704, 260, 0.36)
    drawTreeline(p, -20, 1620, () => 706, 40, 0.3, undefined, 1.8)
    const bursts: readonly (readonly [number, number, number, string])[] = [[420, 240, 190, '#ffce7a'], [820, 170, 230, '#ff8a7a'], [1190, 290, 180, '#8fd0ff'], [1010, 420, 120, '#b8f0a0'], [620, 420, 110, '#f0a8ff']]
    for (const [x, y, r, hue] of bursts) {
      p.glow(x, y, r * 1.5, hue, 0.3)
      for (let i = 0; i < 46; i++) {
        const a = (i / 46) * 6.2832 + p.random.between(-0.06, 0.06)
        const reach = r * p.random.between(0.72, 1.05)
        const [ex, ey] = [x + Math.cos(a) * reach, y + Math.sin(a) * reach + reach * 0.14]
        p.curve([[x + Math.cos(a) * r * 0.16, y + Math.sin(a) * r * 0.16], [x + Math.cos(a) * reach * 0.6, y + Math.sin(a) * reach * 0.58], [ex, ey]], hue, 2.6, 'opacity=".8"')
        p.circle(ex, ey, 4.4, lighten(hue, 0.5))
      }
      for (let i = 0; i < 24; i++) { const a = p.random() * 6.28; p.circle(x + Math.cos(a) * r * p.random.between(0.1, 0.6), y + Math.sin(a) * r * p.random.between(0.1, 0.6), 3, '#fff6e0') }
      p.curve([[x + 14, 690], [x + 6, (690 + y) / 2], [x, y]], hue, 2, 'opacity=".35"')
    }
  })
  p.add(shore)
  p.water(700, shore)
  for (const [x, hue] of [[420, '#ffce7a'], [820, '#ff8a7a'], [1190, '#8fd0ff']] as const) for (let i = 0; i < 26; i++) p.ellipse(x + p.random.between(-70, 70), p.random.between(715, 960), p.random.between(14, 50), 2.4, hue, 'opacity=".5"')
  p.rect(0, 938, 1600, 70, '#0a1020')
  for (let i = 0; i < 34; i++) drawPerson(p, 30 + i * 47 + p.random.between(-14, 14), 1000, p.random.between(96, 132), 0, '#141a28')
}

function snowStreet(p: Painter): void {
  laySkyline(p, 560)
  drawHouseRow(p, 420, 1180, 680, 150, 0.4)
  const snow = (x: string) => p.tone(x)
  p.rect(0, 670, 1600, 340, p.down([0, snow('#e4ebf2')], [1, snow('#c9d6e2')]))
  p.shape([[700, 672], [900, 672], [1280, 1010], [320, 1010]], p.down([0, snow('#cfd9e3')], [1, snow('#aab8c6')]))
  for (const [a, b] of [[770, 560], [830, 1040]] as const) p.shape([[a - 8, 672], [a + 8, 672], [b + 40, 1010], [b - 40, 1010]], snow('#8d9aa8'), 'opacity=".55"')
  for (const [x, y, w, h, d] of [[330, 740, 240, 270, 0.2], [1270, 740, 240, 270, 0.2], [90, 850, 360, 380, 0.06], [1510, 850, 360, 380, 0.06]] as const) {
    drawHouse(p, x, y, w, h, d, { style: 'eave', roof: '#eef3f7', floors: 3, columns: 4 })
    p.shape([[x - w * 0.55, y - h], [x - w * 0.44, y - h - w * 0.34], [x + w * 0.44, y - h - w * 0.34], [x + w * 0.55, y - h]], snow('#eef4f9'), 'opacity=".94"')
  }
  for (const [x, y, w] of [[520, 770, 150], [1090, 770, 150], [400, 850, 220], [1200, 850, 220], [220, 960, 320], [1390, 960, 320]] as const) {
    drawCar(p, x, y, w, 0.08, { isLit: false })
    p.blob([[x - w * 0.34, y - w * 0.3], [x - w * 0.16, y - w * 0.41], [x + w * 0.08, y - w * 0.42], [x + w * 0.24, y - w * 0.31], [x + w * 0.42, y - w * 0.26], [x + w * 0.3, y - w * 0.22], [x, y - w * 0.33], [x - w * 0.3, y - w * 0.26]], snow('#f4f8fb'))
    p.ellipse(x, y + 4, w * 0.56, w * 0.05, snow('#eef4f8'))
  }
  for (const [x, y, h] of [[600, 760, 190], [1000, 760, 190], [560, 900, 300], [1060, 900, 300]] as const) drawLamp(p, x, y, h)
  drawPerson(p, 760, 790, 78, 0.1)
  drawPerson(p, 806, 900, 120)
  if (p.mood === 'night') for (let i = 0; i < 90; i++) p.circle(p.random.between(0, 1600), p.random.between(0, 1000), p.random.between(2, 5), '#e9f0fa', 'opacity=".75"')
}

export const CITY = {
  'old-town': oldTown, 'town-hall': townHall, church, 'market-square': marketSquare, tram, 'train-station': trainStation,
  'half-timbered-street': halfTimberedStreet, 'shop-street': shopStreet, 'housing-blocks': housingBlocks,
  'construction-site': constructionSite, 'office-tower': officeTower, factory,
  courthouse: (p: Painter) => temple(p, '#cdbfa6', false),
  museum: (p: Painter) => temple(p, '#d8b08c', true),
  hospital: (p: Painter) => modernBlock(p, 'hospital'),
  school: (p: Painter) => modernBlock(p, 'school'),
  kindergarten: (p: Painter) => modernBlock(p, 'kindergarten'),
  'university-library': (p: Painter) => modernBlock(p, 'university'),
  'christmas-market': christmasMarket, fairground, fireworks, 'snow-street': snowStreet,
}
