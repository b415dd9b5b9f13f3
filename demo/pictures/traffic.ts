/** Vehicles and roads: blue lights, trains, buses, road works, parking and charging. */
import { drawCar, drawCrowd, drawHouseRow, drawLamp, drawPerson, drawStreet, drawTree, drawTreeline } from './brushes.ts'
import { darken, fixed, lighten, mix } from './painter.ts'
import type { Painter, Point } from './painter.ts'

function layTownRoad(p: Painter, y = 760): void {
  p.sky(y - 40)
  p.ridge(y - 130, 24, '#70898a', 0.95)
  drawHouseRow(p, -40, 1640, y, 150, 0.36)
  drawTreeline(p, 0, 1600, () => y + 4, 110, 0.24, undefined, 2.4)
  drawStreet(p, y, '#77757a')
  p.rect(0, y, 1600, 26, p.tone(p.isSnowy ? '#eef2f5' : '#aaa59c'))
  for (let x = -60; x < 1640; x += 190) p.shape([[x, 936], [x + 100, 936], [x + 112, 948], [x + 8, 948]], p.tone('#ece8dc'), 'opacity=".8"')
}

function blueLight(p: Painter, x: number, y: number, size: number): void {
  p.rect(x - size * 0.5, y - size * 0.36, size, size * 0.36, '#2f6fe0', 'rx="6"')
  p.rect(x - size * 0.32, y - size * 0.3, size * 0.3, size * 0.14, '#b8d4ff')
  const strong = p.isDark || p.mood === 'rain'
  p.glow(x, y - size * 0.2, size * (strong ? 4.4 : 2), '#3f86ff', strong ? 0.75 : 0.5)
  p.glow(x, y - size * 0.2, size, '#cfe2ff', 0.9)
  if (strong) { p.wetStreak(x, 905, '#5b97ff', 90); p.glow(x, 900, size * 5, '#3f7cf0', 0.3, 0.16) }
}

function drawWheel(p: Painter, x: number, y: number, r: number): void {
  p.circle(x, y - r, r, p.tone('#17191b'))
  p.circle(x, y - r, r * 0.58, p.tone('#a3a9ad'))
  p.circle(x, y - r, r * 0.44, p.tone('#6d7478'))
  for (let i = 0; i < 6; i++) p.circle(x + Math.cos(i * 1.047) * r * 0.3, y - r + Math.sin(i * 1.047) * r * 0.3, r * 0.06, p.tone('#2b2f31'))
}

const paneOf = (p: Painter) => p.down([0, mix(p.light.sky[1], '#8aa2ac', 0.45)], [1, p.tone('#2f4049')])

function headlight(p: Painter, x: number, y: number, r: number): void {
  p.circle(x, y, r, p.light.lit > 0.2 ? '#fff7da' : p.tone('#e9eeee'))
  if (p.light.lit > 0.2) { p.glow(x, y, r * 9, '#fff2c4', 0.75); if (p.isDark) p.shape([[x, y - r], [x + 560, y - 80], [x + 560, y + 110], [x, y + r]], p.across([0, '#fff2c4', 0.4], [1, '#fff2c4', 0])) }
}

