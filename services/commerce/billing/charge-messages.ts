/** Webhooks of payment providers. */
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { payKept } from '../contracts/contract-payments.ts'
import { lookForCard } from '../contracts/card-setups.ts'
import { getPaymentMethod } from '../payments/payment-method-store.ts'
import { failRefund, payBack } from '../payments/refunds.ts'
import { failCharge, settleCharge, type Settled } from '../payments/charge-outcomes.ts'
import { addPaymentEvent, lockCharge } from '../payments/charge-store.ts'

/** Checks the signature of a provider's message and handles it once. */
export async function receiveMessage(
  context: CommerceContext,
  providerName: string,
  payload: string,
  signature: string,
): Promise<'acted' | 'known' | 'ignored' | Refusal> {
  const provider = context.providers.find(({ name }) => name === providerName)
  if (provider?.readEvent === undefined) return problem(404, 'NOT_FOUND', 'No such provider')
  const event = provider.readEvent(payload, signature, context.now())
  if (event === null) return problem(400, 'BAD_SIGNATURE', 'The message is not signed by the provider')
  if (event.kind === 'ignored') return 'ignored'
  if (event.kind === 'refund-failed') {
    return context.inTransaction(async (within) => {
      if (!(await addPaymentEvent(providerName, event.id, context.now(), within))) return 'known'
      await failRefund(context, event, event.reason, within)
      return 'acted'
    })
  }
  if (event.kind === 'card-kept') {
    if (!(await addPaymentEvent(providerName, event.id, context.now(), context.db))) return 'known'
    await payKept(context, await lookForCard(context, event.publication, event.methodId))
    return 'acted'
  }
  const name = { publication: event.publication, chargeId: event.chargeId }
  const outcome = await context.inTransaction(async (within): Promise<'acted' | 'known' | Settled> => {
    if (!(await addPaymentEvent(providerName, event.id, context.now(), within))) return 'known'
    const charge = await lockCharge(name, within)
    // A provider may only settle its own charges.
    if (
      charge === null ||
      (await getPaymentMethod(name.publication, charge.paymentMethodId, within))?.provider !== providerName
    )
      return 'unknown'
    if (event.kind === 'paid') return settleCharge(context, name, event, within)
    // Ignore a late failure of a charge that is paid.
    if (charge.state !== 'paid') await failCharge(context, name, event.reason, within)
    return 'acted'
  })
  if (outcome === 'refused') await payBack(context, name)
  return outcome === 'known' ? 'known' : outcome === 'unknown' ? 'ignored' : 'acted'
}
