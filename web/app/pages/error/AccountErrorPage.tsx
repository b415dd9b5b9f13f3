/** Errors of the account area. The key in the address only selects a message and is never shown (S2.2-07). */
import { toAccountErrorKey } from '@lokalteil/domain/routing/error-page'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { accountErrorTexts } from '../../messages/accounts/account-errors.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './AccountErrorPage.module.css'

function AccountErrorPage({ route }: PageProps<'error', null>) {
  return (
    <div className={`page ${css.page}`}>
      <Icon name="alert" size="2.6rem" />
      <h1 className={css.title}>{accountErrorTexts.title}</h1>
      <p className={css.message}>{accountErrorTexts.messages[toAccountErrorKey(route.errorMessageKey)]}</p>
      <ButtonLink href="/">{accountErrorTexts.home}</ButtonLink>
    </div>
  )
}

export const page = definePage('error', {
  load: async () => ({ kind: 'ok', data: null }),
  Page: AccountErrorPage,
  title: () => ({ title: accountErrorTexts.title }),
})
