/** Texts of the test bank's own page, on which a payment is confirmed or refused. */
export const paymentStepTexts = {
  title: 'Testbank',
  text: 'Hier würde Ihre Bank Sie fragen, ob Sie die Zahlung freigeben. Es wird kein Geld bewegt.',
  confirm: 'Zahlung freigeben',
  refuse: 'Abbrechen',
  unknown: 'Diese Zahlung gibt es nicht, oder sie ist schon erledigt.',
} as const
