/** Questions of a front: where and how long, the end of an edit, texts of an article on this front. */
import { useState } from 'react'
import { BLOCKS, EDITS, ENDS, PIN } from '../../messages/fronts.ts'
import { EndButtons, EndDialog } from '../../kit/EndButtons.tsx'
import { findPin, findTeaser, isOf, keyOf, type Slot } from '../../kit/front-edits.ts'
import { usualEnd } from '../../kit/front-ends.ts'
import { editWords, slotTitle } from '../../kit/front-words.ts'
import { BlockChoice, takesPins } from '../../kit/PinDialog.tsx'
import { Button, Dialog, Field, FieldsDialog, Stack } from '../../kit/parts.tsx'
import type { Asked, FrontActs } from './front-acts.ts'
import type { FrontEditing } from './front-editing.ts'

export function FrontDialogs({
  editing,
  acts,
  place,
  asked,
  onClose,
}: {
  editing: FrontEditing
  acts: FrontActs
  place: Slot | undefined
  asked: Asked | null
  onClose: () => void
}) {
  if (asked === null) return null
  switch (asked.what) {
    case 'pin':
      return <Pin editing={editing} acts={acts} place={place} asked={asked} onClose={onClose} />
    case 'end':
      return (
        <EndDialog
          title={ENDS.title(editWords(asked.edit, editing.titleOf))}
          until={asked.edit.until}
          onChoose={(until) => {
            acts.setEnd(asked.edit, until)
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'hide':
      return (
        <EndDialog
          title={BLOCKS.hideTitle(slotTitle(asked.slot))}
          onChoose={(until) => {
            acts.hide(asked.slot, until)
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'text':
      return <Texts editing={editing} acts={acts} article={asked.article} onClose={onClose} />
  }
}

/** The block of the row, else the one that was chosen last. */
function Pin({
  editing,
  acts,
  place,
  asked: { article, slot },
  onClose,
}: {
  editing: FrontEditing
  acts: FrontActs
  place: Slot | undefined
  asked: Extract<Asked, { what: 'pin' }>
  onClose: () => void
}) {
  const slots = editing.front.slots.filter(takesPins)
  const pin = findPin(editing.edits, article)
  const [key, setKey] = useState(() => {
    const pinned = pin === undefined ? undefined : slots.find((one) => isOf(pin.block, one))
    const first = slot !== null && takesPins(slot) ? slot : (pinned ?? place)
    return first === undefined ? null : keyOf(first.name)
  })
  const chosen = slots.find(({ name }) => keyOf(name) === key) ?? slots[0]
  return (
    <Dialog title={PIN.title(editing.titleOf(article))} onClose={onClose}>
      {chosen === undefined ? (
        <p>{PIN.noBlock}</p>
      ) : (
        <Stack>
          <BlockChoice slots={slots} value={chosen} onChange={({ name }) => setKey(keyOf(name))} />
          <EndButtons
            until={pin?.until}
            onChoose={(until) => {
              acts.pin(article, chosen, until)
              onClose()
            }}
          />
        </Stack>
      )}
    </Dialog>
  )
}

function Texts({
  editing,
  acts,
  article,
  onClose,
}: {
  editing: FrontEditing
  acts: FrontActs
  article: string
  onClose: () => void
}) {
  const edit = findTeaser(editing.edits, article)
  const shown = editing.front.slots.flatMap(({ articles }) => articles).find(({ id }) => id === article)
  const [title, setTitle] = useState(edit?.title ?? '')
  const [titlePrefix, setTitlePrefix] = useState(edit?.titlePrefix ?? '')
  const save = (texts: { title: string | null; titlePrefix: string | null }) => {
    acts.setTexts(article, texts, edit === undefined ? usualEnd() : edit.until)
    onClose()
  }
  return (
    <FieldsDialog
      title={EDITS.textTitle(editing.titleOf(article))}
      act={EDITS.textAct}
      more={
        edit !== undefined && (
          <Button onClick={() => save({ title: null, titlePrefix: null })}>{EDITS.textRemove}</Button>
        )
      }
      onSend={() => save({ title: title.trim() || null, titlePrefix: titlePrefix.trim() || null })}
      onClose={onClose}
    >
      <Field
        label={EDITS.textKicker}
        hint={EDITS.textHint}
        maxLength={100}
        placeholder={edit === undefined ? shown?.titlePrefix : undefined}
        value={titlePrefix}
        onChange={setTitlePrefix}
      />
      <Field
        label={EDITS.textHeadline}
        hint={EDITS.textHint}
        isFirst
        maxLength={300}
        placeholder={edit === undefined ? shown?.title : undefined}
        value={title}
        onChange={setTitle}
      />
    </FieldsDialog>
  )
}
