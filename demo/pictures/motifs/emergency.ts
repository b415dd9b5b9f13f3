/** Fire engine, police car and ambulance, blue light included. */
import { drawHouseRow } from '../buildings.ts'
import { darken, lighten, mix } from '../light.ts'
import type { Painter, Point } from '../painter.ts'
import { drawTreeline } from '../plants.ts'
import { drawCar, drawPerson, drawStreet } from '../street.ts'

export function layTownRoad(p: Painter, y = 760): void {
  p.sky(y - 40)
  p.ridge(y - 130, 24, '#70898a', 0.95)
  drawHouseRow(p, -40, 1640, y, 150, 0.36)
  drawTreeline(p, 0, 1600, () => y + 4, 110, 0.24, undefined, 2.4)
  drawStreet(p, y, '#77757a')
  p.rect(0, y, 1600, 26, p.tone(p.isSnowy ? '#eef2f5' : '#aaa59c'))
  for (let x = -60; x < 1640; x += 190)
    p.shape(
      [
        [x, 936],
        [x + 100, 936],
        [x + 112, 948],
        [x + 8, 948],
      ],
      p.tone('#ece8dc'),
      'opacity=".8"',
    )
}

function blueLight(p: Painter, x: number, y: number, size: number): void {
  p.rect(x - size * 0.5, y - size * 0.36, size, size * 0.36, '#2f6fe0', 'rx="6"')
  p.rect(x - size * 0.32, y - size * 0.3, size * 0.3, size * 0.14, '#b8d4ff')
  const strong = p.isDark || p.mood === 'rain'
  p.glow(x, y - size * 0.2, size * (strong ? 4.4 : 2), '#3f86ff', strong ? 0.75 : 0.5)
  p.glow(x, y - size * 0.2, size, '#cfe2ff', 0.9)
  if (strong) {
    p.wetStreak(x, 905, '#5b97ff', 90)
    p.glow(x, 900, size * 5, '#3f7cf0', 0.3, 0.16)
  }
}

export function drawWheel(p: Painter, x: number, y: number, r: number): void {
  p.circle(x, y - r, r, p.tone('#17191b'))
  p.circle(x, y - r, r * 0.58, p.tone('#a3a9ad'))
  p.circle(x, y - r, r * 0.44, p.tone('#6d7478'))
  for (let i = 0; i < 6; i++)
    p.circle(x + Math.cos(i * 1.047) * r * 0.3, y - r + Math.sin(i * 1.047) * r * 0.3, r * 0.06, p.tone('#2b2f31'))
}

export const paneOf = (p: Painter) => p.down([0, mix(p.light.sky[1], '#8aa2ac', 0.45)], [1, p.tone('#2f4049')])

export function headlight(p: Painter, x: number, y: number, r: number): void {
  p.circle(x, y, r, p.light.lit > 0.2 ? '#fff7da' : p.tone('#e9eeee'))
  if (p.light.lit > 0.2) {
    p.glow(x, y, r * 9, '#fff2c4', 0.75)
    if (p.isDark)
      p.shape(
        [
          [x, y - r],
          [x + 560, y - 80],
          [x + 560, y + 110],
          [x, y + r],
        ],
        p.across([0, '#fff2c4', 0.4], [1, '#fff2c4', 0]),
      )
  }
}

