/**
 * The brush set every drawn picture of the demo shares: seeded chance, colour grading with atmospheric perspective,
 * sky, water, weather. Motifs give local colours in daylight; `tone` answers what the mood makes of them, so all motifs
 * agree about the light. Nothing here reads a clock or an unseeded source: same seed, same picture.
 */
import { darken, lighten, LIGHTS, mix, toHex, toRgb } from './light.ts'
import type { Light, Mood, Rgb } from './light.ts'

export const WIDTH = 1600

export const HEIGHT = 1000

export type Random = {
  (): number
  between: (low: number, high: number) => number
  pick: <T>(items: readonly T[]) => T
  chance: (share: number) => boolean
}

export function createRandom(seed: string): Random {
  let state = 2166136261
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0)!, 16777619) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return Object.assign(next, {
    between: (low: number, high: number) => low + next() * (high - low),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
    chance: (share: number) => next() < share,
  })
}

export const fixed = (value: number) => Math.round(value * 10) / 10

export type Point = readonly [x: number, y: number]

/** A closed or open curve through the points (Catmull-Rom as Béziers). */
export function smooth(points: readonly Point[], closed = false): string {
  const at = (index: number): Point => {
    const last = points.length - 1
    if (closed) return points[(index + points.length) % points.length]!
    return points[Math.max(0, Math.min(last, index))]!
  }
  let path = `M${fixed(at(0)[0])} ${fixed(at(0)[1])}`
  for (let i = 0; i < (closed ? points.length : points.length - 1); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    path += `C${fixed(from[0] + (to[0] - before[0]) / 6)} ${fixed(from[1] + (to[1] - before[1]) / 6)} `
    path += `${fixed(to[0] - (after[0] - from[0]) / 6)} ${fixed(to[1] - (after[1] - from[1]) / 6)} ${fixed(to[0])} ${fixed(to[1])}`
  }
  return closed ? `${path}Z` : path
}

export type Painter = ReturnType<typeof createPainter>

