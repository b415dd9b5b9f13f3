/** Texts of login, logout and the dialogs that open by a hash. */
export const sessionTexts = {
  loggedOut: 'Erfolgreich ausgeloggt',
  loginFailed: 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.',
  logoutFailed: 'Abmelden fehlgeschlagen. Bitte versuchen Sie es erneut.',
  authError: 'Es ist ein Fehler aufgetreten.',
  close: 'Schließen',
  loading: 'Wird geladen.',
  frameFailed: 'Das Formular konnte nicht geladen werden. Bitte prüfen Sie Ihre Internetverbindung.',
  retry: 'Noch einmal versuchen',
  dialogs: {
    login: 'Anmelden',
    register: 'Registrieren',
    'forgot-password': 'Passwort vergessen',
    'change-password': 'Passwort ändern',
    onboarding: 'Willkommen',
    'verify-email': 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
  },
  verifyEmail: {
    sentTo: (email: string) =>
      `Wir haben eine E-Mail mit einem Link an ${email} geschickt. Bitte öffnen Sie den Link, um die Registrierung abzuschließen.`,
    hint: 'Keine E-Mail bekommen? Bitte sehen Sie auch im Spam-Ordner nach.',
    resend: 'E-Mail erneut senden',
    resendIn: (seconds: number) => `E-Mail erneut senden (${seconds} s)`,
    sent: 'Die E-Mail ist unterwegs.',
    tooMany: 'Wir haben Ihnen gerade schon eine E-Mail geschickt. Bitte warten Sie einen Moment.',
    failed: 'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es erneut.',
    confirmed: 'Ich habe bestätigt',
    checking: 'Wird geprüft …',
    notYet: 'Ihre Adresse ist noch nicht bestätigt. Bitte öffnen Sie den Link in der E-Mail.',
    done: 'Ihre E-Mail-Adresse ist bestätigt.',
    ended: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  },
} as const
