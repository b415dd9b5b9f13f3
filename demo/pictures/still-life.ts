/** Things on a table: products for the test reports and objects that stand for a subject. */
import { darken, fixed, lighten, mix } from './painter.ts'
import type { Painter, Point } from './painter.ts'

/** A seamless studio backdrop with one soft light; the subject stands on `y`. */
function layBackdrop(p: Painter, hex: string, y = 760): void {
  p.goIndoors()
  const isWarm = p.isDark
  const wall = isWarm ? mix(hex, '#7a4a2a', 0.45) : hex
  p.rect(0, 0, 1600, 1000, p.down([0, p.tone(darken(wall, isWarm ? 0.5 : 0.22))], [y / 1000 - 0.12, p.tone(wall)], [y / 1000 + 0.04, p.tone(lighten(wall, 0.3))], [1, p.tone(darken(wall, 0.12))]))
  p.glow(p.sunX, 300, 820, isWarm ? '#ffcf8a' : '#ffffff', 0.5)
  p.glow(800, y + 60, 760, isWarm ? '#ffd9a0' : '#ffffff', 0.42, 0.28)
}

function layTable(p: Painter, wall: string, wood: string, y = 620): void {
  p.goIndoors()
  p.rect(0, 0, 1600, y + 4, p.down([0, p.tone(darken(wall, 0.4))], [1, p.tone(wall)]))
  for (let i = 0; i < 9; i++) p.glow(p.random.between(0, 1600), p.random.between(40, y - 80), p.random.between(60, 190), p.isDark ? '#ffc56e' : '#fff4d6', p.random.between(0.14, 0.4))
  p.glow(p.sunX, 200, 760, p.isDark ? '#ffc98a' : '#fff6de', 0.5)
  p.rect(0, y, 1600, 1004 - y, p.down([0, p.tone(lighten(wood, 0.2))], [1, p.tone(darken(wood, 0.3))]))
  for (let i = 0; i < 46; i++) {
    const gy = y + p.random() ** 1.4 * (1000 - y)
    p.curve([[-20, gy], [500, gy + p.random.between(-10, 10)], [1100, gy + p.random.between(-10, 10)], [1620, gy + p.random.between(-8, 8)]], p.tone(p.random.chance(0.5) ? darken(wood, 0.4) : lighten(wood, 0.3)), 1.2 + ((gy - y) / (1000 - y)) * 3, 'opacity=".28"')
  }
  p.rect(0, y, 1600, 5, p.tone(lighten(wood, 0.45)), 'opacity=".7"')
}

const metal = (p: Painter, light = '#eef1f2', dark = '#7d868a') => p.across([0, p.tone(dark)], [0.22, p.tone(light)], [0.34, '#ffffff'], [0.5, p.tone(light)], [1, p.tone(darken(dark, 0.3))])
const ball = (p: Painter, hex: string) => p.lamp(p.sunX < 800 ? 0.34 : 0.66, 0.26, [0, lighten(p.tone(hex), 0.55)], [0.45, p.tone(hex)], [1, p.tone(darken(hex, 0.55))])
const side = (p: Painter, hex: string) => (p.sunX < 800 ? p.across([0, lighten(p.tone(hex), 0.2)], [0.5, p.tone(hex)], [1, p.tone(darken(hex, 0.34))]) : p.across([0, p.tone(darken(hex, 0.34))], [0.5, p.tone(hex)], [1, lighten(p.tone(hex), 0.2)]))

function steam(p: Painter, x: number, y: number, s: number): void {
  for (let k = 0; k < 3; k++) for (let i = 0; i < 9; i++) p.glow(x + (k - 1) * s * 0.3 + Math.sin(i * 0.9 + k) * s * 0.12, y - i * s * 0.12, s * (0.1 + i * 0.012), '#ffffff', 0.22 - i * 0.016, 1.5)
}

function drawCup(p: Painter, x: number, y: number, s: number, hex: string): void {
  p.shadow(x, y + s * 0.06, s * 0.95, s * 0.16, 0.5)
  p.ellipse(x, y, s * 0.82, s * 0.17, side(p, '#f2ede1'))
  p.ellipse(x, y - s * 0.02, s * 0.6, s * 0.11, p.tone('#cfc7b6'))
  p.path(`M${fixed(x + s * 0.46)} ${fixed(y - s * 0.5)}q${fixed(s * 0.34)} ${fixed(-s * 0.06)} ${fixed(s * 0.28)} ${fixed(s * 0.2)}q${fixed(-s * 0.06)} ${fixed(s * 0.18)} ${fixed(-s * 0.38)} ${fixed(s * 0.16)}`, 'none', `stroke="${p.tone(hex)}" stroke-width="${fixed(s * 0.075)}"`)
  p.path(`M${fixed(x - s * 0.56)} ${fixed(y - s * 0.62)}Q${fixed(x - s * 0.5)} ${fixed(y - s * 0.08)} ${fixed(x - s * 0.2)} ${fixed(y)}H${fixed(x + s * 0.2)}Q${fixed(x + s * 0.5)} ${fixed(y - s * 0.08)} ${fixed(x + s * 0.56)} ${fixed(y - s * 0.62)}Z`, side(p, hex))
  p.ellipse(x, y - s * 0.62, s * 0.56, s * 0.17, p.tone(lighten(hex, 0.35)))
  p.ellipse(x, y - s * 0.61, s * 0.5, s * 0.14, p.tone('#a8703f'))
  p.ellipse(x, y - s * 0.61, s * 0.4, s * 0.1, p.tone('#c9965f'))
  p.path(`M${fixed(x)} ${fixed(y - s * 0.53)}q${fixed(-s * 0.34)} ${fixed(-s * 0.08)} ${fixed(-s * 0.17)} ${fixed(-s * 0.15)}q${fixed(s * 0.13)} ${fixed(-s * 0.02)} ${fixed(s * 0.17)} ${fixed(s * 0.05)}q${fixed(s * 0.04)} ${fixed(-s * 0.07)} ${fixed(s * 0.17)} ${fixed(-s * 0.05)}q${fixed(s * 0.17)} ${fixed(s * 0.07)} ${fixed(-s * 0.17)} ${fixed(s * 0.15)}Z`, p.tone('#f6ead2'))
}