function fireEngine(p: Painter): void {
  layTownRoad(p)
  if (p.mood === 'night') for (let i = 0; i < 12; i++) p.glow(1250 + p.random.between(-60, 60), 560 - i * 34, 70 + i * 15, i < 4 ? '#ff8a3f' : '#8f97a8', i < 4 ? 0.4 : 0.16)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y] = [240, 910]
    const red = '#c2261f'
    p.shadow(x + 540, y + 4, 590, 30, 0.6)
    p.rect(x, y - 330, 770, 270, p.down([0, p.tone(lighten(red, 0.12))], [1, p.tone(darken(red, 0.36))]), 'rx="10"')
    for (let i = 0; i < 4; i++) {
      p.rect(x + 30 + i * 178, y - 290, 162, 170, p.down([0, p.tone('#d5d9db')], [1, p.tone('#8f979b')]), 'rx="6"')
      for (let k = 1; k < 11; k++) p.rect(x + 30 + i * 178, y - 290 + k * 15.4, 162, 2, p.tone('#6d757a'), 'opacity=".7"')
      p.rect(x + 92 + i * 178, y - 132, 40, 8, p.tone('#4a5054'))
    }
    p.path(`M${x + 780} ${y - 60}V${y - 300}Q${x + 782} ${y - 326} ${x + 806} ${y - 328}H${x + 1010}Q${x + 1050} ${y - 326} ${x + 1066} ${y - 280}L${x + 1092} ${y - 180}V${y - 60}Z`, p.down([0, p.tone(lighten(red, 0.16))], [1, p.tone(darken(red, 0.34))]))
    p.path(`M${x + 800} ${y - 196}V${y - 300}H${x + 880}V${y - 196}Z`, paneOf(p))
    p.path(`M${x + 898} ${y - 196}V${y - 300}H${x + 980}V${y - 196}Z`, paneOf(p))
    p.path(`M${x + 998} ${y - 196}V${y - 302}H${x + 1018}Q${x + 1038} ${y - 300} ${x + 1048} ${y - 270}L${x + 1068} ${y - 196}Z`, paneOf(p))
    for (const dx of [889, 989]) p.line([[x + dx, y - 318], [x + dx, y - 70]], p.tone('#7d1712'), 3)
    p.rect(x, y - 108, 1092, 26, p.tone('#f4f1e6'))
    for (let i = 0; i < 22; i++) p.shape([[x + i * 50, y - 108], [x + i * 50 + 25, y - 108], [x + i * 50 + 5, y - 82], [x + i * 50 - 20, y - 82]], p.tone('#e8d43f'), 'opacity=".9"')
    p.rect(x - 6, y - 66, 1104, 22, p.tone('#23272a'))
    for (const wx of [x + 190, x + 330, x + 930]) { p.circle(wx, y - 58, 76, p.tone('#5a100c')); drawWheel(p, wx, y + 2, 62) }
    p.line([[x + 20, y - 352], [x + 760, y - 352]], p.tone('#c3c9cc'), 8)
    p.line([[x + 20, y - 376], [x + 760, y - 376]], p.tone('#c3c9cc'), 8)
    for (let i = 0; i < 17; i++) p.line([[x + 34 + i * 44, y - 354], [x + 34 + i * 44, y - 374]], p.tone('#a3abaf'), 5)
    headlight(p, x + 1074, y - 92, 15)
    blueLight(p, x + 860, y - 326, 64)
    blueLight(p, x + 980, y - 326, 64)
    if (p.mood !== 'day') blueLight(p, x + 60, y - 326, 44)
    p.line([[x + 1070, y - 230], [x + 1106, y - 246], [x + 1108, y - 204]], p.tone('#22262a'), 7)
  })
  for (const [x, h] of [[1420, 150], [1490, 142], [110, 146]] as const) { drawPerson(p, x, 930, h, 0, '#2a3038'); p.rect(x - h * 0.1, 930 - h * 0.58, h * 0.2, 7, '#e8e05a'); p.path(`M${x - h * 0.1} ${930 - h * 0.93}a${h * 0.1} ${h * 0.1} 0 0 1 ${h * 0.2} 0l4 6h-${h * 0.2 + 8}Z`, '#f0ead0') }
}

