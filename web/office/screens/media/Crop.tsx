/** Chooses the part of a picture that pages show: a ratio, then size and place by keys, buttons or pointer. */
import { useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { Medium } from '@lokalteil/contracts/office/media'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { toCentre, toCropRect, type CropRect } from '@lokalteil/domain/display/crop'
import { CROP } from '../../messages/media.ts'
import { SHELL } from '../../messages/shell.ts'
import { useAct, useDesk } from '../../kit/office.tsx'
import { Button, Choice, Dialog, Ends, Fault, Row } from '../../kit/parts.tsx'
import { announce } from '../../kit/screen.tsx'
import css from './media.module.css'

const RATIOS = { '16:9': 16 / 9, '3:2': 3 / 2, '4:3': 4 / 3, '1:1': 1, '3:4': 3 / 4 } as const
type Ratio = keyof typeof RATIOS
const CHOICES = (Object.keys(RATIOS) as Ratio[]).map((name) => [name, name] as const)

/** Percent of the picture for each key. */
const STEP = 2
/** Of the largest part, for each key. */
const SHARE_STEP = 0.05
const LEAST_SHARE = 0.2
const MIDDLE = { x: 50, y: 50 }

type Size = { width: number; height: number }
type Chosen = { ratio: Ratio; share: number; part: CropRect }

/** The part that is shown now, or the largest one of the first ratio. */
function toFirst(size: Size, part: CropRect | undefined): Chosen {
  if (part === undefined) return { ratio: '16:9', share: 1, part: toCropRect(size, RATIOS['16:9'], MIDDLE) }
  const shown = (part.width * size.width) / (part.height * size.height)
  const off = (name: Ratio) => Math.abs(Math.log(RATIOS[name] / shown))
  const ratio = CHOICES.map(([name]) => name).toSorted((a, b) => off(a) - off(b))[0]!
  const share = Math.min(1, part.width / toCropRect(size, RATIOS[ratio], MIDDLE).width)
  return { ratio, share, part }
}

export function Crop({
  code,
  medium,
  onDone,
  onClose,
}: {
  code: string
  medium: Medium
  onDone: (next: Medium) => void
  onClose: () => void
}) {
  const ask = useDesk(code)
  const { run, isBusy, fault } = useAct()
  const { cut } = medium
  const whole = cut?.whole ?? medium.picture
  const [chosen, setChosen] = useState(() => toFirst(whole, cut?.part))
  const { part, ratio, share } = chosen
  const choose = (change: { ratio?: Ratio; share?: number; centre?: { x: number; y: number } }) => {
    const next = { ratio, share, ...change }
    next.share = Math.min(1, Math.max(LEAST_SHARE, next.share))
    const rect = toCropRect(whole, RATIOS[next.ratio], change.centre ?? toCentre(part), next.share)
    setChosen({ ratio: next.ratio, share: next.share, part: rect })
  }
  const move = (x: number, y: number) => {
    const centre = toCentre(part)
    choose({ centre: { x: centre.x + x, y: centre.y + y } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: () => move(-STEP, 0),
      ArrowRight: () => move(STEP, 0),
      ArrowUp: () => move(0, -STEP),
      ArrowDown: () => move(0, STEP),
      '+': () => choose({ share: share + SHARE_STEP }),
      '-': () => choose({ share: share - SHARE_STEP }),
    }[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Space and Enter click too, without a place.
    if (event.detail === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    choose({ centre: { x: ((event.clientX - left) / width) * 100, y: ((event.clientY - top) / height) * 100 } })
  }
  const send = (wanted: CropRect | null) =>
    void run(async () => {
      const body = { version: medium.version, part: wanted }
      const next = await ask('cropMedium', { params: { id: medium.id }, body })
      announce(wanted === null ? CROP.isWhole : CROP.done)
      onDone(next)
    })
  return (
    <Dialog title={CROP.title} size="wide" onClose={onClose}>
      <p>{medium.useCount === 0 ? CROP.inNone : CROP.inArticles(medium.useCount)}</p>
      <Row>
        <Choice
          label={CROP.ratio}
          value={ratio}
          options={CHOICES}
          onChange={(name) => choose({ ratio: name, share: 1 })}
        />
        <Button look="small" disabled={share <= LEAST_SHARE} onClick={() => choose({ share: share - SHARE_STEP })}>
          {CROP.smaller}
        </Button>
        <Button look="small" disabled={share >= 1} onClick={() => choose({ share: share + SHARE_STEP })}>
          {CROP.larger}
        </Button>
      </Row>
      <button
        type="button"
        className={css.crop}
        title={CROP.hint}
        aria-label={`${CROP.frame(part)} ${CROP.hint}`}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <img src={imageAddress(whole.baseUrl, { width: 1024 })} alt="" width={whole.width} height={whole.height} />
        <span
          className={css.frame}
          style={{ left: `${part.x}%`, top: `${part.y}%`, width: `${part.width}%`, height: `${part.height}%` }}
        />
      </button>
      <Fault>{fault}</Fault>
      <Ends>
        <Button onClick={onClose}>{SHELL.cancel}</Button>
        {cut !== null && (
          <Button disabled={isBusy} onClick={() => send(null)}>
            {CROP.undo}
          </Button>
        )}
        <Button look="main" disabled={isBusy} onClick={() => send(part)}>
          {isBusy ? CROP.working : CROP.act}
        </Button>
      </Ends>
    </Dialog>
  )
}
