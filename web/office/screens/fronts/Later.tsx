/** Two people at one front: shows the edits of both; none is lost. */
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import { LATER } from '../../messages/fronts.ts'
import { bringBack, compareEdits } from '../../kit/front-edits.ts'
import { editWords } from '../../kit/front-words.ts'
import { Button, Dialog, Ends, Fault, Notice, Row, Stack } from '../../kit/parts.tsx'
import type { FrontEditing } from './front-editing.ts'
import css from './fronts.module.css'

/** Somebody saved between the last look and publishing. */
export function Later({
  editing,
  mine,
  fault,
  isBusy,
  onPublish,
  onClose,
}: {
  editing: FrontEditing
  mine: readonly FrontEdit[]
  fault: string | null
  isBusy: boolean
  onPublish: () => void
  onClose: () => void
}) {
  const { edits, front, titleOf } = editing
  const { added, removed, changed, isReordered } = compareEdits(mine, edits)
  const marks = new Map([
    ...added.map(({ id }) => [id, LATER.added] as const),
    ...changed.map(({ id }) => [id, LATER.changed] as const),
  ])
  const gone = new Map(removed.map(({ id }) => [id, LATER.only] as const))
  return (
    <Dialog title={LATER.title} size="wide" onClose={onClose}>
      <p>{LATER.intro}</p>
      {isReordered && <p>{LATER.order}</p>}
      <div className={css.pair}>
        <Edits title={LATER.mine} edits={mine} marks={gone} titleOf={titleOf} />
        <Edits
          title={LATER.theirs(front.draft?.by.name ?? front.published.by ?? '')}
          edits={edits}
          marks={marks}
          titleOf={titleOf}
        />
      </div>
      <Fault>{fault}</Fault>
      <Ends>
        {removed.length > 0 && (
          <Button
            onClick={() => {
              editing.change(bringBack(edits, removed))
              onClose()
            }}
          >
            {LATER.takeBack}
          </Button>
        )}
        <Button onClick={onClose}>{LATER.look}</Button>
        {front.draft !== null && (
          <Button look="main" disabled={isBusy} onClick={onPublish}>
            {LATER.publish}
          </Button>
        )}
      </Ends>
    </Dialog>
  )
}

/** Somebody dropped the draft while it was open here. */
export function Lost({ editing }: { editing: FrontEditing }) {
  const { lost, forgetLost, titleOf, edits, change } = editing
  if (lost === null) return null
  return (
    <Notice look="warn">
      <Stack>
        <p>{LATER.lost}</p>
        <Edits edits={lost} marks={new Map()} titleOf={titleOf} />
        <Row>
          <Button
            onClick={() => {
              change(bringBack(edits, lost))
              forgetLost()
            }}
          >
            {LATER.takeBack}
          </Button>
          <Button look="quiet" onClick={forgetLost}>
            {LATER.forget}
          </Button>
        </Row>
      </Stack>
    </Notice>
  )
}

function Edits({
  title,
  edits,
  marks,
  titleOf,
}: {
  title?: string
  edits: readonly FrontEdit[]
  marks: ReadonlyMap<string, string>
  titleOf: (article: string) => string
}) {
  return (
    <section>
      {title !== undefined && <h3>{title}</h3>}
      <ul className={css.edits}>
        {edits.map((edit) => (
          <li key={edit.id} data-marked={marks.has(edit.id) || undefined}>
            {editWords(edit, titleOf)}
            {marks.has(edit.id) && <strong> ({marks.get(edit.id)})</strong>}
          </li>
        ))}
      </ul>
    </section>
  )
}
