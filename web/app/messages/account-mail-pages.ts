/** The small pages behind the links of mails, and the one a provider's window ends on. */
export const accountMailPageTexts = {
  confirm: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Mit einem Klick bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.',
    button: 'Adresse bestätigen',
  },
  link: {
    title: 'Anmeldung verbinden',
    text: 'Mit einem Klick erlauben Sie, dass Sie sich künftig auch über den gewählten Anbieter an Ihrem Konto anmelden können. Wenn Sie das nicht angefordert haben, schließen Sie diese Seite.',
    button: 'Anmeldung verbinden',
  },
  'undo-erasure': {
    title: 'Konto behalten',
    text: 'Ihr Konto ist zur Löschung vorgemerkt. Mit einem Klick heben Sie die Löschung auf.',
    button: 'Konto behalten',
  },
  home: 'Zur Startseite',
  foreign: 'Diese Anfrage kam nicht von unserer Seite. Bitte öffnen Sie den Link aus der E-Mail erneut.',
  unavailable: 'Das ist gerade nicht möglich. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  popup: { title: 'Anmeldung', text: 'Sie können dieses Fenster jetzt schließen.' },
} as const
