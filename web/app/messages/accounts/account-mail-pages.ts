/** Texts of the small pages behind links in mails, and of the page on which a provider's popup ends. */
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
  'change-email': {
    title: 'Neue E-Mail-Adresse bestätigen',
    text: 'Mit einem Klick gehört diese E-Mail-Adresse zu dem Konto, für das sie eingetragen wurde. Wenn Sie das nicht veranlasst haben, schließen Sie diese Seite.',
    button: 'Neue Adresse bestätigen',
  },
  'undo-email': {
    title: 'Änderung der E-Mail-Adresse zurücknehmen',
    text: 'Mit einem Klick gehört Ihr Konto wieder zu Ihrer bisherigen E-Mail-Adresse. Alle Anmeldungen und das Passwort enden, und Sie legen gleich ein neues Passwort fest.',
    button: 'Änderung zurücknehmen',
  },
  emailChanged: {
    title: 'Ihre neue E-Mail-Adresse gilt',
    text: 'Melden Sie sich künftig mit ihr an; dorthin schicken wir auch Ihre Newsletter und alles zu Ihren Verträgen. Auf anderen Geräten sind Sie abgemeldet, und an die bisherige Adresse haben wir geschrieben.',
    toAccount: 'Zu Ihrem Konto',
    toLogin: 'Anmelden',
  },
  taken:
    'Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto. Es wurde nichts geändert. Melden Sie sich mit ihr an oder wählen Sie in Ihrem Konto eine andere.',
  home: 'Zur Startseite',
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  foreign: 'Diese Anfrage kam nicht von unserer Seite. Bitte öffnen Sie den Link aus der E-Mail erneut.',
  unavailable: 'Das ist gerade nicht möglich. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  popup: { title: 'Anmeldung', text: 'Sie können dieses Fenster jetzt schließen.' },
} as const
