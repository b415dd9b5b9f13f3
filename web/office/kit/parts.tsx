/** Fields, buttons, menus and dialogs of the office. */
import {
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  Button as AriaButton,
  ComboBox,
  Dialog as AriaDialog,
  Heading,
  Input,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
} from 'react-aria-components'
import { PARTS } from '../messages/parts.ts'
import { SHELL } from '../messages/shell.ts'
import { useDesk } from './office.tsx'
import css from './parts.module.css'

type Look = 'main' | 'quiet' | 'alert' | 'small'

export function Button({ look, ...rest }: { look?: Look } & ComponentProps<'button'>) {
  return <button type="button" {...rest} className={css.button} data-look={look} />
}

export function LinkButton({ look, children, ...rest }: { look?: Look } & ComponentProps<'a'>) {
  return (
    <a {...rest} className={css.button} data-look={look}>
      {children}
    </a>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

export function Stack({ children }: { children: ReactNode }) {
  return <div className={css.stack}>{children}</div>
}

export function Hidden({ children }: { children: ReactNode }) {
  return <span className={css.hidden}>{children}</span>
}

/** Nothing without a text. */
export function Fault({ children }: { children: string | null | undefined }) {
  return children === null || children === undefined || children === '' ? null : (
    <p className={css.notice} role="alert">
      {children}
    </p>
  )
}

export function Notice({ look = 'calm', children }: { look?: 'calm' | 'warn' | 'alert'; children: ReactNode }) {
  return (
    <div className={css.notice} data-look={look}>
      {children}
    </div>
  )
}

type FieldProps = {
  label: string
  hint?: ReactNode
  fault?: string | null
  /** Characters that are good, and at most. */
  lengths?: { good: number; most: number }
}

/** `isFirst`: the first field of a dialog takes the focus. */
export function useFirst<Element extends HTMLElement>(isFirst = true): RefObject<Element | null> {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (isFirst) place.current?.focus()
  }, [isFirst])
  return place
}

