/**
 * Commands and the search for articles (Strg+K). Part of the shell, not loaded when it opens: words that are typed while
 * it loads would act as single keys of the page, and "n" begins an article.
 */
import { useState } from 'react'
import { Autocomplete, Input, Menu, MenuItem, TextField } from 'react-aria-components'
import { useKeyList } from './kit/keys.ts'
import { navigate } from './kit/navigation.ts'
import { Dialog, useFirst, useSuggestions } from './kit/parts.tsx'
import { pathOf } from './kit/routes.ts'
import { ROWS } from './messages/articles.ts'
import { COMMANDS, KEYS } from './messages/shell.ts'
import css from './Commands.module.css'

type Command = { id: string; name: string; detail: string; run: () => void }

export function Commands({
  code,
  onClose,
  onKeys,
}: {
  /** Null: the person reads no articles. */
  code: string | null
  onClose: () => void
  onKeys: () => void
}) {
  const [typed, setTyped] = useState('')
  const keys = useKeyList()
  const place = useFirst<HTMLInputElement>()
  const found = useSuggestions(code ?? '', 'article', typed, code !== null && typed.trim().length > 1)
  const words = typed.trim().toLocaleLowerCase('de')
  const commands: Command[] = [
    ...keys.flatMap(({ keys: name, label, run }): Command[] =>
      name === 'Strg+K' || !label.toLocaleLowerCase('de').includes(words)
        ? []
        : [{ id: `key ${name}`, name: label, detail: name, run: name === '?' ? onKeys : run }],
    ),
    ...(code === null || typed.trim().length < 2 ? [] : found).map(({ id, name, detail }) => ({
      id: `article ${id}`,
      name: name === '' ? ROWS.untitled : name,
      detail,
      run: () => navigate(pathOf({ screen: 'article', code: code!, id })),
    })),
  ]
  return (
    <Dialog title={COMMANDS.title} onClose={onClose}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <TextField aria-label={COMMANDS.field}>
          <Input ref={place} className={css.input} placeholder={COMMANDS.field} />
        </TextField>
        <Menu
          className={css.menu}
          aria-label={KEYS.commands}
          items={commands}
          dependencies={[commands.length]}
          renderEmptyState={() => <p className={css.none}>{COMMANDS.none}</p>}
          onAction={(key) => {
            const command = commands.find(({ id }) => id === key)
            if (command === undefined) return
            onClose()
            // After the dialog has given the focus back.
            setTimeout(command.run)
          }}
        >
          {({ id, name, detail }) => (
            <MenuItem id={id} className={css.item} textValue={name}>
              <span>{name}</span>
              <span className={css.detail}>{detail}</span>
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  )
}
