/**
 * Turns a flat vector picture into gouache on paper: edges waver with the hand, washes pool, bristles and paper tooth
 * show, the corners sink a little. The textures are made once from fixed seeds.
 */
import sharp from 'sharp'
import { createRandom } from './painter.ts'

const TILE = 512

/** Tileable value noise, octaves of lattices that divide the tile. */
function createNoise(seed: string, cellsX: number, cellsY: number, octaves: number): Float32Array {
  const random = createRandom(seed)
  const tile = new Float32Array(TILE * TILE)
  let weight = 1
  let total = 0
  for (let octave = 0; octave < octaves; octave++, weight *= 0.55) {
    const [nx, ny] = [cellsX << octave, cellsY << octave]
    const lattice = Float32Array.from({ length: nx * ny }, () => random() * 2 - 1)
    for (let y = 0; y < TILE; y++) {
      const fy = (y / TILE) * ny
      const y0 = Math.floor(fy)
      const ty = (fy - y0) ** 2 * (3 - 2 * (fy - y0))
      const [rowA, rowB] = [(y0 % ny) * nx, ((y0 + 1) % ny) * nx]
      for (let x = 0; x < TILE; x++) {
        const fx = (x / TILE) * nx
        const x0 = Math.floor(fx)
        const tx = (fx - x0) ** 2 * (3 - 2 * (fx - x0))
        const [a, b] = [x0 % nx, (x0 + 1) % nx]
        const top = lattice[rowA + a]! * (1 - tx) + lattice[rowA + b]! * tx
        const low = lattice[rowB + a]! * (1 - tx) + lattice[rowB + b]! * tx
        tile[y * TILE + x]! += (top * (1 - ty) + low * ty) * weight
      }
    }
    total += weight
  }
  return tile.map((value) => value / total)
}

type Paper = { dx: Int8Array; dy: Int8Array; wash: Int16Array }

let paper: Paper | null = null

function getPaper(): Paper {
  if (paper) return paper
  const [shiftX, shiftY] = [createNoise('shift-x', 26, 26, 2), createNoise('shift-y', 26, 26, 2)]
  const [pools, bristle, tooth] = [
    createNoise('pools', 4, 4, 3),
    createNoise('bristle', 16, 96, 2),
    createNoise('tooth', 128, 128, 2),
  ]
  paper = {
    dx: Int8Array.from(shiftX, (value) => Math.round(value * 2.5)),
    dy: Int8Array.from(shiftY, (value) => Math.round(value * 2.5)),
    wash: Int16Array.from(pools, (value, i) => Math.round(value * 11 + bristle[i]! * 9 + tooth[i]! * 9)),
  }
  return paper
}

/**
 * Rasterises the vector picture and finishes it as gouache: edges waver with the hand, washes pool, bristles and
 * paper tooth show, the corners sink a little. `strength` 0.4 suits faces and small pictures.
 */
export async function finish(
  svg: string,
  seed: string,
  { quality = 82, strength = 1, maxBytes = Infinity }: { quality?: number; strength?: number; maxBytes?: number } = {},
): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const { dx, dy, wash } = getPaper()
  const random = createRandom(`paper ${seed}`)
  const [ox, oy] = [Math.floor(random() * TILE), Math.floor(random() * TILE)]
  const out = Buffer.allocUnsafe(data.length)
  const sway = strength * Math.min(1, width / 900)
  const [halfW, halfH] = [width / 2, height / 2]
  for (let y = 0, o = 0; y < height; y++) {
    const row = ((y + oy) & (TILE - 1)) * TILE
    const offY = ((y - halfH) / halfH) ** 2
    for (let x = 0; x < width; x++, o += 3) {
      const t = row + ((x + ox) & (TILE - 1))
      let sx = x + Math.round(dx[t]! * sway)
      let sy = y + Math.round(dy[t]! * sway)
      if (sx < 0) sx = 0
      else if (sx >= width) sx = width - 1
      if (sy < 0) sy = 0
      else if (sy >= height) sy = height - 1
      const s = (sy * width + sx) * 3
      const edge = ((x - halfW) / halfW) ** 2 * offY
      const factor = 256 + wash[t]! * strength - edge * 46
      for (let c = 0; c < 3; c++) {
        const value = (data[s + c]! * factor) >> 8
        out[o + c] = value > 255 ? 255 : value
      }
    }
  }
  for (let q = quality; ; q -= 8) {
    const jpeg = await sharp(out, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: q, chromaSubsampling: '4:2:0', optimiseCoding: true })
      .toBuffer()
    if (jpeg.length <= maxBytes || q <= 50) return jpeg
  }
}
