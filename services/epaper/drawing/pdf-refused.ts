/** What is wrong with a delivery, in plain English for the office. Trying again would not help. */
export class PdfRefused extends Error {
  override readonly name = 'PdfRefused'
}
