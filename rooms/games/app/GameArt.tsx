/** A drawing for each game: one grid of 120 × 72, two colours of the publication, no line thinner than two. */
import type { ReactNode } from 'react'
import type { Game } from '@lokalteil/domain/games/games'
import css from './GameArt.module.css'

const ART: { readonly [G in Game]: ReactNode } = {
  sudoku: (
    <>
      <path className={css.wash} d="M36 12h48v48H36z" />
      <path className={css.thin} d="M52 12v48M68 12v48M36 28h48M36 44h48" />
      <path className={css.line} d="M36 12h48v48H36z" />
      <text x="44" y="24.5">
        5
      </text>
      <text x="60" y="40.5">
        9
      </text>
      <text x="76" y="56.5">
        2
      </text>
      <path className={css.fill} d="M69 13h14v14H69z" />
      <text x="76" y="24.5" className={css.on}>
        7
      </text>
    </>
  ),
  kakuro: (
    <>
      <path className={css.fill} d="M36 12h16v48H36zM52 12h32v16H52z" />
      <path className={css.wash} d="M52 28h32v32H52z" />
      <path className={css.thin} d="M52 44h32M68 28v32" />
      <path className={css.onLine} d="M36 28l16 16M36 44l16 16M52 12l16 16M68 12l16 16" />
      <path className={css.line} d="M36 12h48v48H36z" />
      <text x="60" y="40.5">
        1
      </text>
      <text x="76" y="40.5">
        3
      </text>
      <text x="76" y="56.5">
        9
      </text>
    </>
  ),
  wortraten: (
    <>
      {['W', 'O', 'R', 'T', '?'].map((letter, index) => (
        <g key={letter}>
          <rect
            className={index === 0 || index === 3 ? css.fill : index === 1 ? css.frame : css.wash}
            x={13 + index * 19}
            y="27"
            width="17"
            height="18"
            rx="2"
          />
          <text x={21.5 + index * 19} y="40" className={index === 0 || index === 3 ? css.on : undefined}>
            {letter}
          </text>
        </g>
      ))}
    </>
  ),
  kreuzwortraetsel: (
    <>
      <path className={css.wash} d="M28 28h64v16H28zM44 12h16v48H44zM76 12h16v48H76z" />
      <path className={css.fill} d="M60 12h16v16H60zM60 44h16v16H60zM28 12h16v16H28zM28 44h16v16H28z" />
      <path className={css.thin} d="M28 12h64v48H28zM28 28h64M28 44h64M44 12v48M60 12v48M76 12v48" />
      <path className={css.line} d="M28 12h64v48H28z" />
      <text x="36" y="40.5">
        A
      </text>
      <text x="52" y="40.5">
        U
      </text>
      <text x="68" y="40.5">
        E
      </text>
      <text x="52" y="24.5">
        T
      </text>
      <text x="84" y="24.5">
        S
      </text>
    </>
  ),
  puzzle: (
    <>
      <path className={css.wash} d="M30 12h60v48H30z" />
      <path className={css.frame} d="M30 12h24v8a6 6 0 1 1 0 10v6H44a6 6 0 1 0-10 0h-4z" />
      <path className={css.fill} d="M60 36h8a6 6 0 1 1 10 0h12v24H60v-8a6 6 0 1 0 0-10z" />
      <path className={css.line} d="M30 12h60v48H30z" />
    </>
  ),
  segelboot: (
    <>
      <path className={css.wash} d="M30 72C44 52 22 34 44 0h34c-20 34 4 50-12 72z" />
      <path className={css.fill} d="M46 54h30l-6 9H52z" />
      <path className={css.frame} d="M60 14v36H46z" />
      <path className={css.line} d="M62 10v44M62 16l14 34H62" />
      <path className={css.thin} d="M92 14v22M86 30l6 7 6-7" />
    </>
  ),
  'schiffe-versenken': (
    <>
      <path className={css.wash} d="M24 6h72v60H24z" />
      <path className={css.thin} d="M24 18h72M24 30h72M24 42h72M24 54h72M36 6v60M48 6v60M60 6v60M72 6v60M84 6v60" />
      <rect className={css.fill} x="37.5" y="19.5" width="33" height="9" rx="4.5" />
      <rect className={css.fill} x="73.5" y="43.5" width="9" height="21" rx="4.5" />
      <path className={css.strong} d="M51 33l6 6M57 33l-6 6" />
      <circle className={css.dot} cx="90" cy="24" r="2" />
      <circle className={css.dot} cx="30" cy="60" r="2" />
    </>
  ),
}

export function GameArt({ game }: { game: Game }) {
  return (
    <svg viewBox="0 0 120 72" className={css.art} aria-hidden="true" focusable="false">
      {ART[game]}
    </svg>
  )
}
