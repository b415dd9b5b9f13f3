/** Current and past subscriptions with their actions, documents, and the publisher's links (S2.2-10). */
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import type { ContractsView, SubscriptionsView, SubscriptionView } from '@lokalteil/contracts/portal'
import type { ReactNode } from 'react'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import css from '../../features/account/Account.module.css'
import { AccountFrame } from '../../features/account/AccountFrame.tsx'
import {
  loadAccount,
  useAccountState,
  type AccountQuestion,
  type AccountState,
} from '../../features/account/account-state.ts'
import { ContractActions } from '../../features/account/ContractActions.tsx'
import { InvoicesSection } from '../../features/account/InvoicesSection.tsx'
import { Section } from '../../features/account/Section.tsx'
import { accountTexts } from '../../messages/accounts/account.ts'
import { contractTexts } from '../../messages/commerce/contracts.ts'
import { householdTexts } from '../../messages/commerce/codes.ts'
import { ButtonLink } from '../../ui/Button.tsx'

type Name = '__mein-portal-auth-account-abo'

const question: AccountQuestion<SubscriptionsView> = (reader) => reader.listSubscriptions()
const texts = accountTexts.abo
const LINKS = ['subscription', 'onlineService', 'giveAway'] as const

function SubscriptionsPage({ data }: PageProps<Name, AccountState<SubscriptionsView>>) {
  const { state, isLoading, reload, setData } = useAccountState(data, question)
  return (
    <AccountFrame
      current="abo"
      state={state}
      isLoading={isLoading}
      onRetry={() => void reload()}
      tabsOf={({ tabs }) => tabs}
    >
      {(view) => {
        const { customerId, billing, links } = view
        const contracts = new Map(billing?.contracts.map((one) => [one.id, one]))
        const subscriptions = view.subscriptions.map((one) => ({ ...one, ...contracts.get(one.id) }))
        const current = subscriptions.filter((one) => one.state !== 'ended')
        const former = subscriptions.filter((one) => one.state === 'ended')
        const take = ({ contracts: changed, documents }: ContractsView) =>
          setData({ ...view, billing: { contracts: changed, documents } })
        return (
          <>
            <h2 className={css.name}>{texts.title}</h2>
            <p className={css.hint}>{texts.customerNumber(customerId)}</p>
            <ul className={css.cards}>
              {current.map((one) => (
                <li key={one.id}>
                  <Card subscription={one}>
                    {contracts.get(one.id)?.isBilled === true && (
                      <ContractActions contract={contracts.get(one.id)!} onChange={take} />
                    )}
                  </Card>
                </li>
              ))}
            </ul>
            {billing !== null && <InvoicesSection documents={billing.documents} />}
            <Section id="links" title={texts.linksTitle}>
              <div className={css.buttons}>
                {LINKS.map((name) => {
                  const target = links[name]
                  return (
                    target !== '' && (
                      <ButtonLink key={name} href={target} variant="secondary">
                        {texts.links[name]}
                      </ButtonLink>
                    )
                  )
                })}
                <ButtonLink href="/order/haushalt" variant="secondary">
                  {householdTexts.title}
                </ButtonLink>
                <ButtonLink href={links.cancellation} variant="secondary">
                  {texts.cancellation}
                </ButtonLink>
                <ButtonLink href="/widerrufen" variant="secondary">
                  {texts.withdrawal}
                </ButtonLink>
              </div>
              <p>
                <a href="/order/abo">{texts.more}</a>
              </p>
            </Section>
            {former.length > 0 && (
              <>
                <h2 className={css.cardTitle}>{texts.former}</h2>
                <ul className={css.cards}>
                  {former.map((one) => (
                    <li key={one.id}>
                      <Card subscription={one} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )
      }}
    </AccountFrame>
  )
}

function Card({
  subscription,
  children,
}: {
  subscription: SubscriptionView & Partial<ContractView>
  children?: ReactNode
}) {
  const { id, name, state, priceCents, periodMonths, period, nextCharge, startsOn, endsOn, resumesOn } = subscription
  const isRepairable = subscription.open !== undefined && subscription.open !== null
  const text = isRepairable ? undefined : texts.stateTexts[state]
  const isOver = state === 'ended'
  return (
    <article className={css.card} aria-labelledby={`subscription-${id}`}>
      <div className={css.cardHead}>
        <h3 id={`subscription-${id}`} className={css.cardTitle}>
          {name}
        </h3>
        <span
          className={css.badge}
          data-tone={state === 'payment_failed' ? 'alert' : state === 'active' ? undefined : 'muted'}
        >
          {texts.states[state]}
        </span>
      </div>
      {text !== undefined && <p className={css.text}>{text}</p>}
      {subscription.declared !== undefined && subscription.declared !== null && (
        <p className={css.text} role="status">
          {contractTexts.declared(subscription.declared)}
        </p>
      )}
      <dl className={css.facts}>
        <Fact name={texts.price} value={texts.priceOf(priceCents, periodMonths)} />
        <Fact name={texts.period} value={texts.periodOf(period, startsOn, endsOn)} />
        {subscription.trial !== undefined && subscription.trial !== null && (
          <Fact name={texts.trial} value={texts.trialOf(subscription.trial)} />
        )}
        {!isOver && priceCents !== null && <Fact name={texts.nextCharge} value={texts.nextChargeOf(nextCharge)} />}
        {state === 'paused' && resumesOn !== null && <Fact name={texts.resumes} value={texts.endsOf(resumesOn)} />}
        {!isOver && period !== null && period.from !== startsOn && (
          <Fact name={texts.since} value={texts.sinceOf(startsOn)} />
        )}
        {!isOver && endsOn !== null && <Fact name={texts.ends} value={texts.endsOf(endsOn)} />}
        {!isOver && subscription.payment !== undefined && subscription.payment !== null && (
          <Fact
            name={contractTexts.paymentTitle}
            value={contractTexts.paymentOf(subscription.payment.kind, subscription.payment.label)}
          />
        )}
      </dl>
      {children}
    </article>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

export const page = definePage('__mein-portal-auth-account-abo', {
  load: loadAccount(question),
  Page: SubscriptionsPage,
  title: () => ({ title: accountTexts.documentTitle('abo') }),
})