function coffee(p: Painter): void {
  layTable(p, '#8a6f55', '#a87648')
  drawCup(p, 760, 850, 330, '#e9e2d2')
  steam(p, 760, 600, 300)
  p.shadow(1240, 880, 190, 26, 0.4)
  p.ellipse(1240, 870, 180, 38, side(p, '#f2ede1'))
  p.path('M1110 850Q1120 770 1190 800Q1240 730 1300 800Q1370 780 1370 850Q1300 820 1240 850Q1180 820 1110 850Z', p.down([0, p.tone('#d99a4f')], [1, p.tone('#8a5324')]))
  for (let i = 0; i < 5; i++) p.curve([[1140 + i * 50, 800 + Math.abs(i - 2) * 10], [1150 + i * 46, 826], [1140 + i * 48, 848]], p.tone('#8a5324'), 5)
  for (let i = 0; i < 9; i++) { const [x, y] = [300 + p.random.between(-90, 120), 880 + p.random.between(-30, 60)]; p.ellipse(x, y, 21, 14, p.tone('#4a2c1a'), `transform="rotate(${fixed(p.random() * 180)} ${fixed(x)} ${fixed(y)})"`); p.curve([[x - 12, y - 3], [x, y + 2], [x + 12, y - 3]], p.tone('#241208'), 3) }
  p.line([[980, 930], [1150, 952]], p.tone('#d6dadb'), 9)
  p.ellipse(968, 928, 32, 13, p.tone('#e6eaea'))
}

function restaurantTable(p: Painter): void {
  layTable(p, '#5a3a34', '#f0e8d8', 600)
  p.rect(0, 600, 1600, 402, p.down([0, p.tone('#f4eee0')], [1, p.tone('#cfc3ac')]))
  for (let i = 0; i < 8; i++) p.line([[i * 230 - 60, 604], [i * 290 - 220, 1010]], p.tone('#b5a88f'), 3, 'opacity=".3"')
  p.shadow(780, 880, 330, 60, 0.35)
  p.ellipse(780, 866, 320, 84, side(p, '#f7f4ea'))
  p.ellipse(780, 858, 230, 56, p.tone('#e3dccb'))
  p.blob([[650, 850], [720, 806], [820, 810], [880, 850], [800, 884], [700, 882]], p.lamp(0.4, 0.2, [0, p.tone('#c98a5a')], [1, p.tone('#6b3a20')]))
  for (let i = 0; i < 9; i++) p.circle(880 + p.random.between(-40, 60), 862 + p.random.between(-22, 22), 15, ball(p, p.random.pick(['#e0b54f', '#d9a03f'])))
  for (let i = 0; i < 14; i++) p.ellipse(680 + p.random.between(-50, 60), 880 + p.random.between(-12, 16), 17, 7, p.tone(p.random.pick(['#5f8a3f', '#7aa04f', '#456b32'])))
  p.rect(400, 800, 10, 170, metal(p), 'rx="5"')
  for (let k = 0; k < 4; k++) p.rect(391 + k * 8, 740, 4, 64, p.tone('#cfd4d6'))
  p.path('M1150 740q22 40 8 110v120h-12V740Z', metal(p))
  const glass = (x: number, y: number, s: number, wine: string) => {
    p.shadow(x, y, s * 0.34, s * 0.06, 0.3)
    p.ellipse(x, y - 3, s * 0.26, s * 0.05, '#ffffff', 'fill-opacity=".5"')
    p.line([[x, y - 4], [x, y - s * 0.5]], '#f4f4f0', s * 0.025, 'opacity=".7"')
    p.path(`M${x - s * 0.24} ${y - s * 1.12}Q${x - s * 0.32} ${y - s * 0.56} ${x} ${y - s * 0.48}Q${x + s * 0.32} ${y - s * 0.56} ${x + s * 0.24} ${y - s * 1.12}Z`, '#ffffff', 'fill-opacity=".22" stroke="#ffffff" stroke-opacity=".6" stroke-width="3"')
    p.path(`M${x - s * 0.27} ${y - s * 0.84}Q${x - s * 0.26} ${y - s * 0.54} ${x} ${y - s * 0.49}Q${x + s * 0.26} ${y - s * 0.54} ${x + s * 0.27} ${y - s * 0.84}Z`, p.down([0, lighten(wine, 0.2)], [1, darken(wine, 0.2)]), 'fill-opacity=".92"')
    p.ellipse(x, y - s * 0.84, s * 0.27, s * 0.04, lighten(wine, 0.25))
    p.line([[x - s * 0.17, y - s * 1.02], [x - s * 0.19, y - s * 0.7]], '#ffffff', s * 0.03, 'opacity=".6"')
  }
  glass(1290, 850, 330, '#7a1f2b')
  glass(300, 790, 270, '#e0c878')
  p.rect(1030, 520, 46, 190, p.across([0, p.tone('#f2e4c4')], [1, p.tone('#c9b284')]), 'rx="6"')
  p.ellipse(1053, 716, 80, 18, metal(p, '#e3c377', '#8a6a2a'))
  p.path('M1053 440q30 46 0 78q-30 -32 0 -78Z', '#ffd76e')
  p.path('M1053 470q14 24 0 46q-14 -22 0 -46Z', '#fff6da')
  p.glow(1053, 486, 400, '#ffcf7a', 0.75)
}

