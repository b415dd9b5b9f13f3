/** Muted words and topics of the personal feeds. */
import { useState, type FormEvent } from 'react'
import type { FeedNode } from '@lokalteil/contracts/content'
import type { MuteList } from '@lokalteil/contracts/library'
import { flattenFeed } from '@lokalteil/domain/reading/feeds'
import { usePortal } from '../../page/portal.ts'
import type { LibraryAnswer, LibraryApi } from '../../page/library-api.ts'
import { personalTexts } from '../../messages/reading/personal.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './FeedPages.module.css'
import { toLibraryApi } from './load-personal.ts'

const texts = personalTexts.feed
/** The same pattern as in the library service. */
const WORD = /^[\p{L}\p{N}][\p{L}\p{N} .&'’-]*$/u

export function Mutes({
  mutes,
  choices,
  onChanged,
}: {
  mutes: MuteList
  choices: readonly FeedNode[]
  onChanged: () => void
}) {
  const { publication } = usePortal()
  const [fault, setFault] = useState<string>()
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const known = flattenFeed(choices)
  const nameOf = (id: string) => known.find((entry) => entry.id === id)?.label ?? id
  const muted = new Set(mutes.topics.map(({ id }) => id))

  async function change(ask: (library: LibraryApi) => Promise<LibraryAnswer<unknown>>, done: string): Promise<boolean> {
    const library = toLibraryApi({ publication })
    if (library === null || isBusy) return false
    setBusy(true)
    const answer = await ask(library)
    setBusy(false)
    setSaid(answer.ok ? done : answer.code === 'TOO_MANY' ? texts.tooManyMutes : texts.muteFailed)
    if (answer.ok) onChanged()
    return answer.ok
  }

  async function addWord(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form).get('word')
    const word = typeof typed === 'string' ? typed.trim() : ''
    const isGood = word.length >= 2 && word.length <= 60 && WORD.test(word)
    setFault(isGood ? undefined : texts.wordFault)
    if (isGood && (await change((library) => library.muteWord({ body: { word } }), texts.muted(word)))) form.reset()
  }

  return (
    <details className={`${css.mutes} js-only`}>
      <summary>{texts.mutes}</summary>
      <p className={css.hint}>{texts.mutesIntro}</p>
      {mutes.words.length + mutes.topics.length > 0 && (
        <ul className={css.muted}>
          {mutes.words.map(({ word }) => (
            <Entry
              key={`w${word}`}
              name={word}
              onRemove={() => void change((library) => library.unmuteWord({ params: { word } }), texts.unmuted(word))}
            />
          ))}
          {mutes.topics.map(({ id }) => (
            <Entry
              key={`t${id}`}
              name={nameOf(id)}
              onRemove={() =>
                void change((library) => library.unmuteTopic({ params: { id } }), texts.unmuted(nameOf(id)))
              }
            />
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void addWord(event)} noValidate className={css.form}>
        <TextField
          id="mute-word"
          name="word"
          label={texts.word}
          hint={texts.wordHint}
          fault={fault}
          maxLength={60}
          autoComplete="off"
        />
        <Button type="submit" variant="secondary" aria-disabled={isBusy || undefined}>
          {texts.mute}
        </Button>
      </form>
      <Select
        id="mute-topic"
        label={texts.topic}
        value=""
        onChange={(event) => {
          const id = event.currentTarget.value
          if (id !== '') void change((library) => library.muteTopic({ params: { id } }), texts.muted(nameOf(id)))
        }}
      >
        <option value="">{texts.topicNone}</option>
        {known
          .filter(({ id }) => !muted.has(id))
          .map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
      </Select>
      <p role="status" className={css.hint}>
        {said}
      </p>
    </details>
  )
}

function Entry({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li>
      {name}
      <button type="button" aria-label={texts.unmute(name)} onClick={onRemove}>
        <Icon name="close" size="1em" />
      </button>
    </li>
  )
}
