/**
 * Author portraits: warm, stylised busts in one light, every one told apart by face, hair, age and clothes.
 * They depict nobody: the authors of the demo are invented.
 */
import { darken, lighten, mix } from './light.ts'
import { createPainter, fixed } from './painter.ts'
import { finish } from './paper.ts'
import type { Painter, Point } from './painter.ts'

export type HairStyle = 'bob' | 'long' | 'bun' | 'curls' | 'short' | 'side' | 'crew' | 'bald' | 'wavy' | 'pixie'

export type PortraitLook = {
  key: string
  altText: string
  skin: string
  hair: string
  style: HairStyle
  /** 0 young to 1 old: lines and the set of the mouth. */
  age: number
  backdrop: string
  coat: string
  shirt: string
  collar: 'shirt' | 'scarf' | 'crew' | 'turtleneck' | 'blazer'
  glasses?: 'round' | 'square'
  beard?: 'full' | 'short' | 'moustache'
  /** Face width to the common face, 0.9 to 1.1. */
  width?: number
  brows?: string
}

const LOOKS: readonly PortraitLook[] = [
  {
    key: 'lena-vogt',
    altText: 'Porträt von Lena Vogt: Frau mit blondem Bob und grünem Blazer',
    skin: '#f0c9a8',
    hair: '#d9b26a',
    style: 'bob',
    age: 0.25,
    backdrop: '#8fb5a5',
    coat: '#17594a',
    shirt: '#f2ece0',
    collar: 'blazer',
    width: 0.97,
  },
  {
    key: 'jonas-brandt',
    altText: 'Porträt von Jonas Brandt: Mann mit braunem Haar, kurzem Bart und blauem Hemd',
    skin: '#e8b893',
    hair: '#5a3a24',
    style: 'side',
    age: 0.3,
    backdrop: '#d9b88a',
    coat: '#34557a',
    shirt: '#34557a',
    collar: 'shirt',
    beard: 'short',
  },
  {
    key: 'marie-kessler',
    altText: 'Porträt von Marie Kessler: Frau mit rotem, lockigem Haar und Brille',
    skin: '#f5d3b8',
    hair: '#b3502a',
    style: 'curls',
    age: 0.2,
    backdrop: '#a9c2c9',
    coat: '#3f4a5f',
    shirt: '#e6c98a',
    collar: 'crew',
    glasses: 'round',
    width: 0.96,
  },
  {
    key: 'tarek-aydin',
    altText: 'Porträt von Tarek Aydin: Mann mit schwarzem Haar, Vollbart und Rollkragenpullover',
    skin: '#c98f66',
    hair: '#1f1916',
    style: 'crew',
    age: 0.35,
    backdrop: '#c9a06f',
    coat: '#3a3f44',
    shirt: '#3a3f44',
    collar: 'turtleneck',
    beard: 'full',
    width: 1.03,
  },
  {
    key: 'susanne-hollerbach',
    altText: 'Porträt von Susanne Hollerbach: Frau mit kurzem grauem Haar und rotem Halstuch',
    skin: '#eec4a6',
    hair: '#b9b6b0',
    style: 'pixie',
    age: 0.75,
    backdrop: '#b5a7b8',
    coat: '#4a4f5f',
    shirt: '#a8362d',
    collar: 'scarf',
    glasses: 'square',
  },
  {
    key: 'henrik-petersen',
    altText: 'Porträt von Henrik Petersen: älterer Mann mit weißem Vollbart und dunkelblauem Pullover',
    skin: '#e9b596',
    hair: '#e3dfd6',
    style: 'short',
    age: 0.95,
    backdrop: '#8fa9bd',
    coat: '#1f3a56',
    shirt: '#1f3a56',
    collar: 'turtleneck',
    beard: 'full',
    width: 1.05,
    brows: '#c9c4ba',
  },
  {
    key: 'anja-weidlich',
    altText: 'Porträt von Anja Weidlich: Frau mit langem braunem Haar und burgunderrotem Pullover',
    skin: '#edc09c',
    hair: '#6b4226',
    style: 'long',
    age: 0.45,
    backdrop: '#c9b79a',
    coat: '#7a1f2b',
    shirt: '#7a1f2b',
    collar: 'crew',
    width: 0.97,
  },
  {
    key: 'paul-oster',
    altText: 'Porträt von Paul Oster: junger Mann mit dunkelblondem Haar und orangefarbenem Kapuzenpullover',
    skin: '#f2cba8',
    hair: '#94703f',
    style: 'wavy',
    age: 0.05,
    backdrop: '#9fb0a0',
    coat: '#d0642c',
    shirt: '#f2ece0',
    collar: 'crew',
    width: 0.98,
  },
  {
    key: 'ines-cordes',
    altText: 'Porträt von Ines Cordes: Frau mit dunkler Haut, hochgestecktem Haar und gelber Bluse',
    skin: '#8a5a3c',
    hair: '#231814',
    style: 'bun',
    age: 0.3,
    backdrop: '#7f9f98',
    coat: '#d9a635',
    shirt: '#d9a635',
    collar: 'shirt',
    width: 0.97,
  },
  {
    key: 'dieter-maurer',
    altText: 'Porträt von Dieter Maurer: älterer Mann mit Glatze, Schnurrbart und Brille',
    skin: '#e6b08c',
    hair: '#a9a49a',
    style: 'bald',
    age: 0.9,
    backdrop: '#b5b08f',
    coat: '#5f5344',
    shirt: '#e9e2d2',
    collar: 'blazer',
    beard: 'moustache',
    glasses: 'square',
    width: 1.07,
  },
  {
    key: 'freya-lindqvist',
    altText: 'Porträt von Freya Lindqvist: junge Frau mit hellblondem, langem Haar und Strickschal',
    skin: '#f7d9c2',
    hair: '#ecd9a6',
    style: 'long',
    age: 0.1,
    backdrop: '#7fa0b5',
    coat: '#2f5f7d',
    shirt: '#e3ddd0',
    collar: 'scarf',
    width: 0.95,
  },
  {
    key: 'emre-sahin',
    altText: 'Porträt von Emre Şahin: Mann mit schwarzem, welligem Haar, Brille und grauem Sakko',
    skin: '#d6a37a',
    hair: '#2a201b',
    style: 'wavy',
    age: 0.4,
    backdrop: '#c2a58f',
    coat: '#54595f',
    shirt: '#dfe6ea',
    collar: 'blazer',
    glasses: 'round',
    beard: 'short',
  },
]