function policeCar(p: Painter): void {
  layTownRoad(p)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y, w] = [780, 910, 820]
    drawCar(p, x, y, w, 0, { colour: '#d4d9dc', shape: 'estate' })
    const at = (fx: number, fy: number): Point => [x + (fx - 0.5) * w, y - fy * w]
    p.shape([at(0.012, 0.205), at(0.72, 0.205), at(0.97, 0.178), at(0.995, 0.12), at(0.005, 0.12)], p.down([0, p.tone('#2a5fb0')], [1, p.tone('#183a72')]))
    p.shape([at(0.012, 0.214), at(0.72, 0.214), at(0.94, 0.192), at(0.95, 0.182), at(0.72, 0.203), at(0.012, 0.203)], p.tone('#e6ea4a'))
    for (const fx of [0.39, 0.56]) p.line([at(fx, 0.335), at(fx, 0.13)], p.tone('#12284f'), 3)
    for (const fx of [0.35, 0.52]) p.rect(at(fx, 0)[0], at(0, 0.195)[1], 26, 7, p.tone('#12284f'))
    for (const fx of [0.2, 0.8]) { p.circle(at(fx, 0)[0], at(0, 0.085)[1], w * 0.1, p.tone('#0f1a30')); drawWheel(p, at(fx, 0)[0], y, w * 0.083) }
    p.rect(at(0.28, 0)[0], at(0, 0.385)[1], w * 0.2, 14, p.tone('#30363a'))
    blueLight(p, at(0.31, 0)[0], at(0, 0.372)[1], 66)
    blueLight(p, at(0.45, 0)[0], at(0, 0.372)[1], 66)
  })
  for (const x of [1330, 1430, 170]) {
    p.shadow(x, 962, 42, 8, 0.5)
    p.shape([[x - 9, 884], [x + 9, 884], [x + 30, 960], [x - 30, 960]], p.tone('#e0602a'))
    p.shape([[x - 15, 910], [x + 15, 910], [x + 21, 932], [x - 21, 932]], p.tone('#f4efe4'))
    p.rect(x - 40, 958, 80, 10, p.tone('#b8481f'))
  }
}

function ambulance(p: Painter): void {
  layTownRoad(p)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y] = [360, 910]
    p.shadow(x + 430, y + 4, 480, 28, 0.6)
    p.rect(x, y - 360, 570, 300, p.down([0, p.tone('#f7f4ea')], [1, p.tone('#b9b8b2')]), 'rx="14"')
    p.path(`M${x + 560} ${y - 60}V${y - 290}Q${x + 566} ${y - 306} ${x + 590} ${y - 306}H${x + 680}Q${x + 716} ${y - 304} ${x + 742} ${y - 264}L${x + 784} ${y - 184}Q${x + 868} ${y - 172} ${x + 880} ${y - 128}V${y - 60}Z`, p.down([0, p.tone('#f7f4ea')], [1, p.tone('#b4b3ad')]))
    p.path(`M${x + 592} ${y - 190}V${y - 286}H${x + 676}Q${x + 704} ${y - 284} ${x + 724} ${y - 254}L${x + 758} ${y - 190}Z`, paneOf(p))
    p.line([[x + 584, y - 300], [x + 584, y - 70]], p.tone('#8f8f8a'), 3)
    p.line([[x + 760, y - 190], [x + 760, y - 70]], p.tone('#8f8f8a'), 3)
    p.rect(x, y - 176, 784, 62, p.tone('#d8432c'))
    p.shape([[x + 784, y - 176], [x + 866, y - 160], [x + 878, y - 114], [x + 784, y - 114]], p.tone('#d8432c'))
    p.rect(x, y - 110, 878, 12, p.tone('#e8e04a'))
    p.rect(x + 60, y - 320, 190, 96, paneOf(p), 'rx="8"')
    const [sx, sy] = [x + 420, y - 262]
    p.line([[sx - 84, sy], [sx - 40, sy], [sx - 24, sy - 34], [sx, sy + 38], [sx + 22, sy - 20], [sx + 36, sy], [sx + 84, sy]], p.tone('#1f5fae'), 11)
    p.rect(x - 4, y - 66, 890, 22, p.tone('#2a2e31'))
    for (const wx of [x + 170, x + 730]) { p.circle(wx, y - 58, 72, p.tone('#3a3d3f')); drawWheel(p, wx, y + 2, 58) }
    headlight(p, x + 866, y - 132, 14)
    blueLight(p, x + 620, y - 308, 60)
    blueLight(p, x + 110, y - 362, 60)
    blueLight(p, x + 470, y - 362, 60)
  })
}

