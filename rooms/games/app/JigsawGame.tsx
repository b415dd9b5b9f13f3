/** A jigsaw: two tiles swap places, by dragging, by two clicks or by keyboard. */
import { useState, type CSSProperties } from 'react'
import type { Picture } from '@lokalteil/contracts/content'
import { countRight, parseOrder, swapTiles, type JigsawPuzzle } from '../domain/jigsaw.ts'
import { gameTexts } from './games-texts.ts'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { BoardGrid, type Cell } from './BoardGrid.tsx'
import { GameFrame, type GameData } from './GameFrame.tsx'
import css from './Games.module.css'
import { useDrag } from './use-drag.ts'
import { useGame } from './use-game.ts'

const texts = gameTexts.jigsaw

/** The article of the picture. */
export type JigsawSource = { picture: Picture; title: string; target: string }

export function JigsawGame({ data, source }: { data: GameData<'puzzle', JigsawPuzzle>; source: JigsawSource }) {
  const { columns, rows, order: start } = data.puzzle
  const { picture, title, target } = source
  const controls = useGame<readonly number[]>({
    game: data.game,
    day: data.day,
    level: data.level,
    start,
    parse: (text) => parseOrder(text, start.length),
    format: (order) => order.join('.'),
    judge: (order) => (countRight(order) === order.length ? 'won' : 'open'),
  })
  const { state: order, outcome } = controls
  const [current, setCurrent] = useState(0)
  const [held, setHeld] = useState<number | null>(null)
  const address = pictureSources(picture, { ratio: '4:3', quality: 75 })?.share ?? ''

  const press = (place: number) => {
    if (outcome !== 'open') return
    if (held === null) return setHeld(place)
    setHeld(null)
    if (held !== place) controls.move(swapTiles(order, held, place))
  }
  const drag = useDrag((from, to) => {
    if (outcome !== 'open') return
    setHeld(null)
    setCurrent(to)
    controls.move(swapTiles(order, from, to))
  })
  const cellAt = (place: number): Cell => {
    const tile = order[place]!
    const isRight = tile === place
    const name = texts.tile(gameTexts.place(Math.floor(place / columns) + 1, (place % columns) + 1), tile + 1)
    return {
      label: [name, ...(isRight ? [texts.right] : []), ...(held === place ? [texts.held] : [])].join(', '),
      content: (
        <span
          className={css.tile}
          style={{
            backgroundImage: `url("${address}")`,
            backgroundSize: `${columns * 100}% ${rows * 100}%`,
            backgroundPosition: `${((tile % columns) / (columns - 1)) * 100}% ${(Math.floor(tile / columns) / (rows - 1)) * 100}%`,
          }}
        />
      ),
      marks: [isRight ? 'right' : '', held === place ? 'held' : ''].join(' ').trim(),
    }
  }
  return (
    <GameFrame
      data={data}
      controls={controls}
      message={
        gameTexts.ending(outcome, controls.readSeconds(), 0, order.length) ||
        texts.count(countRight(order), order.length)
      }
      board={
        <div className={css.dragged} {...drag}>
          <BoardGrid
            label={texts.label(rows, columns)}
            rows={rows}
            columns={columns}
            current={current}
            cellAt={cellAt}
            onCurrent={setCurrent}
            onPress={press}
            onKey={(event) => {
              if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') controls.undo()
              else if (event.key === 'Escape' && held !== null) setHeld(null)
              else return false
              return true
            }}
            className={css.jigsaw}
            style={{ '--rows': rows } as CSSProperties}
          />
        </div>
      }
      aside={
        <p>
          {texts.from} <a href={target}>{title}</a>
          {picture.credit !== '' && <small className={css.credit}>{texts.credit(picture.credit)}</small>}
        </p>
      }
    />
  )
}
