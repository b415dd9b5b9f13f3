/**
 * Replaces a missing picture of a home: a drawn plan with its number of rooms, always the same for a listing. Marked as
 * decoration.
 */
import type { HomeFacts } from '../contract/markets.ts'
import css from './Markets.module.css'

type Box = { x: number; y: number; width: number; height: number }
type Wall = { x: number; y: number; length: number; isUpright: boolean; door: number }

const WIDTH = 400
const HEIGHT = 300
const EDGE = 40
const DOOR = 26

export function FloorPlan({ id, facts }: { id: string; facts: Pick<HomeFacts, 'type' | 'rooms'> }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={css.plan} aria-hidden="true" focusable="false">
      {facts.type === 'grundstueck' ? (
        <Plot id={id} />
      ) : facts.type === 'stellplatz' ? (
        <Parking />
      ) : (
        <Rooms id={id} count={Math.min(7, Math.max(2, Math.round(facts.rooms ?? 3) + 1))} />
      )}
    </svg>
  )
}

function Rooms({ id, count }: { id: string; count: number }) {
  const next = createSequence(id)
  const outer: Box = {
    x: EDGE + next() * 20,
    y: EDGE - 4 + next() * 14,
    width: WIDTH - 2 * EDGE - 20,
    height: HEIGHT - 2 * EDGE - 10,
  }
  const { boxes, walls } = split(outer, count, next)
  const window = outer.width * (0.25 + next() * 0.2)
  return (
    <>
      <rect {...outer} className={css.planFloor} />
      {boxes.slice(0, 1).map((box) => (
        <rect key="wet" {...box} className={css.planWet} />
      ))}
      {walls.map((wall) => (
        <path key={`${wall.x} ${wall.y} ${wall.isUpright}`} d={drawWall(wall)} className={css.planWall} />
      ))}
      {walls.map((wall) => (
        <path key={`d ${wall.x} ${wall.y} ${wall.isUpright}`} d={drawDoor(wall)} className={css.planDoor} />
      ))}
      <rect {...outer} className={css.planOuter} />
      <path
        d={`M${outer.x + 30} ${outer.y}h${window}M${outer.x + outer.width - 30} ${outer.y + outer.height}h${-window}M${outer.x} ${outer.y + outer.height * 0.3}v${outer.height * 0.3}`}
        className={css.planWindow}
      />
    </>
  )
}

function split(outer: Box, count: number, next: () => number): { boxes: Box[]; walls: Wall[] } {
  const boxes = [outer]
  const walls: Wall[] = []
  while (boxes.length < count) {
    boxes.sort((a, b) => b.width * b.height - a.width * a.height)
    const { x, y, width, height } = boxes.shift()!
    const share = 0.38 + next() * 0.24
    const isUpright = width > height
    const door = 0.15 + next() * 0.5
    if (isUpright) {
      const at = Math.round(width * share)
      boxes.push({ x, y, width: at, height }, { x: x + at, y, width: width - at, height })
      walls.push({ x: x + at, y, length: height, isUpright, door })
    } else {
      const at = Math.round(height * share)
      boxes.push({ x, y, width, height: at }, { x, y: y + at, width, height: height - at })
      walls.push({ x, y: y + at, length: width, isUpright, door })
    }
  }
  return { boxes: boxes.sort((a, b) => a.width * a.height - b.width * b.height), walls }
}

function drawWall({ x, y, length, isUpright, door }: Wall): string {
  const before = Math.round((length - DOOR) * door)
  const way = isUpright ? 'v' : 'h'
  const gap = isUpright ? `m0 ${DOOR}` : `m${DOOR} 0`
  return `M${x} ${y}${way}${before}${gap}${way}${length - before - DOOR}`
}

function drawDoor({ x, y, length, isUpright, door }: Wall): string {
  const before = Math.round((length - DOOR) * door)
  return isUpright
    ? `M${x} ${y + before}h${DOOR}A${DOOR} ${DOOR} 0 0 1 ${x} ${y + before + DOOR}`
    : `M${x + before} ${y}v${DOOR}A${DOOR} ${DOOR} 0 0 0 ${x + before + DOOR} ${y}`
}

function Plot({ id }: { id: string }) {
  const next = createSequence(id)
  const trees = Array.from({ length: 7 }, () => ({ x: 90 + next() * 220, y: 80 + next() * 130, r: 9 + next() * 9 }))
  return (
    <>
      <path d="M52 66 340 44 362 236 74 262Z" className={css.planFloor} />
      {trees.map(({ x, y, r }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} className={css.planWet} />
      ))}
      <path d="M52 66 340 44 362 236 74 262Z" className={css.planOuter} strokeDasharray="14 7" />
      <path d="M20 280 390 246" className={css.planWindow} />
    </>
  )
}

function Parking() {
  return (
    <>
      <rect x="70" y="50" width="260" height="200" className={css.planFloor} />
      <path d="M70 50v200M156 50v200M243 50v200M330 50v200" className={css.planOuter} />
      <rect x="170" y="78" width="60" height="130" rx="22" className={css.planWet} />
      <path d="M178 118h44M180 176h40" className={css.planWall} />
    </>
  )
}

/** Pseudo-random numbers from 0 to 1, the same for the same text. */
function createSequence(text: string): () => number {
  let state = 7
  for (const letter of text) state = (state * 31 + letter.charCodeAt(0)) % 233_280
  return () => {
    state = (state * 9301 + 49_297) % 233_280
    return state / 233_280
  }
}