function regionalTrain(p: Painter): void {
  p.sky(540)
  p.ridge(420, 52, '#6d8a8c', 1, 1000, 1.3)
  p.ridge(500, 40, '#6f8f6a', 0.72)
  drawTreeline(p, -20, 1620, () => 650, 90, 0.44)
  p.ground(640, p.light.grass, 140)
  const y = 830
  p.shape([[-20, y - 24], [1620, y - 24], [1640, y + 60], [-40, y + 60]], p.down([0, p.tone(p.isSnowy ? '#eef2f5' : '#8f8578')], [1, p.tone('#5f574d')]))
  for (let x = -10; x < 1640; x += 46) p.rect(x, y + 4, 26, 12, p.tone('#4b3d32'))
  p.rect(0, y - 4, 1600, 7, p.tone('#7b8286'))
  for (const x of [160, 620, 1080, 1540]) { p.line([[x, y - 10], [x, 420]], p.tone('#5f676b'), 9); p.line([[x, 460], [x + 100, 440]], p.tone('#5f676b'), 5) }
  p.line([[0, 446], [1600, 446]], p.tone('#4b5256'), 2.5)
  p.line([[0, 470], [1600, 470]], p.tone('#4b5256'), 2)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [top, hue] = [y - 236, '#2c6b8f']
    p.shadow(600, y + 8, 800, 18, 0.5)
    p.path(`M-40 ${y - 30}V${top}H1230Q1330 ${top + 4} 1392 ${top + 118}Q1412 ${y - 70} 1400 ${y - 30}Z`, p.down([0, p.tone('#f0eee6')], [0.48, p.tone('#dfe0da')], [0.5, p.tone(hue)], [1, p.tone(darken(hue, 0.4))]))
    p.rect(-40, y - 118, 1436, 8, p.tone('#e0a92f'))
    p.rect(-40, top + 40, 1240, 72, p.tone('#26343c'), 'rx="10"')
    for (let i = 0; i < 13; i++) {
      if (i % 5 === 3) { p.rect(-20 + i * 95, top + 30, 84, 170, p.tone('#d8a52f')); for (const dx of [6, 45]) p.rect(-20 + i * 95 + dx, top + 40, 33, 120, p.light.lit > 0.2 ? '#ffe0a0' : mix(p.light.sky[1], '#4b6069', 0.5)) }
      else p.rect(-24 + i * 95, top + 46, 88, 60, p.light.lit > 0.2 && p.random.chance(0.9) ? p.down([0, '#fff0c8'], [1, '#f0bd70']) : mix(p.light.sky[1], '#566e78', 0.5), 'rx="6"')
    }
    p.path(`M1226 ${top + 34}H1256Q1318 ${top + 44} 1352 ${top + 112}H1226Z`, p.down([0, mix(p.light.sky[1], '#7f99a4', 0.5)], [1, p.tone('#26343c')]))
    for (const x of [410, 890]) p.rect(x, top + 4, 14, 206, p.tone('#3c474d'))
    p.rect(-40, top - 8, 1220, 12, p.tone('#9aa2a5'))
    p.rect(-40, y - 32, 1420, 22, p.tone('#22282b'))
    for (const x of [60, 150, 360, 450, 840, 930, 1150, 1240]) { p.circle(x, y - 18, 22, p.tone('#1a1d1f')); p.circle(x, y - 18, 11, p.tone('#6b7276')) }
    p.line([[560, top - 8], [510, 500], [570, 472]], p.tone('#40484c'), 6)
    p.line([[536, 470], [610, 470]], p.tone('#40484c'), 6)
    headlight(p, 1386, y - 84, 11)
    headlight(p, 1340, top + 26, 7)
  })
  drawTree(p, 90, 960, 280)
  drawTree(p, 1500, 970, 300)
  for (let i = 0; i < 60; i++) { const x = p.random.between(0, 1600); p.curve([[x, 1000], [x + 4, 960], [x + p.random.between(-20, 20), 930]], p.tone(darken(p.light.grass, 0.2)), 3) }
}

