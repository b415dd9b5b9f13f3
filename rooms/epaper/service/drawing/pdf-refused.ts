/** Error for a delivery that is itself at fault, in plain English for the office. The job is not retried. */
export class PdfRefused extends Error {
  override readonly name = 'PdfRefused'
}
