/** The small pages that stand in for a guarded one; mostly seen for a moment, or without scripts. */
export const guardTexts = {
  loginTitle: 'Anmelden',
  loginText: 'Für diesen Bereich melden Sie sich bitte an.',
  loginLink: 'Zur Anmeldung',
  closeTitle: 'Sie sind angemeldet',
  closeText: 'Sie sind bereits angemeldet. Sie können dieses Fenster schließen.',
  passwordTitle: 'Passwort ändern',
  passwordText: 'Um ein neues Passwort zu setzen, schalten Sie bitte JavaScript ein und öffnen den Link noch einmal.',
} as const
