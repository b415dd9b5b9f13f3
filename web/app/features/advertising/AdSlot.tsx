/** A place for advertising, filled after consent; never for readers of Pur (S1-12, S2.11-08). Empty it takes no room. */
import { useSession } from '../../browser/session.ts'

export function AdSlot({ slot }: { slot: string }) {
  const { view } = useSession()
  return view.isPurUser ? null : <div data-ad-slot={slot} hidden />
}