function bus(p: Painter): void {
  layTownRoad(p)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y, hue] = [180, 900, '#1c6a55']
    const lit = p.light.lit > 0.2
    p.shadow(x + 560, y + 6, 620, 28, 0.6)
    p.rect(x, y - 340, 1130, 296, p.down([0, p.tone('#f0eadb')], [0.56, p.tone('#e2dbc9')], [0.58, p.tone(hue)], [1, p.tone(darken(hue, 0.4))]), 'rx="26"')
    p.rect(x + 20, y - 306, 1088, 140, p.tone('#1f2a2e'), 'rx="14"')
    for (let i = 0; i < 8; i++) {
      const wx = x + 30 + i * 134
      const isDoor = i === 3 || i === 6
      p.rect(wx, y - 298, 124, isDoor ? 240 : 124, isDoor ? p.tone('#1b2528') : lit ? p.down([0, '#fff0c8'], [1, '#eebb6c']) : paneOf(p), 'rx="8"')
      if (isDoor) for (const dx of [7, 65]) p.rect(wx + dx, y - 290, 52, 222, lit ? p.down([0, '#ffecc0'], [1, '#c98f48']) : paneOf(p), 'rx="6"')
      else if (p.random.chance(0.75)) { p.circle(wx + 62, y - 226, 17, lit ? '#5d4234' : p.tone('#1a2428')); p.path(`M${wx + 34} ${y - 174}Q${wx + 62} ${y - 232} ${wx + 90} ${y - 174}Z`, lit ? '#463630' : p.tone('#182125')) }
    }
    p.rect(x + 30, y - 334, 220, 24, '#15191b', 'rx="4"')
    for (let i = 0; i < 15; i++) p.rect(x + 42 + i * 13, y - 328 + (i % 3) * 2, 8, 11, '#ffb347')
    for (const wx of [x + 220, x + 880]) { p.path(`M${wx - 84} ${y - 44}a84 84 0 0 1 168 0Z`, p.tone('#12352c')); drawWheel(p, wx, y + 4, 62) }
    p.rect(x - 4, y - 60, 1138, 18, p.tone('#1a2022'))
    headlight(p, x + 1116, y - 96, 14)
    p.rect(x, y - 110, 8, 40, lit ? '#ff5a46' : p.tone('#a32c26'))
  })
  const sx = p.sunX > 800 ? 1440 : 160
  p.line([[sx, 930], [sx, 640]], p.tone('#8a9296'), 10)
  p.circle(sx, 610, 44, p.tone('#e0b52f'))
  p.circle(sx, 610, 32, p.tone('#1c6a55'))
  for (const dx of [-8, 8]) p.rect(sx + dx - 4, 592, 8, 36, '#f2e8c8')
  p.rect(sx - 12, 606, 24, 8, '#f2e8c8')
  p.rect(sx - 24, 670, 48, 64, p.tone('#f2efe4'))
  drawCrowd(p, p.sunX > 800 ? 1340 : 60, p.sunX > 800 ? 1570 : 300, 900, 130, 3)
}