export const portraitDescriptions = (): readonly PortraitLook[] => LOOKS

/** Strands in the direction of the hair, so that it does not lie there like a helmet. */
function drawStrands(p: Painter, from: Point, to: Point, bend: number, count: number, colour: string): void {
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1)
    const x = from[0] + (to[0] - from[0]) * t
    p.curve(
      [
        [x + p.random.between(-8, 8), from[1] + p.random.between(-6, 20)],
        [x + bend * (t - 0.5) + p.random.between(-12, 12), (from[1] + to[1]) / 2],
        [x + bend * (t - 0.5) * 1.5 + p.random.between(-16, 16), to[1] + p.random.between(-24, 24)],
      ],
      colour,
      p.random.between(2, 5),
      'opacity=".4"',
    )
  }
}

function drawBackHair(p: Painter, look: PortraitLook, w: number): void {
  const shade = darken(look.hair, 0.28)
  const fill = p.across([0, look.hair], [0.5, shade], [1, darken(look.hair, 0.45)])
  if (look.style === 'long') {
    p.path(
      `M${500 - 205 * w} 420Q${500 - 230 * w} 620 ${500 - 215 * w} 830Q${500 - 150 * w} 880 ${500 - 90 * w} 840H${500 + 90 * w}Q${500 + 150 * w} 880 ${500 + 215 * w} 830Q${500 + 230 * w} 620 ${500 + 205 * w} 420Q${500 + 190 * w} 180 500 176Q${500 - 190 * w} 180 ${500 - 205 * w} 420Z`,
      fill,
    )
    drawStrands(p, [330, 440], [670, 800], 20, 20, lighten(look.hair, 0.16))
  } else if (look.style === 'bob') {
    p.path(
      `M${500 - 210 * w} 400Q${500 - 236 * w} 560 ${500 - 196 * w} 656Q${500 - 150 * w} 672 ${500 - 120 * w} 640H${500 + 120 * w}Q${500 + 150 * w} 672 ${500 + 196 * w} 656Q${500 + 236 * w} 560 ${500 + 210 * w} 400Q${500 + 190 * w} 180 500 176Q${500 - 190 * w} 180 ${500 - 210 * w} 400Z`,
      fill,
    )
  } else if (look.style === 'curls') {
    for (let i = 0; i < 90; i++) {
      const a = -Math.PI * 1.22 + p.random() * Math.PI * 1.44
      const r = p.random.between(0.72, 1.16)
      p.circle(
        500 + Math.cos(a) * 206 * w * r,
        420 + Math.sin(a) * 216 * r,
        p.random.between(24, 46),
        p.random.pick([look.hair, shade, lighten(look.hair, 0.12)]),
      )
    }
  } else if (look.style === 'bun') {
    p.circle(500, 168, 96, p.lamp(0.35, 0.3, [0, lighten(look.hair, 0.2)], [1, shade]))
    for (let i = 0; i < 9; i++)
      p.curve(
        [
          [430 + i * 14, 120],
          [470 + i * 8, 170],
          [430 + i * 16, 220],
        ],
        lighten(look.hair, 0.2),
        3,
        'opacity=".5"',
      )
  }
}

