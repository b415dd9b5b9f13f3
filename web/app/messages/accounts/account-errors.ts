/** Messages of `/error/:errorMessageKey` (S2.2-07). */
import type { AccountErrorKey } from '@lokalteil/domain/routing/error-page'

export const accountErrorTexts = {
  title: 'Das hat leider nicht geklappt',
  home: 'Zur Startseite',
  messages: {
    'login-failed': 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
    'registration-failed': 'Die Registrierung konnte nicht abgeschlossen werden.',
    'session-expired': 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
    'email-not-verified': 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
    'invalid-code': 'Dieser Link ist ungültig oder wurde bereits verwendet.',
    'expired-code': 'Dieser Link ist abgelaufen. Bitte fordern Sie einen neuen an.',
    'no-subscription-session': 'Ihr Abo-Konto konnte nicht geladen werden. Bitte versuchen Sie es später erneut.',
    'no-access': 'Für diesen Bereich fehlt Ihnen die Berechtigung.',
    'social-login-failed': 'Die Anmeldung über den gewählten Anbieter ist fehlgeschlagen.',
    general: 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.',
  } satisfies Record<AccountErrorKey | 'general', string>,
} as const