function roadConstruction(p: Painter): void {
  layTownRoad(p, 700)
  p.blob([[380, 840], [760, 800], [1220, 820], [1330, 900], [1180, 960], [560, 970], [360, 920]], p.down([0, p.tone('#6b5440')], [1, p.tone('#3f3126')]))
  for (let i = 0; i < 90; i++) p.circle(p.random.between(400, 1300), p.random.between(830, 950), p.random.between(4, 12), p.tone(p.random.pick(['#7d6650', '#54432f', '#8f7a60'])))
  p.blob([[180, 880], [260, 790], [350, 750], [440, 800], [500, 880]], p.down([0, p.tone('#94795a')], [1, p.tone('#5f4b37')]))
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y] = [860, 860]
    const yellow = '#dca12a'
    p.shadow(x, y, 230, 22, 0.6)
    p.rect(x - 190, y - 66, 360, 66, p.tone('#24282a'), 'rx="33"')
    for (let i = 0; i < 6; i++) { p.circle(x - 150 + i * 56, y - 33, 22, p.tone('#565c60')); p.circle(x - 150 + i * 56, y - 33, 9, p.tone('#2b2f31')) }
    p.rect(x - 180, y - 170, 330, 92, p.down([0, p.tone(lighten(yellow, 0.15))], [1, p.tone(darken(yellow, 0.3))]), 'rx="12"')
    p.path(`M${x - 20} ${y - 160}V${y - 300}Q${x - 18} ${y - 316} ${x} ${y - 316}H${x + 96}Q${x + 116} ${y - 314} ${x + 122} ${y - 290}L${x + 142} ${y - 160}Z`, p.tone(yellow))
    p.path(`M${x + 2} ${y - 190}V${y - 296}H${x + 92}Q${x + 102} ${y - 294} ${x + 106} ${y - 280}L${x + 122} ${y - 190}Z`, paneOf(p))
    const boom: Point[] = [[x + 110, y - 180], [x + 300, y - 420], [x + 500, y - 330]]
    p.line(boom, p.tone(yellow), 38)
    p.line(boom, p.tone(lighten(yellow, 0.2)), 10)
    p.line([[x + 500, y - 330], [x + 540, y - 130]], p.tone(yellow), 28)
    p.line([[x + 150, y - 240], [x + 270, y - 350]], p.tone('#c9ced1'), 10)
    p.line([[x + 330, y - 430], [x + 470, y - 380]], p.tone('#c9ced1'), 9)
    p.path(`M${x + 560} ${y - 150}Q${x + 600} ${y - 60} ${x + 540} ${y - 26}Q${x + 470} ${y - 16} ${x + 448} ${y - 60}L${x + 500} ${y - 130}Z`, p.tone('#4a4f52'))
    for (let i = 0; i < 4; i++) p.shape([[x + 446 + i * 26, y - 52 + i * 9], [x + 436 + i * 26, y - 26 + i * 9], [x + 462 + i * 26, y - 42 + i * 9]], p.tone('#7d8488'))
    p.glow(x + 50, y - 326, p.isDark ? 90 : 30, '#ffa52f', 0.9)
  })
  for (let i = 0; i < 7; i++) {
    const [x, y, h] = [110 + i * 235, 972, 190]
    p.rect(x - 26, y - h, 52, h - 26, p.tone('#f4f0e6'))
    for (let k = 0; k < 4; k++) p.shape([[x - 26, y - h + 22 + k * 44], [x + 26, y - h - 4 + k * 44 + 2], [x + 26, y - h + 24 + k * 44], [x - 26, y - h + 46 + k * 44]], p.tone('#c8352b'))
    p.rect(x - 40, y - 28, 80, 22, p.tone('#3a3836'))
    p.circle(x, y - h - 15, 15, p.isDark ? '#ffd060' : p.tone('#e0a02f'))
    if (p.isDark || p.mood === 'rain') p.glow(x, y - h - 15, 84, '#ffb02f', 0.9)
  }
  p.line([[1500, 880], [1500, 640]], p.tone('#8a9296'), 9)
  p.shape([[1500, 520], [1580, 656], [1420, 656]], p.tone('#c8352b'))
  p.shape([[1500, 552], [1554, 642], [1446, 642]], p.tone('#f2ce4a'))
  p.circle(1494, 588, 8, '#1f1f1f')
  p.line([[1494, 600], [1486, 622], [1472, 636]], '#1f1f1f', 7)
  p.line([[1488, 606], [1516, 620], [1530, 636]], '#1f1f1f', 5)
}

function chargingStation(p: Painter): void {
  layTownRoad(p, 720)
  const mirror = p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)'
  p.group(mirror, () => {
    drawCar(p, 640, 900, 760, 0, { colour: '#3f7d96', isLit: false, shape: 'car' })
    const [x, y] = [1230, 910]
    p.shadow(x + 60, y, 130, 18, 0.5)
    p.rect(x - 20, y - 16, 200, 18, p.tone('#8f8b84'))
    p.rect(x, y - 440, 160, 430, p.across([0, p.tone('#f3f2ec')], [1, p.tone('#b4b7b6')]), 'rx="26"')
    p.rect(x + 22, y - 404, 116, 124, p.isDark ? '#bdf2d8' : p.tone('#1c2b33'), 'rx="10"')
    p.shape([[x + 88, y - 392], [x + 56, y - 336], [x + 78, y - 336], [x + 70, y - 294], [x + 106, y - 352], [x + 82, y - 352]], p.isDark ? '#0f7a58' : '#6fe0a8')
    p.rect(x, y - 250, 160, 26, '#2fa876')
    if (p.light.lit > 0.2) { p.glow(x + 80, y - 340, 190, '#7ff0b8', 0.7); p.glow(x + 80, y - 238, 120, '#3fd898', 0.5) }
    p.circle(x + 80, y - 170, 30, p.tone('#2a3237'))
    p.curve([[x + 76, y - 166], [x - 30, y - 60], [x - 150, y - 30], [x - 236, y - 120], [x - 262, y - 152]], p.tone('#22282b'), 13)
    p.rect(x - 284, y - 172, 36, 26, p.tone('#22282b'), 'rx="6"')
  })
  const px = p.sunX > 800 ? 1440 : 160
  p.rect(px - 6, 620, 12, 300, p.tone('#8a9296'))
  p.rect(px - 44, 560, 88, 88, p.tone('#1f5fae'), 'rx="8"')
  p.rect(px - 20, 578, 12, 52, '#f4f4ee')
  p.path(`M${px - 12} 583h16a14 14 0 0 1 0 28h-16`, 'none', 'stroke="#f4f4ee" stroke-width="10"')
}