function drawFrontHair(p: Painter, look: PortraitLook, w: number): void {
  const { hair } = look
  const fill = p.lamp(0.3, 0.15, [0, lighten(hair, 0.24)], [0.55, hair], [1, darken(hair, 0.3)])
  const L = 500 - 186 * w
  const R = 500 + 186 * w
  const cap = (fringe: string) =>
    p.path(
      `M${fixed(L - 6)} 470Q${fixed(L - 26)} 360 ${fixed(L + 14)} 280Q${fixed(L + 80)} 170 500 168Q${fixed(R - 80)} 170 ${fixed(R - 14)} 280Q${fixed(R + 26)} 360 ${fixed(R + 6)} 470${fringe}Z`,
      fill,
    )
  if (look.style === 'bob')
    cap(`Q${R - 10} 380 ${R - 40} 330Q560 350 430 290Q380 360 ${L + 26} 390Q${L + 10} 420 ${L - 6} 470`)
  else if (look.style === 'long')
    cap(`Q${R - 4} 360 ${R - 70} 320Q560 300 500 250Q430 320 ${L + 60} 340Q${L + 8} 390 ${L - 6} 470`)
  else if (look.style === 'bun') cap(`Q${R - 14} 340 ${R - 80} 290Q500 250 ${L + 80} 290Q${L + 14} 340 ${L - 6} 470`)
  else if (look.style === 'side')
    cap(`Q${R - 4} 400 ${R - 26} 350Q600 330 500 330Q410 320 ${L + 40} 300Q${L + 14} 400 ${L - 6} 470`)
  else if (look.style === 'crew')
    cap(`L${R - 14} 390Q${R - 24} 320 ${R - 56} 306Q500 282 ${L + 56} 306Q${L + 24} 320 ${L + 14} 390L${L - 6} 470`)
  else if (look.style === 'short')
    cap(`L${R - 14} 400Q${R - 20} 330 ${R - 66} 296Q500 266 ${L + 66} 296Q${L + 20} 330 ${L + 14} 400L${L - 6} 470`)
  else if (look.style === 'pixie') {
    cap(`Q${R - 4} 400 ${R - 26} 360Q570 340 450 300Q400 350 ${L + 18} 370Q${L + 10} 420 ${L - 6} 470`)
    for (let i = 0; i < 19; i++) {
      const a = -Math.PI * 0.94 + (i / 18) * Math.PI * 0.86
      const [x, y] = [500 + Math.cos(a) * 176 * w, 330 + Math.sin(a) * 158]
      p.path(
        `M${fixed(x - 34)} ${fixed(y + 26)}Q${fixed(x + Math.cos(a) * 20 - 16)} ${fixed(y + Math.sin(a) * 20)} ${fixed(x + Math.cos(a) * 34)} ${fixed(y + Math.sin(a) * 30)}Q${fixed(x + Math.cos(a) * 20 + 22)} ${fixed(y + Math.sin(a) * 14)} ${fixed(x + 34)} ${fixed(y + 30)}Z`,
        i % 2 ? hair : lighten(hair, 0.14),
      )
    }
  } else if (look.style === 'wavy') {
    cap(`Q${R - 6} 400 ${R - 30} 360Q600 350 520 320Q430 340 ${L + 30} 350Q${L + 12} 400 ${L - 6} 470`)
    for (let i = 0; i < 26; i++) {
      const a = -Math.PI * 1.04 + (i / 25) * Math.PI * 1.08
      p.blob(
        Array.from({ length: 7 }, (_, k): Point => [
          500 + Math.cos(a) * 166 * w + Math.cos(k * 0.9) * p.random.between(26, 44),
          326 + Math.sin(a) * 146 + Math.sin(k * 0.9) * p.random.between(22, 36),
        ]),
        p.random.pick([hair, lighten(hair, 0.1), darken(hair, 0.14)]),
      )
    }
  } else if (look.style === 'curls') {
    for (let i = 0; i < 46; i++) {
      const a = -Math.PI * 1.06 + p.random() * Math.PI * 1.12
      p.circle(
        500 + Math.cos(a) * p.random.between(128, 196) * w,
        362 + Math.sin(a) * p.random.between(84, 180),
        p.random.between(24, 42),
        p.random.pick([hair, lighten(hair, 0.14), darken(hair, 0.16)]),
      )
    }
    for (let i = 0; i < 34; i++) {
      const a = -Math.PI * p.random()
      const [x, y] = [
        500 + Math.cos(a) * p.random.between(120, 180) * w,
        360 + Math.sin(a) * p.random.between(100, 170),
      ]
      p.circle(
        x,
        y,
        p.random.between(8, 17),
        'none',
        `stroke="${lighten(hair, 0.22)}" stroke-width="4" stroke-opacity=".6"`,
      )
    }
  } else if (look.style === 'bald') {
    for (const s of [-1, 1])
      p.path(
        `M${fixed(500 + s * 190 * w)} 500Q${fixed(500 + s * 214 * w)} 400 ${fixed(500 + s * 176 * w)} 330Q${fixed(500 + s * 164 * w)} 400 ${fixed(500 + s * 170 * w)} 490Z`,
        hair,
      )
  }
  if (look.style !== 'bald' && look.style !== 'curls' && look.style !== 'wavy')
    drawStrands(p, [L + 110, 190], [R - 110, 262], 60, 12, lighten(hair, 0.3))
}

