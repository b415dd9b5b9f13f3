/** Coins, and the articles and issues bought with them (S2.2-10). */
import type { CoinsView, RECEIPT_PATH } from '@lokalteil/contracts/portal'
import { formatDate } from '@lokalteil/domain/german'
import { formatNumber } from '@lokalteil/domain/german-numbers'
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
import { Section } from '../../features/account/Section.tsx'
import { accountTexts } from '../../messages/accounts/account.ts'
import { bookingTexts, signedCoins } from '../../messages/commerce/wallet.ts'
import { ButtonLink } from '../../ui/Button.tsx'

type Name = '__mein-portal-auth-account-coins'

const question: AccountQuestion<CoinsView> = (reader) => reader.getCoins()
const texts = accountTexts.coins
const RECEIPT: typeof RECEIPT_PATH = '/api/mein/account/coins/receipts/{receiptNumber}'
const toReceipt = (receiptNumber: string) => RECEIPT.replace('{receiptNumber}', encodeURIComponent(receiptNumber))

/** An article or issue bought with coins. */
function Purchase({
  title,
  path,
  boughtAt,
  receiptNumber,
}: Pick<CoinsView['purchases'][number], 'title' | 'path' | 'boughtAt' | 'receiptNumber'>) {
  return (
    <li className={css.entry}>
      <a href={path}>{title}</a>
      <span className={css.hint}>
        {texts.boughtAt(new Date(boughtAt))} ·{' '}
        <a href={toReceipt(receiptNumber)} download aria-label={texts.receiptOf(title)}>
          {texts.receipt}
        </a>
      </span>
    </li>
  )
}

function CoinsPage({ data }: PageProps<Name, AccountState<CoinsView>>) {
  const { state, isLoading, reload } = useAccountState(data, question)
  return (
    <AccountFrame
      current="coins"
      state={state}
      isLoading={isLoading}
      onRetry={() => void reload()}
      tabsOf={({ tabs }) => tabs}
    >
      {({ availableCoins, purchases, issues, bookings }) => (
        <>
          <Section id="coins" title={texts.title}>
            {availableCoins === null ? (
              <p>{texts.unknown}</p>
            ) : (
              <p className={css.count}>
                <span className={css.number}>{formatNumber(availableCoins)}</span> {texts.available(availableCoins)}
              </p>
            )}
            <p className={css.text}>{texts.text}</p>
            <div className={css.buttons}>
              <ButtonLink href="/order/abo">{texts.buy}</ButtonLink>
            </div>
          </Section>
          <Section id="purchases" title={texts.purchases}>
            {purchases.length === 0 ? (
              <p className={css.text}>{texts.empty}</p>
            ) : (
              <ul className={css.list}>
                {purchases.map((bought) => (
                  <Purchase key={bought.articleId} {...bought} />
                ))}
              </ul>
            )}
          </Section>
          {issues.length > 0 && (
            <Section id="issues" title={texts.issues}>
              <ul className={css.list}>
                {issues.map((bought) => (
                  <Purchase key={bought.issueKey} {...bought} />
                ))}
              </ul>
            </Section>
          )}
          {bookings.length > 0 && (
            <Section id="bookings" title={texts.bookings}>
              <ul className={css.list}>
                {bookings.map(({ receiptNumber, kind, about, amount, bookedAt, expiresOn }) => (
                  <li key={receiptNumber} className={css.entry}>
                    <span className={css.entryHead}>
                      {bookingTexts[kind]} <span>{signedCoins(amount)}</span>
                    </span>
                    <span className={css.hint}>
                      {about === bookingTexts[kind] ? '' : `${about} · `}
                      {formatDate(new Date(bookedAt))} ·{' '}
                      <a href={toReceipt(receiptNumber)} download>
                        {texts.receiptNumber(receiptNumber)}
                      </a>
                      {expiresOn !== null && ` · ${texts.expiresOn(new Date(`${expiresOn}T12:00:00Z`))}`}
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </>
      )}
    </AccountFrame>
  )
}

export const page = definePage('__mein-portal-auth-account-coins', {
  load: loadAccount(question),
  Page: CoinsPage,
  title: () => ({ title: accountTexts.documentTitle('coins') }),
})
