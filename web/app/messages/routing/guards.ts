/** Texts of the small pages that replace a guarded one; seen only briefly, or without scripts. */
export const guardTexts = {
  loginTitle: 'Anmelden',
  loginText: 'Für diesen Bereich melden Sie sich bitte an.',
  loginLink: 'Zur Anmeldung',
  closeTitle: 'Sie sind angemeldet',
  closeText: 'Sie sind bereits angemeldet. Sie können dieses Fenster schließen.',
  passwordTitle: 'Passwort ändern',
  passwordText: 'Um ein neues Passwort zu setzen, schalten Sie bitte JavaScript ein und öffnen den Link noch einmal.',
} as const
