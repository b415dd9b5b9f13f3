/** Texts of the two contract rights. The law words the buttons (§ 312k and § 356a BGB). */
import {
  listReceiptFacts,
  type ContractReceipt,
  type ContractRight,
  type DeclarationFault,
  type DeclarationField,
} from '@lokalteil/domain/commerce/contract-rights'

type FormTexts = {
  title: string
  intro: string
  submit: string
  sending: string
  doneTitle: string
  done: string
  next: string
  fileTitle: string
}

const FORMS: Readonly<Record<ContractRight, FormTexts>> = {
  cancellation: {
    title: 'Verträge hier kündigen',
    intro:
      'Hier beenden Sie einen Vertrag mit uns, ohne Anmeldung. Sobald Sie auf „Jetzt kündigen“ klicken, ist Ihre Kündigung bei uns; den Eingang bestätigen wir sofort per E-Mail.',
    submit: 'Jetzt kündigen',
    sending: 'Ihre Kündigung wird übermittelt.',
    doneTitle: 'Ihre Kündigung ist eingegangen',
    done: 'Das haben Sie erklärt, und so haben wir es festgehalten:',
    next: 'Wir ordnen die Kündigung Ihrem Vertrag zu und schreiben Ihnen, wann er endet.',
    fileTitle: 'Bestätigung über den Eingang einer Kündigung',
  },
  withdrawal: {
    title: 'Vertrag widerrufen',
    intro:
      'Hier widerrufen Sie einen Vertrag, den Sie mit uns geschlossen haben, ohne Anmeldung und ohne Gründe. Nach dem Klick auf „Widerruf bestätigen“ bestätigen wir den Eingang sofort per E-Mail.',
    submit: 'Widerruf bestätigen',
    sending: 'Ihr Widerruf wird übermittelt.',
    doneTitle: 'Ihr Widerruf ist eingegangen',
    done: 'Das haben Sie erklärt, und so haben wir es festgehalten:',
    next: 'Wir ordnen den Widerruf Ihrem Vertrag zu und schreiben Ihnen, wie es mit Zahlungen weitergeht.',
    fileTitle: 'Bestätigung über den Eingang eines Widerrufs',
  },
}

const FAULTS: Readonly<Record<DeclarationField, Partial<Record<DeclarationFault, string>>>> = {
  name: { REQUIRED: 'Bitte geben Sie Ihren Namen an.', TOO_LONG: 'Der Name darf höchstens 200 Zeichen haben.' },
  email: {
    REQUIRED: 'Bitte geben Sie eine E-Mail-Adresse an, an die wir die Bestätigung schicken.',
    INVALID_EMAIL: 'Diese E-Mail-Adresse ist nicht vollständig, zum Beispiel: name@example.de',
  },
  contract: {
    REQUIRED: 'Bitte sagen Sie uns, um welchen Vertrag es geht. Der Name des Abos genügt.',
    TOO_LONG: 'Diese Angabe darf höchstens 200 Zeichen haben.',
  },
  kind: { NOT_ALLOWED: 'Bitte wählen Sie eine der beiden Arten der Kündigung.' },
  reason: {
    REQUIRED: 'Bitte nennen Sie den Grund für die außerordentliche Kündigung.',
    TOO_LONG: 'Der Grund darf höchstens 3000 Zeichen haben.',
  },
  end: { NOT_ALLOWED: 'Bitte wählen Sie, wann der Vertrag enden soll.' },
  endDate: {
    REQUIRED: 'Bitte geben Sie das Datum an, zu dem der Vertrag enden soll.',
    INVALID_DATE: 'Dieses Datum gibt es nicht. Bitte schreiben Sie es so: 31.12.2027',
    PAST_DATE: 'Dieses Datum ist schon vorbei. Bitte wählen Sie heute oder einen späteren Tag.',
  },
}

export const contractTexts = {
  of: (right: ContractRight) => FORMS[right],
  fault: (field: DeclarationField, fault: DeclarationFault) => FAULTS[field][fault] ?? 'Bitte prüfen Sie diese Angabe.',
  faultsTitle: (count: number) =>
    count === 1 ? 'Eine Angabe fehlt noch oder stimmt nicht:' : `${count} Angaben fehlen noch oder stimmen nicht:`,
  refusals: {
    'too-many':
      'In kurzer Zeit sind viele Erklärungen eingegangen. Ihre Angaben sind noch da; bitte versuchen Sie es in einer Stunde wieder oder schreiben Sie uns.',
    unavailable:
      'Ihre Erklärung konnte nicht gespeichert werden. Ihre Angaben sind noch da; bitte versuchen Sie es gleich noch einmal.',
    foreign:
      'Das Formular kam nicht von dieser Website. Bitte prüfen Sie Ihre Angaben und senden Sie sie hier noch einmal ab.',
  },
  refused: 'Das hat nicht geklappt',
  contact: 'So erreichen Sie uns auch',
  imprint: 'Impressum',
  required: 'Freiwillige Angaben sind so bezeichnet.',
  person: 'Wer Sie sind',
  name: 'Vor- und Nachname',
  email: 'E-Mail-Adresse',
  emailHint: 'An diese Adresse schicken wir die Bestätigung.',
  contract: 'Kundennummer oder Vertrag',
  contractHint: 'Zum Beispiel „Plus Monat“. Die Kundennummer steht auf Ihrer Rechnung; Sie müssen sie nicht kennen.',
  kind: 'Art der Kündigung',
  kinds: {
    ordinary: { label: 'Ordentlich', hint: 'mit der vereinbarten Frist' },
    extraordinary: { label: 'Außerordentlich', hint: 'aus einem wichtigen Grund, ohne Frist' },
  },
  reason: 'Grund',
  reasonHint: 'Nur bei einer außerordentlichen Kündigung.',
  end: 'Wann soll der Vertrag enden?',
  ends: { earliest: 'So früh wie möglich', date: 'Zu einem bestimmten Tag' },
  endDate: 'Tag',
  endDateHint: 'Nur, wenn Sie einen bestimmten Tag wünschen.',
  submitNote: 'Mit dem Klick geben Sie die Erklärung ab.',
  download: 'Bestätigung herunterladen',
  mailSent: (address: string) =>
    `Dieselbe Bestätigung ist per E-Mail an ${address} unterwegs. Kommt sie nicht an, sehen Sie bitte im Spam-Ordner nach.`,
  keep: 'Die Bestätigung können Sie 30 Tage lang herunterladen. Bitte heben Sie sie auf.',
  home: 'Zur Startseite',
  other: {
    cancellation: 'Sie haben erst vor Kurzem bestellt? Innerhalb der Frist können Sie den',
    withdrawal: 'Die Frist für den Widerruf ist vorbei? Dann können Sie hier',
  },
  otherLink: { cancellation: 'Vertrag widerrufen', withdrawal: 'Verträge kündigen' },
} as const

/** The receipt as a text file. */
export function toReceiptFile(receipt: ContractReceipt, publication: string, origin: string): string {
  const facts = listReceiptFacts(receipt).map(({ label, value }) => `${label}: ${value.replaceAll('\n', '\n  ')}`)
  const title = FORMS[receipt.right].fileTitle
  return [title, '='.repeat(title.length), '', ...facts, '', `${publication}, ${origin}/impressum`, ''].join('\r\n')
}