function bikeLane(p: Painter): void {
  p.sky(560)
  p.ridge(500, 24, '#70898a', 0.95)
  drawHouseRow(p, -20, 1620, 640, 90, 0.5)
  p.rect(0, 636, 1600, 370, p.tone(p.light.grass))
  p.shape([[560, 640], [700, 640], [500, 1010], [-260, 1010]], p.down([0, p.tone('#8f8d90', 0.3)], [1, p.tone('#5f5e63')]))
  p.shape([[716, 640], [806, 640], [1180, 1010], [520, 1010]], p.down([0, p.tone('#b5604a', 0.25)], [1, p.tone('#9a3f2e')]))
  p.shape([[814, 640], [880, 640], [1500, 1010], [1206, 1010]], p.down([0, p.tone('#c9c2b5', 0.2)], [1, p.tone('#a59d8f')]))
  for (const [a, b] of [[712, 508], [809, 1192]] as const) p.shape([[a - 2, 640], [a + 2, 640], [b + 12, 1010], [b - 12, 1010]], p.tone('#f2eee2'))
  p.group('translate(856 905) scale(1 .5)', () => {
    const white = p.tone('#f4f1e6')
    for (const dx of [-86, 86]) p.circle(dx, 20, 58, 'none', `stroke="${white}" stroke-width="13"`)
    p.line([[-86, 20], [-36, -66], [50, -66], [-10, 20], [-86, 20]], white, 12)
    p.line([[-10, 20], [-50, -92]], white, 12)
    p.line([[86, 20], [44, -104], [78, -110]], white, 12)
    p.line([[-72, -94], [-30, -94]], white, 14)
  })
  for (const [t, x] of [[0.06, 930], [0.2, 990], [0.42, 1110], [0.8, 1340]] as const) { drawTree(p, x + t * 120, 650 + t * 250, 150 + t * 420, 0.4 * (1 - t)) }
  for (const [t, x] of [[0.06, 520], [0.2, 440], [0.42, 300]] as const) drawTree(p, x - t * 150, 650 + t * 220, 150 + t * 330, 0.4 * (1 - t))
  drawCyclist(p, 770, 716, 96, 0.2)
  drawCar(p, 500, 740, 130, 0.2)
  if (p.mood === 'autumn') for (let i = 0; i < 130; i++) { const y = p.random.between(680, 1000); p.ellipse(p.random.between(300, 1500), y, (y - 600) / 36, (y - 600) / 90, p.tone(p.random.pick(p.light.foliage)), 'opacity=".8"') }
}

