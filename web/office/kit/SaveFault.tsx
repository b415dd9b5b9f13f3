/** The server refuses the draft: the text on the screen stays until the person chooses. */
import { useEffect, useState } from 'react'
import { SAVING } from '../messages/article.ts'
import { useAct } from './office.tsx'
import { Button, Fault, Notice, Row } from './parts.tsx'
import type { SavingState } from './saving.ts'
import { toSeed, type Copies, type Seed } from './seeds.ts'

export function SaveFault<Draft>({
  state,
  conflict,
  look,
  read,
  copies,
  onSeed,
}: {
  state: SavingState
  /** Says who saved meanwhile. */
  conflict: (name: string) => string
  /** Reads the present state of the server. The same function as long as its document is. */
  look: () => Promise<{ revision: number; draft: Draft; by: string }>
  /** As it stands on the screen. */
  read: () => Draft
  copies: Copies
  onSeed: (seed: Seed<Draft>) => void
}) {
  const { run, isBusy, fault } = useAct()
  const [by, setBy] = useState('')
  const isConflict = state.kind === 'refused' && state.code === 'LATER_REVISION'
  useEffect(() => {
    if (isConflict)
      look().then(
        (latest) => setBy(latest.by),
        () => {},
      )
  }, [isConflict, look])
  if (state.kind !== 'refused') return null
  if (!isConflict) return <Notice look="alert">{SAVING.refused}</Notice>
  const choose = (isMine: boolean) =>
    void run(async () => {
      const { revision, draft } = await look()
      if (isMine) return onSeed(toSeed(revision, read(), true))
      await copies.forget().catch(() => {})
      onSeed(toSeed(revision, draft))
    })
  return (
    <Notice look="alert">
      <p>{conflict(by === '' ? SAVING.somebody : by)}</p>
      <Fault>{fault}</Fault>
      <Row>
        <Button disabled={isBusy} onClick={() => choose(true)}>
          {SAVING.keepMine}
        </Button>
        <Button disabled={isBusy} onClick={() => choose(false)}>
          {SAVING.takeTheirs}
        </Button>
      </Row>
    </Notice>
  )
}
