/** Notes at blocks or about the article, with answers. */
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Note, OfficeArticle } from '@lokalteil/contracts/office/values'
import { NOTES } from '../../messages/article.ts'
import { useKeys } from '../../kit/keys.ts'
import { shortMoment } from '../../kit/moments.ts'
import { mayDoIn, useAct, useDesk, useMe } from '../../kit/office.tsx'
import { Area, Button, Fault, FieldsDialog, Row } from '../../kit/parts.tsx'
import css from './article.module.css'

export function Notes({
  code,
  article,
  block,
  onBlock,
}: {
  code: string
  article: OfficeArticle
  /** The block a note is to be written at; null: none. */
  block: number | null
  onBlock: (block: number | null) => void
}) {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const mayNote = mayDoIn(me, 'addNote', code, article.sectionPath)
  useKeys(mayNote ? [{ keys: 'Strg+Alt+N', label: NOTES.write, run: () => setOpen(true) }] : [])
  const close = () => {
    setOpen(false)
    onBlock(null)
  }
  return (
    <section className={css.part} aria-label={NOTES.title}>
      <h2>{NOTES.title}</h2>
      {article.openNotes.length === 0 && <p className={css.soft}>{NOTES.none}</p>}
      <ul className={css.notes}>
        {article.openNotes.map((note) => (
          <OneNote key={note.id} code={code} article={article} note={note} mayAnswer={mayNote} />
        ))}
      </ul>
      {mayNote && (
        <Row>
          <Button look="small" onClick={() => setOpen(true)}>
            {NOTES.write}
          </Button>
        </Row>
      )}
      {(isOpen || block !== null) && <NoteForm code={code} id={article.id} block={block} onClose={close} />}
    </section>
  )
}

function useRefresh(code: string, id: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [code, 'article', id] })
}

function NoteForm({
  code,
  id,
  block,
  onClose,
}: {
  code: string
  id: string
  block: number | null
  onClose: () => void
}) {
  const ask = useDesk(code)
  const refresh = useRefresh(code, id)
  const [text, setText] = useState('')
  const { run, isBusy, fault } = useAct()
  const send = () =>
    void run(async () => {
      await ask('addNote', { params: { id }, body: { text, block } })
      onClose()
      await refresh()
    })
  const label = block === null ? NOTES.write : NOTES.aboutBlock(block)
  return (
    <FieldsDialog
      title={label}
      act={NOTES.send}
      fault={fault}
      isOff={isBusy || text.trim() === ''}
      onSend={send}
      onClose={onClose}
    >
      <Area label={label} required maxLength={2000} isFirst value={text} onChange={setText} />
    </FieldsDialog>
  )
}

function OneNote({
  code,
  article,
  note,
  mayAnswer,
}: {
  code: string
  article: OfficeArticle
  note: Note
  mayAnswer: boolean
}) {
  const ask = useDesk(code)
  const refresh = useRefresh(code, article.id)
  const [text, setText] = useState('')
  const { run, isBusy, fault } = useAct()
  const answer = (isDone: boolean) =>
    void run(async () => {
      await ask('answerNote', { params: { id: article.id, note: note.id }, body: { text: text.trim(), isDone } })
      setText('')
      await refresh()
    })
  return (
    <li className={css.note}>
      <p className={css.soft}>
        {note.by.name}, {shortMoment(note.at)}
        {note.block !== null && `, ${NOTES.atBlock(note.block)}`}
      </p>
      <p>{note.text}</p>
      {note.answers.map(({ by, at, text: answered }) => (
        <div key={`${at} ${by.id}`} className={css.answer}>
          <p className={css.soft}>
            {by.name}, {shortMoment(at)}
          </p>
          <p>{answered}</p>
        </div>
      ))}
      {mayAnswer && (
        <>
          <Area label={NOTES.answer} rows={1} maxLength={2000} value={text} onChange={setText} />
          <Fault>{fault}</Fault>
          <Row>
            <Button look="small" disabled={isBusy || text.trim() === ''} onClick={() => answer(false)}>
              {NOTES.sendAnswer}
            </Button>
            <Button look="small" disabled={isBusy} onClick={() => answer(true)}>
              {NOTES.done}
            </Button>
          </Row>
        </>
      )}
    </li>
  )
}