function coffeeMachine(p: Painter): void {
  layBackdrop(p, '#c9d3cf')
  const y = 800
  p.shadow(800, y, 420, 40, 0.5)
  p.rect(500, y - 460, 600, 430, metal(p), 'rx="22"')
  p.rect(480, y - 490, 640, 52, p.down([0, p.tone('#4a5256')], [1, p.tone('#23292c')]), 'rx="14"')
  for (let i = 0; i < 5; i++) { p.rect(540 + i * 100, y - 540, 74, 54, side(p, '#f2ede1'), 'rx="8"'); p.path(`M${614 + i * 100} ${y - 530}q24 4 18 20q-4 14 -18 14`, 'none', `stroke="${p.tone('#e6dfcf')}" stroke-width="8"`) }
  p.rect(540, y - 410, 520, 70, p.tone('#2b3236'), 'rx="12"')
  for (let i = 0; i < 3; i++) { p.circle(600 + i * 66, y - 375, 20, metal(p)); p.circle(600 + i * 66, y - 375, 8, i === 0 ? '#5fe0a0' : p.tone('#7d868a')) }
  p.circle(980, y - 375, 30, p.tone('#f4f1e6')); p.line([[980, y - 375], [996, y - 391]], '#c2332b', 5)
  p.rect(560, y - 330, 480, 230, p.down([0, p.tone('#1d2427')], [1, p.tone('#3a4448')]), 'rx="10"')
  p.rect(720, y - 332, 160, 44, metal(p), 'rx="8"')
  p.rect(742, y - 290, 116, 30, metal(p, '#dfe3e4', '#5f686c'), 'rx="8"')
  p.rect(850, y - 286, 200, 24, p.across([0, p.tone('#3a2a1e')], [1, p.tone('#1c130d')]), 'rx="12"')
  p.rect(776, y - 262, 14, 24, p.tone('#9aa3a6')); p.rect(810, y - 262, 14, 24, p.tone('#9aa3a6'))
  for (const dx of [783, 817]) p.rect(dx - 2, y - 238, 4, 62, '#6b3f1f')
  p.path(`M744 ${y - 180}H856L840 ${y - 96}Q836 ${y - 84} 820 ${y - 84}H780Q764 ${y - 84} 760 ${y - 96}Z`, side(p, '#f6f2e6'))
  p.ellipse(800, y - 180, 56, 12, p.tone('#7d4a24'))
  steam(p, 800, y - 190, 120)
  p.path(`M1010 ${y - 320}Q1070 ${y - 260} 1040 ${y - 140}`, 'none', `stroke="${p.tone('#c9d0d2')}" stroke-width="13" stroke-linecap="round"`)
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
    for (let i = 0; i < 22; i++) p.line([[x, y - r], [x + Math.cos(i * 0.2856) * (r - 16), y - r + Math.sin(i * 0.2856) * (r - 16)]], p.tone('#8d969a'), 1.6)
    p.circle(x, y - r, 24, metal(p))
  }
  p.path(`M${bx - 140} ${y - r - 152}A204 204 0 0 1 ${bx + 170} ${y - r - 112}`, 'none', `stroke="${p.tone('#2b3236')}" stroke-width="12"`)
  p.path(`M${fx - 130} ${y - r - 158}A204 204 0 0 1 ${fx + 160} ${y - r - 126}`, 'none', `stroke="${p.tone('#2b3236')}" stroke-width="12"`)
  p.line([[bx, y - r], [740, y - r + 30], [660, y - 500]], frame, 17)
  p.line([[bx, y - r], [670, y - 470]], frame, 14)
  p.line([[740, y - r + 30], [990, y - 520]], frame, 38)
  p.line([[800, y - r - 40], [946, y - 450]], p.tone('#123c32'), 26)
  p.line([[664, y - 478], [985, y - 530]], frame, 19)
  p.line([[972, y - 580], [fx, y - r]], p.tone('#2b3236'), 20)
  p.line([[968, y - 580], [960, y - 640], [1000, y - 664], [1090, y - 660]], p.tone('#2b3236'), 14)
  p.line([[1080, y - 660], [1030, y - 648]], p.tone('#6b4a32'), 22)
  p.line([[652, y - 500], [640, y - 574]], p.tone('#9aa3a6'), 14)
  p.path(`M560 ${y - 590}Q640 ${y - 610} 730 ${y - 588}Q720 ${y - 566} 640 ${y - 566}Q570 ${y - 560} 560 ${y - 590}Z`, p.tone('#6b4a32'))
  p.ellipse(740, y - r + 34, 76, 60, side(p, '#3a4448'))
  p.circle(740, y - r + 34, 40, metal(p))
  p.line([[740, y - r + 34], [810, y - r + 110]], p.tone('#2b3236'), 13)
  p.rect(790, y - r + 104, 60, 15, p.tone('#1d2022'), 'rx="5"')
  p.path(`M${bx} ${y - r - 22}L740 ${y - r - 6}M${bx} ${y - r + 22}L740 ${y - r + 72}`, 'none', `stroke="${p.tone('#3a4448')}" stroke-width="6"`)
  p.line([[bx - 90, y - 492], [640, y - 470]], p.tone('#2b3236'), 11)
  p.line([[bx - 80, y - 492], [bx, y - r]], p.tone('#2b3236'), 8)
  p.circle(1060, y - 590, 20, '#fff7da'); p.glow(1066, y - 590, 90, '#fff4c8', 0.7)
}

function vacuumRobot(p: Painter): void {
  layBackdrop(p, '#dcd8cc', 560)
  p.rect(0, 560, 1600, 444, p.down([0, p.tone('#d9b98e')], [1, p.tone('#a8814f')]))
  for (let i = -10; i <= 10; i++) p.line([[800 + i * 100, 560], [800 + i * 240, 1010]], p.tone('#8a6a40'), 3, 'opacity=".5"')
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
  for (let i = 0; i < 3; i++) p.curve([[x - 300, y + 70], [x - 370 - i * 10, y + 80 + i * 22], [x - 420, y + 60 + i * 34]], p.tone('#2b3236'), 5)
  for (let i = 0; i < 34; i++) p.circle(p.random.between(120, 440), p.random.between(780, 940), p.random.between(2, 6), p.tone('#7d6a4a'))
  p.rect(1290, 420, 190, 150, side(p, '#f4f4f0'), 'rx="12"'); p.rect(1290, 552, 190, 24, p.tone('#3a4246')); p.circle(1385, 480, 11, '#5fe0a0')
}

function headphones(p: Painter): void {
  layBackdrop(p, '#d98f6a')
  p.shadow(800, 830, 360, 34, 0.45)
  p.path('M520 690Q470 230 800 220Q1130 230 1080 690', 'none', `stroke="${p.tone('#22282c')}" stroke-width="58" stroke-linecap="round"`)
  p.path('M540 600Q510 270 800 252Q1090 270 1060 600', 'none', `stroke="${p.tone('#4a5358')}" stroke-width="16" stroke-linecap="round"`)
  p.path('M600 330Q690 236 800 234Q910 236 1000 330', 'none', `stroke="${p.tone('#5f6a70')}" stroke-width="26" stroke-linecap="round" stroke-opacity=".7"`)
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
  p.shape([[460, 608], [460, 560], [560, 520], [660, 566], [780, 510], [880, 560], [880, 608]], '#4f6f58')
  p.circle(760, 460, 24, '#fff1cc')
  for (let i = 0; i < 2; i++) p.rect(460, 626 + i * 30, i ? 340 : 420, 18, '#2b2f31')
  for (let i = 0; i < 3; i++) p.rect(460, 694 + i * 18, 400 - i * 40, 8, '#a9a598')
  for (let i = 0; i < 3; i++) { p.rect(910, 408 + i * 112, 232, 62, ['#c9a58a', '#8fa8b0', '#b0b98a'][i]!); p.rect(910, 478 + i * 112, 200, 9, '#4a4d4d'); p.rect(910, 494 + i * 112, 150, 9, '#a9a598') }
  p.shape([[360, 800], [1240, 800], [1340, 880], [260, 880]], metal(p, '#e6e9ea', '#9aa2a6'))
  p.rect(380, 778, 840, 24, p.tone('#6d777b'))
  for (let row = 0; row < 4; row++) for (let k = 0; k < 15; k++) { const t = row / 4; p.rect(400 - t * 34 + k * (53 + t * 4.4), 806 + row * 12.5, 44, 9, p.tone('#2b3236'), 'rx="2"') }
  p.shape([[700, 858], [900, 858], [910, 876], [690, 876]], p.tone('#c3cacc'))
  p.rect(260, 878, 1080, 15, p.tone('#7d868a'), 'rx="7"')
  drawCup(p, 1450, 880, 130, '#c2703f')
}