export function createPainter(mood: Mood, seed: string) {
  const random = createRandom(seed)
  const light: Light = { ...LIGHTS[mood] }
  let parts: string[] = []
  const defs: string[] = []
  const gradients = new Map<string, string>()
  const isSnowy = mood === 'winter'
  const isDark = mood === 'night' || mood === 'dusk'
  const isBare = mood === 'winter' || mood === 'overcast'
  /** Where the light comes from: the sun stands here, lit sides face here. */
  const sunX = Math.round(random.chance(0.5) ? random.between(240, 560) : random.between(1040, 1360))

  /** What a daylight colour looks like under this mood, `depth` 0 (near) to 1 (horizon). */
  function tone(hex: string, depth = 0): string {
    const [r, g, b] = toRgb(hex)
    const grey = r * 0.3 + g * 0.59 + b * 0.11
    const [ar, ag, ab] = toRgb(light.ambient)
    const grade = (value: number, ambient: number) => {
      const muted = grey + (value - grey) * light.saturation
      return muted * (1 - light.ambientAmount) + ((muted * ambient) / 255) * light.ambientAmount
    }
    let graded: Rgb = [grade(r, ar), grade(g, ag), grade(b, ab)]
    if (mood === 'night') graded = [graded[0] * 0.8, graded[1] * 0.84, graded[2] * 0.95]
    if (mood === 'dusk') graded = [graded[0] * 0.8, graded[1] * 0.78, graded[2] * 0.84]
    return mix(toHex(graded), light.haze, Math.min(0.93, depth * light.hazeAmount))
  }

  /** Rooms have their own light: neutral by day, lamplight in the evening. */
  function goIndoors(): void {
    light.saturation = 1
    light.hazeAmount = 0.3
    if (isDark) Object.assign(light, { ambient: '#c99566', ambientAmount: 0.62, haze: '#3a2a26' })
    else Object.assign(light, { ambient: '#fff4e0', ambientAmount: 0.35, haze: '#e6e2d8' })
    if (mood === 'winter') Object.assign(light, { ambient: '#eaf0f6', haze: '#dfe5ea' })
  }
  const toneIndoors = (hex: string, depth = 0): string => {
    const [r, g, b] = toRgb(hex)
    const [ar, ag, ab] = toRgb(light.ambient)
    const shade = (value: number, ambient: number) =>
      value * (1 - light.ambientAmount) + ((value * ambient) / 255) * light.ambientAmount
    return mix(toHex([shade(r, ar), shade(g, ag), shade(b, ab)]), light.haze, depth * light.hazeAmount)
  }

  const add = (svg: string) => void parts.push(svg)
  function gradient(markup: (id: string) => string, key: string): string {
    let id = gradients.get(key)
    if (!id) {
      id = `g${gradients.size}`
      gradients.set(key, id)
      defs.push(markup(id))
    }
    return `url(#${id})`
  }
  type Stop = readonly [offset: number, colour: string, opacity?: number]
  const toStops = (stops: readonly Stop[]) =>
    stops
      .map(
        ([offset, colour, opacity = 1]) =>
          `<stop offset="${offset}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${fixed(opacity * 100) / 100}"` : ''}/>`,
      )
      .join('')
  const down = (...stops: Stop[]) =>
    gradient(
      (id) => `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${toStops(stops)}</linearGradient>`,
      `v${JSON.stringify(stops)}`,
    )
  const across = (...stops: Stop[]) =>
    gradient((id) => `<linearGradient id="${id}">${toStops(stops)}</linearGradient>`, `h${JSON.stringify(stops)}`)
  const round = (...stops: Stop[]) =>
    gradient((id) => `<radialGradient id="${id}">${toStops(stops)}</radialGradient>`, `r${JSON.stringify(stops)}`)
  const lamp = (fx: number, fy: number, ...stops: Stop[]) =>
    gradient(
      (id) => `<radialGradient id="${id}" cx="${fx}" cy="${fy}" r=".8">${toStops(stops)}</radialGradient>`,
      `o${fx}${fy}${JSON.stringify(stops)}`,
    )

  /** Opacity on the element would cost a layer each; on fill or stroke it is free. */
  const thin = (more: string, isStroke = false) =>
    more.replace(/(^|\s)opacity=/, isStroke ? '$1stroke-opacity=' : '$1fill-opacity=')
  const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
    add(
      `<rect x="${fixed(x)}" y="${fixed(y)}" width="${fixed(Math.max(0, w))}" height="${fixed(Math.max(0, h))}" fill="${fill}" ${thin(more)}/>`,
    )
  const path = (d: string, fill: string, more = '') =>
    add(`<path d="${d}" fill="${fill}" ${thin(more, fill === 'none')}/>`)
  const shape = (points: readonly Point[], fill: string, more = '') =>
    path(`M${points.map(([x, y]) => `${fixed(x)} ${fixed(y)}`).join('L')}Z`, fill, more)
  const blob = (points: readonly Point[], fill: string, more = '') => path(smooth(points, true), fill, more)
  const circle = (x: number, y: number, r: number, fill: string, more = '') =>
    add(`<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(r)}" fill="${fill}" ${thin(more)}/>`)
  const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
    add(`<ellipse cx="${fixed(x)}" cy="${fixed(y)}" rx="${fixed(rx)}" ry="${fixed(ry)}" fill="${fill}" ${thin(more)}/>`)
  const line = (points: readonly Point[], stroke: string, width: number, more = '') =>
    path(
      `M${points.map(([x, y]) => `${fixed(x)} ${fixed(y)}`).join('L')}`,
      'none',
      `stroke="${stroke}" stroke-width="${fixed(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}`,
    )
  const curve = (points: readonly Point[], stroke: string, width: number, more = '') =>
    path(smooth(points), 'none', `stroke="${stroke}" stroke-width="${fixed(width)}" stroke-linecap="round" ${more}`)
  const glow = (x: number, y: number, r: number, colour = light.glow, opacity = 0.6, flat = 1) =>
    ellipse(x, y, r, r * flat, round([0, colour, opacity], [0.35, colour, opacity * 0.42], [1, colour, 0]))
  const shadow = (x: number, y: number, rx: number, ry: number, opacity = 0.4) =>
    ellipse(x, y, rx, ry, round([0, '#0b1220', opacity], [0.6, '#0b1220', opacity * 0.55], [1, '#0b1220', 0]))

  /** Runs the strokes and hands their markup back instead of putting it on the picture. */
  function capture(strokes: () => void): string {
    const outer = parts
    parts = []
    strokes()
    const markup = parts.join('')
    parts = outer
    return markup
  }
  const group = (transform: string, strokes: () => void, more = '') =>
    add(`<g transform="${transform}" ${more}>${capture(strokes)}</g>`)

  /** Cumulus: a flat, shaded base with heaped puffs, lit from the side of the sun. */
  function cloud(x: number, y: number, w: number, opacity = 0.85): void {
    const { colour, shade } = light.clouds
    const side = sunX > x ? 1 : -1
    ellipse(
      x,
      y + w * 0.03,
      w * 0.56,
      w * 0.085,
      round([0, shade, opacity * 0.75], [0.55, shade, opacity * 0.4], [1, shade, 0]),
    )
    for (let row = 0; row < 3; row++)
      for (let i = 0; i < 6 - row; i++) {
        const along = ((i + 0.5) / (6 - row)) * 2 - 1 + random.between(-0.12, 0.12)
        const r = w * (0.17 - row * 0.025) * random.between(0.7, 1.25) * (1.15 - Math.abs(along) * 0.55)
        const [px, py] = [x + along * w * (0.42 - row * 0.09), y - row * w * 0.065 - r * 0.2]
        if (row < 2)
          ellipse(
            px - side * r * 0.2,
            py + r * 0.34,
            r * 1.1,
            r * 0.6,
            round([0, shade, opacity * 0.42], [1, shade, 0]),
          )
        ellipse(px, py, r, r * 0.72, round([0, colour, opacity * 0.95], [0.62, colour, opacity * 0.7], [1, colour, 0]))
      }
  }

  /** Sky down to `horizon`, with sun or moon, stars and clouds as the mood has them. */
  function sky(horizon = 620, cloudiness = 1): void {
    const [top, middle, bottom] = light.sky
    rect(0, horizon, WIDTH, HEIGHT - horizon, tone('#8f8b80', 0.45))
    rect(0, 0, WIDTH, horizon + 60, down([0, top], [0.55, middle], [0.96, bottom], [1, bottom]))
    if (mood === 'night') {
      for (let i = 0; i < 90; i++)
        circle(
          random.between(0, WIDTH),
          random.between(0, horizon * 0.75),
          random.between(0.7, 2.1),
          '#dfe8ff',
          `opacity="${fixed(random.between(0.3, 0.9))}"`,
        )
      glow(sunX, 170, 190, '#b9c8f0', 0.34)
      circle(sunX, 170, 34, '#e9ecf2')
      for (const [dx, dy, r] of [
        [-10, -8, 9],
        [9, 4, 7],
        [-4, 13, 6],
      ] as const)
        circle(sunX + dx, 170 + dy, r, '#cfd5e2')
    }
    if (light.sun) {
      const y = Math.min(light.sun.y, horizon - 60)
      glow(sunX, y, 560, light.sun.colour, 0.62)
      glow(sunX, y, 190, light.sun.colour, 0.7)
      if (mood !== 'fog') circle(sunX, y, light.sun.radius, light.sun.colour)
    } else if (mood === 'day') glow(sunX, 60, 640, '#fff8dd', 0.5)
    const veil = mood === 'overcast' || mood === 'rain'
    for (let i = 0; i < light.clouds.amount * cloudiness; i++) {
      const far = random()
      const y = veil ? random.between(-20, horizon * 0.72) : 60 + far * (horizon - 190)
      cloud(
        random.between(-100, WIDTH + 100),
        y,
        veil ? random.between(420, 900) : random.between(150, 330) + (1 - far) * 320,
        veil ? 0.55 : mood === 'dusk' ? 0.55 : 0.8,
      )
    }
    if (mood === 'dusk' || mood === 'dawn')
      for (let i = 0; i < 7; i++) {
        const y = horizon - random.between(70, 260)
        ellipse(
          random.between(0, WIDTH),
          y,
          random.between(160, 460),
          random.between(4, 13),
          light.clouds.colour,
          `opacity="${fixed(random.between(0.2, 0.5))}"`,
        )
      }
  }

  /** Heights of a rolling line, -1 to 1, seeded once per call. */
  function rolling(roughness = 1): (x: number) => number {
    const waves = Array.from({ length: 5 }, (_, i) => ({
      f: (0.0016 + i * 0.0021) * (0.7 + random() * 0.7) * (1 + roughness * 0.2),
      p: random() * 7,
      a: 1 / (i * roughness * 0.9 + 1.2),
    }))
    const total = waves.reduce((sum, wave) => sum + wave.a, 0)
    return (x) => waves.reduce((sum, wave) => sum + Math.sin(x * wave.f + wave.p) * wave.a, 0) / total
  }

  /** A hill line; answers its height at any x so that things can stand on it. */
  function ridge(
    y: number,
    amplitude: number,
    hex: string,
    depth: number,
    bottom = HEIGHT,
    roughness = 1,
  ): (x: number) => number {
    const roll = rolling(roughness)
    const height = (x: number) => y + roll(x) * amplitude
    const points: Point[] = []
    for (let x = -40; x <= WIDTH + 40; x += 40) points.push([x, height(x)])
    const near = tone(isSnowy ? mix(hex, '#f2f6fa', 0.82) : hex, depth)
    path(
      `${smooth(points)}L${WIDTH + 40} ${bottom}L-40 ${bottom}Z`,
      down([0, near], [1, mix(near, tone(light.haze), 0.42 * Math.min(1, depth + 0.15))]),
    )
    const rim = mood === 'night' ? '#7f97c8' : (light.sun?.colour ?? '#ffffff')
    path(smooth(points), 'none', `stroke="${rim}" stroke-width="3" opacity="${depth > 0.8 ? 0.1 : 0.22}"`)
    return height
  }

  /** Foreground ground with loose strokes of grass, snow or stubble. */
  function ground(y: number, hex: string, strokes = 220, bottom = HEIGHT): void {
    const base = isSnowy ? '#eef3f7' : hex
    rect(
      0,
      y,
      WIDTH,
      bottom - y + 2,
      down(
        [0, tone(mix(base, light.haze, 0.16), 0.16)],
        [0.4, tone(base)],
        [1, tone(darken(base, isSnowy ? 0.1 : 0.34))],
      ),
    )
    for (let i = 0; i < strokes; i++) {
      const t = random() ** 1.6
      const sy = y + t * (bottom - y)
      const size = 4 + t * 26
      const sx = random.between(0, WIDTH)
      const colour = tone(random.chance(0.5) ? lighten(base, 0.16) : darken(base, isSnowy ? 0.1 : 0.26))
      if (isSnowy) ellipse(sx, sy, size * 3, size * 0.3, colour, 'opacity=".35"')
      else
        curve(
          [
            [sx, sy],
            [sx + random.between(-4, 4), sy - size * 0.6],
            [sx + random.between(-12, 12), sy - size],
          ],
          colour,
          1.4 + t * 2,
          'opacity=".55"',
        )
    }
  }

  /**
   * Water from `y` down. `mirrored` is the markup of what stands at the shore; it is mirrored at `y`,
   * dimmed and broken by ripples.
   */
  function water(y: number, mirrored = '', bottom = HEIGHT, calm = 1): void {
    const [top, middle, low] = light.sky
    rect(
      0,
      y,
      WIDTH,
      bottom - y + 2,
      down(
        [0, mix(low, tone('#8fa8b0'), 0.25)],
        [0.4, mix(middle, tone('#3f6f86'), 0.4)],
        [1, mix(top, tone('#17394f'), 0.62)],
      ),
    )
    if (mirrored) {
      defs.push(
        `<clipPath id="w${fixed(y)}"><rect x="0" y="${fixed(y)}" width="${WIDTH}" height="${fixed(bottom - y)}"/></clipPath>`,
      )
      add(
        `<g clip-path="url(#w${fixed(y)})"><g opacity="${fixed(0.34 + 0.2 * calm)}" transform="translate(0 ${fixed(2 * y)}) scale(1 -1)">${mirrored}</g></g>`,
      )
    }
    const ripple = lighten(mix(low, middle, 0.3), mood === 'night' ? 0.05 : 0.25)
    const trough = mix(top, '#0c2233', 0.55)
    for (let i = 0; i < 150; i++) {
      const t = random() ** 1.35
      const ry = y + 3 + t * (bottom - y)
      const w = (18 + t * 150) * random.between(0.4, 1.3)
      const x = random.between(-60, WIDTH)
      path(
        `M${fixed(x)} ${fixed(ry)}q${fixed(w / 2)} ${fixed(-2 - t * 5)} ${fixed(w)} 0q${fixed(-w / 2)} ${fixed(1 + t * 3)} ${fixed(-w)} 0`,
        i % 3 ? ripple : trough,
        `opacity="${fixed(0.2 + random() * 0.35)}"`,
      )
    }
    const source = mood === 'night' ? '#e6ecff' : light.sun?.colour
    if (source && mood !== 'fog')
      for (let i = 0; i < 60; i++) {
        const t = random()
        const ry = y + 4 + t * (bottom - y) * 0.85
        const spread = 14 + t * 95
        ellipse(
          sunX + random.between(-spread, spread),
          ry,
          random.between(8, 20 + t * 50),
          1 + t * 3,
          source,
          `opacity="${fixed(0.25 + random() * 0.5)}"`,
        )
      }
  }

  /** Wet or icy light lying on a street: vertical smears below light sources. */
  function wetStreak(x: number, y: number, colour: string, length = 150): void {
    for (let i = 0; i < 7; i++) {
      const sy = y + (i / 7) * length
      ellipse(
        x + random.between(-6, 6),
        sy,
        random.between(8, 24),
        random.between(3, 7),
        colour,
        `opacity="${fixed(0.5 * (1 - i / 8))}"`,
      )
    }
  }

  function mist(y: number, height: number, opacity = 0.6): void {
    rect(0, y - height / 2, WIDTH, height, down([0, light.haze, 0], [0.5, light.haze, opacity], [1, light.haze, 0]))
  }

  /** What falls or drifts in front of everything; call it last. */
  function weather(): void {
    if (mood === 'winter')
      for (let i = 0; i < 130; i++)
        circle(
          random.between(0, WIDTH),
          random.between(0, HEIGHT),
          random.between(1.5, 5),
          '#ffffff',
          `opacity="${fixed(random.between(0.35, 0.9))}"`,
        )
    if (mood === 'rain')
      for (let i = 0; i < 150; i++) {
        const [x, y, l] = [random.between(0, WIDTH + 60), random.between(-40, HEIGHT), random.between(26, 74)]
        add(
          `<path d="M${fixed(x)} ${fixed(y)}l${fixed(-l * 0.24)} ${fixed(l)}" stroke="#e4ecee" stroke-width="1.5" stroke-opacity="${fixed(random.between(0.2, 0.5))}"/>`,
        )
      }
    if (mood === 'fog') {
      rect(0, 0, WIDTH, HEIGHT, down([0, light.haze, 0.2], [0.55, light.haze, 0.42], [1, light.haze, 0.12]))
      for (let i = 0; i < 9; i++)
        glow(random.between(0, WIDTH), random.between(380, 860), random.between(300, 620), light.haze, 0.42, 0.16)
    }
  }

  const toSvg = (width: number, height: number, viewBox = `0 0 ${WIDTH} ${HEIGHT}`) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}"><defs>${defs.join('')}</defs>${parts.join('')}</svg>`

  const painter = {
    mood,
    random,
    light,
    sunX,
    isSnowy,
    isDark,
    isBare,
    tone,
    goIndoors: () => {
      goIndoors()
      painter.tone = toneIndoors
    },
    add,
    down,
    across,
    round,
    lamp,
    rect,
    path,
    shape,
    blob,
    circle,
    ellipse,
    line,
    curve,
    glow,
    shadow,
    capture,
    group,
    cloud,
    sky,
    rolling,
    ridge,
    ground,
    water,
    wetStreak,
    mist,
    weather,
    toSvg,
  }
  return painter
}