/** A cyclist from the side, `h` high with the bicycle, a silhouette with a coloured jersey. */
export function drawCyclist(p: Painter, x: number, y: number, h: number, depth = 0, jersey?: string): void {
  const r = h * 0.2
  const frame = p.tone('#2a2e33', depth)
  const body = p.tone('#23262c', depth)
  const cloth = p.tone(jersey ?? p.random.pick(['#b8382d', '#2f6592', '#d9a02c', '#17594a', '#8a4b7a']), depth)
  for (const dx of [-0.3, 0.3]) {
    p.circle(x + dx * h, y - r, r, 'none', `stroke="${frame}" stroke-width="${fixed(h * 0.026)}"`)
    for (let k = 0; k < 6; k++) p.line([[x + dx * h, y - r], [x + dx * h + Math.cos(k) * r, y - r + Math.sin(k) * r]], frame, h * 0.004)
  }
  p.line([[x - 0.3 * h, y - r], [x - 0.12 * h, y - 0.5 * h], [x + 0.2 * h, y - 0.52 * h], [x - 0.02 * h, y - r], [x - 0.3 * h, y - r]], cloth, h * 0.024)
  p.line([[x - 0.02 * h, y - r], [x - 0.14 * h, y - 0.56 * h]], cloth, h * 0.024)
  p.line([[x + 0.3 * h, y - r], [x + 0.19 * h, y - 0.58 * h], [x + 0.27 * h, y - 0.6 * h]], frame, h * 0.024)
  p.line([[x - 0.13 * h, y - 0.6 * h], [x + 0.06 * h, y - 0.42 * h], [x - 0.02 * h, y - 0.12 * h]], body, h * 0.07)
  p.line([[x - 0.13 * h, y - 0.6 * h], [x + 0.0 * h, y - 0.44 * h], [x + 0.02 * h, y - 0.28 * h]], body, h * 0.06)
  p.path(`M${fixed(x - 0.2 * h)} ${fixed(y - 0.6 * h)}Q${fixed(x - 0.12 * h)} ${fixed(y - 0.86 * h)} ${fixed(x + 0.12 * h)} ${fixed(y - 0.84 * h)}L${fixed(x + 0.14 * h)} ${fixed(y - 0.74 * h)}Q${fixed(x)} ${fixed(y - 0.7 * h)} ${fixed(x - 0.06 * h)} ${fixed(y - 0.56 * h)}Z`, cloth)
  p.line([[x + 0.1 * h, y - 0.78 * h], [x + 0.18 * h, y - 0.66 * h], [x + 0.27 * h, y - 0.6 * h]], body, h * 0.05)
  p.circle(x + 0.18 * h, y - 0.9 * h, h * 0.062, p.tone('#a97a5c', depth))
  p.path(`M${fixed(x + 0.1 * h)} ${fixed(y - 0.91 * h)}Q${fixed(x + 0.13 * h)} ${fixed(y - 1.0 * h)} ${fixed(x + 0.26 * h)} ${fixed(y - 0.94 * h)}Z`, p.tone('#e6e6e0', depth))
}

function parking(p: Painter): void {
  p.sky(560)
  drawHouseRow(p, -40, 1640, 640, 190, 0.34)
  drawTreeline(p, 0, 1600, () => 650, 130, 0.24, undefined, 2.2)
  drawStreet(p, 640, '#85838a')
  for (let row = 0; row < 3; row++) {
    const [y, w] = [720 + row * 115, 170 + row * 70]
    for (let x = -40 + row * 30; x < 1660; x += w * 1.22) {
      p.shape([[x - w * 0.6, y + 12], [x - w * 0.57, y + 12], [x - w * 0.52, y - w * 0.26], [x - w * 0.54, y - w * 0.26]], p.tone('#f2eee2'), 'opacity=".8"')
      if (p.random.chance(0.86)) p.group(p.random.chance(0.5) ? `translate(${fixed(2 * x)} 0) scale(-1 1)` : '', () => drawCar(p, x, y, w, 0.16 - row * 0.07, { isLit: false, shape: p.random.pick(['car', 'estate', 'car'] as const) }))
    }
  }
  const sx = p.sunX > 800 ? 260 : 1340
  p.rect(sx - 7, 520, 14, 340, p.tone('#8a9296'))
  p.rect(sx - 64, 400, 128, 128, p.tone('#1f5fae'), 'rx="12"')
  p.rect(sx - 26, 424, 17, 80, '#f4f4ee')
  p.path(`M${sx - 18} 433h26a23 23 0 0 1 0 46h-26`, 'none', 'stroke="#f4f4ee" stroke-width="16"')
  p.rect(sx + 150, 760, 70, 150, p.across([0, p.tone('#d9d5ca')], [1, p.tone('#8f8c84')]), 'rx="6"')
  p.rect(sx + 164, 780, 42, 30, p.light.lit > 0.2 ? '#bff0d0' : p.tone('#2a3a40'))
  drawPerson(p, sx + 250, 920, 130)
  drawLamp(p, p.sunX > 800 ? 1380 : 200, 880, 330)
}

export const TRAFFIC = {
  'fire-engine': fireEngine, 'police-car': policeCar, ambulance, 'regional-train': regionalTrain, bus,
  'road-construction': roadConstruction, 'charging-station': chargingStation, 'bike-lane': bikeLane, parking,
}