function smartphone(p: Painter): void {
  layBackdrop(p, '#a9c2c9')
  const phone = (x: number, y: number, tilt: number, back: boolean) => p.group(`rotate(${tilt} ${x} ${y})`, () => {
    p.rect(x - 160, y - 330, 320, 660, metal(p, '#4a5459', '#1d2427'), 'rx="46"')
    if (back) {
      p.rect(x - 152, y - 322, 304, 644, side(p, '#2a6a5a'), 'rx="40"')
      p.rect(x - 128, y - 296, 130, 172, p.tone('#1f5044'), 'rx="30"')
      for (const [dx, dy] of [[-88, -252], [-88, -168], [-32, -210]] as const) { p.circle(x + dx, y + dy, 31, p.tone('#10181b')); p.circle(x + dx, y + dy, 21, p.lamp(0.35, 0.3, [0, '#8fb5d0'], [0.4, '#22384a'], [1, '#0a1014'])) }
      p.circle(x - 30, y - 276, 9, '#f6f0d8')
    } else {
      p.rect(x - 148, y - 318, 296, 636, p.down([0, '#16324a'], [0.5, '#b5708a'], [1, '#f4b878']), 'rx="36"')
      p.circle(x + 30, y + 40, 44, '#ffe6b0')
      p.shape([[x - 148, y + 110], [x - 60, y + 50], [x + 30, y + 110], [x + 148, y + 40], [x + 148, y + 318 - 36], [x - 148, y + 318 - 36]], '#3f3f5f')
      p.shape([[x - 148, y + 190], [x - 30, y + 130], [x + 90, y + 190], [x + 148, y + 160], [x + 148, y + 282], [x - 148, y + 282]], '#2a2d47')
      p.rect(x - 112, y + 282, 224, 36, '#2a2d47')
      p.rect(x - 44, y - 304, 88, 24, '#0b0f12', 'rx="12"')
      for (let i = 0; i < 4; i++) p.rect(x - 118 + i * 62, y + 214, 48, 48, ['#2fa876', '#e0a92f', '#d8533a', '#4f8fc8'][i]!, 'rx="12"')
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
    p.path(`M${x - w / 2} ${y - h}Q${x - w * 0.54} ${y - h / 2} ${x - w / 2} ${y}A${w / 2} ${w * 0.11} 0 0 0 ${x + w / 2} ${y}Q${x + w * 0.54} ${y - h / 2} ${x + w / 2} ${y - h}Z`, side(p, '#2b2e31'))
    for (let i = 0; i < 26; i++) {
      const a = Math.PI * (i / 25)
      const [px, lift] = [x - Math.cos(a) * w * 0.505, Math.sin(a) * w * 0.1]
      p.line([[px, y - h * 0.86 + lift], [px + (i % 2 ? 10 : -10), y - h * 0.5 + lift], [px, y - h * 0.14 + lift]], p.tone('#121415'), 6 + Math.sin(a) * 7)
    }
    p.ellipse(x, y - h, w / 2, w * 0.115, p.tone('#33373a'))
    p.ellipse(x, y - h, w * 0.42, w * 0.09, p.tone('#1b1d1f'))
    p.ellipse(x, y - h + 3, w * 0.3, w * 0.062, metal(p))
    for (let i = 0; i < 10; i++) p.line([[x, y - h + 3], [x + Math.cos(i * 0.628) * w * 0.29, y - h + 3 + Math.sin(i * 0.628) * w * 0.06]], p.tone('#5f686c'), 7)
    p.ellipse(x, y - h + 3, w * 0.05, w * 0.014, p.tone('#2b2e31'))
  }
  p.shadow(720, 870, 350, 40, 0.5)
  for (let i = 0; i < 4; i++) tyre(720 + (i % 2) * 8, 850 - i * 150, 560)
  p.shadow(1230, 880, 200, 26, 0.5)
  p.circle(1230, 690, 196, side(p, '#26292c'))
  for (let i = 0; i < 44; i++) p.line([[1230 + Math.cos(i * 0.1428) * 176, 690 + Math.sin(i * 0.1428) * 176], [1230 + Math.cos(i * 0.1428 + 0.06) * 200, 690 + Math.sin(i * 0.1428 + 0.06) * 200]], p.tone('#101213'), 8)
  p.circle(1230, 690, 136, p.tone('#3a3f42'))
  p.circle(1230, 690, 126, metal(p))
  for (let i = 0; i < 5; i++) { const a = i * 1.2566 - 0.6; p.shape([[1230 + Math.cos(a + 0.3) * 40, 690 + Math.sin(a + 0.3) * 40], [1230 + Math.cos(a + 0.16) * 112, 690 + Math.sin(a + 0.16) * 112], [1230 + Math.cos(a + 1.08) * 112, 690 + Math.sin(a + 1.08) * 112], [1230 + Math.cos(a + 0.95) * 40, 690 + Math.sin(a + 0.95) * 40]], p.tone('#2b2e31')) }
  p.circle(1230, 690, 30, p.tone('#5f686c'))
  p.group('translate(320 700)', () => { for (let k = 0; k < 6; k++) p.group(`rotate(${k * 60})`, () => { p.line([[0, 0], [0, -120]], '#ffffff', 10); p.line([[-28, -96], [0, -70], [28, -96]], '#ffffff', 8); p.line([[-18, -56], [0, -40], [18, -56]], '#ffffff', 7) }) })
}

function washingMachine(p: Painter): void {
  layBackdrop(p, '#cfdad8', 850)
  p.shadow(800, 880, 360, 30, 0.5)
  p.rect(500, 190, 600, 680, side(p, '#f7f7f3'), 'rx="18"')
  p.rect(500, 190, 600, 116, p.down([0, p.tone('#e9ecea')], [1, p.tone('#d2d8d8')]), 'rx="18"')
  p.rect(500, 300, 600, 5, p.tone('#aab3b5'))
  p.rect(526, 216, 170, 62, p.tone('#dfe4e3'), 'rx="8"')
  p.circle(800, 248, 38, metal(p)); p.rect(796, 214, 8, 30, p.tone('#3a4448'))
  p.rect(880, 222, 130, 50, '#17262c', 'rx="6"'); for (let i = 0; i < 3; i++) p.rect(896 + i * 34, 234, 22, 26, '#6fe0c0', 'fill-opacity=".85"')
  for (let i = 0; i < 2; i++) p.circle(1040 + i * 34, 248, 11, i ? p.tone('#9aa3a6') : '#5fe0a0')
  p.circle(800, 570, 216, metal(p)); p.circle(800, 570, 176, p.tone('#3a4448'))
  p.circle(800, 570, 160, p.lamp(0.4, 0.3, [0, '#b8d6e0'], [0.5, '#557a8a'], [1, '#1f343f']))
  p.add('<clipPath id="drum"><circle cx="800" cy="570" r="158"/></clipPath>')
  const load = p.capture(() => {
    for (let i = 0; i < 16; i++) { const [x, y, r] = [800 + p.random.between(-130, 130), 650 + p.random.between(-60, 60), p.random.between(40, 76)]; p.blob(Array.from({ length: 6 }, (_, k): Point => [x + Math.cos(k * 1.047) * r * p.random.between(0.6, 1.2), y + Math.sin(k * 1.047) * r * p.random.between(0.5, 1)]), p.random.pick(['#c2553f', '#e6dcc4', '#2f6f8a', '#d9a54a', '#6f9a8a', '#8a5f86']), 'opacity=".92"') }
    for (let i = 0; i < 30; i++) p.circle(800 + p.random.between(-140, 140), 610 + p.random.between(-40, 60), p.random.between(4, 15), '#f4fafa', 'opacity=".5"')
    p.path('M680 500Q740 430 830 436Q760 450 716 530Z', '#ffffff', 'fill-opacity=".4"')
  })
  p.add(`<g clip-path="url(#drum)">${load}</g>`)
  p.rect(990, 540, 26, 66, metal(p), 'rx="10"')
  p.rect(540, 790, 130, 54, p.tone('#e3e7e6'), 'rx="6"')
  for (const x of [530, 1020]) p.rect(x, 866, 50, 18, p.tone('#3a4448'))
  p.shadow(1290, 900, 130, 20, 0.4)
  p.path('M1180 740H1400L1372 892H1208Z', p.tone('#c9a46b')); for (let r = 0; r < 6; r++) p.line([[1186 + r * 5, 760 + r * 24], [1394 - r * 5, 760 + r * 24]], p.tone('#8f6d3d'), 5)
  for (let i = 0; i < 5; i++) p.blob([[1190 + i * 38, 744], [1204 + i * 38, 700 - (i % 2) * 16], [1240 + i * 38, 704], [1248 + i * 36, 744]], p.tone(['#e9e4d6', '#2f6f8a', '#c2553f', '#f2ede0', '#6f9a8a'][i]!))
}

function toaster(p: Painter): void {
  layTable(p, '#c9d2cb', '#b98a58', 680)
  p.shadow(780, 870, 400, 40, 0.5)
  for (const [x, tilt] of [[690, -3], [870, 3]] as const) p.group(`rotate(${tilt} ${x} 480)`, () => {
    p.path(`M${x - 110} 620V440Q${x - 150} 360 ${x - 70} 340Q${x} 322 ${x + 70} 340Q${x + 150} 360 ${x + 110} 440V620Z`, p.tone('#9a5f2c'))
    p.path(`M${x - 96} 620V446Q${x - 128} 374 ${x - 64} 356Q${x} 340 ${x + 64} 356Q${x + 128} 374 ${x + 96} 446V620Z`, p.lamp(0.5, 0.5, [0, p.tone('#e0aa62')], [1, p.tone('#c68a45')]))
    for (let i = 0; i < 30; i++) p.ellipse(x + p.random.between(-84, 84), p.random.between(370, 560), p.random.between(3, 9), p.random.between(2, 5), p.tone('#a8702f'), 'opacity=".5"')
  })
  p.path('M440 860V640Q440 560 520 550H1040Q1120 560 1120 640V860Q1120 872 1106 872H454Q440 872 440 860Z', metal(p))
  p.path('M440 640Q440 560 520 550H1040Q1120 560 1120 640V660H440Z', p.down([0, p.tone('#f4f6f6')], [1, p.tone('#a9b2b5')]), 'fill-opacity=".6"')
  for (const x of [560, 780]) p.rect(x, 566, 250, 18, '#15191b', 'rx="8"')
  for (const x of [560, 780]) p.rect(x + 10, 570, 230, 6, '#ff8a4a', 'fill-opacity=".8"')
  p.rect(440, 836, 680, 40, p.tone('#23292c'), 'rx="10"')
  p.rect(1116, 640, 14, 150, p.tone('#23292c')); p.rect(1108, 656, 66, 34, p.tone('#23292c'), 'rx="8"')
  p.circle(1040, 780, 32, p.tone('#2b3236')); p.rect(1036, 752, 8, 26, '#e9e9e4')
  for (let i = 0; i < 3; i++) p.circle(920 + i * 34, 782, 10, i === 0 ? '#ff9a4a' : p.tone('#7d868a'))
  p.shadow(1350, 890, 150, 20, 0.4); p.ellipse(1350, 880, 150, 34, side(p, '#f2ede1')); p.rect(1290, 838, 120, 38, p.down([0, p.tone('#f6dc8a')], [1, p.tone('#d9b04a')]), 'rx="6"')
  p.line([[200, 920], [360, 900]], p.tone('#d6dadb'), 12); p.line([[130, 930], [206, 920]], p.tone('#6b4a32'), 17)
}

function ballotBox(p: Painter): void {
  layBackdrop(p, '#c4cfd4', 780)
  p.shadow(800, 880, 430, 44, 0.5)
  p.group('rotate(-7 820 300)', () => {
    p.shape([[650, 110], [990, 110], [990, 470], [650, 470]], p.down([0, p.tone('#fbfaf5')], [1, p.tone('#e3dfd2')]))
    for (let i = 0; i < 4; i++) { p.circle(706, 190 + i * 66, 19, 'none', `stroke="${p.tone('#4a4d4d')}" stroke-width="4"`); p.rect(744, 180 + i * 66, 200 - (i % 2) * 40, 9, p.tone('#6d6f6d')); p.rect(744, 196 + i * 66, 130, 6, p.tone('#b0aea5')) }
    p.line([[692, 308], [720, 336]], '#1f4f9a', 8); p.line([[720, 308], [692, 336]], '#1f4f9a', 8)
    p.rect(650, 128, 340, 20, p.tone('#8a9296'))
  })
  p.shape([[460, 460], [1140, 460], [1190, 520], [410, 520]], p.down([0, p.tone('#4f6b7d')], [1, p.tone('#3a5465')]))
  p.rect(620, 476, 360, 20, '#10181d', 'rx="8"')
  p.rect(410, 518, 780, 360, side(p, '#3f5f75'), 'rx="8"')
  p.rect(410, 518, 780, 30, p.tone('#5f8096'))
  p.path('M740 620h120v84q0 62 -60 88q-60 -26 -60 -88Z', p.tone('#f2ede0')); p.path('M740 672q30 -16 60 0t60 0v24q-30 16 -60 0t-60 0Z', p.tone('#17594a'))
  p.rect(770, 520, 60, 54, metal(p, '#e3c377', '#8a6a2a'), 'rx="6"'); p.path('M782 522v-20q0 -18 18 -18t18 18v20', 'none', `stroke="${p.tone('#b5934a')}" stroke-width="8"`)
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
      p.path(`M${fixed(cx - w / 2)} ${fixed(cy - h)}V${fixed(cy)}A${fixed(w / 2)} ${fixed(w * 0.15)} 0 0 0 ${fixed(cx + w / 2)} ${fixed(cy)}V${fixed(cy - h)}Z`, side(p, tint))
      for (let k = 0; k < 18; k++) { const a = Math.PI * (k / 17); p.line([[cx - Math.cos(a) * w * 0.495, cy - h + 3 + Math.sin(a) * w * 0.145], [cx - Math.cos(a) * w * 0.495, cy - 3 + Math.sin(a) * w * 0.145]], p.tone(darken(tint, 0.4)), 1.6, 'opacity=".6"') }
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
  for (let i = 0; i < 7; i++) stack(p.random.between(240, 1400), p.random.between(890, 960), p.random.between(150, 190), 1, i % 2 === 0)
}

function courtScales(p: Painter): void {
  layTable(p, '#5b4638', '#7a4a2c', 640)
  for (let i = 0; i < 9; i++) { const hue = ['#6b2a2a', '#2f4a45', '#7d5a2a', '#3a3f54'][i % 4]!; p.rect(60 + i * 92, 250 + (i % 3) * 14, 84, 392 - (i % 3) * 14, p.across([0, p.tone(lighten(hue, 0.12))], [1, p.tone(darken(hue, 0.34))])); for (const yy of [300, 560]) p.rect(60 + i * 92, yy, 84, 8, p.tone('#c9a24a')) }
  const gold = metal(p, '#f0d28a', '#8a6422')
  const x = 1010
  p.shadow(x, 860, 330, 36, 0.5)
  p.ellipse(x, 846, 190, 34, gold); p.rect(x - 80, 800, 160, 46, gold, 'rx="20"'); p.rect(x - 14, 260, 28, 550, gold)
  p.circle(x, 246, 32, ball(p, '#d9ae55'))
  p.group(`rotate(-5 ${x} 300)`, () => { p.path(`M${x - 330} 300Q${x} 250 ${x + 330} 300L${x + 330} 316Q${x} 282 ${x - 330} 316Z`, p.down([0, p.tone('#f0d28a')], [1, p.tone('#9a7430')])) })
  for (const [px, py] of [[x - 328, 330], [x + 328, 274]] as const) {
    for (const dx of [-120, 0, 120]) p.line([[px, py], [px + dx, py + 260]], p.tone('#c9a24a'), 3.4)
    p.path(`M${px - 136} ${py + 256}H${px + 136}Q${px + 100} ${py + 340} ${px} ${py + 342}Q${px - 100} ${py + 340} ${px - 136} ${py + 256}Z`, p.down([0, p.tone('#f0d28a')], [1, p.tone('#8a6422')]))
    p.ellipse(px, py + 256, 136, 20, p.tone('#b58c3f'))
  }
  p.shadow(420, 900, 330, 30, 0.5)
  for (const [i, hue] of ['#7a1f2b', '#2f4a45'].entries()) { p.rect(200 + i * 20, 800 - i * 74, 420 - i * 36, 74, p.down([0, p.tone(lighten(hue, 0.15))], [1, p.tone(darken(hue, 0.3))]), 'rx="8"'); p.rect(230 + i * 20, 812 - i * 74, 396 - i * 36, 50, p.tone('#efe6d0')); for (let k = 0; k < 5; k++) p.line([[232 + i * 20, 820 - i * 74 + k * 9], [620 - i * 16, 820 - i * 74 + k * 9]], p.tone('#b5a98a'), 1.6); p.rect(200 + i * 20, 800 - i * 74, 40, 74, p.tone(hue)) }
  p.group('rotate(-18 420 660)', () => { p.rect(300, 600, 190, 96, side(p, '#8a5428'), 'rx="16"'); for (const gx of [326, 452]) p.rect(gx, 598, 14, 100, p.tone('#d9b055')); p.rect(482, 636, 240, 24, side(p, '#7a4820'), 'rx="12"') })
}

function microphone(p: Painter): void {
  const isNight = p.mood === 'night'
  layBackdrop(p, isNight ? '#1d3440' : '#1f6a58', 820)
  if (isNight) { p.rect(0, 0, 1600, 1000, '#0a1218', 'fill-opacity=".55"'); p.glow(1180, 300, 420, '#d8432c', 0.5); p.glow(360, 400, 420, '#2f7fb0', 0.5) }
  for (let row = 0; row < 5; row++) for (let i = 0; i < 11; i++) { const [x, y] = [i * 160 + (row % 2) * 80 - 60, 40 + row * 150]; p.shape([[x, y], [x + 74, y + 64], [x, y + 128], [x - 74, y + 64]], '#000000', 'fill-opacity=".12"'); p.shape([[x, y], [x + 74, y + 64], [x, y + 64]], '#ffffff', 'fill-opacity=".04"') }
  p.rect(0, 830, 1600, 174, p.down([0, p.tone('#a9743f')], [1, p.tone('#5f3f20')]))
  p.rect(0, 826, 1600, 8, p.tone('#e0b27a'))
  p.shadow(800, 900, 250, 30, 0.6)
  p.ellipse(800, 890, 190, 36, metal(p, '#4a5358', '#1d2427'))
  p.rect(788, 600, 24, 290, metal(p, '#9aa3a6', '#3a4448'))
  p.path('M620 470Q600 700 800 706Q1000 700 980 470', 'none', `stroke="${p.tone('#2b3236')}" stroke-width="22" stroke-linecap="round"`)
  p.rect(660, 170, 280, 470, metal(p, '#dfe4e6', '#6d777b'), 'rx="140"')
  p.rect(676, 186, 248, 270, p.down([0, p.tone('#3a4448')], [1, p.tone('#23292c')]), 'rx="124"')
  for (let r = 0; r < 12; r++) for (let c = 0; c < 11; c++) { const [x, y] = [690 + c * 22 + (r % 2) * 11, 204 + r * 21]; if (Math.hypot(x - 800, Math.min(0, y - 310)) < 112) p.circle(x, y, 6.4, p.tone('#aab3b6')) }
  p.rect(652, 446, 296, 30, metal(p, '#f0d28a', '#8a6422'), 'rx="8"')
  for (let i = 0; i < 4; i++) p.rect(690, 510 + i * 24, 220, 8, p.tone('#5a646a'), 'rx="4"')
  p.circle(800, 612, 13, '#ff5a46'); p.glow(800, 612, 80, '#ff5a46', 0.8)
  p.path('M1150 880Q1130 690 1280 680Q1430 690 1410 880', 'none', `stroke="${p.tone('#22282c')}" stroke-width="26"`)
  for (const x of [1150, 1410]) p.ellipse(x, 880, 40, 58, side(p, '#2b3337'))
}

function radio(p: Painter): void {
  layTable(p, '#b5a58a', '#8a5f3a', 680)
  p.shadow(800, 890, 520, 40, 0.5)
  p.line([[1080, 380], [1330, 90]], metal(p), 9)
  p.circle(1332, 88, 12, metal(p))
  p.rect(340, 370, 920, 500, p.down([0, p.tone('#a8683a')], [0.5, p.tone('#8a4f28')], [1, p.tone('#5f3318')]), 'rx="56"')
  for (let i = 0; i < 22; i++) p.curve([[350, 400 + i * 22], [800, 396 + i * 22 + p.random.between(-8, 8)], [1250, 402 + i * 22]], p.tone('#5f3318'), 2, 'opacity=".3"')
  p.rect(392, 424, 440, 390, p.tone('#d9c79a'), 'rx="30"')
  for (let i = 0; i < 20; i++) for (let k = 0; k < 19; k++) p.rect(404 + i * 21.5, 434 + k * 20, 10, 9, p.tone('#a8925f'), 'opacity=".6"')
  p.rect(868, 424, 352, 190, p.isDark ? '#ffe6b0' : p.tone('#f4e8c4'), 'rx="18"')
  for (let i = 0; i < 21; i++) p.line([[892 + i * 15.4, 476], [892 + i * 15.4, i % 5 ? 496 : 512]], '#5f4a2c', 3)
  for (let i = 0; i < 21; i++) p.line([[892 + i * 15.4, 550], [892 + i * 15.4, i % 5 ? 566 : 580]], '#5f4a2c', 3)
  p.rect(1010, 444, 6, 150, '#c2332b')
  for (const cx of [948, 1140]) { p.circle(cx, 716, 70, p.tone('#3f2410')); p.circle(cx, 716, 60, metal(p, '#f0dcae', '#9a7a3f')); p.circle(cx, 716, 44, side(p, '#d9b86a')); p.line([[cx, 716], [cx + 28, 690]], '#5f3a1c', 7) }
  for (const x of [420, 1120]) p.rect(x, 866, 70, 22, p.tone('#3f2410'))
  p.glow(1044, 520, 260, '#ffe2a0', 0.4)
}

function chessboard(p: Painter): void {
  layTable(p, '#6d7f78', '#6b4a30', 480)
  const [top, low] = [540, 960]
  const at = (c: number, r: number): Point => { const t = Math.max(0, r / 8) ** 1.25; const half = 430 + 330 * t; return [800 - half + (2 * half * c) / 8, top + (low - top) * t] }
  p.shape([at(-0.3, -0.2), at(8.3, -0.2), [1610, 1000], [-10, 1000]].map(([x, y]): Point => [x!, y!]), p.tone('#4a2c18'))
  for (let r = 0; r < 8; r++) for (let c = 0; c < 8; c++) p.shape([at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)], p.tone((r + c) % 2 ? '#7d4f2c' : '#e9d3a6'))
  const piece = (c: number, r: number, kind: 'pawn' | 'rook' | 'king' | 'queen' | 'bishop' | 'knight', white: boolean) => {
    const [x, y] = [(at(c, r)[0] + at(c + 1, r + 1)[0]) / 2, (at(c, r)[1] + at(c + 1, r + 1)[1]) / 2]
    const s = (0.62 + 0.5 * (r / 8)) * (kind === 'pawn' ? 150 : kind === 'king' ? 290 : kind === 'queen' ? 265 : kind === 'rook' ? 190 : 220)
    const fill = side(p, white ? '#f0e2c0' : '#3a2a22')
    p.shadow(x + (p.sunX < 800 ? s * 0.12 : -s * 0.12), y + s * 0.05, s * 0.34, s * 0.07, 0.5)
    p.ellipse(x, y, s * 0.25, s * 0.075, fill); p.rect(x - s * 0.25, y - s * 0.07, s * 0.5, s * 0.07, fill)
    p.path(`M${fixed(x - s * 0.2)} ${fixed(y - s * 0.06)}Q${fixed(x - s * 0.08)} ${fixed(y - s * 0.3)} ${fixed(x - s * 0.09)} ${fixed(y - s * 0.62)}H${fixed(x + s * 0.09)}Q${fixed(x + s * 0.08)} ${fixed(y - s * 0.3)} ${fixed(x + s * 0.2)} ${fixed(y - s * 0.06)}Z`, fill)
    p.ellipse(x, y - s * 0.62, s * 0.15, s * 0.04, fill)
    if (kind === 'pawn') p.circle(x, y - s * 0.76, s * 0.16, ball(p, white ? '#f0e2c0' : '#3a2a22'))
    else if (kind === 'rook') { p.rect(x - s * 0.16, y - s * 0.86, s * 0.32, s * 0.24, fill); for (let k = 0; k < 3; k++) p.rect(x - s * 0.16 + k * s * 0.125, y - s * 0.95, s * 0.07, s * 0.1, fill) }
    else if (kind === 'bishop') { p.ellipse(x, y - s * 0.8, s * 0.12, s * 0.18, fill); p.circle(x, y - s, s * 0.035, fill); p.line([[x - s * 0.02, y - s * 0.86], [x + s * 0.08, y - s * 0.76]], p.tone(white ? '#9a8a66' : '#120c08'), s * 0.025) }
    else if (kind === 'knight') p.path(`M${fixed(x - s * 0.12)} ${fixed(y - s * 0.6)}Q${fixed(x - s * 0.16)} ${fixed(y - s * 0.96)} ${fixed(x + s * 0.02)} ${fixed(y - s)}L${fixed(x + s * 0.05)} ${fixed(y - s * 1.06)}L${fixed(x + s * 0.09)} ${fixed(y - s * 0.96)}Q${fixed(x + s * 0.2)} ${fixed(y - s * 0.86)} ${fixed(x + s * 0.26)} ${fixed(y - s * 0.76)}L${fixed(x + s * 0.18)} ${fixed(y - s * 0.7)}Q${fixed(x + s * 0.06)} ${fixed(y - s * 0.76)} ${fixed(x + s * 0.12)} ${fixed(y - s * 0.6)}Z`, fill)
    else { p.path(`M${fixed(x - s * 0.11)} ${fixed(y - s * 0.62)}L${fixed(x - s * 0.17)} ${fixed(y - s * 0.88)}L${fixed(x - s * 0.07)} ${fixed(y - s * 0.8)}L${fixed(x)} ${fixed(y - s * 0.92)}L${fixed(x + s * 0.07)} ${fixed(y - s * 0.8)}L${fixed(x + s * 0.17)} ${fixed(y - s * 0.88)}L${fixed(x + s * 0.11)} ${fixed(y - s * 0.62)}Z`, fill); if (kind === 'king') { p.line([[x, y - s * 0.88], [x, y - s * 1.04]], p.tone(white ? '#e6d3a6' : '#2a1c14'), s * 0.04); p.line([[x - s * 0.06, y - s * 0.97], [x + s * 0.06, y - s * 0.97]], p.tone(white ? '#e6d3a6' : '#2a1c14'), s * 0.04) } else p.circle(x, y - s * 0.94, s * 0.035, fill) }
  }
  piece(1, 0, 'rook', false); piece(4, 0, 'king', false); piece(6, 0, 'knight', false); piece(2, 1, 'pawn', false); piece(5, 1, 'pawn', false); piece(6, 1, 'pawn', false)
  piece(3, 2, 'bishop', false); piece(4, 3, 'pawn', false); piece(3, 4, 'pawn', true); piece(5, 4, 'queen', true); piece(2, 5, 'knight', true); piece(6, 6, 'pawn', true); piece(1, 6, 'pawn', true); piece(4, 6, 'king', true); piece(0, 7, 'rook', true)
}

function crossword(p: Painter): void {
  layTable(p, '#b5a890', '#a87a4c', 120)
  p.group('rotate(-8 800 540)', () => {
    p.shadow(820, 900, 620, 60, 0.4)
    p.rect(290, 130, 1020, 800, p.down([0, p.tone('#f6f1e2')], [1, p.tone('#e6dfca')]))
    p.rect(340, 168, 460, 34, p.tone('#7a1f2b')); p.rect(340, 216, 700, 8, p.tone('#8a867a'))
    const n = 11
    const size = 56
    const block = (c: number, r: number) => (c * 7 + r * 5 + c * r) % 6 === 0 || (c === 5 && r % 4 === 1)
    for (let r = 0; r < n; r++) for (let c = 0; c < n; c++) {
      const [x, y] = [340 + c * size, 250 + r * size]
      p.rect(x, y, size, size, p.tone(block(c, r) ? '#2b2a28' : '#fffdf6'), `stroke="${p.tone('#5f5c54')}" stroke-width="2"`)
      if (!block(c, r) && (c === 0 || r === 0 || block(c - 1, r) || block(c, r - 1))) p.rect(x + 6, y + 6, 8, 10, p.tone('#8a867a'))
      if (!block(c, r) && (r === 2 || r === 5 || c === 3)) { const kind = Math.floor(p.random() * 4); const ink = '#34527d'; if (kind === 0) p.line([[x + 18, y + 46], [x + 30, y + 18], [x + 42, y + 46]], ink, 4); else if (kind === 1) { p.line([[x + 18, y + 18], [x + 18, y + 46], [x + 40, y + 46]], ink, 4) } else if (kind === 2) p.line([[x + 40, y + 18], [x + 18, y + 18], [x + 18, y + 46], [x + 40, y + 46]], ink, 4); else { p.line([[x + 18, y + 18], [x + 18, y + 46]], ink, 4); p.line([[x + 40, y + 18], [x + 40, y + 46]], ink, 4); p.line([[x + 18, y + 32], [x + 40, y + 32]], ink, 4) } }
    }
    for (let i = 0; i < 21; i++) p.rect(1000, 256 + i * 30, [260, 220, 250, 180][i % 4]!, 9, p.tone(i % 5 ? '#a09b8d' : '#4a4740'))
  })
  p.group('rotate(28 1120 640)', () => {
    p.shadow(1110, 690, 400, 20, 0.4)
    p.rect(760, 630, 560, 15, p.tone('#f0c04a')); p.rect(760, 645, 560, 15, p.tone('#d99f2f')); p.rect(760, 660, 560, 15, p.tone('#b57d1f'))
    p.shape([[760, 630], [760, 675], [680, 652]], p.tone('#e9cfa0')); p.shape([[706, 645], [706, 660], [680, 652]], p.tone('#2b2a28'))
    p.rect(1320, 628, 40, 49, metal(p)); p.rect(1358, 630, 56, 45, p.tone('#d8736a'), 'rx="10"')
  })
  drawCup(p, 1400, 330, 150, '#e9e2d2')
}

export const STILL_LIFE = {
  'restaurant-table': restaurantTable, coffee, 'coffee-machine': coffeeMachine, 'e-bike': eBike, 'vacuum-robot': vacuumRobot,
  headphones, laptop, smartphone, 'winter-tyres': winterTyres, 'washing-machine': washingMachine, toaster,
  'ballot-box': ballotBox, 'euro-coins': euroCoins, 'court-scales': courtScales, microphone, radio, chessboard, crossword,
}