/** A label, a control, its hint and its fault. */
function Frame({
  label,
  hint,
  fault,
  lengths,
  length,
  id,
  children,
}: FieldProps & { id: string; length: number; children: ReactNode }) {
  const state = lengths === undefined || length <= lengths.good ? 'good' : length <= lengths.most ? 'long' : 'over'
  return (
    <div className={css.field}>
      <div className={css.label}>
        <label htmlFor={id}>{label}</label>
        {lengths && (
          <span className={css.count} data-state={state}>
            {PARTS.length(length, lengths.good, lengths.most)}
          </span>
        )}
      </div>
      {children}
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p className={css.fault} id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}

function describedBy(id: string, { hint, fault }: FieldProps): string | undefined {
  const ids = [hint ? `${id}-hint` : '', fault ? `${id}-fault` : ''].filter((one) => one !== '')
  return ids.length === 0 ? undefined : ids.join(' ')
}

type TextProps = FieldProps & { isFirst?: boolean; value: string; onChange: (value: string) => void }

/** Props for the frame and the control of a text; `rest` is for the control. */
function useText<Props extends TextProps>({
  label,
  hint,
  fault,
  lengths,
  isFirst = false,
  value,
  onChange,
  ...rest
}: Props) {
  const id = useId()
  const said = { label, hint, fault, lengths }
  return {
    frame: { ...said, id, length: value.length },
    isFirst,
    rest,
    control: {
      className: css.input,
      id,
      value,
      'aria-invalid': fault ? true : undefined,
      'aria-describedby': describedBy(id, said),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
    },
  }
}

export function Field(props: TextProps & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'>) {
  const { frame, control, isFirst, rest } = useText(props)
  return (
    <Frame {...frame}>
      <input {...rest} {...control} ref={useFirst<HTMLInputElement>(isFirst)} />
    </Frame>
  )
}

export function Area(props: TextProps & Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref'>) {
  const { frame, control, isFirst, rest } = useText(props)
  return (
    <Frame {...frame}>
      <textarea rows={2} {...rest} {...control} ref={useFirst<HTMLTextAreaElement>(isFirst)} />
    </Frame>
  )
}

/** The browser's own list: it has the phone's picker and every keyboard. */
export function Choice<Value extends string>({
  label,
  hint,
  value,
  onChange,
  options,
  isHidden = false,
  ...rest
}: {
  label: string
  hint?: ReactNode
  value: Value
  onChange: (value: Value) => void
  options: readonly (readonly [Value, string])[]
  /** The label is for screen readers only. */
  isHidden?: boolean
} & Omit<ComponentProps<'select'>, 'value' | 'onChange'>) {
  const id = useId()
  const select = (
    <select
      {...rest}
      className={css.input}
      id={id}
      value={value}
      aria-label={isHidden ? label : undefined}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  )
  return isHidden ? (
    select
  ) : (
    <Frame label={label} hint={hint} id={id} length={0}>
      {select}
    </Frame>
  )
}

export function Check({
  label,
  hint,
  isOn,
  onChange,
  ...rest
}: { label: ReactNode; hint?: string; isOn: boolean; onChange: (isOn: boolean) => void } & Omit<
  ComponentProps<'input'>,
  'onChange'
>) {
  return (
    <label className={css.check}>
      <input {...rest} type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {hint && <span className={css.hint}> {hint}</span>}
      </span>
    </label>
  )
}

export type MenuEntry = {
  id: string
  label: string
  detail?: string
  isOff?: boolean
  look?: 'alert'
  run: () => void
}

/** A button with a menu. */
export function MenuButton({
  label,
  look,
  entries,
  isDisabled = false,
}: {
  label: ReactNode
  look?: Look
  entries: readonly MenuEntry[]
  isDisabled?: boolean
}) {
  return (
    <MenuTrigger>
      <AriaButton className={css.button} data-look={look} isDisabled={isDisabled}>
        {label}
        <span className={css.arrow} aria-hidden="true" />
      </AriaButton>
      <Popover className={css.popover} placement="bottom end">
        <Menu
          className={css.menu}
          disabledKeys={entries.flatMap(({ id, isOff }) => (isOff === true ? [id] : []))}
          onAction={(key) => entries.find(({ id }) => id === key)?.run()}
        >
          {entries.map(({ id, label: name, detail, look: kind }) => (
            <MenuItem key={id} id={id} className={css.item} textValue={name} data-look={kind}>
              <span>{name}</span>
              {detail && <span className={css.detail}>{detail}</span>}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** A dialog that is open as long as it is rendered. Without `onClose` it cannot be closed. */
export function Dialog({
  title,
  size,
  onClose,
  children,
}: {
  title: string
  size?: 'wide'
  onClose?: () => void
  children: ReactNode
}) {
  return (
    <ModalOverlay
      className={css.scrim}
      isOpen
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose?.()
      }}
    >
      <Modal className={css.modal} data-size={size}>
        <AriaDialog className={css.dialog}>
          <div className={css.line}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {onClose && (
              <button type="button" className={css.out} aria-label={SHELL.close} onClick={onClose}>
                ×
              </button>
            )}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The last line of a dialog or form. */
export function Ends({ children }: { children: ReactNode }) {
  return <div className={css.ends}>{children}</div>
}

/** A question with one answer that does something. */
export function Confirm({
  title,
  text,
  act,
  look = 'main',
  fault,
  isBusy,
  onAct,
  onClose,
}: {
  title: string
  text: ReactNode
  act: string
  look?: Look
  fault?: string | null
  isBusy: boolean
  onAct: () => void
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{text}</div>
      <Fault>{fault}</Fault>
      <Ends>
        <Button onClick={onClose}>{SHELL.cancel}</Button>
        <Button look={look} disabled={isBusy} onClick={onAct}>
          {act}
        </Button>
      </Ends>
    </Dialog>
  )
}

/** A dialog with fields that are sent together. `more`: buttons before the two. */
export function FieldsDialog({
  title,
  text,
  act,
  look = 'main',
  fault,
  isOff = false,
  more,
  onSend,
  onClose,
  children,
}: {
  title: string
  text?: ReactNode
  act: string
  /** Of the button that sends; null: plain. */
  look?: Look | null
  fault?: string | null
  isOff?: boolean
  more?: ReactNode
  onSend: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      {text && <p>{text}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        <Stack>
          {children}
          <Fault>{fault}</Fault>
          <Ends>
            {more}
            <Button onClick={onClose}>{SHELL.cancel}</Button>
            <Button look={look ?? undefined} type="submit" disabled={isOff}>
              {act}
            </Button>
          </Ends>
        </Stack>
      </form>
    </Dialog>
  )
}

export type Suggestion = { id: string; name: string; detail: string }
export type SuggestionKind = 'section' | 'tag' | 'region' | 'author' | 'article' | 'person'

/** Until the answer to the latest letters is there, those of the answer before that fit the typed text. */
export function useSuggestions(code: string, kind: SuggestionKind, typed: string, isOn = true): Suggestion[] {
  const ask = useDesk(code)
  const q = useDeferredValue(typed.trim())
  const { data, isPlaceholderData } = useQuery({
    queryKey: [code, 'suggestions', kind, q],
    queryFn: () => ask('listSuggestions', { query: { kind, q } }),
    enabled: isOn,
    // Articles change all the time.
    staleTime: kind === 'article' ? 0 : 60_000,
    placeholderData: (before) => before,
  })
  const suggestions = data?.suggestions ?? []
  return isPlaceholderData || q !== typed.trim() ? suggestions.filter((one) => fits(one, typed)) : suggestions
}

/** Whether every typed word stands in the suggestion. */
function fits({ id, name, detail }: Suggestion, typed: string): boolean {
  const text = `${id} ${name} ${detail}`.toLocaleLowerCase('de')
  return typed
    .toLocaleLowerCase('de')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const NONE: readonly string[] = []

/** A field that finds one of many while somebody types; Enter takes the first, unless names are free. A choice empties it. */
export function Suggest({
  code,
  kind,
  label,
  isHidden = false,
  placeholder,
  except = NONE,
  onChoose,
  onFree,
}: {
  code: string
  kind: SuggestionKind
  label: string
  isHidden?: boolean
  placeholder?: string
  except?: readonly string[]
  onChoose: (chosen: Suggestion) => void
  /** Takes a name that no suggestion has. */
  onFree?: (name: string) => void
}) {
  const [typed, setTyped] = useState('')
  const [choices, setChoices] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (choices > 0) input.current?.focus()
  }, [choices])
  const [isTouched, setTouched] = useState(false)
  const found = useSuggestions(code, kind, typed, isTouched).filter(({ id }) => !except.includes(id))
  const take = (chosen: Suggestion | undefined) => {
    setTyped('')
    if (chosen === undefined) return
    onChoose(chosen)
    setChoices(choices + 1)
  }
  return (
    <ComboBox
      // A choice empties the field, which would open the list again.
      key={choices}
      className={css.field}
      aria-label={label}
      items={found}
      inputValue={typed}
      onInputChange={setTyped}
      onFocus={() => setTouched(true)}
      allowsEmptyCollection
      allowsCustomValue
      value={null}
      onChange={(key) => take(found.find(({ id }) => id === key))}
    >
      {!isHidden && <span className={css.label}>{label}</span>}
      <div className={css.combo}>
        <Input
          ref={input}
          className={css.input}
          placeholder={placeholder}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return
            if (found.length === 0 && onFree !== undefined) {
              event.preventDefault()
              onFree(typed.trim())
              setTyped('')
            }
            // With free names somebody may mean the word itself. An option with the focus is the list's to take.
            const hasOption = event.currentTarget.hasAttribute('aria-activedescendant')
            if (found.length > 0 && onFree === undefined && !hasOption) {
              event.preventDefault()
              take(found[0])
            }
          }}
        />
        <AriaButton className={css.open}>
          <span className={css.arrow} aria-hidden="true" />
        </AriaButton>
      </div>
      <Popover className={`${css.popover} ${css.wide}`}>
        <ListBox
          className={css.menu}
          renderEmptyState={() => (
            <p className={css.nothing}>
              {onFree && typed.trim() !== '' ? PARTS.takeFree(typed.trim()) : PARTS.nothing}
            </p>
          )}
        >
          {({ id, name, detail }: Suggestion) => (
            <ListBoxItem id={id} className={css.item} textValue={name}>
              <span>{name}</span>
              {detail !== '' && <span className={css.detail}>{detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

export type Chip = { key: string; name: string }

/** Chosen entries, in order. `ledBy`: the first one leads; a press on another brings it to the front. */
export function Chips({
  chips,
  onChange,
  ledBy,
  isReadOnly = false,
}: {
  chips: readonly Chip[]
  onChange: (keys: string[]) => void
  ledBy?: string
  isReadOnly?: boolean
}) {
  const keys = chips.map(({ key }) => key)
  if (chips.length === 0) return null
  return (
    <ul className={css.chips}>
      {chips.map(({ key, name }, index) => (
        <li key={key} className={css.chip} data-led={ledBy !== undefined || undefined}>
          {ledBy === undefined || index === 0 || isReadOnly ? (
            <span className={css.name} title={index === 0 ? ledBy : undefined}>
              {name}
            </span>
          ) : (
            <button
              type="button"
              className={css.lead}
              title={PARTS.toFront}
              onClick={() => onChange([key, ...keys.filter((one) => one !== key)])}
            >
              {name}
            </button>
          )}
          {!isReadOnly && (
            <button
              type="button"
              className={css.out}
              aria-label={PARTS.remove(name)}
              onClick={() => onChange(keys.filter((one) => one !== key))}
            >
              ×
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
