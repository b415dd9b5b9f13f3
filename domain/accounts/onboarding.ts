/**
 * The steps of onboarding (specification 4.7, decision S2.4-07): which steps exist, where each button leads, and what
 * counts as completed. When the dialog opens is decided in `hash-dialogs` and `login`.
 */

const ONBOARDING_STEPS = ['regions', 'topics', 'newsletters'] as const
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number]

/** A step that offers no choice is left out. */
export function listOnboardingSteps(choices: Readonly<Record<OnboardingStep, number>>): OnboardingStep[] {
  return ONBOARDING_STEPS.filter((step) => choices[step] > 0)
}

export type OnboardingAction = 'next' | 'back' | 'skip' | 'finish' | 'close'

export type OnboardingDecision =
  | { kind: 'show'; step: OnboardingStep }
  /** Save the choices, then set `isOnboardingCompleted: true`. */
  | { kind: 'complete' }
  /** Close the dialog; onboarding stays incomplete and opens again with the next login. */
  | { kind: 'leave' }

export function decideOnboarding(
  action: OnboardingAction,
  step: OnboardingStep,
  steps: readonly OnboardingStep[],
): OnboardingDecision {
  if (action === 'close') return { kind: 'leave' }
  if (action === 'skip' || action === 'finish') return { kind: 'complete' }
  const at = steps.indexOf(step)
  const wanted = action === 'next' ? at + 1 : Math.max(0, at - 1)
  const next = steps[wanted]
  return next === undefined ? { kind: 'complete' } : { kind: 'show', step: next }
}

export type Choice = { add: string[]; remove: string[] }

/** The changes that turn `before` into `after`. Repeated entries count once. */
export function toChoice(before: readonly string[], after: readonly string[]): Choice {
  const had = new Set(before)
  const wanted = new Set(after)
  return { add: [...wanted].filter((id) => !had.has(id)), remove: [...had].filter((id) => !wanted.has(id)) }
}