function drawClothes(p: Painter, look: PortraitLook): void {
  const { coat, shirt } = look
  const body = 'M90 1010Q110 838 290 790Q400 762 430 720H570Q600 762 710 790Q890 838 910 1010Z'
  p.path(body, p.across([0, lighten(coat, 0.16)], [0.5, coat], [1, darken(coat, 0.32)]))
  if (look.collar === 'blazer') {
    p.path('M410 742L500 1010L590 742Q500 800 410 742Z', p.down([0, darken(shirt, 0.14)], [1, shirt]))
    p.path('M404 748L360 800L400 850L372 880L490 1010H500L410 742Z', darken(coat, 0.14))
    p.path('M596 748L640 800L600 850L628 880L510 1010H500L590 742Z', darken(coat, 0.3))
    p.path('M418 744L470 826L500 786L530 826L582 744Q500 800 418 744Z', lighten(shirt, 0.2))
  } else if (look.collar === 'shirt') {
    p.path('M424 736L396 790L470 850L500 800L530 850L604 790L576 736Q500 790 424 736Z', lighten(coat, 0.22))
    p.line(
      [
        [500, 806],
        [500, 1010],
      ],
      darken(coat, 0.3),
      5,
    )
    for (const y of [860, 930]) p.circle(500, y, 8, lighten(coat, 0.4))
  } else if (look.collar === 'turtleneck') {
    p.path(
      'M412 690Q500 730 588 690L600 790Q500 832 400 790Z',
      p.across([0, lighten(coat, 0.22)], [1, darken(coat, 0.24)]),
    )
    for (let i = 0; i < 12; i++)
      p.line(
        [
          [420 + i * 14.4, 712],
          [414 + i * 15.6, 800],
        ],
        darken(coat, 0.26),
        3,
        'opacity=".6"',
      )
  } else if (look.collar === 'scarf') {
    p.path(
      'M378 716Q500 800 622 716Q650 790 610 836Q500 886 390 836Q350 790 378 716Z',
      p.across([0, lighten(shirt, 0.18)], [1, darken(shirt, 0.26)]),
    )
    p.path('M560 830L640 1010H540L510 846Z', p.down([0, shirt], [1, darken(shirt, 0.2)]))
    for (let i = 0; i < 5; i++)
      p.curve(
        [
          [386 + i * 6, 746 + i * 18],
          [500, 800 + i * 16],
          [614 - i * 6, 746 + i * 18],
        ],
        darken(shirt, 0.3),
        3,
        'opacity=".5"',
      )
  } else {
    p.path(
      'M410 738Q500 812 590 738L610 772Q500 860 390 772Z',
      p.across([0, lighten(coat, 0.26)], [1, darken(coat, 0.16)]),
    )
    for (let i = 0; i < 3; i++)
      p.curve(
        [
          [250 - i * 40, 1010],
          [330 - i * 14, 900],
          [400, 810],
        ],
        darken(coat, 0.2),
        4,
        'opacity=".4"',
      )
  }
}

