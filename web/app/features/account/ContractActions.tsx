/**
 * Actions for one contract, in its card: one action is open at a time, and nothing happens before the reader has seen
 * the day and the amount. The line below shows the result; the focus moves into an opened action and back to its
 * button.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ContractView, PaymentChange } from '@lokalteil/contracts/commerce/billing'
import type { ContractsView } from '@lokalteil/contracts/portal'
import { session } from '../../browser/session/session.ts'
import { contractTexts as texts } from '../../messages/commerce/contracts.ts'
import { Button } from '../../ui/Button.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { contractClient } from './contract-client.ts'
import { PaymentForm, type Act } from './PaymentForm.tsx'
import css from './Account.module.css'

type Matter = 'payment' | 'plans' | 'pause' | 'cancel'
/** The props that a part of the card needs to act. */
type Part = { contract: ContractView; isBusy: boolean; act: Act }
/** The open action, and a function that opens or closes one. */
type Opening = { id: string; matter: Matter | null; toggle: (next: Matter, button: HTMLElement) => void }

/** Long, because the parts share which action is open. */
export function ContractActions({
  contract,
  onChange,
}: {
  contract: ContractView
  onChange: (view: ContractsView) => void
}) {
  const [matter, setMatter] = useState<Matter | null>(null)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const place = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  const { id, plans, pauseFrom, change, open, earliestEnd, isCancellationUndoable, payments, state } = contract
  const isBusy = outcome.kind === 'busy'

  useEffect(() => {
    if (matter !== null) panel.current?.querySelector<HTMLElement>('input, select, button')?.focus()
  }, [matter])

  useEffect(() => {
    // The button that had the focus may have disappeared with its action.
    if (outcome.kind === 'good' && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
  }, [outcome])

  const act: Act = async (ask, done) => {
    if (isBusy) return { kind: 'refused', reason: 'UNAVAILABLE' }
    setOutcome({ kind: 'busy', text: texts.busy })
    const result = await ask(contractClient())
    if (result.kind === 'ok') {
      // The roles are in the next tokens (S6-07), so paid content opens at once.
      await session.refresh(true).catch(() => {})
      setOutcome(done(result.data))
      close()
      onChange(result.data)
    } else
      setOutcome(result.kind === 'refused' ? { kind: 'bad', text: texts.refusal(result.reason) } : { kind: 'none' })
    return result
  }

  function close(): void {
    setMatter(null)
    opener.current?.focus()
  }

  function toggle(next: Matter, button: HTMLElement): void {
    opener.current = button
    setOutcome({ kind: 'none' })
    setMatter(matter === next ? null : next)
  }

  const part: Part = { contract, isBusy, act }
  const opening: Opening = { id, matter, toggle }
  const canPay = payments.length > 0
  return (
    <div ref={place} className={css.block} role="group" tabIndex={-1} aria-label={texts.manage(contract.name)}>
      {open !== null && <OpenAmount {...part} open={open} opening={opening} />}
      {change !== null && (
        <p className={css.text}>
          {texts.change}: {texts.changeOf(change.name, change.from, change.priceCents)}{' '}
          <Button
            variant="quiet"
            aria-disabled={isBusy || undefined}
            onClick={() => void act((calls) => calls.undoPlanChange(id), good(texts.changeUndone))}
          >
            {texts.undoChange}
          </Button>
        </p>
      )}
      <PlannedPause {...part} />
      <div className={css.buttons}>
        {isCancellationUndoable && (
          <Button
            className={css.busy}
            aria-disabled={isBusy || undefined}
            onClick={() => void act((calls) => calls.undoCancellation(id), good(texts.undone))}
          >
            {texts.undo}
          </Button>
        )}
        {plans.length > 0 && <OpenMatter {...opening} name="plans" label={texts.plans} />}
        {canPay && open === null && state !== 'cancelled' && (
          <OpenMatter {...opening} name="payment" label={texts.changePayment} />
        )}
        {pauseFrom !== null && <OpenMatter {...opening} name="pause" label={texts.pause} />}
        {earliestEnd !== null && <OpenMatter {...opening} name="cancel" label={texts.cancel} />}
      </div>
      <div id={`${id}-matter`} ref={panel} className={css.matter} hidden={matter === null}>
        {matter === 'plans' && <Plans {...part} />}
        {matter === 'pause' && pauseFrom !== null && <Pause id={id} from={pauseFrom} isBusy={isBusy} act={act} />}
        {matter === 'payment' && <PaymentForm {...part} toPaid={toPaid} />}
        {matter === 'cancel' && earliestEnd !== null && <Cancellation {...part} earliestEnd={earliestEnd} />}
        {matter !== null && (
          <Button variant="quiet" onClick={close}>
            {texts.back}
          </Button>
        )}
      </div>
      <Status outcome={outcome} />
    </div>
  )
}

function good(text: string) {
  return (): Outcome => ({ kind: 'good', text })
}

function OpenMatter({
  id,
  matter,
  toggle,
  name,
  label,
  variant = 'secondary',
}: Opening & { name: Matter; label: string; variant?: 'primary' | 'secondary' }) {
  return (
    <Button
      variant={variant}
      aria-expanded={matter === name}
      aria-controls={`${id}-matter`}
      onClick={(event) => toggle(name, event.currentTarget)}
    >
      {label}
    </Button>
  )
}

function OpenAmount({
  contract: { id, payment, payments },
  isBusy,
  act,
  open,
  opening,
}: Part & { open: NonNullable<ContractView['open']>; opening: Opening }) {
  /** Strong customer authentication happens on the provider's page. */
  async function payAgain(): Promise<void> {
    const result = await act((calls) => calls.payOpen(id), toPaid)
    const { redirectUrl = null } = (result.kind === 'ok' ? result.data : {}) as { redirectUrl?: string | null }
    if (redirectUrl !== null) location.assign(redirectUrl)
  }

  return (
    <div className={css.alert}>
      <h4 className={css.subTitle}>{texts.openTitle}</h4>
      <p className={css.text}>{texts.openText(open.cents, open.endsOn)}</p>
      <div className={css.buttons}>
        {payments.length > 0 && <OpenMatter {...opening} name="payment" label={texts.payOther} variant="primary" />}
        {payment?.kind === 'card' && (
          <Button
            variant="secondary"
            className={css.busy}
            aria-disabled={isBusy || undefined}
            onClick={() => void payAgain()}
          >
            {texts.payAgain(open.cents)}
          </Button>
        )}
      </div>
    </div>
  )
}

function PlannedPause({ contract: { id, pause, state, priceCents }, isBusy, act }: Part) {
  if (pause === null) return null
  const isPaused = state === 'paused'
  return (
    <div>
      <p className={css.text}>
        {texts.pausePlanned}: {texts.pauseOf(pause.from, pause.resumesOn)}
        {isPaused && ` ${texts.resumeText(priceCents)}`}
      </p>
      <Button
        variant="secondary"
        className={css.busy}
        aria-disabled={isBusy || undefined}
        onClick={() => void act((calls) => calls.resume(id), good(isPaused ? texts.resumed : texts.pauseGivenUp))}
      >
        {isPaused ? texts.resume : texts.givePauseUp}
      </Button>
    </div>
  )
}

function Cancellation({ contract: { id }, isBusy, act, earliestEnd }: Part & { earliestEnd: string }) {
  return (
    <>
      <p className={css.text}>{texts.cancelText(earliestEnd)}</p>
      <div className={css.buttons}>
        <Button
          className={`${css.danger} ${css.busy}`}
          variant="secondary"
          aria-disabled={isBusy || undefined}
          onClick={() => void act((calls) => calls.cancel(id, earliestEnd), good(texts.cancelled(earliestEnd)))}
        >
          {texts.cancelNow}
        </Button>
      </div>
    </>
  )
}

function toPaid(data: ContractsView): Outcome {
  const { outcome } = data as ContractsView & { outcome?: PaymentChange['outcome'] }
  return outcome === undefined
    ? { kind: 'none' }
    : { kind: outcome === 'failed' ? 'bad' : 'good', text: texts.outcomes[outcome] }
}

function Plans({ contract, isBusy, act }: Part): ReactNode {
  return (
    <>
      <p className={css.text}>{texts.plansText}</p>
      <ul className={css.list}>
        {contract.plans.map(({ offerId, name, priceCents, periodMonths, kind, from, dueCents, creditCents }) => (
          <li key={offerId} className={css.entry}>
            <span className={css.entryHead}>
              {name}, {texts.planPrice(priceCents, periodMonths)}
            </span>
            <span className={css.hint}>
              {kind === 'at-once' ? texts.planNow(dueCents, creditCents) : texts.planLater(from)}
            </span>
            <div className={css.buttons}>
              <Button
                variant="secondary"
                className={css.busy}
                aria-disabled={isBusy || undefined}
                onClick={() =>
                  void act(
                    (calls) => calls.changePlan(contract.id, offerId, dueCents),
                    good(kind === 'at-once' ? texts.switchedNow(name) : texts.switchedLater(name)),
                  )
                }
              >
                {kind === 'at-once' ? texts.switchNow(name, dueCents) : texts.switchLater(name)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function Pause({ id, from, isBusy, act }: { id: string; from: string; isBusy: boolean; act: Act }): ReactNode {
  const [months, setMonths] = useState(1)
  return (
    <>
      <p className={css.text}>{texts.pauseText(from)}</p>
      <fieldset className={css.choices}>
        <legend>{texts.pauseLength}</legend>
        {[1, 2, 3].map((count) => (
          <label key={count} className={css.choice}>
            <input type="radio" name={`${id}-months`} checked={months === count} onChange={() => setMonths(count)} />{' '}
            {texts.pauseMonths(count)}
          </label>
        ))}
      </fieldset>
      <div className={css.buttons}>
        <Button
          className={css.busy}
          aria-disabled={isBusy || undefined}
          onClick={() => void act((calls) => calls.pause(id, months), good(texts.paused))}
        >
          {texts.pauseStart(months)}
        </Button>
      </div>
    </>
  )
}
