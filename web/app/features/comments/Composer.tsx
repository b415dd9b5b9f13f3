/**
 * The form for a comment. Its text is never lost: it stays after a refusal, a lost connection or an expired login, and
 * a reload restores it in this tab.
 */
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { COMMENT_MAX } from '@lokalteil/domain/community/discussion'
import { countCharacters } from '@lokalteil/domain/community/user-text'
import { session } from '../../browser/session/session.ts'
import { commentTexts as texts } from '../../messages/community/comments.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { keepStored, readStored } from '../../browser/device-storage.ts'
import type { CommentResult } from './comments-client.ts'
import css from './Comments.module.css'

type ComposerProps = {
  /** Key of the draft in this tab. */
  draftKey: string
  label: string
  sendLabel: string
  initial?: string
  /** Authors of the article, who can be addressed. */
  authors?: readonly string[]
  hasFocus?: boolean
  most?: number
  /** Called on typing or sending: hides the message about the earlier text. */
  onBegin?: () => void
  onSend: (text: string) => Promise<CommentResult<unknown>>
  onCancel?: () => void
}

export function Composer(props: ComposerProps) {
  const {
    draftKey,
    label,
    sendLabel,
    initial = '',
    authors = [],
    hasFocus,
    most = COMMENT_MAX,
    onBegin,
    onSend,
    onCancel,
  } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial)
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const left = most - countCharacters(text)

  useEffect(() => {
    const draft = readDraft(draftKey)
    if (draft !== '') setText((shown) => (shown === '' ? draft : shown))
    if (hasFocus) field.current?.focus()
  }, [draftKey, hasFocus])

  const change = (next: string) => {
    setText(next)
    setFault(null)
    onBegin?.()
    saveDraft(draftKey, next)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    onBegin?.()
    if (text.trim() === '' || left < 0) {
      setFault(texts.refusal(left < 0 ? 'TEXT_TOO_LONG' : 'TEXT_EMPTY'))
      field.current?.focus()
      return
    }
    setSending(true)
    const outcome = await onSend(text)
    setSending(false)
    if (outcome.kind === 'ok') {
      setText('')
      saveDraft(draftKey, '')
      return
    }
    setFault(texts.refusal(outcome.code))
    if (outcome.code === 'NOT_LOGGED_IN') void session.openLogin(location.pathname).catch(() => {})
    else field.current?.focus()
  }
  return (
    <form className={css.composer} onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className={css.field}
        rows={4}
        value={text}
        placeholder={texts.placeholder}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        aria-invalid={fault === null ? undefined : true}
        aria-describedby={`${id}-left${fault === null ? '' : ` ${id}-fault`}`}
      />
      {fault !== null && (
        <p id={`${id}-fault`} className={css.fault} role="alert">
          <Icon name="alert" size="1.1em" /> {fault}
        </p>
      )}
      <div className={css.composerFoot}>
        {authors.map((name) => (
          <button
            key={name}
            type="button"
            className={css.mention}
            onClick={() => {
              change(text.includes(`@${name}`) ? text : `@${name} ${text}`)
              field.current?.focus()
            }}
          >
            @ {texts.mentionAuthor(name)}
          </button>
        ))}
        <p id={`${id}-left`} className={css.left} data-over={left < 0 ? '' : undefined}>
          {left < 200 ? texts.left(left) : ''}
        </p>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
        <Button type="submit" aria-disabled={isSending || undefined}>
          {isSending ? texts.sending : sendLabel}
        </Button>
      </div>
    </form>
  )
}

const readDraft = (key: string): string => readStored(`comment ${key}`, 'sessionStorage') ?? ''

function saveDraft(key: string, text: string): void {
  keepStored(`comment ${key}`, text === '' ? null : text, 'sessionStorage')
}
