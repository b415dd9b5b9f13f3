/** Pins an article to a front, from its own screen or the list: choose front and block, then press an end to confirm. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { mayTouchFront } from '@lokalteil/domain/office/acts'
import { FRONT, PIN } from '../messages/fronts.ts'
import { EndButtons } from './EndButtons.tsx'
import { editFront } from './edit-front.ts'
import { isOf, keyOf, putPin, type Slot } from './front-edits.ts'
import { untilWords } from './front-ends.ts'
import { slotTitle } from './front-words.ts'
import { useAct, useDesk, useMe, wordsOf } from './office.tsx'
import { Choice, Dialog, Fault, Stack } from './parts.tsx'
import { announce, Loading } from './screen.tsx'

export default function PinDialog({
  code,
  article,
  title,
  sectionPath,
  onClose,
}: {
  code: string
  article: string
  title: string
  sectionPath: string
  onClose: () => void
}) {
  const ask = useDesk(code)
  const me = useMe()
  const [chosen, setChosen] = useState(() => (mayTouchFront('saveFrontDraft', me.grants, code, '') ? '' : sectionPath))
  const [block, setBlock] = useState<string | null>(null)
  const { run, isBusy, fault } = useAct()
  const { data: fronts } = useQuery({ queryKey: [code, 'fronts'], queryFn: () => ask('listFronts') })
  const names = fronts?.fronts.map((one) => [one.path, one.name === '' ? FRONT.home : one.name] as const) ?? []
  // The person may have no right to the section of the article.
  const path = names.some(([one]) => one === chosen) ? chosen : names[0]?.[0]
  const { data: front, error } = useQuery({
    queryKey: [code, 'front', path],
    queryFn: () => ask('getFront', { query: { path } }),
    enabled: path !== undefined,
  })
  const slots = front?.slots.filter(takesPins) ?? []
  // The lead is not preselected, because the next press puts the article on the page.
  const slot = slots.find(({ name }) => (block === null ? name.block !== 'lead' : keyOf(name) === block)) ?? slots[0]

  const pinHere = (place: Slot, until: string | null) =>
    void run(async () => {
      const isOnPage = await editFront(ask, path ?? '', ({ edits, slots: now }) =>
        // The block as the publication's folder defines it now.
        putPin(edits, now.find((one) => isOf(place.name, one)) ?? place, article, 0, until),
      )
      const name = names.find(([one]) => one === path)?.[1] ?? FRONT.home
      announce(isOnPage ? PIN.onPage(title, untilWords(until)) : PIN.inDraft(name))
      onClose()
    })
  return (
    <Dialog title={PIN.title(title)} onClose={onClose}>
      <Stack>
        {path !== undefined && names.length > 1 && (
          <Choice
            label={FRONT.front}
            value={path}
            options={names}
            onChange={(next) => {
              setChosen(next)
              setBlock(null)
            }}
          />
        )}
        {front === undefined && error === null && <Loading />}
        {front !== undefined && slot === undefined && <p>{PIN.noBlock}</p>}
        {slot !== undefined && (
          <>
            <BlockChoice slots={slots} value={slot} onChange={(next) => setBlock(keyOf(next.name))} />
            <EndButtons isBusy={isBusy} onChoose={(until) => pinHere(slot, until)} />
          </>
        )}
        <Fault>{fault ?? (error === null ? null : wordsOf(error))}</Fault>
      </Stack>
    </Dialog>
  )
}

export function takesPins({ canPin, isHidden }: Slot): boolean {
  return canPin && !isHidden
}

export function BlockChoice({
  slots,
  value,
  onChange,
}: {
  slots: readonly Slot[]
  value: Slot
  onChange: (slot: Slot) => void
}) {
  return (
    <Choice
      label={PIN.block}
      value={keyOf(value.name)}
      options={slots.map((slot) => [keyOf(slot.name), slotTitle(slot)] as const)}
      onChange={(key) => onChange(slots.find(({ name }) => keyOf(name) === key) ?? value)}
    />
  )
}
