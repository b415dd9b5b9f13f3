/**
 * Household seats: the payer gives and ends them here, an invited person takes one here and gives it back. Opening the
 * link changes nothing, the button does. Neither sees the other's account.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Household } from '@lokalteil/contracts/commerce/codes'
import { LABEL_LENGTH, SEAT_PARAMETER, toSeatToken } from '@lokalteil/domain/commerce/household'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { usePortal } from '../../page/portal.ts'
import { session } from '../../browser/session/session.ts'
import {
  loadAccount,
  useAccountState,
  type AccountQuestion,
  type AccountState,
} from '../../features/account/account-state.ts'
import { codeClient } from '../../features/codes/code-client.ts'
import css from '../../features/codes/Codes.module.css'
import { CopyLink, NeedsScript, NO_OUTCOME, NoReader, Section, textOf } from '../../features/codes/ReaderPart.tsx'
import { householdTexts as texts, readerPartTexts } from '../../messages/commerce/codes.ts'
import { orderTexts } from '../../messages/commerce/order.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Status, type Outcome } from '../../ui/Status.tsx'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { PageHead } from '../lists/PageHead.tsx'

type Owned = Household['owned'][number]

const question: AccountQuestion<Household> = (reader) => reader.getHousehold()

function HouseholdPage({ data }: PageProps<'order/haushalt', AccountState<Household>>) {
  const { state, isLoading, reload } = useAccountState(data, question)
  // The seat's token in the address; read only in the browser, so that the server renders no page with a seat.
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => setToken(toSeatToken(new URLSearchParams(location.search).get(SEAT_PARAMETER))), [])
  const [accepted, setAccepted] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)

  const onAccepted = (product: string) => {
    setAccepted(product)
    setToken(null)
    history.replaceState(history.state, '', location.pathname)
    void reload()
  }
  return (
    <>
      <PageHead
        title={texts.title}
        description={texts.intro}
        breadcrumb={[{ label: orderTexts.overviewTitle, target: '/order' }]}
      />
      <div className={`page ${css.page}`}>
        {token !== null && <AcceptPart token={token} isReader={state.kind === 'ready'} onAccepted={onAccepted} />}
        {accepted !== null && <AcceptedPart product={accepted} />}
        <Status outcome={outcome} />
        {state.kind === 'ready' ? (
          <>
            {state.data.member !== null && (
              <MemberPart
                member={state.data.member}
                onLeft={() => {
                  setAccepted(null)
                  setOutcome({ kind: 'good', text: texts.left })
                  void reload()
                }}
              />
            )}
            {state.data.owned.map((one) => (
              <OwnedPart key={one.subscriptionId} owned={one} onChange={() => void reload()} />
            ))}
            {state.data.owned.length === 0 && state.data.member === null && token === null && (
              <Section title={texts.noSeats}>
                <p className={css.text}>{texts.noSeatsText}</p>
                <div className={css.buttons}>
                  <ButtonLink href="/order/abo">{texts.offers}</ButtonLink>
                </div>
              </Section>
            )}
          </>
        ) : (
          <NoReader
            kind={state.kind === 'logged-out' ? 'logged-out' : 'failed'}
            isLoading={isLoading}
            onRetry={() => void reload()}
          />
        )}
        <NeedsScript />
      </div>
    </>
  )
}

function AcceptPart({
  token,
  isReader,
  onAccepted,
}: {
  token: string
  isReader: boolean
  onAccepted: (product: string) => void
}) {
  const { publication } = usePortal()
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)

  async function accept(): Promise<void> {
    if (outcome.kind === 'busy') return
    setOutcome({ kind: 'busy', text: texts.accepting })
    const result = await codeClient().acceptSeat(token)
    if (result.kind === 'refused')
      return setOutcome({
        kind: 'bad',
        text: readerPartTexts.refusal(result.code === 'BAD_REQUEST' ? 'INVALID_LINK' : result.code),
      })
    // The roles are in the next tokens (S6-07).
    await session.refresh(true).catch(() => {})
    onAccepted(result.data.productName)
  }
  return (
    <Section title={texts.acceptTitle} tone="accent">
      <p className={css.text}>{texts.acceptText(publication.name)}</p>
      {isReader && (
        <div className={css.buttons}>
          <Button onClick={() => void accept()} aria-disabled={outcome.kind === 'busy' || undefined}>
            {texts.accept}
          </Button>
        </div>
      )}
      <Status outcome={outcome} />
    </Section>
  )
}

function AcceptedPart({ product }: { product: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Section title={texts.accepted} titleRef={title} isDone>
      <p className={css.text}>{texts.acceptedText(product)}</p>
      <div className={css.buttons}>
        <ButtonLink href="/">{texts.read}</ButtonLink>
      </div>
    </Section>
  )
}

function MemberPart({ member, onLeft }: { member: NonNullable<Household['member']>; onLeft: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)

  async function leave(): Promise<void> {
    if (outcome.kind === 'busy') return
    setOutcome({ kind: 'busy', text: texts.leaving })
    const result = await codeClient().leaveSeat()
    if (result.kind === 'refused') return setOutcome({ kind: 'bad', text: readerPartTexts.refusal(result.code) })
    await session.refresh(true).catch(() => {})
    onLeft()
  }
  return (
    <Section title={texts.memberTitle}>
      <p className={css.text}>
        {texts.member(member.productName, new Date(member.since))} {!member.isOpen && texts.memberClosed}
      </p>
      <div className={css.buttons}>
        <Button variant="secondary" onClick={() => void leave()} aria-disabled={outcome.kind === 'busy' || undefined}>
          {texts.leave}
        </Button>
      </div>
      <Status outcome={outcome} />
    </Section>
  )
}

function OwnedPart({ owned, onChange }: { owned: Owned; onChange: () => void }) {
  const { subscriptionId, productName, seatCount, seats } = owned
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)
  const [made, setMade] = useState<{ label: string; path: string } | null>(null)
  const free = seatCount - seats.filter(({ state }) => state !== 'expired').length

  async function end(seatId: string, label: string): Promise<void> {
    if (outcome.kind === 'busy') return
    const result = await codeClient().endSeat(seatId)
    setOutcome(
      result.kind === 'ok'
        ? { kind: 'good', text: texts.ended(label) }
        : { kind: 'bad', text: readerPartTexts.refusal(result.code) },
    )
    setMade(null)
    if (result.kind === 'ok') onChange()
  }
  return (
    <Section title={texts.seatsOf(productName)}>
      <p className={css.text}>{texts.taken(seatCount - free, seatCount)}</p>
      {seats.length > 0 && (
        <ul className={css.seats}>
          {seats.map(({ seatId, label, state, since }) => (
            <li key={seatId} className={css.seat}>
              <div className={css.who}>
                <p className={css.label}>
                  {label}{' '}
                  <span className={css.badge} data-state={state}>
                    {texts.states[state]}
                  </span>
                </p>
                <p className={css.hint}>{texts.since(state, new Date(since))}</p>
              </div>
              <Button variant="quiet" aria-label={texts.endOf(label)} onClick={() => void end(seatId, label)}>
                {texts.end}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Status outcome={outcome} />
      {made !== null && (
        <div role="group" aria-label={texts.linkTitle(made.label)}>
          <p className={css.text}>{texts.linkText}</p>
          <CopyLink path={made.path} label={texts.linkTitle(made.label)} />
        </div>
      )}
      {free > 0 ? (
        <SeatForm
          subscriptionId={subscriptionId}
          onMade={(link) => {
            setMade(link)
            setOutcome(NO_OUTCOME)
            onChange()
          }}
        />
      ) : (
        <p className={css.hint}>{texts.full}</p>
      )}
    </Section>
  )
}

function SeatForm({
  subscriptionId,
  onMade,
}: {
  subscriptionId: string
  onMade: (link: { label: string; path: string }) => void
}) {
  const [fault, setFault] = useState<string | undefined>()
  const [outcome, setOutcome] = useState<Outcome>(NO_OUTCOME)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    const form = event.currentTarget
    const label = textOf(new FormData(form), 'label')
    setFault(label === '' ? texts.labelFault('REQUIRED') : undefined)
    if (label === '') return form.querySelector<HTMLElement>('[name="label"]')?.focus()
    setOutcome({ kind: 'busy', text: texts.creating })
    const result = await codeClient().offerSeat(subscriptionId, label)
    if (result.kind === 'refused') {
      const isLabel = result.code === 'INVALID_FIELDS'
      if (isLabel) setFault(texts.labelFault(result.fields.label ?? ''))
      return setOutcome(isLabel ? NO_OUTCOME : { kind: 'bad', text: readerPartTexts.refusal(result.code) })
    }
    setOutcome(NO_OUTCOME)
    form.reset()
    onMade({ label, path: result.data.path })
  }
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        id={`seat-label-${subscriptionId}`}
        name="label"
        label={texts.label}
        hint={texts.labelHint}
        fault={fault}
        autoComplete="off"
        maxLength={LABEL_LENGTH}
        required
      />
      <div className={css.buttons}>
        <Button type="submit" aria-disabled={outcome.kind === 'busy' || undefined}>
          {texts.create}
        </Button>
      </div>
      <Status outcome={outcome} />
    </form>
  )
}

const load = loadAccount(question)

export const page = definePage('order/haushalt', {
  // The server makes no call without a session.
  load: async (route, context) =>
    context.account === undefined && typeof window === 'undefined'
      ? { kind: 'ok', data: { kind: 'logged-out' } }
      : load(route, context),
  Page: inPersonalArea('household', HouseholdPage),
  title: () => ({ title: texts.title }),
})
