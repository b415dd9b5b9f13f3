/**
 * The notice at the login to an account with a scheduled erasure; separate from the texts of the account, which are
 * many.
 */
import { formatLongDate } from '@lokalteil/domain/german'
import { accountTexts } from './account.ts'

export const erasureNoticeTexts = {
  pending: (date: Date) =>
    `Ihr Konto wird am ${formatLongDate(date)} gelöscht. Wenn Sie es behalten möchten, klicken Sie in Ihrem Konto auf „${accountTexts.erasureUndo}“.`,
} as const