function fireEngine(p: Painter): void {
  layTownRoad(p)
  if (p.mood === 'night')
    for (let i = 0; i < 12; i++)
      p.glow(
        1250 + p.random.between(-60, 60),
        560 - i * 34,
        70 + i * 15,
        i < 4 ? '#ff8a3f' : '#8f97a8',
        i < 4 ? 0.4 : 0.16,
      )
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y] = [240, 910]
    const red = '#c2261f'
    p.shadow(x + 540, y + 4, 590, 30, 0.6)
    p.rect(x, y - 330, 770, 270, p.down([0, p.tone(lighten(red, 0.12))], [1, p.tone(darken(red, 0.36))]), 'rx="10"')
    for (let i = 0; i < 4; i++) {
      p.rect(x + 30 + i * 178, y - 290, 162, 170, p.down([0, p.tone('#d5d9db')], [1, p.tone('#8f979b')]), 'rx="6"')
      for (let k = 1; k < 11; k++)
        p.rect(x + 30 + i * 178, y - 290 + k * 15.4, 162, 2, p.tone('#6d757a'), 'opacity=".7"')
      p.rect(x + 92 + i * 178, y - 132, 40, 8, p.tone('#4a5054'))
    }
    p.path(
      `M${x + 780} ${y - 60}V${y - 300}Q${x + 782} ${y - 326} ${x + 806} ${y - 328}H${x + 1010}Q${x + 1050} ${y - 326} ${x + 1066} ${y - 280}L${x + 1092} ${y - 180}V${y - 60}Z`,
      p.down([0, p.tone(lighten(red, 0.16))], [1, p.tone(darken(red, 0.34))]),
    )
    p.path(`M${x + 800} ${y - 196}V${y - 300}H${x + 880}V${y - 196}Z`, paneOf(p))
    p.path(`M${x + 898} ${y - 196}V${y - 300}H${x + 980}V${y - 196}Z`, paneOf(p))
    p.path(
      `M${x + 998} ${y - 196}V${y - 302}H${x + 1018}Q${x + 1038} ${y - 300} ${x + 1048} ${y - 270}L${x + 1068} ${y - 196}Z`,
      paneOf(p),
    )
    for (const dx of [889, 989])
      p.line(
        [
          [x + dx, y - 318],
          [x + dx, y - 70],
        ],
        p.tone('#7d1712'),
        3,
      )
    p.rect(x, y - 108, 1092, 26, p.tone('#f4f1e6'))
    for (let i = 0; i < 22; i++)
      p.shape(
        [
          [x + i * 50, y - 108],
          [x + i * 50 + 25, y - 108],
          [x + i * 50 + 5, y - 82],
          [x + i * 50 - 20, y - 82],
        ],
        p.tone('#e8d43f'),
        'opacity=".9"',
      )
    p.rect(x - 6, y - 66, 1104, 22, p.tone('#23272a'))
    for (const wx of [x + 190, x + 330, x + 930]) {
      p.circle(wx, y - 58, 76, p.tone('#5a100c'))
      drawWheel(p, wx, y + 2, 62)
    }
    p.line(
      [
        [x + 20, y - 352],
        [x + 760, y - 352],
      ],
      p.tone('#c3c9cc'),
      8,
    )
    p.line(
      [
        [x + 20, y - 376],
        [x + 760, y - 376],
      ],
      p.tone('#c3c9cc'),
      8,
    )
    for (let i = 0; i < 17; i++)
      p.line(
        [
          [x + 34 + i * 44, y - 354],
          [x + 34 + i * 44, y - 374],
        ],
        p.tone('#a3abaf'),
        5,
      )
    headlight(p, x + 1074, y - 92, 15)
    blueLight(p, x + 860, y - 326, 64)
    blueLight(p, x + 980, y - 326, 64)
    if (p.mood !== 'day') blueLight(p, x + 60, y - 326, 44)
    p.line(
      [
        [x + 1070, y - 230],
        [x + 1106, y - 246],
        [x + 1108, y - 204],
      ],
      p.tone('#22262a'),
      7,
    )
  })
  for (const [x, h] of [
    [1420, 150],
    [1490, 142],
    [110, 146],
  ] as const) {
    drawPerson(p, x, 930, h, 0, '#2a3038')
    p.rect(x - h * 0.1, 930 - h * 0.58, h * 0.2, 7, '#e8e05a')
    p.path(`M${x - h * 0.1} ${930 - h * 0.93}a${h * 0.1} ${h * 0.1} 0 0 1 ${h * 0.2} 0l4 6h-${h * 0.2 + 8}Z`, '#f0ead0')
  }
}

