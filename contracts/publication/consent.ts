/** `consent.yaml`: who gets readers' data once they consent, by vendor (docs/publication-folder.md#recipients). */
import { VENDORS } from '@lokalteil/domain/consent/consent'
import { z } from 'zod'
import { Day, HttpsAddress, text } from './values.ts'

export const Recipient = z.strictObject({
  company: text(160).describe('Name and seat, as readers see it'),
  policy: HttpsAddress.describe('Its privacy statement'),
  retention: text(160).describe('For how long it keeps the data, like "13 Monate"'),
  since: Day.describe('The day from which this holds; readers who answered before are asked again'),
})
export type Recipient = z.infer<typeof Recipient>

export const Recipients = z.partialRecord(z.enum(VENDORS), Recipient)
export type Recipients = z.infer<typeof Recipients>

export const ConsentFile = z.strictObject({
  recipients: Recipients.default({}).describe(
    'By vendor; one without an entry has only the name that the product gives it',
  ),
})
