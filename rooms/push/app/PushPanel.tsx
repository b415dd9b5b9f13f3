/**
 * Push messages on this device: state, the button below the consent text, choices, and recent messages with their
 * reasons.
 */
import { useId } from 'react'
import { formatAge } from '@lokalteil/domain/german'
import { PUSH_CONSENT, turnOff } from '../domain/push.ts'
import { useMoment, useSurroundings } from '@lokalteil/web/app/page/portal'
import { pushTexts } from './push-texts.ts'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import type { IconName } from '@lokalteil/web/app/ui/icon-names'
import { PushChoices, type PushCatalogue } from './PushChoices.tsx'
import type { PushChannel, PushPhase } from './push-channel.ts'
import { shellChannel } from './shell-channel.ts'
import { usePush, type Push } from './use-push.ts'
import { webChannel } from './web-channel.ts'
import css from './Push.module.css'

export function PushPanel({ catalogue }: { catalogue: PushCatalogue }) {
  const { app } = useSurroundings()
  return <Panel catalogue={catalogue} channel={app.isNativeApp ? shellChannel : webChannel} />
}

function Panel({ catalogue, channel }: { catalogue: PushCatalogue; channel: PushChannel }) {
  const push = usePush(channel)
  const { phase, choices, state, isReader, outcome, choose } = push
  // No choices if messages are impossible here, unless other devices of the account get them.
  const mayChoose =
    phase !== 'failed' && (BLOCKED[phase] === undefined || (state?.isOfAccount === true && state.devices > 0))
  return (
    <div className={css.push} data-push-phase={phase}>
      <section className={css.panel} aria-label={pushTexts.title}>
        <Standing push={push} />
        <noscript>
          <p>{pushTexts.needsScript}</p>
        </noscript>
      </section>
      <p role="status" className={css.status}>
        {outcome !== null && (
          <span key={outcome.at} className={css.toast} data-kind={outcome.kind}>
            <Icon name={outcome.kind === 'good' ? 'check' : 'alert'} size="1.1em" /> {outcome.text}
          </span>
        )}
      </p>
      {mayChoose && (
        <div className={`${css.choices} js-only`}>
          <PushChoices choices={choices} catalogue={catalogue} isReader={isReader} onChange={choose} />
        </div>
      )}
      {state !== null && phase === 'on' && <Latest push={push} />}
    </div>
  )
}

const BLOCKED: Partial<Record<PushPhase, { title: string; text: string; icon: IconName }>> = {
  denied: { ...pushTexts.denied, icon: 'muted' },
  install: { ...pushTexts.install, icon: 'share' },
  unsupported: { ...pushTexts.unsupported, icon: 'alert' },
  refusedInApp: { ...pushTexts.refusedInApp, icon: 'muted' },
  native: { ...pushTexts.native, icon: 'bell' },
}

function Standing({ push }: { push: Push }) {
  const { phase, state } = push
  const blocked = BLOCKED[phase]
  if (blocked !== undefined) return <Words {...blocked} />
  if (phase === 'loading') return <p className={`${css.loading} js-only`}>{pushTexts.loading}</p>
  if (phase === 'failed')
    return (
      <>
        <Words icon="alert" title={pushTexts.failed.title} text={pushTexts.failed.text} />
        <Button onClick={push.retry}>{pushTexts.failed.retry}</Button>
      </>
    )
  if (phase === 'on') {
    const text = state?.isOfAccount === true ? pushTexts.on.ofAccount(state.devices) : pushTexts.on.text
    return (
      <>
        <Words icon="check" title={pushTexts.on.title} text={text} />
        <Button variant="secondary" onClick={() => void push.turnOff()}>
          {pushTexts.on.turnOff}
        </Button>
      </>
    )
  }
  return <TurnOn push={push} />
}

function TurnOn({ push: { phase, turnOn } }: { push: Push }) {
  const id = useId()
  const isAsking = phase === 'asking'
  return (
    <>
      <Words icon="bell" title={pushTexts.off.title} text={pushTexts.off.text} />
      <p id={id} className={css.consent}>
        {PUSH_CONSENT.text}
      </p>
      <Button
        aria-describedby={id}
        aria-disabled={isAsking || undefined}
        onClick={() => {
          if (!isAsking) void turnOn()
        }}
      >
        {pushTexts.off.turnOn}
      </Button>
      <p className={css.hint} role="status">
        {isAsking ? pushTexts.asking : pushTexts.off.next}
      </p>
    </>
  )
}

function Words({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <div className={css.words}>
      <span className={css.sign}>
        <Icon name={icon} size="1.6rem" />
      </span>
      <div>
        <h2 className={css.title}>{title}</h2>
        <p>{text}</p>
      </div>
    </div>
  )
}

function Latest({ push: { state, choices, choose } }: { push: Push }) {
  const { now } = useMoment()
  const latest = state?.latest ?? []
  const isOn = (kind: (typeof latest)[number]['kind'], ref: string) =>
    kind === 'breaking'
      ? choices.breaking
      : kind === 'reply'
        ? choices.replies
        : choices.follows.some((follow) => follow.kind === kind && follow.ref === ref)
  return (
    <section className={css.latest} aria-labelledby="push-latest">
      <h2 id="push-latest">{pushTexts.latest}</h2>
      <p className={css.hint}>{latest.length === 0 ? pushTexts.latestNone : pushTexts.latestText}</p>
      {latest.length > 0 && (
        <ul>
          {latest.map(({ title, path, kind, ref, label, at, state: standing }) => (
            <li key={`${path} ${at}`}>
              <a href={path}>{title}</a>
              <p className={css.hint}>
                {pushTexts.message.why(kind, label)} ·{' '}
                {standing === 'waiting' ? pushTexts.waiting : formatAge(new Date(at), new Date(now))}
              </p>
              {isOn(kind, ref) && (
                <button
                  type="button"
                  className={css.end}
                  onClick={() => {
                    const next = turnOff(choices, { kind, ref })
                    choose({ ...next, follows: [...next.follows] })
                  }}
                >
                  {pushTexts.message.off(kind, label)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
