/** The reader's choices for push messages: subjects, times, amount. */
import { useId } from 'react'
import { MOST_A_DAY, MOST_FOLLOWS, USUAL_QUIET, type FollowKind, type QuietHours } from '../domain/push.ts'
import { pushTexts } from './push-texts.ts'
import { FollowPicker, type PickNode } from './FollowPicker.tsx'
import type { PushChoices as Choices } from './push-client.ts'
import css from './Push.module.css'

export type PushCatalogue = Readonly<Record<FollowKind, readonly PickNode[]>>

type PushChoicesProps = {
  choices: Choices
  catalogue: PushCatalogue
  /** Replies are for accounts only. */
  isReader: boolean
  onChange: (change: Partial<Choices>) => void
}

export function PushChoices({ choices, catalogue, isReader, onChange }: PushChoicesProps) {
  const { follows } = choices
  const isFull = follows.length >= MOST_FOLLOWS
  const isNothing = !choices.breaking && follows.length === 0 && !(isReader && choices.replies)
  return (
    <>
      <fieldset className={css.group}>
        <legend>{pushTexts.what}</legend>
        <Check
          label={pushTexts.breaking}
          hint={pushTexts.breakingHint}
          name="breaking"
          isOn={choices.breaking}
          onChange={(breaking) => onChange({ breaking })}
        />
        {isReader && (
          <Check
            label={pushTexts.replies}
            hint={pushTexts.repliesHint}
            name="replies"
            isOn={choices.replies}
            onChange={(replies) => onChange({ replies })}
          />
        )}
        <div className={css.pickers}>
          {(['topic', 'region', 'author'] as const).map((kind) => (
            <FollowPicker
              key={kind}
              kind={kind}
              nodes={catalogue[kind]}
              follows={follows}
              isFull={isFull}
              onChange={(ref, isOn) => {
                const others = follows.filter((follow) => follow.kind !== kind || follow.ref !== ref)
                onChange({ follows: isOn ? [...others, { kind, ref }] : others })
              }}
            />
          ))}
        </div>
        {isFull && <p className={css.hint}>{pushTexts.most(MOST_FOLLOWS)}</p>}
        {isNothing && <p className={css.note}>{pushTexts.nothing}</p>}
      </fieldset>
      <fieldset className={css.group}>
        <legend>{pushTexts.when}</legend>
        <Check
          label={pushTexts.quiet}
          hint={pushTexts.quietHint}
          name="quiet"
          isOn={choices.quiet !== null}
          onChange={(isOn) => onChange({ quiet: isOn ? { ...USUAL_QUIET } : null })}
        />
        {choices.quiet !== null && (
          <div className={css.inner}>
            <Times quiet={choices.quiet} onChange={(quiet) => onChange({ quiet })} />
            <Check
              label={pushTexts.breakingInQuiet}
              name="breakingInQuiet"
              isOn={choices.isBreakingInQuiet}
              onChange={(isBreakingInQuiet) => onChange({ isBreakingInQuiet })}
            />
          </div>
        )}
        <Cap mostADay={choices.mostADay} onChange={(mostADay) => onChange({ mostADay })} />
      </fieldset>
    </>
  )
}

type CheckProps = { label: string; hint?: string; name: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Check({ label, hint, name, isOn, onChange }: CheckProps) {
  const id = useId()
  return (
    <div>
      <label className={css.row}>
        <input
          type="checkbox"
          checked={isOn}
          data-push-choice={name}
          aria-describedby={hint === undefined ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className={css.strong}>{label}</span>
      </label>
      {hint !== undefined && (
        <p id={id} className={`${css.hint} ${css.indent}`}>
          {hint}
        </p>
      )}
    </div>
  )
}

function Times({ quiet, onChange }: { quiet: QuietHours; onChange: (quiet: QuietHours) => void }) {
  return (
    <div className={css.times} role="group" aria-label={pushTexts.quiet}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={css.time}>
          <span>{pushTexts[end]}</span>
          <input
            type="time"
            value={toClock(quiet[end])}
            data-push-time={end}
            onChange={(event) => {
              const minute = parseClock(event.currentTarget.value)
              if (minute !== null) onChange({ ...quiet, [end]: minute })
            }}
          />
        </label>
      ))}
    </div>
  )
}

const CAPS = [1, 2, 3, MOST_A_DAY.usual, 10, MOST_A_DAY.most]

function Cap({ mostADay, onChange }: { mostADay: number; onChange: (mostADay: number) => void }) {
  const id = useId()
  const counts = CAPS.includes(mostADay) ? CAPS : [...CAPS, mostADay].toSorted((a, b) => a - b)
  return (
    <div className={css.cap}>
      <label htmlFor={id} className={css.strong}>
        {pushTexts.mostADay}
      </label>
      <select
        id={id}
        value={mostADay}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {counts.map((count) => (
          <option key={count} value={count}>
            {pushTexts.messages(count)}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className={css.hint}>
        {pushTexts.mostADayHint}
      </p>
    </div>
  )
}

function toClock(minute: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`
}

function parseClock(text: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(text) ?? []
  return hour === undefined ? null : Number(hour) * 60 + Number(minute)
}
