/** How long something holds on a front: one press for the usual ends, a field for another. */
import { useState, type FormEvent } from 'react'
import { ENDS } from '../messages/fronts.ts'
import { quickEnds, usualEnd } from './front-ends.ts'
import { toFuture, toLocalField } from './moments.ts'
import { Button, Dialog, Field, Row, Stack, useFirst } from './parts.tsx'

export function EndButtons({
  until,
  isBusy = false,
  onChoose,
}: {
  /** The end so far; absent: there is none yet. */
  until?: string | null
  isBusy?: boolean
  onChoose: (until: string | null) => void
}) {
  const [ends] = useState(() => quickEnds())
  const first = useFirst<HTMLButtonElement>()
  const [own, setOwn] = useState(() => toLocalField(until ?? usualEnd()))
  const [isPast, setPast] = useState(false)
  const chooseOwn = (event: FormEvent) => {
    event.preventDefault()
    const instant = toFuture(own)
    if (instant === null) return setPast(true)
    onChoose(instant)
  }
  return (
    <Stack>
      <Row>
        {ends.map(({ label, until: end }, index) => (
          <Button
            key={end}
            ref={index === 0 ? first : undefined}
            look={index === 0 ? 'main' : undefined}
            disabled={isBusy}
            onClick={() => onChoose(end)}
          >
            {label}
          </Button>
        ))}
        <Button disabled={isBusy} onClick={() => onChoose(null)}>
          {ENDS.open}
        </Button>
      </Row>
      <form onSubmit={chooseOwn}>
        <Stack>
          <Field
            label={ENDS.own}
            type="datetime-local"
            required
            fault={isPast ? ENDS.inPast : null}
            value={own}
            onChange={setOwn}
          />
          <Row>
            <Button type="submit" disabled={isBusy}>
              {ENDS.take}
            </Button>
          </Row>
        </Stack>
      </form>
    </Stack>
  )
}

export function EndDialog({
  title,
  until,
  onChoose,
  onClose,
}: {
  title: string
  until?: string | null
  onChoose: (until: string | null) => void
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <EndButtons until={until} onChoose={onChoose} />
    </Dialog>
  )
}
