/**
 * The parts of a withdrawal notice that name the seller (Art. 246a § 1 Abs. 2 EGBGB): the recipient of a withdrawal,
 * and the model form of annex 2. Without the seller's data, which every order needs, it refers to the legal notice.
 */
import type { OrderConfirmation } from '@lokalteil/contracts/mail'
import { list, note, text, type Part } from './parts.ts'

type Seller = OrderConfirmation['seller']

/** How to withdraw: by a declaration to this name and address. */
export function toDeclarationText(seller: Seller, publication: string): string {
  const ways =
    'Sie können dafür das Muster-Widerrufsformular am Ende dieser E-Mail oder das Formular unter „Vertrag widerrufen“ verwenden, das ist aber nicht vorgeschrieben.'
  const to =
    seller === undefined
      ? `uns (${publication}; Anschrift und E-Mail-Adresse stehen im Impressum)`
      : `uns (${[toLine(seller), `Telefon ${seller.phone}`, `E-Mail ${seller.email}`].join(', ')})`
  return `Um Ihr Widerrufsrecht auszuüben, müssen Sie ${to} mittels einer eindeutigen Erklärung, zum Beispiel mit einem Brief oder einer E-Mail, über Ihren Entschluss informieren, diesen Vertrag zu widerrufen. ${ways} Es reicht, wenn Sie die Erklärung vor Ablauf der Frist absenden.`
}

export function toModelForm(seller: Seller, publication: string): Part[] {
  return [
    text('Muster-Widerrufsformular'),
    note('Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es zurück.'),
    list([
      `An ${seller === undefined ? `${publication} (Anschrift im Impressum)` : `${toLine(seller)}, ${seller.email}`}:`,
      'Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über den Kauf der folgenden Waren (*)/die Erbringung der folgenden Dienstleistung (*): ______________________',
      'Bestellt am (*)/erhalten am (*): ______________________',
      'Name des/der Verbraucher(s): ______________________',
      'Anschrift des/der Verbraucher(s): ______________________',
      'Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier): ______________________',
      'Datum: ______________________',
    ]),
    note('(*) Unzutreffendes streichen.'),
  ]
}

function toLine({ company, address }: NonNullable<Seller>): string {
  return [company, ...address].join(', ')
}