function drawFace(p: Painter, look: PortraitLook, w: number): void {
  const { skin, age } = look
  const shade = mix(darken(skin, 0.22), '#8a3f2a', 0.25)
  const blush = mix(skin, '#c9543f', 0.34)
  const ink = mix('#2a1c17', skin, 0.1)
  const brow = look.brows ?? darken(look.hair, look.style === 'bald' || age > 0.7 ? 0.2 : 0.34)
  p.path('M436 610V740Q500 806 564 740V610Z', p.down([0, shade], [1, skin]))
  for (const s of [-1, 1]) {
    p.ellipse(500 + s * 184 * w, 486, 30, 50, s < 0 ? skin : shade)
    p.curve(
      [
        [500 + s * 180 * w, 462],
        [500 + s * 196 * w, 486],
        [500 + s * 182 * w, 508],
      ],
      shade,
      4,
    )
  }
  const face: Point[] = [
    [500 - 180 * w, 400],
    [500 - 182 * w, 500],
    [500 - 158 * w, 610],
    [500 - 90 * w, 694],
    [500, 722],
    [500 + 90 * w, 694],
    [500 + 158 * w, 610],
    [500 + 182 * w, 500],
    [500 + 180 * w, 400],
    [500 + 130 * w, 270],
    [500, 226],
    [500 - 130 * w, 270],
  ]
  p.blob(face, p.across([0, lighten(skin, 0.14)], [0.55, skin], [1, mix(skin, shade, 0.7)]))
  for (const s of [-1, 1]) p.ellipse(500 + s * 104 * w, 566, 58, 40, p.round([0, blush, 0.6], [1, blush, 0]))
  for (const s of [-1, 1]) {
    const x = 500 + s * 80 * w
    const y = 470
    p.ellipse(x, y - 4, 46, 26, p.round([0, shade, 0.4], [1, shade, 0]))
    p.path(
      `M${fixed(x - 31)} ${y + 2}Q${fixed(x)} ${y - 25} ${fixed(x + 31)} ${y + 2}Q${fixed(x)} ${y + 18} ${fixed(x - 31)} ${y + 2}Z`,
      '#fbf6ee',
    )
    p.circle(x + 2, y - 2, 14.5, p.round([0, '#7a5a3a'], [0.6, mix('#5a4030', look.backdrop, 0.25)], [1, '#2a1c16']))
    p.circle(x + 2, y - 2, 7, '#15100e')
    p.circle(x - 3, y - 7, 4.4, '#ffffff')
    p.path(
      `M${fixed(x - 35)} ${y + 4}Q${fixed(x)} ${y - 33} ${fixed(x + 35)} ${y + 2}Q${fixed(x)} ${y - 21} ${fixed(x - 35)} ${y + 4}Z`,
      ink,
    )
    p.path(
      `M${fixed(x - s * -42)} ${y - 40}Q${fixed(x)} ${y - 66} ${fixed(x - s * 42)} ${y - 42 + age * 6}Q${fixed(x)} ${y - 48} ${fixed(x - s * -42)} ${y - 40}Z`,
      brow,
    )
    if (age > 0.35) {
      p.curve(
        [
          [x - 28, y + 26],
          [x, y + 34 + age * 4],
          [x + 28, y + 26],
        ],
        shade,
        2.4,
        `opacity="${fixed(age * 0.6)}"`,
      )
      for (let k = 0; k < 3; k++)
        p.curve(
          [
            [x + s * 38, y + 4 + k * 7],
            [x + s * (50 + age * 8), y - 2 + k * 10],
          ],
          shade,
          2.4,
          `opacity="${fixed(age * 0.6)}"`,
        )
    }
  }
  p.path(
    `M506 450Q516 520 ${fixed(526)} 556Q524 580 496 580Q478 578 474 566`,
    'none',
    `stroke="${shade}" stroke-width="6.5" stroke-linecap="round" stroke-linejoin="round"`,
  )
  p.ellipse(488, 552, 15, 11, lighten(skin, 0.3), 'opacity=".55"')
  if (look.beard === 'full' || look.beard === 'short') {
    const strength = look.beard === 'full' ? 1 : 0.62
    const tone = look.hair
    p.path(
      `M${fixed(500 - 180 * w)} 500Q${fixed(500 - 172 * w)} 640 ${fixed(500 - 96 * w)} ${look.beard === 'full' ? 730 : 704}Q500 ${look.beard === 'full' ? 782 : 736} ${fixed(500 + 96 * w)} ${look.beard === 'full' ? 730 : 704}Q${fixed(500 + 172 * w)} 640 ${fixed(500 + 180 * w)} 500Q${fixed(500 + 156 * w)} 590 ${fixed(500 + 92 * w)} 600Q500 572 ${fixed(500 - 92 * w)} 600Q${fixed(500 - 156 * w)} 590 ${fixed(500 - 180 * w)} 500Z`,
      p.down([0, tone, strength], [1, darken(tone, 0.2), strength]),
    )
    for (let i = 0; i < 60 && look.beard === 'full'; i++) {
      const x = 500 + p.random.between(-140, 140) * w
      const y = p.random.between(620, 736) - Math.abs(x - 500) * 0.2
      p.line(
        [
          [x, y],
          [x + (x - 500) * 0.05, y + 20],
        ],
        p.random.chance(0.5) ? lighten(tone, 0.2) : darken(tone, 0.2),
        2.6,
        'opacity=".6"',
      )
    }
  }
  const smile = 16 + (1 - age) * 8
  p.path(`M446 624Q500 ${624 + smile * 1.9} 556 622Q500 ${624 + smile * 0.5} 446 624Z`, '#fbf4ea')
  p.path(
    `M440 622Q470 614 500 620Q530 614 562 620Q530 ${630 + smile * 0.3} 500 ${630 + smile * 0.3}Q468 ${630 + smile * 0.3} 440 622Z`,
    mix(blush, '#8a2f2a', look.beard ? 0.2 : 0.42),
  )
  p.path(`M448 628Q500 ${632 + smile * 2.4} 554 626Q500 ${626 + smile * 1.5} 448 628Z`, mix(blush, '#a83f38', 0.4))
  if (look.beard === 'moustache')
    p.path(
      'M500 592Q450 586 418 628Q466 632 500 612Q534 632 584 628Q550 586 500 592Z',
      p.down([0, lighten(look.hair, 0.2)], [1, darken(look.hair, 0.14)]),
    )
  if (age > 0.4)
    for (const s of [-1, 1])
      p.curve(
        [
          [500 + s * 42, 566],
          [500 + s * 70, 600],
          [500 + s * 74, 634],
        ],
        shade,
        3.4,
        `opacity="${fixed(age * 0.7)}"`,
      )
  if (age > 0.6)
    for (let k = 0; k < 3; k++)
      p.curve(
        [
          [420, 352 - k * 28],
          [500, 342 - k * 28],
          [580, 352 - k * 28],
        ],
        shade,
        3,
        `opacity="${fixed((age - 0.3) * 0.6)}"`,
      )
}