function policeCar(p: Painter): void {
  layTownRoad(p)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y, w] = [780, 910, 820]
    drawCar(p, x, y, w, 0, { colour: '#d4d9dc', shape: 'estate' })
    const at = (fx: number, fy: number): Point => [x + (fx - 0.5) * w, y - fy * w]
    p.shape(
      [at(0.012, 0.205), at(0.72, 0.205), at(0.97, 0.178), at(0.995, 0.12), at(0.005, 0.12)],
      p.down([0, p.tone('#2a5fb0')], [1, p.tone('#183a72')]),
    )
    p.shape(
      [at(0.012, 0.214), at(0.72, 0.214), at(0.94, 0.192), at(0.95, 0.182), at(0.72, 0.203), at(0.012, 0.203)],
      p.tone('#e6ea4a'),
    )
    for (const fx of [0.39, 0.56]) p.line([at(fx, 0.335), at(fx, 0.13)], p.tone('#12284f'), 3)
    for (const fx of [0.35, 0.52]) p.rect(at(fx, 0)[0], at(0, 0.195)[1], 26, 7, p.tone('#12284f'))
    for (const fx of [0.2, 0.8]) {
      p.circle(at(fx, 0)[0], at(0, 0.085)[1], w * 0.1, p.tone('#0f1a30'))
      drawWheel(p, at(fx, 0)[0], y, w * 0.083)
    }
    p.rect(at(0.28, 0)[0], at(0, 0.385)[1], w * 0.2, 14, p.tone('#30363a'))
    blueLight(p, at(0.31, 0)[0], at(0, 0.372)[1], 66)
    blueLight(p, at(0.45, 0)[0], at(0, 0.372)[1], 66)
  })
  for (const x of [1330, 1430, 170]) {
    p.shadow(x, 962, 42, 8, 0.5)
    p.shape(
      [
        [x - 9, 884],
        [x + 9, 884],
        [x + 30, 960],
        [x - 30, 960],
      ],
      p.tone('#e0602a'),
    )
    p.shape(
      [
        [x - 15, 910],
        [x + 15, 910],
        [x + 21, 932],
        [x - 21, 932],
      ],
      p.tone('#f4efe4'),
    )
    p.rect(x - 40, 958, 80, 10, p.tone('#b8481f'))
  }
}

function ambulance(p: Painter): void {
  layTownRoad(p)
  p.group(p.sunX > 800 ? '' : 'translate(1600 0) scale(-1 1)', () => {
    const [x, y] = [360, 910]
    p.shadow(x + 430, y + 4, 480, 28, 0.6)
    p.rect(x, y - 360, 570, 300, p.down([0, p.tone('#f7f4ea')], [1, p.tone('#b9b8b2')]), 'rx="14"')
    p.path(
      `M${x + 560} ${y - 60}V${y - 290}Q${x + 566} ${y - 306} ${x + 590} ${y - 306}H${x + 680}Q${x + 716} ${y - 304} ${x + 742} ${y - 264}L${x + 784} ${y - 184}Q${x + 868} ${y - 172} ${x + 880} ${y - 128}V${y - 60}Z`,
      p.down([0, p.tone('#f7f4ea')], [1, p.tone('#b4b3ad')]),
    )
    p.path(
      `M${x + 592} ${y - 190}V${y - 286}H${x + 676}Q${x + 704} ${y - 284} ${x + 724} ${y - 254}L${x + 758} ${y - 190}Z`,
      paneOf(p),
    )
    p.line(
      [
        [x + 584, y - 300],
        [x + 584, y - 70],
      ],
      p.tone('#8f8f8a'),
      3,
    )
    p.line(
      [
        [x + 760, y - 190],
        [x + 760, y - 70],
      ],
      p.tone('#8f8f8a'),
      3,
    )
    p.rect(x, y - 176, 784, 62, p.tone('#d8432c'))
    p.shape(
      [
        [x + 784, y - 176],
        [x + 866, y - 160],
        [x + 878, y - 114],
        [x + 784, y - 114],
      ],
      p.tone('#d8432c'),
    )
    p.rect(x, y - 110, 878, 12, p.tone('#e8e04a'))
    p.rect(x + 60, y - 320, 190, 96, paneOf(p), 'rx="8"')
    const [sx, sy] = [x + 420, y - 262]
    p.line(
      [
        [sx - 84, sy],
        [sx - 40, sy],
        [sx - 24, sy - 34],
        [sx, sy + 38],
        [sx + 22, sy - 20],
        [sx + 36, sy],
        [sx + 84, sy],
      ],
      p.tone('#1f5fae'),
      11,
    )
    p.rect(x - 4, y - 66, 890, 22, p.tone('#2a2e31'))
    for (const wx of [x + 170, x + 730]) {
      p.circle(wx, y - 58, 72, p.tone('#3a3d3f'))
      drawWheel(p, wx, y + 2, 58)
    }
    headlight(p, x + 866, y - 132, 14)
    blueLight(p, x + 620, y - 308, 60)
    blueLight(p, x + 110, y - 362, 60)
    blueLight(p, x + 470, y - 362, 60)
  })
}

export const EMERGENCY = { 'fire-engine': fireEngine, 'police-car': policeCar, ambulance }
