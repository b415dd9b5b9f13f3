/** The payment step: only ways offered for this order; test providers are marked and list their test numbers. */
import type { PaymentOption } from '@lokalteil/contracts/commerce/orders'
import { usePortal } from '../../page/portal.ts'
import { findDeviceWallet } from '../../browser/device-wallet.ts'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { box, openLogin, textField, toFieldId, type StepProps } from './CheckoutSteps.tsx'
import { toIbanGroups, toIbanState } from './iban.ts'
import css from './Checkout.module.css'

export function PaymentStep({ hasVoucher, ...props }: StepProps & { hasVoucher: boolean }) {
  const { checkout, state } = props
  const { quote, input } = state
  if (quote === null) return null
  if (quote.payments[0]?.kind === 'none') return <p role="status">{texts.nothingToPay}</p>
  const withLogin = quote.paymentsWithLogin?.includes('invoice') === true && <InvoiceWithLogin />
  if (quote.payments.length === 0) return withLogin || <p>{texts.noPayments}</p>
  const chosen = quote.payments.find(({ kind }) => kind === input.payment)
  const wallet = findDeviceWallet()
  return (
    <>
      <fieldset className={css.group}>
        <legend className={css.subTitle}>{texts.paymentTitle}</legend>
        {quote.payments.map((option) => (
          <label key={option.kind} className={css.choice}>
            <input
              type="radio"
              name="payment"
              value={option.kind}
              checked={option.kind === input.payment}
              onChange={() => checkout.set({ payment: option.kind })}
            />
            <span className={css.choiceText}>
              <strong>
                {option.kind === 'card' && option.leavesSite && wallet !== null
                  ? texts.walletOrCard(wallet)
                  : texts.payments[option.kind].label}
              </strong>{' '}
              {option.isTest && <span className={css.badge}>{texts.isTest}</span>}
              <br />
              <span className={css.hint}>{texts.payments[option.kind].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {withLogin}
      {chosen !== undefined && <PaymentFields {...props} option={chosen} isOffer={hasVoucher} />}
      {hasVoucher && <VoucherField {...props} />}
    </>
  )
}

/** Payment on invoice needs an account. */
function InvoiceWithLogin() {
  return (
    <p>
      {texts.invoiceWithLogin}{' '}
      <a href="#login" onClick={openLogin}>
        {texts.login}
      </a>
    </p>
  )
}

function PaymentFields({ option, isOffer, ...props }: StepProps & { option: PaymentOption; isOffer: boolean }) {
  switch (option.kind) {
    case 'sepa':
      return <DebitFields {...props} isTest={option.isTest} />
    case 'card':
      return option.leavesSite ? <p>{texts.cardLeaves(findDeviceWallet())}</p> : <CardFields {...props} />
    case 'none':
      return null
    case 'invoice':
      return <p>{isOffer ? texts.invoiceText : texts.invoiceTextOnce}</p>
  }
}

function DebitFields({ isTest, ...props }: StepProps & { isTest: boolean }) {
  const { checkout, state } = props
  const { publication } = usePortal()
  const { iban } = state.input
  const ibanState = toIbanState(iban)
  return (
    <div className={css.fields}>
      {isTest && <TestNumbers kind="sepa" onUse={(number) => checkout.set({ iban: number })} />}
      <div>
        <TextField
          {...textField(props, 'iban')}
          hint={texts.ibanHint}
          className={css.digits}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={60}
          onBlur={() => ibanState === 'good' && checkout.set({ iban: toIbanGroups(iban) })}
          end={ibanState === 'good' ? <span className={css.inside}>{<Icon name="check" />}</span> : undefined}
        />
        <p role="status" className={css.live} data-state={ibanState}>
          {state.faults.iban === undefined ? texts.ibanStates[ibanState] : ''}
        </p>
      </div>
      <TextField {...textField(props, 'holder')} autoComplete="off" required maxLength={200} />
      <Checkbox {...box(props, 'mandate')} label={texts.mandate(publication.name)} hint={texts.mandateHint} />
    </div>
  )
}

function CardFields(props: StepProps) {
  return (
    <div className={css.fields}>
      <TestNumbers kind="card" onUse={(number) => props.checkout.set({ cardNumber: number })} />
      <TextField
        {...textField(props, 'cardNumber')}
        className={css.digits}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={40}
      />
    </div>
  )
}

function TestNumbers({ kind, onUse }: { kind: keyof typeof texts.testNumbers; onUse: (number: string) => void }) {
  return (
    <div className={css.test}>
      <p className={css.testTitle}>{texts.testTitle}</p>
      <p className={css.hint}>{texts.testText}</p>
      <ul className={css.testList}>
        {texts.testNumbers[kind].map(({ number, text }) => (
          <li key={number}>
            <Button
              variant="quiet"
              className={css.code}
              aria-label={texts.testUseOf(number)}
              onClick={() => onUse(number)}
            >
              {number}
            </Button>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function VoucherField(props: StepProps) {
  const { checkout, state } = props
  const { voucher, faults, input } = state
  const refused =
    voucher.kind === 'refused'
      ? texts.voucherRefusals[voucher.reason]
      : faults.voucherCode === undefined
        ? undefined
        : texts.fault('voucherCode', faults.voucherCode)
  const status =
    voucher.kind === 'checking'
      ? texts.voucherChecking
      : voucher.kind === 'taken'
        ? texts.voucherTaken(voucher.code)
        : ''
  return (
    <details className={css.more} open={input.voucherCode !== '' || undefined}>
      <summary>{texts.voucherTitle}</summary>
      <div className={css.voucher}>
        {voucher.kind !== 'taken' && (
          <>
            <TextField
              {...textField(props, 'voucherCode')}
              fault={refused}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
            />
            <Button
              variant="secondary"
              aria-disabled={voucher.kind === 'checking' || undefined}
              onClick={checkout.applyVoucher}
            >
              {texts.voucherApply}
            </Button>
          </>
        )}
        <p
          role="status"
          id={voucher.kind === 'taken' ? toFieldId('voucherCode') : undefined}
          className={css.voucherStatus}
        >
          {status}
        </p>
        {voucher.kind === 'taken' && (
          <Button variant="quiet" onClick={checkout.dropVoucher}>
            {texts.voucherDrop}
          </Button>
        )}
      </div>
    </details>
  )
}