function drawGlasses(p: Painter, look: PortraitLook, w: number): void {
  const frame = look.glasses === 'round' ? '#5a3a26' : '#22282c'
  for (const s of [-1, 1]) {
    const x = 500 + s * 80 * w
    if (look.glasses === 'round')
      p.circle(x, 474, 57, '#ffffff', `fill-opacity=".12" stroke="${frame}" stroke-width="7"`)
    else p.rect(x - 60, 430, 120, 84, '#ffffff', `rx="18" fill-opacity=".12" stroke="${frame}" stroke-width="8"`)
    p.line(
      [
        [x - 30, 448],
        [x - 44, 476],
      ],
      '#ffffff',
      5,
      'opacity=".6"',
    )
    p.line(
      [
        [500 + s * (80 * w + 58), 466],
        [500 + s * 186 * w, 458],
      ],
      frame,
      7,
    )
  }
  p.curve(
    [
      [500 - 80 * w + 57, 468],
      [500, 454],
      [500 + 80 * w - 57, 468],
    ],
    frame,
    7,
  )
}

export function portraitSvg(look: PortraitLook, size = 600): string {
  const p = createPainter('day', look.key)
  const w = look.width ?? 1
  p.rect(
    0,
    0,
    1000,
    1000,
    p.lamp(0.28, 0.24, [0, lighten(look.backdrop, 0.5)], [0.7, look.backdrop], [1, darken(look.backdrop, 0.3)]),
  )
  for (let i = 0; i < 26; i++)
    p.ellipse(
      p.random.between(0, 1000),
      p.random.between(0, 1000),
      p.random.between(90, 260),
      p.random.between(20, 60),
      p.random.chance(0.5) ? lighten(look.backdrop, 0.3) : darken(look.backdrop, 0.2),
      'opacity=".1"',
    )
  p.ellipse(560, 640, 330, 420, p.round([0, '#0b1220', 0.24], [1, '#0b1220', 0]))
  drawBackHair(p, look, w)
  const neck = p.capture(() => drawFace(p, look, w))
  drawClothes(p, look)
  p.path(
    'M436 600V735Q500 800 564 735V600Z',
    p.down([0, mix(darken(look.skin, 0.24), '#8a3f2a', 0.25)], [1, look.skin]),
  )
  if (look.collar === 'turtleneck' || look.collar === 'scarf') drawClothes(p, look)
  p.add(neck.replace(/<path d="M436 610V740[^>]*\/>/, ''))
  drawFrontHair(p, look, w)
  if (look.glasses) drawGlasses(p, look, w)
  return p.toSvg(size, size, '0 0 1000 1000')
}

/** JPEG 600 × 600 of an author known by key, or of any look. */
export async function renderPortrait(who: string | PortraitLook, size = 600): Promise<Buffer> {
  const look = typeof who === 'string' ? LOOKS.find(({ key }) => key === who) : who
  if (!look) throw new Error(`The demo has no author portrait ${JSON.stringify(who)}`)
  return finish(portraitSvg(look, size), look.key, { quality: 86, strength: 0.5 })
}
